import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { PaymentEvent } from '../../payments/payment.ts';

/** Stores an event. Call it in the transaction with the event's effect. @returns whether the event is new */
export async function rememberEvent(
  db: Kysely<Database>,
  { id, type }: Pick<PaymentEvent, 'id' | 'type'>,
  now: Date,
): Promise<boolean> {
  const result = await db
    .insertInto('stripeEvents')
    .values({ id, type, receivedAt: now.toISOString() })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function isKnownEvent(db: Kysely<Database>, id: string): Promise<boolean> {
  const row = await db.selectFrom('stripeEvents').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}
