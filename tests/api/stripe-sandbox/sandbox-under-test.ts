import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test as base, expect } from '@playwright/test';
import Stripe from 'stripe';
import { SANDBOX_SECRET_KEY, SANDBOX_WEBHOOK_SECRET } from '../../../api/stripe-sandbox/cards.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../../api/stripe-sandbox/sandbox.ts';
import { SANDBOX_PUBLISHABLE_KEY } from '../../../src/domain/payments/payment-provider.ts';
import { BOX_PENCE } from '../../support/sample-order.ts';

export interface SandboxUnderTest {
  sandbox: Sandbox;
  /** The real SDK, which talks to the sandbox as it would to Stripe. It does not retry. */
  stripe: Stripe;
  /** The service's end of the webhooks. */
  receiver: WebhookReceiver;
  /** Stops the sandbox and starts it on the same file. `stripe` talks to the new one afterwards. */
  restart: (changes?: Partial<SandboxOptions>) => Promise<void>;
}

/** Playwright's `test` with a sandbox of its own for each test, on a free port and an empty file. */
export const test = base.extend<{ box: SandboxUnderTest }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires the pattern
  box: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
    const receiver = await startWebhookReceiver();
    const start = (changes: Partial<SandboxOptions>) =>
      startSandbox({
        port: 0,
        dataFile: join(folder, 'sandbox.db'),
        webhook: { url: receiver.url, secret: SANDBOX_WEBHOOK_SECRET },
        secretKey: SANDBOX_SECRET_KEY,
        publishableKey: SANDBOX_PUBLISHABLE_KEY,
        settleAfterMs: null,
        ...changes,
      });
    const first = await start({});
    const box: SandboxUnderTest = {
      sandbox: first,
      stripe: createClient(first),
      receiver,
      async restart(changes = {}) {
        await box.sandbox.close();
        box.sandbox = await start(changes);
        box.stripe = createClient(box.sandbox);
      },
    };
    await use(box);
    await box.sandbox.close();
    await receiver.close();
    await rm(folder, { recursive: true });
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

export interface WebhookReceiver {
  url: string;
  /** Events in the order of their arrival, each verified by the SDK. */
  events: Stripe.Event[];
  /** Their types. */
  types: () => string[];
  /** Answers for the next deliveries, one each; 200 when there are none. */
  answers: number[];
  /** The SDK's errors for refused deliveries. */
  refused: string[];
  close: () => Promise<void>;
}

/** A server that takes webhooks as the service does: the raw body, verified by `stripe.webhooks.constructEvent`. */
export async function startWebhookReceiver(port = 0): Promise<WebhookReceiver> {
  const events: Stripe.Event[] = [];
  const answers: number[] = [];
  const refused: string[] = [];
  const stripe = new Stripe('sk_test_unused');
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const signature = String(request.headers['stripe-signature']);
    try {
      const event = stripe.webhooks.constructEvent(body, signature, SANDBOX_WEBHOOK_SECRET);
      const status = answers.shift() ?? 200;
      if (status === 200) events.push(event);
      response.writeHead(status).end();
    } catch (error) {
      refused.push(String(error));
      response.writeHead(400).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}/webhook`,
    events,
    types: () => events.map(({ type }) => type),
    answers,
    refused,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
