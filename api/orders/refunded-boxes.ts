import { sql } from 'kysely';
import { type Pence, toPence } from '#domain/money.ts';
import { countBoxesIn, isSentInPart } from '#domain/orders/parcels.ts';
import * as refund from '#domain/orders/refund.ts';
import { notBelowZero } from '../db/dialect.ts';
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

/** The boxes of an order to pack, if it is to be packed: those that are neither refunded nor sent. */
export function countBoxesToPack(order: Refunded & Pick<Order, 'status' | 'parcels'>): number {
  const sent = isSentInPart(order) ? countBoxesIn(order.parcels) : 0;
  return Math.max(0, countStandingBoxes(order) - sent);
}

/** The boxes that refunds pay for, in SQL. Integer division rounds down there. */
const PAID_BACK = sql<number>`(refunded_pence - goodwill_pence) / unit_price_pence`;

/** The standing boxes in SQL. */
export const STANDING_BOXES = sql<number>`CASE WHEN ${PAID_BACK} < quantity THEN quantity - ${PAID_BACK} ELSE 0 END`;

/** The boxes of an order in SQL that are sent, while others are still to be packed. */
export const BOXES_SENT_IN_PART = sql<number>`(CASE WHEN status = 'processing'
  THEN (SELECT coalesce(sum(boxes), 0) FROM parcels WHERE order_id = orders.id) ELSE 0 END)`;

/** As `countBoxesToPack`. */
export const BOXES_TO_PACK = notBelowZero(sql`(${STANDING_BOXES}) - ${BOXES_SENT_IN_PART}`);

/** What has been refunded between two states of an order. */
export function compareRefunds(before: Refunded | undefined, after: Refunded): NewRefund {
  const pence = Math.max(0, after.refundedPence - (before?.refundedPence ?? 0));
  const boxes = countRefundedBoxes(after) - (before ? countRefundedBoxes(before) : 0);
  return { pence: toPence(pence), boxes };
}

/** What has been refunded since an order was last stored. */
export interface NewRefund {
  readonly pence: Pence;
  /** The boxes that it pays for. */
  readonly boxes: number;
}

/** Whether everything that was paid has been refunded. */
export function isFullyRefunded({
  refundedPence,
  paidAmount,
}: Pick<Order, 'refundedPence' | 'paidAmount'>): boolean {
  return refundedPence > 0 && refundedPence >= paidAmount;
}
