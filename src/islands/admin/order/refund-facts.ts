import { parsePounds } from '#domain/money.ts';
import type { OrderListItem } from '#domain/orders/order-list.ts';
import type { RefundFacts } from '#domain/orders/refund.ts';

/** The facts that a refund of a listed order depends on. A payment in another currency counts as nothing. */
export function toRefundFacts(order: OrderListItem): RefundFacts {
  return {
    quantity: order.quantity,
    unitPence: parsePounds(order.unitPrice) ?? 0,
    paidPence: parsePounds(order.paidAmount ?? '0') ?? 0,
    refundedPence: parsePounds(order.refundedAmount) ?? 0,
  };
}

/** Whether the whole payment has been refunded. */
export function isFullyRefunded(order: OrderListItem): boolean {
  const { paidPence, refundedPence } = toRefundFacts(order);
  return order.paidAmount !== null && refundedPence > 0 && refundedPence >= paidPence;
}
