import type { Insertable, Transaction } from 'kysely';
import type { Database, MessagesTable } from '../db/schema.ts';

/** Stores a message. @returns false when there is one of the same submission already */
export async function insertMessage(
  trx: Transaction<Database>,
  message: Insertable<MessagesTable>,
): Promise<boolean> {
  const inserted = await trx
    .insertInto('messages')
    .values(message)
    .onConflict((conflict) => conflict.column('submission_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}
