import type { OrderListItem } from './order-list.ts';
import type { OrderStatus } from './order-status.ts';

/** Who changed an order: the farm, its buyer, or what the card provider said of the payment. */
export const ORDER_ACTORS = ['admin', 'buyer', 'payment'] as const;
export type OrderActor = (typeof ORDER_ACTORS)[number];

export const ORDER_CHANGE_KINDS = ['status', 'tracking', 'week', 'address'] as const;
export type OrderChangeKind = (typeof ORDER_CHANGE_KINDS)[number];

/** One line of an order's history. */
export interface OrderEvent {
  readonly id: number;
  readonly actor: OrderActor;
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
  readonly reason?: string | undefined;
}

/** What became of one order of several: the order as it is now, or a sentence on why it was left alone. */
export type BulkResult =
  | { readonly orderNumber: string; readonly ok: true; readonly order: OrderListItem }
  | { readonly orderNumber: string; readonly ok: false; readonly error: string };

/** A week as the farm packs it: what is paid and not cancelled, over all its orders. */
export interface WeekTotals {
  readonly week: string;
  readonly orders: number;
  readonly boxes: number;
  /** Boxes of orders that still have to be packed. */
  readonly toPack: number;
  readonly shipped: number;
  /** Decimal string of pounds. */
  readonly revenue: string;
  /** Most boxes of the week; null without a cap, or for a week that the shop no longer sells. */
  readonly cap: number | null;
}
