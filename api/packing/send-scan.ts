import type { Kysely } from 'kysely';
import { countBoxes } from '#domain/orders/describe-order.ts';
import { describePlace, nameOnParcel } from '#domain/orders/order-fields.ts';
import { readOrderNumber } from '#domain/orders/order-number.ts';
import {
  judgeSlip,
  SCAN_WORDS,
  type Scan,
  type ScanOrder,
  type ScanProblem,
  type ScanResult,
} from '#domain/orders/scans.ts';
import { parseTrackingNumber } from '#domain/orders/tracking-list.ts';
import type { Person, Role } from '#domain/people.ts';
import type { Database } from '../db/schema.ts';
import { messageOf } from '../http/problems.ts';
import { fulfilOrder } from '../orders/change/fulfil-order.ts';
import { findOrdersByNumber, findOrdersOfParcels, type Order } from '../orders/orders-repository.ts';
import { listNumbers } from '../orders/parcels.ts';
import type { Shop } from '../shop.ts';
import { digestSlip } from './slips.ts';
import { findOrdersOfWeek } from './sort-for-packing.ts';

const REASON = 'Scanned while packing.';

/** How often a scan is tried again, because another phone has just changed the same order. */
const MOST_TRIES = 5;

/**
 * Sends a scanned parcel, as if its number had been entered in the list of orders. A scan that is handed in again changes
 * nothing.
 * @param person at the farm, for the history
 */
export async function sendScan(
  shop: Shop,
  scan: Scan,
  person: Person,
  tries = MOST_TRIES,
): Promise<ScanResult> {
  const number = parseTrackingNumber(scan.trackingNumber);
  const orderNumber = readOrderNumber(scan.orderNumber) ?? scan.orderNumber;
  const order = (await findOrdersByNumber(shop.db, [orderNumber])).get(orderNumber);
  const isThere = order !== undefined && number !== null && listNumbers(order.parcels).includes(number);
  const refuse = async (problem: ScanProblem, error = SCAN_WORDS[problem].advice): Promise<ScanResult> => {
    const fresh = await readScanOrder(shop.db, orderNumber);
    return { id: scan.id, ok: false, problem, error, order: fresh ?? null };
  };
  if (number === null) return refuse('invalid');
  if (order === undefined) return refuse('unknown');
  if (isThere === scan.isUndone) {
    const slip = scan.isUndone ? null : judgeSlip(toScanOrder(order), scan.digest);
    if (slip !== null) return refuse(slip);
    const owner = (await findOrdersOfParcels(shop.db, [number])).get(number);
    if (owner !== undefined && !scan.isUndone) return refuse('other_order', `${number} belongs to ${owner}.`);
    const change = scan.isUndone
      ? takeBack(order, number)
      : { trackingNumbers: [...listNumbers(order.parcels), number] };
    const asked = { version: order.version, reason: REASON, ...change };
    const done = await fulfilOrder(shop, order.id, asked, person);
    if (!done.ok && done.problem.code === 'order_changed_meanwhile' && tries > 1)
      return sendScan(shop, scan, person, tries - 1);
    if (!done.ok) return refuse('invalid', messageOf(done.problem));
  }
  const fresh = await readScanOrder(shop.db, orderNumber);
  return fresh === undefined ? refuse('unknown') : { id: scan.id, ok: true, order: fresh };
}

function takeBack(order: Order, number: string) {
  const trackingNumbers = listNumbers(order.parcels).filter((each) => each !== number);
  const isNothingSent = trackingNumbers.length === 0 && order.status === 'shipped';
  return isNothingSent ? { status: 'processing' as const } : { trackingNumbers };
}

/** A week's orders for the scan page, whatever their state, so that a phone without signal knows what to stop. */
export async function readScanOrders(
  db: Kysely<Database>,
  week: string,
  role: Role,
  now: Date,
): Promise<ScanOrder[]> {
  return (await findOrdersOfWeek(db, week, role, now)).map(toScanOrder);
}

async function readScanOrder(db: Kysely<Database>, orderNumber: string): Promise<ScanOrder | undefined> {
  const order = (await findOrdersByNumber(db, [orderNumber])).get(orderNumber);
  return order && toScanOrder(order);
}

function toScanOrder(order: Order): ScanOrder {
  return {
    orderNumber: order.orderNumber,
    name: nameOnParcel(order),
    town: describePlace(order),
    boxes: countBoxes(order).left,
    trackingNumbers: listNumbers(order.parcels),
    digest: digestSlip(order),
    state: findState(order),
  };
}

function findState(order: Order): ScanOrder['state'] {
  const { status, paymentStatus, flags, parcels } = order;
  const { left } = countBoxes(order);
  if (status === 'cancelled') return 'cancelled';
  const isOpen = status === 'shipped' && parcels.length > 0 && parcels.length < left;
  if ((status === 'shipped' || status === 'delivered') && !isOpen) return 'sent';
  if (status === 'pending' || paymentStatus !== 'succeeded') return 'unpaid';
  if (left === 0) return 'refunded';
  return flags.length === 0 ? 'ready' : 'look';
}
