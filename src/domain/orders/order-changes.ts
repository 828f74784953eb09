import { DELIVERY_FIELD_NAMES, DELIVERY_FIELDS, type DeliveryField } from './order-fields.ts';
import type { OrderStatus } from './order-status.ts';

/** The party that changed an order: the farm, its buyer, or the card provider through the payment. */
const ORDER_ACTORS = ['admin', 'buyer', 'payment'] as const;
export type OrderActor = (typeof ORDER_ACTORS)[number];

const ORDER_CHANGE_KINDS = [
  'status',
  'tracking',
  'week',
  'address',
  'refund_request',
  'refund',
  'dispute',
  'payment',
] as const;
export type OrderChangeKind = (typeof ORDER_CHANGE_KINDS)[number];

/**
 * One entry of an order's history. For a `refund`, before and after are the total refunded so far. For a
 * `refund_request`, after is the amount requested and before the amount refused. All are decimal strings of pounds. A
 * `dispute` is any doubt about a payment: the bank's own, Stripe's review (`review_open`, `review_closed`), or a fraud
 * warning (`fraud_open`, `fraud_decided`). A `payment` is money that came in: before is how (`cash`), and after the amount in pounds.
 */
export interface OrderEvent {
  readonly id: number;
  readonly actor: OrderActor;
  /** The person who acted for the farm; null for other actors. */
  readonly person: string | null;
  /** The name that the same person has now, if it is another. */
  readonly personNow?: string;
  readonly kind: OrderChangeKind;
  readonly before: string | null;
  readonly after: string | null;
  readonly reason: string | null;
  /** An instant in UTC. */
  readonly at: string;
}

/** What only the farm knows to be settled, because it happens on Stripe's own pages or not at all. */
export const SETTLED_FLAGS = ['second_payment', 'dispute_lost'] as const;
export type SettledFlag = (typeof SETTLED_FLAGS)[number];

/** The most characters of the farm's own words to a buyer. */
export const LONGEST_WORDS = 1500;

/** A change to an order, as the farm requests it. What is missing stays as it is. */
export interface FarmChange {
  /** The version that the page showed. If somebody else has changed the order since, the response is 409. */
  readonly version: number;
  readonly status?: OrderStatus | undefined;
  /** All of the order's tracking numbers, one for each parcel. An empty list removes its parcels. */
  readonly trackingNumbers?: readonly string[] | undefined;
  /** The Monday of the week. */
  readonly deliveryWeek?: string | undefined;
  /** The order is sent in spite of the bank's fraud warning. */
  readonly ignoresFraudWarning?: boolean | undefined;
  /** Flags of this code are settled elsewhere. */
  readonly settles?: SettledFlag | undefined;
  readonly reason?: string | undefined;
  /** The farm's own words, at the top of the buyer's e-mail. */
  readonly note?: string | undefined;
  readonly details?: Readonly<Partial<Record<EditedField, string | undefined>>> | undefined;
  /** The farm's own words about it, which nobody else sees. Empty for none. */
  readonly internalNote?: string | undefined;
}

/** Totals of one week's orders. `orders` and `boxes` leave out cancelled and refunded orders. */
export interface WeekTotals {
  readonly week: string;
  readonly orders: number;
  readonly boxes: number;
  /** Boxes that still have to be packed. */
  readonly toPack: number;
  readonly shipped: number;
  /** Decimal string of pounds: payments minus refunds, including cancelled orders. */
  readonly revenue: string;
  /** The week's limit of boxes; null without a limit, or for a week that the shop no longer sells. */
  readonly cap: number | null;
  /** Whether the farm has closed it to new orders. */
  readonly isClosed: boolean;
}

/** The fields that somebody may change, in the order of the form. Deliveries never leave the country. */
type EditedBy<Who extends string> = {
  [Name in DeliveryField]: (typeof DELIVERY_FIELDS)[Name]['editedBy'] extends Who ? Name : never;
}[DeliveryField];
export type EditedField = EditedBy<'buyer' | 'farm'>;
export type OwnField = EditedBy<'buyer'>;

export const EDITED_FIELDS = DELIVERY_FIELD_NAMES.filter(
  (name): name is EditedField => DELIVERY_FIELDS[name].editedBy !== 'nobody',
);
/** The fields that a buyer may change. */
export const OWN_FIELDS = DELIVERY_FIELD_NAMES.filter(
  (name): name is OwnField => DELIVERY_FIELDS[name].editedBy === 'buyer',
);

/** Those of them that are words to the farm or the recipient, and no part of a name or an address. */
export const OWN_WORDS = OWN_FIELDS.filter((name) => 'buyerLabel' in DELIVERY_FIELDS[name]);

/** The fields that the farm may still change. Of a sent order only the ways to reach its buyer can make a difference. */
export function listEditableFields(status: OrderStatus): readonly EditedField[] {
  const isOpen = status === 'pending' || status === 'processing';
  return EDITED_FIELDS.filter((name) => isOpen || 'isContact' in DELIVERY_FIELDS[name]);
}

/** In UTF-16 units. */
export const LONGEST_NOTE = 1000;
