import {
  createStripeProvider,
  type PaymentProvider,
  SANDBOX_PROVIDER,
  SANDBOX_PUBLISHABLE_KEY,
} from '#domain/payments/payment-provider.ts';
import type { PaymentsConfig } from '../config.ts';
import type { Log } from '../http/log.ts';
import { SANDBOX_SECRET_KEY, SANDBOX_WEBHOOK_SECRET } from '../stripe-sandbox/cards.ts';
import { startSandbox } from '../stripe-sandbox/sandbox.ts';
import { createPaymentGateway, type PaymentGateway } from './payment-gateway.ts';

export interface Payments {
  readonly gateway: PaymentGateway;
  readonly sandboxUrl: string | undefined;
  /** Tells the embedded sandbox where to send its events. For Stripe this is set in its dashboard. */
  start(webhookUrl: string): void;
  close(): Promise<void>;
}

/** The payment provider, as the pages need it. */
export function describeProvider(config: PaymentsConfig): PaymentProvider {
  return config.mode === 'stripe' ? createStripeProvider(config.publishableKey) : SANDBOX_PROVIDER;
}

/** Stripe, the embedded sandbox, or a sandbox in a process of its own. */
export async function openPayments(
  config: PaymentsConfig,
  sandboxFile: string,
  log: Log,
  clock = () => new Date(),
): Promise<Payments> {
  if (config.mode === 'stripe') {
    const { secretKey, webhookSecret } = config;
    const gateway = createPaymentGateway({ secretKey, webhookSecret, log });
    return { gateway, sandboxUrl: undefined, start() {}, async close() {} };
  }
  if (config.url !== undefined) {
    return { gateway: sandboxGateway(config.url, log), sandboxUrl: config.url, start() {}, async close() {} };
  }
  const sandbox = await startSandbox({
    port: 0,
    dataFile: sandboxFile,
    webhook: null,
    secretKey: SANDBOX_SECRET_KEY,
    publishableKey: SANDBOX_PUBLISHABLE_KEY,
    clock,
  });
  return {
    gateway: sandboxGateway(sandbox.url, log),
    sandboxUrl: sandbox.url,
    start: (url) => sandbox.setWebhook({ url, secret: SANDBOX_WEBHOOK_SECRET }),
    close: () => sandbox.close(),
  };
}

function sandboxGateway(url: string, log: Log): PaymentGateway {
  const { hostname, port } = new URL(url);
  return createPaymentGateway({
    secretKey: SANDBOX_SECRET_KEY,
    webhookSecret: SANDBOX_WEBHOOK_SECRET,
    apiBase: { protocol: 'http', host: hostname, port: Number(port) },
    log,
  });
}
