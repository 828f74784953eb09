import type { DeliveryField } from './order-fields.ts';
import type { OrderFlag } from './order-flags.ts';
import type { OrderStatus } from './order-status.ts';

/** An order as the admin page gets it (section 3, branch box order). */
export interface OrderListItem extends Readonly<Record<DeliveryField, string | null>> {
  readonly id: string;
  readonly orderNumber: string;
  readonly customerName: string;
  readonly customerEmail: string;
  readonly quantity: number;
  /** Decimal strings of pounds: `39.99`. */
  readonly unitPrice: string;
  readonly totalAmount: string;
  readonly status: OrderStatus;
  /** An instant in UTC: `2025-11-21T09:30:00.000Z`. */
  readonly createdAt: string;
  readonly trackingNumber: string | null;
  /** Why its label has to be made by hand although the carrier's service is set up; null for most. */
  readonly labelProblem: string | null;
  /** The Monday of the delivery week. */
  readonly deliveryWeek: string | null;
  /** Why a person must look at the order before it is sent; empty for most. */
  readonly flags: readonly OrderFlag[];
  readonly paymentStatus: 'processing' | 'succeeded' | 'failed';
  /** What was paid, a decimal string of pounds; null where it was another currency. */
  readonly paidAmount: string | null;
  /** What has gone back to the buyer; a decimal string of pounds. */
  readonly refundedAmount: string;
  /** Whether the buyer's bank disputes the payment, and has not decided yet. */
  readonly isDisputed: boolean;
  /** Counts the order's changes; sent along with the next one. */
  readonly version: number;
}

/** The order of the list: by the time of the order. */
export const ORDER_SORTS = ['newest', 'oldest'] as const;
export type OrderSort = (typeof ORDER_SORTS)[number];

/** The summary tiles of section 2, over all orders that match and not only those of the page. */
export interface OrderTotals {
  readonly orders: number;
  /** Decimal string of pounds: the sum of totalAmount. */
  readonly revenue: string;
  /** Decimal string of pounds: what has gone back to the buyers of these orders. */
  readonly refunded: string;
  readonly boxes: number;
  readonly withTracking: number;
}

export interface OrderPage {
  readonly orders: readonly OrderListItem[];
  /** The `cursor` of the next page; null after the last. */
  readonly next: string | null;
  readonly totals: OrderTotals;
  /** When the service read the page: an instant in UTC. Orders that came later are not in it. */
  readonly readAt: string;
}

/** How many orders have come since an instant. */
export interface NewOrders {
  readonly orders: number;
}
