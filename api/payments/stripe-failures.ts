import { Stripe } from 'stripe';
import type { Log } from '../http-errors.ts';
import type { Problem } from '../problems.ts';
import type { Result } from '../request-body.ts';

/** Seconds after which a buyer's page may ask again when Stripe could not be reached. */
const RETRY_AFTER_SECONDS = '5';

/**
 * Waits for a call to Stripe and turns what Stripe, the network or the card can do wrong into a problem. Stripe's
 * own words reach nobody but for a declined card, where they are written for the buyer (section 8).
 */
export async function askStripe<T>(log: Log, call: () => Promise<T>): Promise<Result<T>> {
  try {
    return { ok: true, value: await call() };
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    return { ok: false, problem: describeFailure(error, log) };
  }
}

function describeFailure(error: Stripe.errors.StripeError, log: Log): Problem {
  if (error instanceof Stripe.errors.StripeCardError) {
    return { code: 'payment_declined', error: error.message };
  }
  if (error.code === 'resource_missing') return { code: 'payment_not_found' };
  // Without the message: it can quote what the buyer typed.
  log(
    `Stripe failed: ${error.type} ${error.code ?? ''} ${error.statusCode ?? ''} ${error.requestId ?? ''}`.trim(),
  );
  return isPassing(error)
    ? { code: 'payments_unavailable', headers: { 'Retry-After': RETRY_AFTER_SECONDS } }
    : { code: 'payments_refused' };
}

/** Whether trying again can help: the network, Stripe's own trouble, or too many calls. */
function isPassing(error: Stripe.errors.StripeError): boolean {
  if (error instanceof Stripe.errors.StripeConnectionError) return true;
  if (error instanceof Stripe.errors.StripeRateLimitError) return true;
  return error instanceof Stripe.errors.StripeAPIError || (error.statusCode ?? 0) >= 500;
}
