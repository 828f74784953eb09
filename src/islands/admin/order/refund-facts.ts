import { parsePounds } from '#domain/money.ts';
import { SENDING_FLAGS } from '#domain/orders/order-flags.ts';
import type { OrderListItem } from '#domain/orders/order-list.ts';
import type { RefundFacts } from '#domain/orders/refund.ts';

/** The facts that a refund of a listed order depends on. A payment in another currency counts as nothing. */
export function toRefundFacts(order: OrderListItem): RefundFacts {
  return {
    quantity: order.quantity,
    unitPence: parsePounds(order.unitPrice) ?? 0,
    paidPence: parsePounds(order.paidAmount ?? '0') ?? 0,
    refundedPence: parsePounds(order.refundedAmount) ?? 0,
    goodwillPence: parsePounds(order.goodwillAmount) ?? 0,
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

/** Whether the whole payment has been refunded. */
export function isFullyRefunded(order: OrderListItem): boolean {
  const { paidPence, refundedPence } = toRefundFacts(order);
  return order.paidAmount !== null && refundedPence > 0 && refundedPence >= paidPence;
}

/** Whether the order is in the view of those that need a look: it has a reason that still matters. */
export function needsLook(order: OrderListItem): boolean {
  const { status, flags, labelProblem } = order;
  if (labelProblem !== null && status === 'processing') return true;
  const isSent = status === 'shipped' || status === 'delivered';
  const isOver = isSent || (status === 'cancelled' && isFullyRefunded(order));
  return flags.some(({ code }) => !isOver || !SENDING_FLAGS.includes(code));
}
