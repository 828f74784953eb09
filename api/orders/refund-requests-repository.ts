import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Database, Instant, RefundRequestsTable } from '../db/schema.ts';

export type StoredRefund = Selectable<RefundRequestsTable>;

/** The last refund that was asked for of an order. */
export function findRefundRequest(db: Kysely<Database>, orderId: string): Promise<StoredRefund | undefined> {
  return db.selectFrom('refund_requests').selectAll().where('order_id', '=', orderId).executeTakeFirst();
}

/** Stores a request in place of the order's last one. */
export function saveRefundRequest(
  db: Kysely<Database>,
  request: Insertable<RefundRequestsTable>,
): Promise<StoredRefund> {
  return db.replaceInto('refund_requests').values(request).returningAll().executeTakeFirstOrThrow();
}

/** Notes that a request is being made again. */
export function touchRefundRequest(
  db: Kysely<Database>,
  { order_id, id }: StoredRefund,
  askedAt: Instant,
): Promise<StoredRefund> {
  return db
    .updateTable('refund_requests')
    .set({ asked_at: askedAt })
    .where('order_id', '=', order_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function finishRefundRequest(
  db: Kysely<Database>,
  { order_id, id }: StoredRefund,
): Promise<void> {
  await db
    .updateTable('refund_requests')
    .set({ is_finished: 1 })
    .where('order_id', '=', order_id)
    .where('id', '=', id)
    .execute();
}

/** As of an attempt: moves on to the next idempotency key, unless somebody else has meanwhile. */
export async function takeNextRefundNumber(
  db: Kysely<Database>,
  { order_id, id }: StoredRefund,
  last: number,
): Promise<number> {
  const own = db.updateTable('refund_requests').where('order_id', '=', order_id).where('id', '=', id);
  await own
    .set({ call_number: last + 1 })
    .where('call_number', '=', last)
    .execute();
  const row = await db
    .selectFrom('refund_requests')
    .select('call_number')
    .where('order_id', '=', order_id)
    .executeTakeFirst();
  return row?.call_number ?? last + 1;
}

/** Takes away a request that was refused. @returns whether it was still there */
export async function deleteRefundRequest(
  db: Kysely<Database>,
  { order_id, id }: StoredRefund,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('refund_requests')
    .where('order_id', '=', order_id)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
