import { parsePounds } from '#domain/money.ts';
import { SENDING_FLAGS } from '#domain/orders/order-flags.ts';
import type { OrderListItem } from '#domain/orders/order-list.ts';

/** What is left of a listed order to refund. A payment in another currency counts as nothing. */
export function readLeft({ boxes, refundableAmount, unitPrice }: OrderListItem) {
  return {
    boxes: boxes.left,
    pence: parsePounds(refundableAmount) ?? 0,
    unitPence: parsePounds(unitPrice) ?? 0,
  };
}

/** What the farm must do itself, for money that did not come by card; null if Stripe does it all. */
export function describeHandBack({ paymentMethod, furtherPayments }: OrderListItem): string | null {
  const methods = [paymentMethod, ...furtherPayments.map(({ method }) => method)];
  if (methods.every((method) => method === 'card')) return null;
  if (methods.includes('card')) {
    return 'Stripe sends back what came by card, the last payment first. Give the rest back yourself: this records that you have.';
  }
  const how = methods.every((method) => method === 'cash') ? 'in cash' : 'by bank transfer';
  return `Give the money back yourself, ${how}: this only records that you have.`;
}

/** Whether the order is in the view of those that need a look: it has a reason that still matters. */
export function needsLook(order: OrderListItem): boolean {
  const { status, flags, labelProblem, isRefunded } = order;
  if (labelProblem !== null && status === 'processing') return true;
  const isSent = status === 'shipped' || status === 'delivered';
  const isOver = isSent || (status === 'cancelled' && isRefunded);
  return flags.some(({ code }) => !isOver || !SENDING_FLAGS.includes(code));
}
