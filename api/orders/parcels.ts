import { countBoxes } from '#domain/orders/describe-order.ts';
import type { OrderChange } from '#domain/orders/order-changes.ts';
import { countBoxesIn, describeMostParcels, describeOnTheWay, type Parcel } from '#domain/orders/parcels.ts';
import { parseTrackingNumber } from '#domain/orders/tracking-list.ts';
import { readLine } from '#domain/plain-text.ts';
import type { Problem } from '../http/problems.ts';
import { type Result, refuse } from '../http/result.ts';
import type { Order, OrderChanges } from './orders-repository.ts';

/** The tracking numbers in their proper form; undefined if they stay as they are. */
export function readTrackingNumbers(
  typed: readonly string[] | undefined,
): Result<readonly string[] | undefined> {
  const numbers: string[] = [];
  for (const text of typed ?? []) {
    const number = parseTrackingNumber(text);
    if (number === null) {
      const message = `“${readLine(text)}” is not a tracking number. Please enter it as it is on the label.`;
      return refuse(invalid('trackingNumbers', message));
    }
    if (!numbers.includes(number)) numbers.push(number);
  }
  return { ok: true, value: typed && numbers };
}

/** Why an order cannot have these parcels. Null if it can. */
export function findParcelsProblem(
  order: Order,
  { status, boxesSent }: Pick<OrderChange, 'status' | 'boxesSent'>,
  numbers: readonly string[] | undefined,
): Problem | null {
  if (status === 'cancelled' && order.parcels.length > 0 && order.status === 'processing') {
    const part = describeOnTheWay(order.parcels, countBoxes(order).left);
    const error = `${part}, so it cannot be cancelled. Refund the others instead.`;
    return { code: 'step_not_allowed', error };
  }
  const all = numbers ?? (boxesSent === undefined ? [] : listNumbers(order.parcels));
  if (boxesSent !== undefined) {
    const problem = findPartProblem(order, status, all, boxesSent);
    if (problem) return problem;
  }
  if (all.length === 0) return null;
  if (status === 'cancelled' || (status === 'processing' && boxesSent === undefined)) {
    const error = `An order with a tracking number is sent, so it cannot become ${status}.`;
    return { code: 'step_not_allowed', error };
  }
  if (order.status === 'cancelled') {
    return invalid('trackingNumbers', 'This order is cancelled, so it cannot have a tracking number.');
  }
  if (order.paymentStatus !== 'succeeded') {
    const message = 'The payment has not come through, so the order cannot have a tracking number.';
    return invalid('trackingNumbers', message);
  }
  // Boxes may have been refunded after they were sent, so all of them count.
  return all.length > order.quantity ? invalid('trackingNumbers', describeMostParcels(order.quantity)) : null;
}

function findPartProblem(
  order: Order,
  status: OrderChange['status'],
  numbers: readonly string[],
  boxesSent: number,
): Problem | null {
  if ((status ?? 'processing') !== 'processing' || order.status === 'delivered') {
    return { code: 'step_not_allowed', error: 'An order that is sent in part is still processing.' };
  }
  if (numbers.length === 0) {
    return invalid('trackingNumbers', 'Please enter the tracking number of each parcel that is sent.');
  }
  const boxes = countBoxes(order).left;
  if (boxesSent >= numbers.length && boxesSent <= boxes) return null;
  return invalid('boxesSent', `Please choose how many boxes are sent: ${numbers.length} to ${boxes}.`);
}

/**
 * Tracking numbers mean that the order is sent whole, no matter who enters them, unless the farm says how many boxes
 * are sent. Sent in part, it stays on the pick list with the others. An order that goes back to be packed loses its
 * parcels.
 */
export function decideShipping(
  order: Order,
  { status, boxesSent }: Pick<OrderChange, 'status' | 'boxesSent'>,
  numbers: readonly string[] | undefined,
  now: Date,
): OrderChanges {
  if (status === 'processing' && boxesSent === undefined) return { status, parcels: [] };
  if (numbers === undefined && boxesSent === undefined) return status === undefined ? {} : { status };
  const parcels = layOutParcels(order.parcels, numbers ?? listNumbers(order.parcels), boxesSent, now);
  if (boxesSent !== undefined) {
    return { parcels, status: boxesSent < countBoxes(order).left ? 'processing' : 'shipped' };
  }
  const next = status ?? (parcels.length > 0 && order.status === 'processing' ? 'shipped' : undefined);
  return { parcels, ...(next !== undefined && { status: next }) };
}

/** Known parcels stay as they are, and a corrected number keeps its parcel. */
function layOutParcels(
  known: readonly Parcel[],
  numbers: readonly string[],
  boxesSent: number | undefined,
  now: Date,
): Parcel[] {
  const parcels = numbers.map((trackingNumber, index) => {
    const isCorrected =
      known.length === numbers.length && !numbers.includes(known[index]?.trackingNumber ?? '');
    const same = known.find((each) => each.trackingNumber === trackingNumber);
    const parcel = same ?? (isCorrected ? known[index] : undefined);
    return { boxes: 1, sentAt: now.toISOString(), ...parcel, trackingNumber };
  });
  if (boxesSent === undefined || countBoxesIn(parcels) === boxesSent) return parcels;
  const isTooMany = countBoxesIn(parcels) > boxesSent;
  const least = isTooMany ? parcels.map((parcel) => ({ ...parcel, boxes: 1 })) : parcels;
  const others = boxesSent - countBoxesIn(least);
  return least.map((parcel, index) =>
    index === least.length - 1 ? { ...parcel, boxes: parcel.boxes + others } : parcel,
  );
}

export function listNumbers(parcels: readonly Parcel[]): string[] {
  return parcels.map(({ trackingNumber }) => trackingNumber);
}

function invalid(field: string, message: string): Problem {
  return { code: 'invalid_fields', fields: { [field]: message } };
}
