import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Database, Instant, RefundRequestsTable } from '../../db/schema.ts';

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

/** Earlier requests stay, so that none of them is another refund when it is sent again. */
export function insertRefundRequest(
  db: Kysely<Database>,
  request: Insertable<RefundRequestsTable>,
): Promise<StoredRefund> {
  return db.insertInto('refundRequests').values(request).returningAll().executeTakeFirstOrThrow();
}

/** Stores that a request is repeated. */
export function touchRefundRequest(
  db: Kysely<Database>,
  { orderId, id }: StoredRefund,
  askedAt: Instant,
): Promise<StoredRefund> {
  return db
    .updateTable('refundRequests')
    .set({ askedAt: askedAt })
    .where('orderId', '=', orderId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function finishRefundRequest(
  db: Kysely<Database>,
  { orderId, id }: StoredRefund,
): Promise<void> {
  await db
    .updateTable('refundRequests')
    .set({ isFinished: 1 })
    .where('orderId', '=', orderId)
    .where('id', '=', id)
    .execute();
}

/** As for an attempt: moves on to the next idempotency key, unless somebody else already has. */
export async function takeNextRefundNumber(
  db: Kysely<Database>,
  { orderId, id }: StoredRefund,
  last: number,
): Promise<number> {
  const own = db.updateTable('refundRequests').where('orderId', '=', orderId).where('id', '=', id);
  await own
    .set({ callNumber: last + 1 })
    .where('callNumber', '=', last)
    .execute();
  const row = await db
    .selectFrom('refundRequests')
    .select('callNumber')
    .where('orderId', '=', orderId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.callNumber ?? last + 1;
}

/** Deletes a refused request. @returns whether it still existed */
export async function deleteRefundRequest(
  db: Kysely<Database>,
  { orderId, id }: StoredRefund,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('refundRequests')
    .where('orderId', '=', orderId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
