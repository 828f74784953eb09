import { type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import type { Database, LabelsTable } from '../db/schema.ts';

export type Label = Selectable<LabelsTable>;

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
