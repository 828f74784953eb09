import type { Kysely, Selectable, Transaction, Updateable } from 'kysely';
import { formatPrice, type Pence, toPounds } from '#domain/money.ts';
import { countBoxes, countMoneyLeft, priceRefund } from '#domain/orders/describe-order.ts';
import type { Person } from '#domain/people.ts';
import { formatBoxes } from '#domain/quantity.ts';
import type { Database, RefundRequestsTable } from '../../db/schema.ts';
import { type Result, refuse } from '../../http/problems.ts';
import { changeOrder } from '../change-order.ts';
import { findOrder, insertOrderEvents, type Order } from '../orders-repository.ts';

/**
 * Calls to Stripe do not take this long. A call without an answer by then did not reach Stripe, or its event will tell.
 */
const UNDER_WAY_MS = 60_000;
/** Stripe stores an idempotency key for a day. After that, the same request would be another refund. */
const REPEATABLE_MS = 23 * 3_600_000;

/** A refund as the farm requests it: whole boxes that have not been refunded yet, or any sum. */
export interface AskedRefund {
  readonly boxes?: number | undefined;
  readonly goodwill?: Pence | undefined;
  /** A UUID for this one refund: sending it again after a lost response refunds nothing twice. */
  readonly requestId: string;
  /** As in a `FarmChange`, like the two below it. */
  readonly version: number;
  readonly reason?: string | undefined;
  readonly note?: string | undefined;
}

/** Whether this is the order's last request, and can be repeated without refunding twice. */
export function isRepeatable(last: StoredRefund | undefined, requestId: string, now: Date): boolean {
  return last?.id === requestId && (last.isFinished === 1 || isYounger(last, REPEATABLE_MS, now));
}

/**
 * Stores a refund request before Stripe is called. Of two concurrent requests the second is refused, and a repeated one
 * refunds the same amount.
 */
export async function startRefund(
  trx: Transaction<Database>,
  id: string,
  { boxes, goodwill, requestId, version, reason = '', note = '' }: AskedRefund,
  now: Date,
  person?: Person,
): Promise<Result<StoredRefund>> {
  const known = await findOrder(trx, id);
  if (!known) return refuse({ code: 'order_not_found' });
  const last = await findRefundRequest(trx, id);
  const askedAt = now.toISOString();
  if (last && isRepeatable(last, requestId, now)) {
    await updateRefundRequest(trx, last, { askedAt });
    return { ok: true, value: { ...last, askedAt } };
  }
  const same = await findRefundRequest(trx, id, requestId);
  if (same?.isFinished === 1) return { ok: true, value: same };
  // A request that was given up may still have reached Stripe, so it is never begun again.
  if (known.version !== version || same) {
    return refuse({ code: 'order_changed_meanwhile' });
  }
  if (last?.isFinished === 0 && isYounger(last, UNDER_WAY_MS, now)) {
    return refuse({ code: 'refund_under_way' });
  }
  const amount = goodwill === undefined ? checkBoxes(known, boxes ?? 0) : checkGoodwill(known, goodwill);
  if (!amount.ok) return amount;
  await changeOrder(trx, known, {}, { actor: 'admin', person, now });
  const event = {
    orderId: id,
    actor: 'admin',
    person,
    kind: 'refund_request',
    createdAt: askedAt,
  } as const;
  await insertOrderEvents(trx, [
    { ...event, before: null, after: toPounds(amount.value), reason: reason === '' ? null : reason },
  ]);
  const isGoodwill = goodwill === undefined ? 0 : 1;
  const request = {
    orderId: id,
    id: requestId,
    amountPence: amount.value,
    isGoodwill,
    isFinished: 0,
    askedAt,
    note,
  };
  // Earlier requests stay, so that none of them is another refund when it is sent again.
  await trx.insertInto('refundRequests').values(request).execute();
  return { ok: true, value: request };
}

/** Deletes a request that Stripe has refused, with an entry in the order's history. */
export function withdrawRefund(
  db: Kysely<Database>,
  request: StoredRefund,
  reason: string,
  now: Date,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    if (!(await deleteRefundRequest(trx, request))) return;
    const event = { actor: 'payment', kind: 'refund_request', createdAt: now.toISOString() } as const;
    const before = toPounds(request.amountPence);
    await insertOrderEvents(trx, [{ ...event, orderId: request.orderId, before, after: null, reason }]);
  });
}

function findMoneyLeft(order: Order): Result<Pence> {
  const left = countMoneyLeft(order);
  if (left > 0) return { ok: true, value: left };
  if (order.paymentStatus !== 'succeeded' || order.paidCurrency === 'gbp') {
    return refuse({ code: 'nothing_to_refund' });
  }
  const error = 'This wasn’t paid in pounds. Please refund it on Stripe’s own pages.';
  return refuse({ code: 'nothing_to_refund', error });
}

function checkGoodwill(order: Order, sum: Pence): Result<Pence> {
  const left = findMoneyLeft(order);
  if (!left.ok) return left;
  if (sum > 0 && sum <= left.value) return { ok: true, value: sum };
  const message = `Please enter a sum of up to ${formatPrice(left.value)}: that’s what’s left of the payment.`;
  return refuse({ code: 'invalid_fields', fields: { goodwill: message } });
}

function checkBoxes(order: Order, boxes: number): Result<Pence> {
  const left = findMoneyLeft(order);
  if (!left.ok) return left;
  const { left: boxesLeft } = countBoxes(order);
  if (boxesLeft === 0) return refuse({ code: 'nothing_to_refund' });
  if (boxes > boxesLeft) {
    const message = `Only ${formatBoxes(boxesLeft)} ${boxesLeft === 1 ? 'is' : 'are'} left to refund.`;
    return refuse({ code: 'invalid_fields', fields: { boxes: message } });
  }
  const all = { boxes: boxesLeft, pence: left.value, unitPence: order.unitPricePence };
  return { ok: true, value: priceRefund(all, boxes) };
}

function isYounger({ askedAt }: StoredRefund, ageMs: number, now: Date): boolean {
  return now.getTime() - Date.parse(askedAt) < ageMs;
}

export type StoredRefund = Selectable<RefundRequestsTable>;

/** An order's last refund request, or the one with this id. */
export function findRefundRequest(
  db: Kysely<Database>,
  orderId: string,
  id?: string,
): Promise<StoredRefund | undefined> {
  return db
    .selectFrom('refundRequests')
    .selectAll()
    .where('orderId', '=', orderId)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .orderBy('askedAt', 'desc')
    .executeTakeFirst();
}

export async function updateRefundRequest(
  db: Kysely<Database>,
  { orderId, id }: StoredRefund,
  changes: Updateable<RefundRequestsTable>,
): Promise<void> {
  await db
    .updateTable('refundRequests')
    .set(changes)
    .where('orderId', '=', orderId)
    .where('id', '=', id)
    .execute();
}

/** Deletes a refused request. @returns whether it still existed */
async function deleteRefundRequest(db: Kysely<Database>, { orderId, id }: StoredRefund): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('refundRequests')
    .where('orderId', '=', orderId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
