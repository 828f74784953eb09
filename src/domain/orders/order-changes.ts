import type { OrderListItem } from './order-list.ts';
import type { OrderStatus } from './order-status.ts';

/** Who changed an order: the farm, its buyer, or what the card provider said of the payment. */
export const ORDER_ACTORS = ['admin', 'buyer', 'payment'] as const;
export type OrderActor = (typeof ORDER_ACTORS)[number];

export const ORDER_CHANGE_KINDS = [
  'status',
  'tracking',
  'week',
  'address',
  'refund_request',
  'refund',
  'dispute',
] as const;
export type OrderChangeKind = (typeof ORDER_CHANGE_KINDS)[number];

/**
 * One line of an order's history. Of a `refund` before and after are what has gone back so far, of a `refund_request`
 * what was asked for (after) or what was refused (before): decimal strings of pounds. A `dispute` is any doubt about a
 * payment: the bank's own, Stripe's review (`review_open`, `review_closed`), a warning of fraud (`fraud_open`,
 * `fraud_decided`).
 */
export interface OrderEvent {
  readonly id: number;
  readonly actor: OrderActor;
  /** The name of whoever did it for the farm; null for the others, and for what was done before people had names. */
  readonly person: string | null;
  readonly kind: OrderChangeKind;
  readonly before: string | null;
  readonly after: string | null;
  readonly reason: string | null;
  /** An instant in UTC. */
  readonly at: string;
}

/** What the farm asks to have changed in an order. */
export interface OrderChange {
  /** Of the order as the page showed it: changed since by somebody else, the answer is 409. */
  readonly version: number;
  readonly status?: OrderStatus | undefined;
  /** Empty takes the number away. */
  readonly trackingNumber?: string | undefined;
  /** The Monday of the week. */
  readonly deliveryWeek?: string | undefined;
  /** The order is sent although the bank has warned of a fraud. */
  readonly ignoresFraudWarning?: boolean | undefined;
  readonly reason?: string | undefined;
}

/** What the farm asks to have paid back to the buyer. */
export interface OrderRefund {
  /** Whole boxes of those that have not been refunded yet; all of them mean all that is left of the payment. */
  readonly boxes: number;
  /** A UUID of the page for this one refund: sent again after an answer that was lost, it pays nothing twice. */
  readonly requestId: string;
  /** As of an `OrderChange`. */
  readonly version: number;
  readonly reason?: string | undefined;
}

/** What became of one order of several: the order as it is now, or a message on why it was left alone. */
export type BulkResult =
  | { readonly orderNumber: string; readonly ok: true; readonly order: OrderListItem }
  | { readonly orderNumber: string; readonly ok: false; readonly error: string };

/**
 * A week as the farm packs it, over all its orders. Orders and boxes are those that stand: neither cancelled nor
 * refunded.
 */
export interface WeekTotals {
  readonly week: string;
  readonly orders: number;
  readonly boxes: number;
  /** Boxes of orders that still have to be packed. */
  readonly toPack: number;
  readonly shipped: number;
  /** Decimal string of pounds: what was paid minus what was refunded, cancelled orders included. */
  readonly revenue: string;
  /** Most boxes of the week; null without a cap, or for a week that the shop no longer sells. */
  readonly cap: number | null;
}
