import type { Transaction } from 'kysely';
import { PAYMENT_MODES, type PaymentMode } from '#domain/payments/payment-mode.ts';
import type { Database } from '../db/schema.ts';

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
