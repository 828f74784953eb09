import { type Kysely, type Selectable, sql, type Transaction, type Updateable } from 'kysely';
import type { Database, LabelsTable } from '../db/schema.ts';
import type { Order } from '../orders/orders-repository.ts';

export type Label = Selectable<LabelsTable>;

/**
 * Queues a paid order that is to be sent, once; one that waits is looked at again, since its flag may be gone. To be
 * called in the transaction that changes the order.
 * @param state `asked` where the carrier may have the order already: it is looked up there first, and not created twice
 */
export async function queueLabel(
  trx: Transaction<Database>,
  order: Order,
  now: Date,
  state: 'waiting' | 'asked' = 'waiting',
): Promise<void> {
  if (order.status !== 'processing' || order.payment_status !== 'succeeded') return;
  await trx
    .insertInto('labels')
    .values({
      order_id: order.id,
      state,
      identifier: null,
      attempts: state === 'asked' ? 1 : 0,
      next_attempt_at: now.toISOString(),
      last_error: null,
      created_at: now.toISOString(),
    })
    .onConflict((conflict) =>
      conflict
        .column('order_id')
        .doUpdateSet({ next_attempt_at: now.toISOString() })
        .where('labels.state', '=', 'waiting')
        .where('labels.next_attempt_at', 'is', null),
    )
    .execute();
}

/** What has been due longest. */
export function findDueLabel(db: Kysely<Database>, now: Date): Promise<Label | undefined> {
  return db
    .selectFrom('labels')
    .selectAll()
    .where('next_attempt_at', '<=', now.toISOString())
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst();
}

/** @returns whether the label was still in the state that it was read in */
export async function updateLabel(
  db: Kysely<Database>,
  { order_id, state, attempts }: Label,
  changes: Updateable<LabelsTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('labels')
    .set(changes)
    .where('order_id', '=', order_id)
    .where('state', '=', state)
    .where('attempts', '=', attempts)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Takes out of the queue what is not to be sent after all; queued anew when that changes. */
export async function dropLabel(db: Kysely<Database>, { order_id }: Label): Promise<void> {
  await db
    .deleteFrom('labels')
    .where('order_id', '=', order_id)
    .where('state', '=', sql.lit('waiting'))
    .execute();
}

/** What the farm is told beside the order. No change of the order itself, so no version of it either. */
export async function tellLabelProblem(
  db: Kysely<Database>,
  orderId: string,
  problem: string | null,
): Promise<void> {
  await db.updateTable('orders').set({ label_problem: problem }).where('id', '=', orderId).execute();
}
