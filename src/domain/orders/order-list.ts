import type { OrderBoxes } from './describe-order.ts';
import type { DeliveryField } from './order-fields.ts';
import { type OrderFlag, SENDING_FLAGS } from './order-flags.ts';
import type { OrderStatus } from './order-status.ts';
import type { Parcel } from './parcels.ts';
import type { PaymentMethod } from './payment-method.ts';

/**
 * An order as the admin page receives it (section 3, branch box order). For packers, all sums of money are empty, and so
 * is what they do not need.
 */
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
  /** The first parcel's. */
  readonly trackingNumber: string | null;
  /** What is on its way; empty for orders that are not sent, or without numbers. */
  readonly parcels: readonly Parcel[];
  /** Why its label must be made by hand although the carrier's service is set up; null for most. */
  readonly labelProblem: string | null;
  /** The Monday of the delivery week. */
  readonly deliveryWeek: string | null;
  /** Why a person must check the order before it is sent; empty for most. */
  readonly flags: readonly OrderFlag[];
  readonly paymentStatus: 'processing' | 'succeeded' | 'failed';
  /** How it is paid for. */
  readonly paymentMethod: PaymentMethod;
  /** The amount refunded, as a decimal string of pounds. */
  readonly refundedAmount: string;
  /** How many are ordered, refunded, sent, and still to be sent. */
  readonly boxes: OrderBoxes;
  /** How much of the payment can still go back, as a decimal string of pounds. */
  readonly refundableAmount: string;
  /** How much of it the farm owes, because the order is cancelled. */
  readonly owedAmount: string;
  /** Whether all of the payment has gone back. */
  readonly isRefunded: boolean;
  /** Whether the buyer's bank disputes the payment and has not decided yet. */
  readonly isDisputed: boolean;
  /** The farm's own words about the order; null for most. */
  readonly internalNote: string | null;
  /** Counts the order's changes. The next change must send it. */
  readonly version: number;
}

/** The list is sorted by the time of the order. */
export const ORDER_SORTS = ['newest', 'oldest'] as const;
export type OrderSort = (typeof ORDER_SORTS)[number];

/** What the farm wants to see of the list. Each is a link above it. */
export const ORDER_VIEWS = ['pack', 'look', 'sent', 'all', 'owed', 'unpaid'] as const;
export type OrderView = (typeof ORDER_VIEWS)[number];
/** Those of owners alone. */
export const MONEY_VIEWS: readonly OrderView[] = ['owed', 'unpaid'];

/** The sums of orders: those of section 2, and beneath them what was refunded and what is not paid yet. */
export interface OrderTotals {
  readonly orders: number;
  /** Decimal string of pounds: the sum of totalAmount. */
  readonly revenue: string;
  /** Decimal string of pounds: the sum of refundedAmount. */
  readonly refunded: string;
  /** Decimal string of pounds: the sum of totalAmount of the orders whose money was promised and has not arrived. */
  readonly unpaid: string;
  readonly boxes: number;
  readonly withTracking: number;
}

/** Whether the order is in the view of those that need a look: it has a reason that still matters. */
export function needsLook(
  order: Pick<OrderListItem, 'status' | 'flags' | 'labelProblem' | 'isRefunded'>,
): boolean {
  const { status, flags, labelProblem, isRefunded } = order;
  if (labelProblem !== null && status === 'processing') return true;
  const isSent = status === 'shipped' || status === 'delivered';
  const isOver = isSent || (status === 'cancelled' && isRefunded);
  return flags.some(({ code }) => !isOver || !SENDING_FLAGS.includes(code));
}

export interface UndeliveredMail {
  readonly mailId: string;
  readonly orderId: string;
  /** `The confirmation did not arrive: there seems to be no such mailbox.` */
  readonly message: string;
}

export interface OrderPage {
  /** E-mails to the buyers of the orders on the page that were given up. Empty on most pages. */
  readonly undelivered: readonly UndeliveredMail[];
  readonly orders: readonly OrderListItem[];
  /** The number of the next page; null on the last page. */
  readonly next: number | null;
  /** Of all orders that match, on this page or not. */
  readonly totals: OrderTotals;
  /** Of all orders, for the summary tiles. */
  readonly all: OrderTotals;
  /** The Monday of the week that is packed next; null if nothing is left to pack for this week or later. */
  readonly packedNext: string | null;
  /** How many orders need a look, whatever the list shows. */
  readonly needsLook: number;
  /** When the service read the page: an instant in UTC. It contains no later orders. */
  readonly readAt: string;
}

/** How many orders have arrived since an instant. */
export interface NewOrders {
  readonly orders: number;
}
