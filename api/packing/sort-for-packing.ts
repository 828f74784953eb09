import { countBoxes } from '#domain/orders/describe-order.ts';
import type { PackingOrder } from './packing-repository.ts';

/** A week's orders, sorted for packing. */
export interface PackingWeek {
  /** Paid and without flags: the fewest boxes first, then by postcode. */
  readonly ready: readonly PackingOrder[];
  /** Paid, but a person must look at them before they are sent. */
  readonly flagged: readonly PackingOrder[];
  /** How many orders are not to be packed, and why. */
  readonly leftOut: { readonly cancelled: number; readonly unpaid: number; readonly shipped: number };
}

/** One box is one parcel, so an order of three boxes is three parcels. */
export interface Parcel {
  readonly order: PackingOrder;
  /** From 1. */
  readonly box: number;
  readonly boxes: number;
}

type Group = 'ready' | 'flagged' | keyof PackingWeek['leftOut'];

/** Sorts out what to pack. @param again whether shipped orders count as well, to print their documents again */
export function sortForPacking(orders: readonly PackingOrder[], again: boolean): PackingWeek {
  const groups: Record<Group, PackingOrder[]> = {
    ready: [],
    flagged: [],
    cancelled: [],
    unpaid: [],
    shipped: [],
  };
  for (const order of orders) groups[findGroup(order, again)].push(order);
  const { ready, flagged, cancelled, unpaid, shipped } = groups;
  return {
    ready: ready.sort(compareForPacking),
    flagged: flagged.sort(compareForPacking),
    leftOut: { cancelled: cancelled.length, unpaid: unpaid.length, shipped: shipped.length },
  };
}

function findGroup({ status, paymentStatus, flags }: PackingOrder, again: boolean): Group {
  if (status === 'cancelled') return 'cancelled';
  if (status === 'pending' || paymentStatus !== 'succeeded') return 'unpaid';
  if (status !== 'processing' && !again) return 'shipped';
  return flags.length === 0 ? 'ready' : 'flagged';
}

/** Numeric, so that TA2 comes before TA10. */
const postcodes = new Intl.Collator('en-GB', { numeric: true });

function compareForPacking(one: PackingOrder, other: PackingOrder): number {
  return (
    countBoxes(one).left - countBoxes(other).left ||
    postcodes.compare(one.shippingPostcode ?? '', other.shippingPostcode ?? '') ||
    postcodes.compare(one.orderNumber, other.orderNumber)
  );
}

/** The parcels in the orders' order, so that list, slips and labels match. */
export function listParcels(orders: readonly PackingOrder[]): Parcel[] {
  return orders.flatMap((order) => {
    const { left: boxes } = countBoxes(order);
    return Array.from({ length: boxes }, (_, index) => ({ order, box: index + 1, boxes }));
  });
}

export function countParcels(orders: readonly PackingOrder[]): number {
  return orders.reduce((sum, order) => sum + countBoxes(order).left, 0);
}
