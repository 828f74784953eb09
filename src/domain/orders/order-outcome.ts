import type { CompletedOrder } from '../payments/payment-answers.ts';
import { parseOrderNumber } from './order-number.ts';
import type { StoredOrder } from './stored-order.ts';

/** The part of an order that its thank-you needs. */
export type OrderThanks = Pick<CompletedOrder, 'orderNumber' | 'weekLoss' | 'isLookedAt' | 'isProcessing'>;

/** The result that /nordmann-branches shows to a buyer who returns from the checkout or the bank. */
export type OrderOutcome =
  | { readonly kind: 'none' }
  | ({ readonly kind: 'thanks' } & OrderThanks)
  /** The order is complete, but the URL does not say which one. */
  | { readonly kind: 'thanks-without-number' }
  /** Paid according to the URL; the service asks the provider. */
  | { readonly kind: 'paid'; readonly paymentIntentId: string }
  | { readonly kind: 'unpaid' }
  /** The URL does not say what was paid. */
  | { readonly kind: 'unknown' };

/** The query string of the thank-you page for an order. */
export function describeThanks({
  orderNumber,
  weekLoss,
  isLookedAt,
  isProcessing,
}: OrderThanks): URLSearchParams {
  return new URLSearchParams({
    success: 'true',
    orderNumber,
    ...(weekLoss && { week: weekLoss === 'closed' ? 'closed' : 'taken' }),
    ...(isLookedAt && { look: 'first' }),
    ...(isProcessing && { paid: 'later' }),
  });
}

/** The provider's statuses in the return URL if nothing was paid. `failed` is Stripe's word. */
const UNPAID = ['failed', 'requires_payment_method', 'canceled'];

/**
 * Reads the query of the return URL. `success` and `orderNumber` are ours. `payment` marks a redirect, to which the
 * provider adds `payment_intent` and `redirect_status` (section 7).
 */
export function readOrderOutcome(query: URLSearchParams, stored: StoredOrder | null): OrderOutcome {
  if (query.get('success') === 'true') {
    const orderNumber = parseOrderNumber(query.get('orderNumber') ?? '');
    if (orderNumber === null) return { kind: 'thanks-without-number' };
    const week = query.get('week');
    return {
      kind: 'thanks',
      orderNumber,
      weekLoss: week === 'closed' ? 'closed' : week === 'taken' ? 'full' : null,
      isLookedAt: query.get('look') === 'first',
      isProcessing: query.get('paid') === 'later',
    };
  }
  if (query.get('payment') !== 'success') return { kind: 'none' };
  if (UNPAID.includes(query.get('redirect_status') ?? '')) return { kind: 'unpaid' };
  const given = query.get('payment_intent') ?? '';
  const paymentIntentId = /^pi_\w{1,250}$/.test(given) ? given : stored?.paymentIntentId;
  return paymentIntentId === undefined ? { kind: 'unknown' } : { kind: 'paid', paymentIntentId };
}
