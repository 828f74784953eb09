import type { Kysely, Transaction } from 'kysely';
import { PAYMENT_MODES, type PaymentMode } from '#domain/payments/payment-mode.ts';
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

const NAME = 'payment_mode';

/** Stores the mode of a data folder that has none. @returns the mode that it has */
export async function keepMode(trx: Transaction<Database>, mode: PaymentMode): Promise<PaymentMode> {
  await trx
    .insertInto('settings')
    .values({ name: NAME, value: mode })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { value } = await trx
    .selectFrom('settings')
    .select('value')
    .where('name', '=', NAME)
    .executeTakeFirstOrThrow();
  const kept = PAYMENT_MODES.find((each) => each === value);
  if (kept === undefined) throw new Error(`The database says that its payments are ${value}.`);
  return kept;
}
