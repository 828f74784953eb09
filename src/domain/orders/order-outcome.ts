import type { Fact } from './order-fields.ts';
import type { WeekLoss } from './order-flags.ts';
import { parseOrderNumber } from './order-number.ts';
import type { StoredOrder } from './stored-order.ts';

/**
 * Whether the buyer is told that the order is made: by e-mail once it is paid; after a person at the farm has looked at
 * it; or not at all, because nobody knows an address.
 */
const CONFIRMATIONS = ['mailed', 'after_look', 'no_address'] as const;
export type Confirmation = (typeof CONFIRMATIONS)[number];

/** The order processing response. */
export interface CompletedOrder {
  readonly success: true;
  readonly orderNumber: string;
  readonly message: string;
  /** Why the order needs another week; null if it does not. `message` explains what happens then. */
  readonly weekLoss: WeekLoss | null;
  /** Whether the bank is still working on the payment. */
  readonly isProcessing: boolean;
  readonly confirmation: Confirmation;
  /** The path of the buyer's own page. Only the browser that made the purchase gets it, and the receipt. */
  readonly manageOrder?: string;
  readonly receipt?: CompletedReceipt;
}

/** The order as the service has it, for its thank-you. */
export interface CompletedReceipt {
  /** Its boxes, money and week. */
  readonly facts: readonly Fact[];
  /** Its address and its buyer's words; empty once the browser has forgotten them. */
  readonly privateFacts: readonly Fact[];
  /** Where the confirmation goes; null if none is mailed, or once the browser has forgotten it. */
  readonly confirmedTo: string | null;
}

/** The part of an order that its thank-you needs. */
export type OrderThanks = Pick<CompletedOrder, 'orderNumber' | 'weekLoss' | 'confirmation' | 'isProcessing'>;

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
  confirmation,
  isProcessing,
}: OrderThanks): URLSearchParams {
  return new URLSearchParams({
    success: 'true',
    orderNumber,
    ...(weekLoss && { week: weekLoss === 'closed' ? 'closed' : 'taken' }),
    ...(confirmation !== 'mailed' && { told: confirmation }),
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
      confirmation: CONFIRMATIONS.find((way) => way === query.get('told')) ?? 'mailed',
      isProcessing: query.get('paid') === 'later',
    };
  }
  if (query.get('payment') !== 'success') return { kind: 'none' };
  if (UNPAID.includes(query.get('redirect_status') ?? '')) return { kind: 'unpaid' };
  const given = query.get('payment_intent') ?? '';
  const paymentIntentId = /^pi_\w{1,250}$/.test(given) ? given : stored?.paymentIntentId;
  return paymentIntentId === undefined ? { kind: 'unknown' } : { kind: 'paid', paymentIntentId };
}

/** The service's responses to the pages' payment requests, for both sides (section 3, payment and order responses). */

/** The data that a page needs to take the payment: the response of both payment intent routes. */
export interface StartedPayment {
  readonly clientSecret: string;
  readonly attemptId: string;
  readonly quantity: number;
  /** Decimal strings of pounds. */
  readonly unitPrice: string;
  readonly amount: string;
}
