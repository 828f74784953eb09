import { formatPrice, toPence } from '#domain/money.ts';
import { WEEK_FLAGS } from '#domain/orders/order-flags.ts';
import { isComplete, type OrderDetails } from './details.ts';
import type { Order } from './orders-repository.ts';
import { isFullyRefunded } from './refunded-boxes.ts';

/** Stands in an order that was paid before its delivery details arrived; taken out when they do. */
export const MISSING_DETAILS = 'Delivery details are missing: ask the buyer for them.';

/** Addresses of wallets are known only with the payment, which keeps its order. Taken out when the buyer gives another. */
export const OUTSIDE_AREA_FLAG =
  'We do not deliver to this postcode: ask the buyer for another address, or refund it.';

export const CANCELLED_FLAG =
  'The order was cancelled before its payment came through: refund it or send it.';

export const FAILED_REFUND_FLAG =
  'A refund did not reach the buyer, and the money is with us again: pay it back another way, or refund it again.';

/** While Stripe waits for a person to look at the payment; taken out when that is done. */
export const REVIEW_FLAG =
  'Stripe asks for a review of this payment: approve or refund it on Stripe’s own pages, and send nothing until then.';

/** By the state of a dispute. One that was won needs nobody. */
export const DISPUTE_FLAGS = {
  open: 'The buyer’s bank disputes this payment: answer it on Stripe’s own pages.',
  lost: 'The buyer’s bank has taken this payment back.',
} as const;

type FlaggedFacts = OrderDetails &
  Pick<Order, 'totalPence' | 'paidAmount' | 'paidCurrency' | 'refundedPence' | 'status' | 'paymentStatus'>;

/** Why a person must look at an order before anything is sent, in sentences for that person; mostly none. */
function describeFlags(order: FlaggedFacts): string[] {
  const sentences: string[] = [];
  const total = formatPrice(order.totalPence);
  if (order.paidCurrency !== 'gbp') {
    const currency = order.paidCurrency.toUpperCase();
    sentences.push(
      `Paid in ${currency} (${order.paidAmount} of its smallest unit), but the order is ${total}.`,
    );
  } else if (order.paidAmount !== order.totalPence) {
    sentences.push(`Paid ${formatPrice(toPence(order.paidAmount))}, but the order is ${total}.`);
  }
  if (order.shippingCountry !== null && order.shippingCountry !== 'GB') {
    sentences.push('The delivery address is outside the United Kingdom.');
  }
  if (order.status === 'cancelled' && order.paymentStatus === 'succeeded' && !isFullyRefunded(order)) {
    sentences.push(CANCELLED_FLAG);
  }
  if (!isComplete(order)) sentences.push(MISSING_DETAILS);
  return sentences;
}

/** The flag of an order after a change; what stood in it stays, but for details that are no longer missing. */
export function renewFlag(flag: string | null, order: FlaggedFacts): string | null {
  return describeFlags(order).reduce<string | null>(addFlag, dropFlag(flag, MISSING_DETAILS));
}

/** Set when a buyer cancels: the money is the farm's to send back. */
export const CANCELLED_BY_BUYER = 'The buyer has cancelled this order: refund it.';

/** Whether nothing is wrong with an order but that its week has gone: the buyer gets a confirmation that says so. */
export function isConfirmable(flag: string | null): boolean {
  return flag === null || dropFlag(flag, ...Object.values(WEEK_FLAGS)) === null;
}

/** The flag without these sentences; null when nothing is left. */
export function dropFlag(flag: string | null, ...sentences: string[]): string | null {
  const kept = sentences.reduce((text, sentence) => text.replace(sentence, ''), flag ?? '');
  return kept.replaceAll(/ {2,}/g, ' ').trim() || null;
}

/** A second payment for an order that has one. */
export function secondPaymentFlag(paymentIntentId: string): string {
  return `Another payment was made for this order (${paymentIntentId}): refund one of them.`;
}

/** The flag with one more sentence, or as it is when it has that sentence already. */
export function addFlag(flag: string | null, sentence: string): string {
  if (flag === null) return sentence;
  return flag.includes(sentence) ? flag : `${flag} ${sentence}`;
}
