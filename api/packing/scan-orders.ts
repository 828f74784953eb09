import type { Kysely } from 'kysely';
import { describePlace, nameOnParcel } from '#domain/orders/order-fields.ts';
import type { ScanOrder } from '#domain/orders/scans.ts';
import type { Role } from '#domain/people.ts';
import type { Database } from '../db/schema.ts';
import { listNumbers } from '../orders/parcels.ts';
import { findOrdersOfWeek, findPackingOrder, type PackingOrder } from './packing-repository.ts';
import { digestSlip } from './slip-digest.ts';
import { countOnPaper } from './sort-for-packing.ts';

/** A week's orders for the scan page, whatever their state, so that a phone without signal knows what to stop. */
export async function readScanOrders(
  db: Kysely<Database>,
  week: string,
  role: Role,
  now: Date,
): Promise<ScanOrder[]> {
  return (await findOrdersOfWeek(db, week, role, now)).map(toScanOrder);
}

/** One order for the scan page, of any week. */
export async function readScanOrder(
  db: Kysely<Database>,
  orderNumber: string,
): Promise<ScanOrder | undefined> {
  const order = await findPackingOrder(db, orderNumber);
  return order && toScanOrder(order);
}

function toScanOrder(order: PackingOrder): ScanOrder {
  const { sent, all: boxes } = countOnPaper(order);
  const state = findState(order);
  return {
    orderNumber: order.orderNumber,
    name: nameOnParcel(order),
    town: describePlace(order),
    boxes,
    boxesSent: state === 'sent' ? boxes : sent,
    trackingNumbers: listNumbers(order.parcels),
    digest: digestSlip(order),
    state,
    version: order.version,
  };
}

function findState(order: PackingOrder): ScanOrder['state'] {
  const { status, paymentStatus, flags } = order;
  if (status === 'cancelled') return 'cancelled';
  if (status === 'shipped' || status === 'delivered') return 'sent';
  if (status === 'pending' || paymentStatus !== 'succeeded') return 'unpaid';
  if (countOnPaper(order).toPack === 0) return 'refunded';
  return flags.length === 0 ? 'ready' : 'look';
}
