import type { Kysely, Transaction } from 'kysely';
import { PAYMENT_MODES, type PaymentMode } from '#domain/payments/payment-mode.ts';
import type { Database } from '../db/schema.ts';

/** A key in `settings`. A restore deletes it (`restore-backup.ts`). */
export const COMPARED_AT = 'payments_compared_at';

/** When payments were last compared with Stripe's list. Undefined if never, or not since a restore. */
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

/** Stores the mode of a data folder that has none. @returns the stored mode */
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
