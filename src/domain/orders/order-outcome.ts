import type { CompletedOrder } from '../payments/payment-answers.ts';
import { parseOrderNumber } from './order-number.ts';
import type { StoredOrder } from './stored-order.ts';

/** What its thank-you has to know of an order. */
type Thanks = Pick<CompletedOrder, 'orderNumber' | 'isWeekTaken' | 'isLookedAt'>;

/** What /nordmann-branches has to say to a buyer who comes from the checkout or from the bank. */
export type OrderOutcome =
  | { readonly kind: 'none' }
  | ({ readonly kind: 'thanks' } & Thanks)
  /** The order is done, but the address does not say which. */
  | { readonly kind: 'thanks-without-number' }
  /** Paid, or said to be: the service asks the provider. */
  | { readonly kind: 'paid'; readonly paymentIntentId: string }
  | { readonly kind: 'unpaid' }
  /** Nothing says what was paid. */
  | { readonly kind: 'unknown' };

/** The query of the page that thanks the buyer of an order. */
export function describeThanks({ orderNumber, isWeekTaken, isLookedAt }: Thanks): URLSearchParams {
  return new URLSearchParams({
    success: 'true',
    orderNumber,
    ...(isWeekTaken && { week: 'taken' }),
    ...(isLookedAt && { look: 'first' }),
  });
}

/** What the provider puts into the return address when nothing was paid (`failed` is Stripe's word). */
const UNPAID = ['failed', 'requires_payment_method', 'canceled'];

/**
 * Reads the query of the return address: `success` and `orderNumber` are ours, `payment` is the return after a
 * redirect, to which the provider adds `payment_intent` and `redirect_status` (section 7).
 */
export function readOrderOutcome(query: URLSearchParams, stored: StoredOrder | null): OrderOutcome {
  if (query.get('success') === 'true') {
    const orderNumber = parseOrderNumber(query.get('orderNumber') ?? '');
    if (orderNumber === null) return { kind: 'thanks-without-number' };
    const [isWeekTaken, isLookedAt] = [query.get('week') === 'taken', query.get('look') === 'first'];
    return { kind: 'thanks', orderNumber, isWeekTaken, isLookedAt };
  }
  if (query.get('payment') !== 'success') return { kind: 'none' };
  if (UNPAID.includes(query.get('redirect_status') ?? '')) return { kind: 'unpaid' };
  const given = query.get('payment_intent') ?? '';
  const paymentIntentId = /^pi_\w{1,250}$/.test(given) ? given : stored?.paymentIntentId;
  return paymentIntentId === undefined ? { kind: 'unknown' } : { kind: 'paid', paymentIntentId };
}
