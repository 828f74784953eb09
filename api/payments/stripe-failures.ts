import { Stripe } from 'stripe';
import type { Log } from '../http/log.ts';
import { type Problem, type Result, refuse } from '../http/problems.ts';

/** When a buyer's page may try again after Stripe could not be reached. */
const RETRY_AFTER_SECONDS = '5';

/**
 * Calls Stripe, and turns failures of Stripe, the network or the card into problems. Stripe's own messages are shown
 * only for declined cards, where they are written for the buyer (section 8).
 * @param describeOwn a more specific problem for one kind of call, or null
 */
export async function askStripe<T>(
  log: Log,
  call: () => Promise<T>,
  describeOwn: (error: Stripe.errors.StripeError) => Problem | null = () => null,
): Promise<Result<T>> {
  try {
    return { ok: true, value: await call() };
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    return refuse(describeOwn(error) ?? describeFailure(error, log));
  }
}

/** Why Stripe refuses a refund, for the farm. Null for failures that are not about the refund itself. */
export function describeRefusedRefund(error: Stripe.errors.StripeError): Problem | null {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return null;
  if (error.code === 'charge_already_refunded') {
    return { code: 'refund_refused', error: 'All of this payment has gone back to the buyer already.' };
  }
  if (error.code === 'charge_disputed' || error.code === 'refund_disputed_payment') {
    const why =
      'The buyer’s bank disputes this payment, so it cannot be refunded. Please answer the dispute in Stripe.';
    return { code: 'refund_refused', error: why };
  }
  if (error.param === 'amount') {
    return { code: 'refund_refused', error: 'That is more than is left of the payment.' };
  }
  return { code: 'refund_refused' };
}

function describeFailure(error: Stripe.errors.StripeError, log: Log): Problem {
  if (error instanceof Stripe.errors.StripeCardError) {
    return { code: 'payment_declined', error: error.message };
  }
  if (error.code === 'resource_missing') return { code: 'payment_not_found' };
  // Its rule is its own, and not published.
  if (error.code === 'email_invalid') {
    const message = 'Please enter another email address: our card provider does not take this one.';
    return { code: 'invalid_fields', error: message, fields: { customerEmail: message } };
  }
  // Without the message, which can quote the buyer's input.
  log(
    `Stripe failed: ${error.type} ${error.code ?? ''} ${error.statusCode ?? ''} ${error.requestId ?? ''}`.trim(),
  );
  return isPassing(error)
    ? { code: 'payments_unavailable', headers: { 'Retry-After': RETRY_AFTER_SECONDS } }
    : { code: 'payments_refused' };
}

/** Whether trying again can help: network or Stripe failures, too many calls, or the same call in progress. */
function isPassing(error: Stripe.errors.StripeError): boolean {
  if (error instanceof Stripe.errors.StripeConnectionError) return true;
  if (error instanceof Stripe.errors.StripeRateLimitError) return true;
  if (error.code === 'idempotency_key_in_use') return true;
  return error instanceof Stripe.errors.StripeAPIError || (error.statusCode ?? 0) >= 500;
}

/** So many stored failures of one thing in a day are an outage of Stripe: whoever asks must come back later. */
const MOST_KEYS = 10;

/**
 * Creates one thing at Stripe, no matter how often it is called. For a day, Stripe repeats even a 500 under its
 * idempotency key, so such a call can never succeed. Then this looks up whether the thing was created anyway, and only
 * if not, calls again under the next key. Whoever calls begins with the first key, so all end up with the same one.
 * @param find what an earlier call created although it failed, or null
 */
export async function createOnce<T>(
  key: string,
  create: (idempotencyKey: string) => Promise<T>,
  find: () => Promise<T | null>,
  number = 1,
): Promise<T> {
  try {
    return await create(number === 1 ? key : `${key}-${number}`);
  } catch (error) {
    if (!isKept(error) || number === MOST_KEYS) throw error;
    return (await find()) ?? createOnce(key, create, find, number + 1);
  }
}

/** Whether Stripe repeats a stored failure for the idempotency key. */
function isKept(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError)) return false;
  return (error.statusCode ?? 0) >= 500 && error.headers?.['idempotent-replayed'] === 'true';
}
