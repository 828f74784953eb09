import { sql } from 'kysely';
import * as refund from '#domain/orders/refund.ts';
import type { Order } from './orders-repository.ts';

type Refunded = Pick<Order, 'quantity' | 'unitPricePence' | 'refundedPence' | 'goodwillPence'>;

/** As the domain counts them, for a stored order. */
export function countRefundedBoxes({ unitPricePence, ...order }: Refunded): number {
  return refund.countRefundedBoxes({ ...order, unitPence: unitPricePence });
}

/** The boxes of an order that have not been refunded. */
export function countStandingBoxes(order: Refunded): number {
  return order.quantity - countRefundedBoxes(order);
}

/** The same in SQL. Integer division rounds down there. */
export const STANDING_BOXES = sql<number>`quantity - min(quantity, (refunded_pence - goodwill_pence) / unit_price_pence)`;

/** Whether everything that was paid has been refunded. */
export function isFullyRefunded({
  refundedPence,
  paidAmount,
}: Pick<Order, 'refundedPence' | 'paidAmount'>): boolean {
  return refundedPence > 0 && refundedPence >= paidAmount;
}
