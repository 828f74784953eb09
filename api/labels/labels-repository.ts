import { type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import type { Database, LabelsTable } from '../db/schema.ts';

/** Between two attempts. */
export const LONGEST_DELAY_MS = 6 * 60 * 60 * 1000;

export type Label = Selectable<LabelsTable>;

/** The label that has been due longest. */
export function findDueLabel(db: Kysely<Database>, now: Date): Promise<Label | undefined> {
  return db
    .selectFrom('labels')
    .selectAll()
    .where((label) =>
      label.or([
        label('nextAttemptAt', '<=', now.toISOString()),
        // No delay is this long: the clock was ahead, and has been corrected.
        label('nextAttemptAt', '>', new Date(now.getTime() + 2 * LONGEST_DELAY_MS).toISOString()),
      ]),
    )
    .orderBy('nextAttemptAt')
    .limit(1)
    .executeTakeFirst();
}

/** @returns false if the label has left the state it was read in */
export async function updateLabel(
  db: Kysely<Database>,
  { orderId, state, attempts }: Label,
  changes: Updateable<LabelsTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('labels')
    .set(changes)
    .where('orderId', '=', orderId)
    .where('state', '=', state)
    .where('attempts', '=', attempts)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Removes an order that is not to be sent from the queue. A change of the order queues it again. */
export async function dropLabel(db: Kysely<Database>, { orderId }: Label): Promise<void> {
  await db
    .deleteFrom('labels')
    .where('orderId', '=', orderId)
    .where('state', '=', sql.lit('waiting'))
    .execute();
}

/** The problem shown with the order. It does not change the order itself, so its version stays. */
export async function tellLabelProblem(
  db: Kysely<Database>,
  orderId: string,
  problem: string | null,
): Promise<void> {
  await db.updateTable('orders').set({ labelProblem: problem }).where('id', '=', orderId).execute();
}
