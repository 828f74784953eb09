import { join } from 'node:path';
import Stripe from 'stripe';
import { SANDBOX_SECRET_KEY } from '../../../api/stripe-sandbox/cards.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../../api/stripe-sandbox/sandbox.ts';
import { SANDBOX_PUBLISHABLE_KEY } from '../../../src/domain/payments/payment-provider.ts';
import { test as base, expect } from '../../support/folder.ts';
import { BOX_PENCE } from '../../support/sample-order.ts';

export interface SandboxUnderTest {
  sandbox: Sandbox;
  /** The real SDK, which talks to the sandbox as it would to Stripe. It does not retry. */
  stripe: Stripe;
  /** Stops the sandbox and starts it on the same file. `stripe` talks to the new one afterwards. */
  restart: (changes?: Partial<SandboxOptions>) => Promise<void>;
}

/** Playwright's `test` with a sandbox of its own for each test, on a free port and an empty file. */
export const test = base.extend<{ box: SandboxUnderTest }>({
  box: async ({ folder }, use) => {
    const start = (changes: Partial<SandboxOptions>) =>
      startSandbox({
        port: 0,
        dataFile: join(folder, 'sandbox.db'),
        webhook: null,
        secretKey: SANDBOX_SECRET_KEY,
        publishableKey: SANDBOX_PUBLISHABLE_KEY,
        settleAfterMs: null,
        ...changes,
      });
    const first = await start({});
    const box: SandboxUnderTest = {
      sandbox: first,
      stripe: createClient(first),
      async restart(changes = {}) {
        await box.sandbox.close();
        box.sandbox = await start(changes);
        box.stripe = createClient(box.sandbox);
      },
    };
    await use(box);
    await box.sandbox.close();
  },
});

export { expect };

/** The SDK as the service uses it, against a sandbox. */
export function createClient({ port }: { port: number }, key = SANDBOX_SECRET_KEY): Stripe {
  return new Stripe(key, {
    protocol: 'http',
    host: '127.0.0.1',
    port,
    maxNetworkRetries: 0,
    telemetry: false,
  });
}

/** The parameters of an intent for one branch box. */
export const BOX = {
  amount: BOX_PENCE,
  currency: 'gbp',
  automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
} as const satisfies Stripe.PaymentIntentCreateParams;
