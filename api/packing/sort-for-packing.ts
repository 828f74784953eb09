import type { Kysely } from 'kysely';
import { countBoxes } from '#domain/orders/describe-order.ts';
import type { Role } from '#domain/people.ts';
import type { Database } from '../db/schema.ts';
import { isShownTo } from '../orders/list/order-list-repository.ts';
import { type Order, readOrderRow, selectOrders } from '../orders/orders-repository.ts';

/**
 * Every order of a delivery week that a role sees, with any status, in no particular order. Without shipped orders that
 * were fully refunded.
 * @param week its Monday
 */
export async function findOrdersOfWeek(
  db: Kysely<Database>,
  week: string,
  role: Role,
  now: Date,
): Promise<Order[]> {
  const rows = await selectOrders(db).where('week', '=', week).where(isShownTo(role, now)).execute();
  return rows.map(readOrderRow).filter((order) => order.status === 'cancelled' || countBoxes(order).left > 0);
}

/** A week's orders, sorted for packing. */
export type PackingWeek = ReturnType<typeof sortForPacking>;

/** One box is one parcel, so an order of three boxes is three parcels. */
export interface Parcel {
  readonly order: Order;
  /** From 1. */
  readonly box: number;
  readonly boxes: number;
}

type Group = 'ready' | 'flagged' | 'cancelled' | 'unpaid' | 'shipped';

/** Sorts out what to pack. @param again whether shipped orders count as well, to print their documents again */
export function sortForPacking(orders: readonly Order[], again: boolean) {
  const groups = Object.groupBy(orders, (order) => findGroup(order, again));
  const of = (group: Group) => (groups[group] ?? []).toSorted(compareForPacking);
  const count = (group: Group) => groups[group]?.length ?? 0;
  return {
    /** Paid and without flags: the fewest boxes first, then by postcode. */
    ready: of('ready'),
    /** Paid, but a person must look at them before they are sent. */
    flagged: of('flagged'),
    /** How many orders are not to be packed, and why. */
    leftOut: { cancelled: count('cancelled'), unpaid: count('unpaid'), shipped: count('shipped') },
  };
}

function findGroup({ status, paymentStatus, flags }: Order, again: boolean): Group {
  if (status === 'cancelled') return 'cancelled';
  if (status === 'pending' || paymentStatus !== 'succeeded') return 'unpaid';
  if (status !== 'processing' && !again) return 'shipped';
  return flags.length === 0 ? 'ready' : 'flagged';
}

/** Numeric, so that TA2 comes before TA10. */
const postcodes = new Intl.Collator('en-GB', { numeric: true });

function compareForPacking(one: Order, other: Order): number {
  return (
    countBoxes(one).left - countBoxes(other).left ||
    postcodes.compare(one.shippingPostcode ?? '', other.shippingPostcode ?? '') ||
    postcodes.compare(one.orderNumber, other.orderNumber)
  );
}

/** The parcels in the orders' order, so that list, slips and labels match. */
export function listParcels(orders: readonly Order[]): Parcel[] {
  return orders.flatMap((order) => {
    const { left: boxes } = countBoxes(order);
    return Array.from({ length: boxes }, (_, index) => ({ order, box: index + 1, boxes }));
  });
}

export function countParcels(orders: readonly Order[]): number {
  return orders.reduce((sum, order) => sum + countBoxes(order).left, 0);
}
