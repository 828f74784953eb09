import { parsePounds } from '#domain/money.ts';
import { SENDING_FLAGS } from '#domain/orders/order-flags.ts';
import type { OrderListItem } from '#domain/orders/order-list.ts';
import { METHOD_WORDS } from '#domain/orders/payment-method.ts';

/** What is left of a listed order to refund. A payment in another currency counts as nothing. */
export function readLeft({ boxes, refundableAmount, unitPrice }: OrderListItem) {
  return {
    boxes: boxes.left,
    pence: parsePounds(refundableAmount) ?? 0,
    unitPence: parsePounds(unitPrice) ?? 0,
  };
}

/** What the farm must do itself, for money that did not come by card; null if Stripe does it all. */
export function describeHandBack({ paymentMethod }: OrderListItem): string | null {
  if (paymentMethod === 'card') return null;
  return `Give the money back yourself, ${METHOD_WORDS[paymentMethod]}: this only records that you have.`;
}

/** Whether the order is in the view of those that need a look: it has a reason that still matters. */
export function needsLook(order: OrderListItem): boolean {
  const { status, flags, labelProblem, isRefunded } = order;
  if (labelProblem !== null && status === 'processing') return true;
  const isSent = status === 'shipped' || status === 'delivered';
  const isOver = isSent || (status === 'cancelled' && isRefunded);
  return flags.some(({ code }) => !isOver || !SENDING_FLAGS.includes(code));
}
