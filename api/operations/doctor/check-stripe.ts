import { Stripe } from 'stripe';
import type { PaymentsConfig } from '../../config.ts';
import { HANDLED_EVENTS } from '../../payments/stripe-objects.ts';
import { SANDBOX_SECRET_KEY } from '../../stripe-sandbox/cards.ts';
import { type CheckResult, conclude } from './check-settings.ts';

const TIMEOUT_MS = 8000;
/** Stripe's own limit for an event's age is 300 s. */
const MOST_SKEW_SECONDS = 60;

/** The value, or why it is unknown. */
type Answer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string };

/** Checks the shop's settings at Stripe. No results for the embedded sandbox, which only its service can reach. */
export async function checkAtStripe(payments: PaymentsConfig, website: string): Promise<CheckResult[]> {
  const stripe = openStripe(payments);
  if (stripe === null) return [];
  const endpoints = await ask(() => stripe.webhookEndpoints.list({ limit: 100 }));
  const domains = await ask(() => stripe.paymentMethodDomains.list({ limit: 100 }));
  const date = endpoints.ok ? endpoints.value.lastResponse.headers.date : undefined;
  return [
    ...(await checkKeyRights(stripe)),
    ...(endpoints.ok
      ? checkWebhook(endpoints.value.data, website)
      : couldNotAsk('webhook', endpoints.reason)),
    ...(domains.ok ? checkWalletDomain(domains.value.data, website) : couldNotAsk('wallets', domains.reason)),
    ...(date === undefined ? [] : checkClock(new Date(date), new Date())),
  ];
}

/** Whether Stripe sends all events that are needed to this site. */
export function checkWebhook(
  endpoints: readonly Pick<Stripe.WebhookEndpoint, 'url' | 'status' | 'enabled_events'>[],
  website: string,
): CheckResult[] {
  const wanted = `${website}/api/stripe/webhook`;
  const endpoint = endpoints.find(({ url }) => url === wanted);
  const sent = endpoint?.enabled_events ?? [];
  const missing = sent.includes('*') ? [] : HANDLED_EVENTS.filter((type) => !sent.includes(type));
  const others = endpoints.map(({ url }) => url).join(', ') || 'nowhere';
  const problem =
    endpoint === undefined
      ? `Stripe sends events to ${others}, but not to ${wanted}: add that URL in Stripe’s dashboard.`
      : endpoint.status !== 'enabled'
        ? `Stripe’s events to ${wanted} are switched off: switch them on in Stripe’s dashboard.`
        : missing.length > 0 && `Stripe does not send ${missing.join(', ')} to ${wanted}: add them.`;
  return conclude('webhook', [problem], `Stripe sends its events to ${wanted}.`);
}

const PROOF_ADDRESS = '/.well-known/apple-developer-merchantid-domain-association';
const PROOF_FILE = `put Stripe’s file (https://stripe.com/files/apple-pay/${PROOF_ADDRESS.split('/').at(-1)}) into the project as public${PROOF_ADDRESS}`;

/** Apple Pay is only shown on registered domains. */
export function checkWalletDomain(
  domains: readonly Pick<Stripe.PaymentMethodDomain, 'domain_name' | 'enabled' | 'apple_pay'>[],
  website: string,
): CheckResult[] {
  const host = new URL(website).hostname;
  const domain = domains.find(({ domain_name: name }) => name === host);
  const why = domain?.apple_pay.status_details?.error_message;
  const settings = 'in Stripe’s dashboard under Settings, Payments, Payment method domains';
  const problem =
    domain === undefined
      ? `${host} is not registered at Stripe, so there is no Apple Pay on it: ${PROOF_FILE}, publish the site, and then add ${host} ${settings}.`
      : !domain.enabled
        ? `${host} is switched off at Stripe: switch it on ${settings}.`
        : domain.apple_pay.status !== 'active' &&
          `Apple Pay is not active for ${host}${why === undefined ? '' : ` (${why})`}: see that ${PROOF_ADDRESS} opens there; if not, ${PROOF_FILE}, and publish the site. Then choose Verify beside the domain in Stripe’s dashboard.`;
  return conclude('wallets', [problem], `Apple Pay is available on ${host}.`);
}

/** Compares with the time of Stripe's answer. With a wrong clock every webhook event looks forged. */
export function checkClock(theirs: Date, ours: Date): CheckResult[] {
  const seconds = Math.round((ours.getTime() - theirs.getTime()) / 1000);
  const problem = `This machine’s clock is ${Math.abs(seconds)} seconds ${seconds > 0 ? 'fast' : 'slow'}: synchronise it with network time.`;
  return conclude('clock', [Math.abs(seconds) > MOST_SKEW_SECONDS && problem], 'The clock is correct.');
}

/** Null for the embedded sandbox. */
export function openStripe(payments: PaymentsConfig): Stripe | null {
  const manners = { timeout: TIMEOUT_MS, maxNetworkRetries: 1, telemetry: false };
  if (payments.mode === 'stripe') return new Stripe(payments.secretKey, manners);
  if (payments.url === undefined) return null;
  const { hostname: host, port } = new URL(payments.url);
  return new Stripe(SANDBOX_SECRET_KEY, { ...manners, protocol: 'http', host, port: Number(port) });
}

/** Calls Stripe, and describes failures for the operator. */
export async function ask<T>(call: () => Promise<T>): Promise<Answer<T>> {
  try {
    return { ok: true, value: await call() };
  } catch (error) {
    // Stripe's message for a wrong key repeats most of it.
    const reason =
      error instanceof Stripe.errors.StripeAuthenticationError
        ? 'it does not accept STRIPE_SECRET_KEY'
        : error instanceof Stripe.errors.StripePermissionError
          ? 'the restricted key may not read it'
          : error instanceof Stripe.errors.StripeConnectionError
            ? 'it cannot be reached'
            : (error as Error).message;
    return { ok: false, reason };
  }
}

function couldNotAsk(subject: string, reason: string): CheckResult[] {
  return conclude(subject, [`Stripe could not be asked: ${reason}.`]);
}

const ONE = { limit: 1 };

/** What the service reads from Stripe, by Stripe's names for a restricted key's rights. */
const READ: Record<string, (stripe: Stripe) => Promise<unknown>> = {
  PaymentIntents: (stripe) => stripe.paymentIntents.list(ONE),
  Charges: (stripe) => stripe.charges.list(ONE),
  Refunds: (stripe) => stripe.refunds.list(ONE),
  Disputes: (stripe) => stripe.disputes.list(ONE),
  'Checkout Sessions': (stripe) => stripe.checkout.sessions.list(ONE),
  Reviews: (stripe) => stripe.reviews.list(ONE),
};

/**
 * Whether a restricted key may read what the service reads. Write rights cannot be checked without writing. No results
 * if Stripe does not answer, which other checks report.
 */
async function checkKeyRights(stripe: Stripe): Promise<CheckResult[]> {
  const missing: string[] = [];
  for (const [name, ask] of Object.entries(READ)) {
    try {
      await ask(stripe);
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripePermissionError)) return [];
      missing.push(name);
    }
  }
  const message = `STRIPE_SECRET_KEY may not read ${missing.join(', ')} at Stripe: give the restricted key the rights listed in api/OPERATIONS.md.`;
  return conclude('key', [missing.length > 0 && message], 'The key may read what the service needs.');
}
