import { Stripe } from 'stripe';
import type { Log } from '../http/log.ts';
import type { Problem } from '../http/problems.ts';
import { type Result, refuse } from '../http/result.ts';

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

/** Whether Stripe repeats a stored failure for the idempotency key. That call can never succeed. */
function isKept({ statusCode, headers }: Stripe.errors.StripeError): boolean {
  return (statusCode ?? 0) >= 500 && headers?.['idempotent-replayed'] === 'true';
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
  if (isKept(error)) return { code: 'call_failed_for_good' };
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

/** Stored failures in a row after which the caller must come back later. */
const MOST_KEYS = 3;

interface Making<T> {
  /** Calls Stripe with the idempotency key of this number. */
  readonly make: (callNumber: number) => Promise<Result<T>>;
  /** What an earlier call created although it failed, or null. */
  readonly find: () => Promise<Result<T | null>>;
  readonly callNumber: number;
  /** Moves on to the next number. Returns the number that every caller must use now. */
  readonly takeNext: (last: number) => Promise<number>;
}

/**
 * Creates one thing at Stripe, no matter how often it is called. For a day, Stripe repeats even a 500 under its
 * idempotency key, so such a call can never succeed. Then this looks up whether the thing was created anyway, and only
 * if not, calls again under the next key. Concurrent callers end up with the same key.
 */
export async function makeOnce<T>({ make, find, callNumber, takeNext }: Making<T>): Promise<Result<T>> {
  let number = callNumber;
  for (let keys = 0; keys < MOST_KEYS; keys += 1) {
    const made = await make(number);
    if (made.ok || made.problem.code !== 'call_failed_for_good') return made;
    const found = await find();
    if (!found.ok) return found;
    if (found.value !== null) return { ok: true, value: found.value };
    number = await takeNext(number);
  }
  return refuse({ code: 'payments_unavailable', headers: { 'Retry-After': '5' } });
}
