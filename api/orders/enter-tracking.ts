import type { Kysely } from 'kysely';
import type { BulkResult } from '#domain/orders/order-changes.ts';
import { describeFlags } from '#domain/orders/order-flags.ts';
import {
  type LeftOutLine,
  readTrackingList,
  type TrackingEntry,
  type TrackingPreview,
  type TrackingProposal,
} from '#domain/orders/tracking-list.ts';
import type { Database } from '../db/schema.ts';
import { messageOf } from '../http/problems.ts';
import type { Result } from '../http/result.ts';
import { type FulfilmentDependencies, fulfilOrder } from './fulfil-order.ts';
import { toListItem } from './order-list.ts';
import { describeUndo } from './order-undo.ts';
import { findOrder, findOrdersByNumber, type Order } from './orders-repository.ts';
import { isFullyRefunded } from './refunded-boxes.ts';

/** The effects of a pasted list: the orders that get a number, and the lines that are left out. Changes nothing. */
export async function previewTracking(db: Kysely<Database>, list: string): Promise<TrackingPreview> {
  const { lines, mistakes } = readTrackingList(list);
  const orders = await findOrdersByNumber(
    db,
    lines.map(({ orderNumber }) => orderNumber),
  );
  const proposals: TrackingProposal[] = [];
  const leftOut: LeftOutLine[] = mistakes.map(({ line, error }) => ({
    line,
    orderNumber: null,
    buyer: null,
    reason: error,
    isDone: false,
  }));
  for (const each of lines) {
    const order = orders.get(each.orderNumber);
    const reason = findReason(order, each.trackingNumber);
    const buyer = order?.customerName ?? null;
    if (order !== undefined && reason === null) {
      const { id, version, trackingNumber: replaces } = order;
      proposals.push({ ...each, id, version, buyer: buyer ?? 'no name', replaces });
    } else {
      const { line, orderNumber } = each;
      const isDone = reason === HAS_IT;
      leftOut.push({ line, orderNumber, buyer, reason: reason ?? '', isDone });
    }
  }
  return { proposals, leftOut: leftOut.sort((one, other) => one.line - other.line) };
}

/**
 * Enters a number confirmed in a preview, unless the order no longer is what the preview showed.
 * @param person the name of the person at the farm, for the history
 */
export async function enterTracking(
  deps: FulfilmentDependencies,
  { id, version, trackingNumber, replace }: TrackingEntry,
  person: string,
): Promise<BulkResult> {
  const known = await findOrder(deps.db, id);
  const orderNumber = known?.orderNumber ?? id;
  const reason = findReason(known, trackingNumber) ?? (replace ? null : findStanding(known));
  if (reason !== null) return { orderNumber, ok: false, error: reason };
  return toBulkResult(orderNumber, await fulfilOrder(deps, id, { version, trackingNumber }, person), known);
}

const HAS_IT = 'It has this number already.';

/**
 * Why a list cannot set an order's tracking number. Null if it can. A single order with a flag can still be sent by
 * hand.
 */
function findReason(order: Order | undefined, trackingNumber: string): string | null {
  if (order === undefined) return messageOf({ code: 'order_not_found' });
  if (order.status === 'cancelled') return 'It is cancelled.';
  if (order.paymentStatus !== 'succeeded') return 'It is not paid.';
  if (order.trackingNumber === trackingNumber) return HAS_IT;
  if (order.dispute === 'open') return 'The buyer’s bank disputes its payment.';
  if (order.dispute === 'lost') return 'The buyer’s bank has taken its payment back.';
  if (isFullyRefunded(order)) return 'Its payment has gone back to the buyer.';
  if (order.status === 'delivered') return 'It is delivered already.';
  if (order.flags.length > 0) return `It has a mark to look at first. ${describeFlags(order.flags)}`;
  return null;
}

function findStanding(order: Order | undefined): string | null {
  const number = order?.trackingNumber ?? null;
  return number === null ? null : `It has another number already: ${number}.`;
}

/** The result for one of several orders. @param before the order before a change that can be taken back */
export function toBulkResult(orderNumber: string, result: Result<Order>, before?: Order): BulkResult {
  if (!result.ok) return { orderNumber, ok: false, error: messageOf(result.problem) };
  const undo = before && describeUndo(before, result.value);
  return { orderNumber, ok: true, order: toListItem(result.value), ...(undo && { undo }) };
}
