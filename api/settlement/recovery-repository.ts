import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';

/** In `settings`. A restore takes it away (`restore-backup.ts`). */
export const COMPARED_AT = 'payments_compared_at';

/** When the books were last held against Stripe's list; undefined where they never were, or not since a restore. */
export async function readComparison(db: Kysely<Database>): Promise<Date | undefined> {
  const query = db.selectFrom('settings').select('value').where('name', '=', COMPARED_AT);
  const row = await query.executeTakeFirst();
  return row && new Date(row.value);
}

export async function noteComparison(db: Kysely<Database>, now: Date): Promise<void> {
  const value = now.toISOString();
  await db
    .insertInto('settings')
    .values({ name: COMPARED_AT, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
