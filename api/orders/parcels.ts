import type { Transaction } from 'kysely';
import type { FarmChange } from '#domain/orders/order-changes.ts';
import type { Parcel } from '#domain/orders/parcels.ts';
import { parseTrackingNumber } from '#domain/orders/tracking-list.ts';
import { readLine } from '#domain/plain-text.ts';
import type { Database } from '../db/schema.ts';
import { type Problem, type Result, refuse } from '../http/problems.ts';
import { findOrdersOfParcels, type Order, type OrderChanges } from './orders-repository.ts';

/** The tracking numbers in their proper form; undefined if they stay as they are. */
export function readTrackingNumbers(
  typed: readonly string[] | undefined,
): Result<readonly string[] | undefined> {
  const numbers: string[] = [];
  for (const text of typed ?? []) {
    const number = parseTrackingNumber(text);
    if (number === null) {
      const message = `“${readLine(text)}” isn’t a tracking number. Please enter it as it’s printed on the label.`;
      return refuse(invalid(message));
    }
    if (!numbers.includes(number)) numbers.push(number);
  }
  return { ok: true, value: typed && numbers };
}

/** Which of the numbers is another order's. Null if none is. @param owners whose each number is */
export function describeTaken(
  orderNumber: string,
  numbers: readonly string[],
  owners: ReadonlyMap<string, string>,
): string | null {
  const taken = numbers.find((number) => (owners.get(number) ?? orderNumber) !== orderNumber);
  return taken === undefined ? null : `${taken} already belongs to ${owners.get(taken)}.`;
}

/** Why an order cannot have these parcels. Null if it can. */
export async function findParcelsProblem(
  trx: Transaction<Database>,
  order: Order,
  status: FarmChange['status'],
  numbers: readonly string[] | undefined,
): Promise<Problem | null> {
  if (numbers === undefined || numbers.length === 0) return null;
  if (status === 'cancelled' || status === 'processing') {
    const error = `An order with a tracking number is on its way, so it can’t become ${status}.`;
    return { code: 'step_not_allowed', error };
  }
  if (order.status === 'cancelled')
    return invalid('This order is cancelled, so it can’t have a tracking number.');
  if (order.paymentStatus !== 'succeeded')
    return invalid('The payment hasn’t come through, so the order can’t have a tracking number.');
  const fresh = numbers.filter((number) => !listNumbers(order.parcels).includes(number));
  const taken =
    fresh.length > 0 && describeTaken(order.orderNumber, fresh, await findOrdersOfParcels(trx, fresh));
  return taken ? invalid(taken) : null;
}

/**
 * An order is sent with its first tracking number, no matter who enters it. One that goes back to be packed loses its
 * parcels.
 */
export function decideShipping(
  order: Order,
  status: FarmChange['status'],
  numbers: readonly string[] | undefined,
  now: Date,
): OrderChanges {
  if (status === 'processing') return { status, parcels: [] };
  if (numbers === undefined) return status === undefined ? {} : { status };
  const isFirst = numbers.length > 0 && order.status === 'processing';
  const next = status ?? (isFirst ? 'shipped' : undefined);
  return {
    parcels: layOutParcels(order.parcels, numbers, now),
    ...(next !== undefined && { status: next }),
  };
}

/** Known parcels stay as they are, and a corrected number keeps its parcel's time. */
function layOutParcels(known: readonly Parcel[], numbers: readonly string[], now: Date): Parcel[] {
  return numbers.map((trackingNumber, index) => {
    const isCorrected =
      known.length === numbers.length && !numbers.includes(known[index]?.trackingNumber ?? '');
    const same = known.find((each) => each.trackingNumber === trackingNumber);
    const sentAt = (same ?? (isCorrected ? known[index] : undefined))?.sentAt ?? now.toISOString();
    return { trackingNumber, sentAt };
  });
}

export function listNumbers(parcels: readonly Parcel[]): string[] {
  return parcels.map(({ trackingNumber }) => trackingNumber);
}

function invalid(message: string): Problem {
  return { code: 'invalid_fields', fields: { trackingNumbers: message } };
}
