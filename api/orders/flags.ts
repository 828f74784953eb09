import { formatPrice, type Pence } from '#domain/money.ts';
import { isComplete, type OrderDetails } from './details.ts';

/** Stands in an order that was paid before its delivery details arrived; taken out when they do. */
export const MISSING_DETAILS = 'Delivery details are missing: ask the buyer for them.';

interface FlaggedFacts extends OrderDetails {
  total_pence: number;
  paid_amount: number;
  paid_currency: string;
  status: string;
  payment_status: string;
}

/** Why a person must look at an order before anything is sent, in sentences for that person; mostly none. */
function describeFlags(order: FlaggedFacts): string[] {
  const sentences: string[] = [];
  const total = formatPrice(order.total_pence as Pence);
  if (order.paid_currency !== 'gbp') {
    const currency = order.paid_currency.toUpperCase();
    sentences.push(
      `Paid in ${currency} (${order.paid_amount} of its smallest unit), but the order is ${total}.`,
    );
  } else if (order.paid_amount !== order.total_pence) {
    sentences.push(`Paid ${formatPrice(order.paid_amount as Pence)}, but the order is ${total}.`);
  }
  if (order.shipping_country !== null && order.shipping_country !== 'GB') {
    sentences.push('The delivery address is outside the United Kingdom.');
  }
  if (order.status === 'cancelled' && order.payment_status === 'succeeded') {
    sentences.push('The order was cancelled before its payment came through: refund it or send it.');
  }
  if (!isComplete(order)) sentences.push(MISSING_DETAILS);
  return sentences;
}

/** The flag of an order after a change; what stood in it stays, but for details that are no longer missing. */
export function renewFlag(flag: string | null, order: FlaggedFacts): string | null {
  const kept = flag?.replace(MISSING_DETAILS, '').replaceAll('  ', ' ').trim() || null;
  return describeFlags(order).reduce<string | null>(addFlag, kept);
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
