import type { Kysely } from 'kysely';
import { countBoxes } from '#domain/orders/describe-order.ts';
import { describePlace, nameOnParcel } from '#domain/orders/order-fields.ts';
import type { ScanOrder } from '#domain/orders/scans.ts';
import type { Role } from '#domain/people.ts';
import type { Database } from '../db/schema.ts';
import { listNumbers } from '../orders/parcels.ts';
import { findOrdersOfWeek, findPackingOrder, type PackingOrder } from './packing-repository.ts';
import { digestSlip } from './slip-digest.ts';

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
  return {
    orderNumber: order.orderNumber,
    name: nameOnParcel(order),
    town: describePlace(order),
    boxes: countBoxes(order).left,
    trackingNumbers: listNumbers(order.parcels),
    digest: digestSlip(order),
    state: findState(order),
    version: order.version,
  };
}

function findState(order: PackingOrder): ScanOrder['state'] {
  const { status, paymentStatus, flags, parcels } = order;
  const { left } = countBoxes(order);
  if (status === 'cancelled') return 'cancelled';
  const isOpen = status === 'shipped' && parcels.length > 0 && parcels.length < left;
  if ((status === 'shipped' || status === 'delivered') && !isOpen) return 'sent';
  if (status === 'pending' || paymentStatus !== 'succeeded') return 'unpaid';
  if (left === 0) return 'refunded';
  return flags.length === 0 ? 'ready' : 'look';
}
