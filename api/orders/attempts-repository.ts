import type { Insertable, Kysely, Selectable, Updateable } from 'kysely';
import type { Database, Instant, OrderAttemptsTable } from '../db/schema.ts';

export type Attempt = Selectable<OrderAttemptsTable>;

/** Stores an attempt, unless one with this id exists. */
export async function insertAttempt(
  db: Kysely<Database>,
  attempt: Insertable<OrderAttemptsTable>,
): Promise<void> {
  await db
    .insertInto('orderAttempts')
    .values(attempt)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

export async function countAttempts(db: Kysely<Database>): Promise<number> {
  const { attempts } = await db
    .selectFrom('orderAttempts')
    .select(({ fn }) => fn.countAll<number>().as('attempts'))
    .executeTakeFirstOrThrow();
  return attempts;
}

export function findAttempt(db: Kysely<Database>, id: string): Promise<Attempt | undefined> {
  return db.selectFrom('orderAttempts').selectAll().where('id', '=', id).executeTakeFirst();
}

/**
 * Whether the farm's payment link for it still lasts. Then another Checkout Session can be opened, whatever became of
 * the last one.
 */
export function isOffered({ endsAt }: Attempt, now: Date): boolean {
  return endsAt !== null && endsAt > now.toISOString();
}

/** The attempt that a Checkout Session was created for. */
export function findAttemptBySession(db: Kysely<Database>, sessionId: string): Promise<Attempt | undefined> {
  return db
    .selectFrom('orderAttempts')
    .selectAll()
    .where('checkoutSessionId', '=', sessionId)
    .executeTakeFirst();
}

/** Whether a payment or a Checkout Session was started here. */
export async function isStarted(
  db: Kysely<Database>,
  {
    paymentIntentId = '',
    checkoutSessionId = '',
  }: { paymentIntentId?: string | undefined; checkoutSessionId?: string | undefined },
): Promise<boolean> {
  const attempt = await db
    .selectFrom('orderAttempts')
    .select('id')
    .where(({ or, eb }) =>
      or([eb('paymentIntentId', '=', paymentIntentId), eb('checkoutSessionId', '=', checkoutSessionId)]),
    )
    .executeTakeFirst();
  return attempt !== undefined;
}

export async function updateAttempt(
  db: Kysely<Database>,
  id: string,
  changes: Updateable<OrderAttemptsTable>,
): Promise<void> {
  await db.updateTable('orderAttempts').set(changes).where('id', '=', id).execute();
}

/**
 * Open attempts that Stripe should be asked about, those asked about longest ago first.
 * @param youngSince attempts started after this are asked about every time
 * @param askedBefore older ones only if they were last asked about before this
 */
export function findUnsettled(
  db: Kysely<Database>,
  { youngSince, askedBefore, limit }: { youngSince: Instant; askedBefore: Instant; limit: number },
): Promise<Attempt[]> {
  return db
    .selectFrom('orderAttempts')
    .selectAll()
    .where('state', '=', 'open')
    .where('paymentMethod', '=', 'card')
    .where(({ or, eb }) => or([eb('createdAt', '>', youngSince), eb('updatedAt', '<=', askedBefore)]))
    .orderBy('updatedAt')
    .limit(limit)
    .execute();
}

/**
 * Moves on to the next idempotency key, unless somebody else already has.
 * @param last the number under which Stripe has stored a failure
 * @returns the number to use now, the same for concurrent callers
 */
export async function takeNextCallNumber(db: Kysely<Database>, id: string, last: number): Promise<number> {
  await db
    .updateTable('orderAttempts')
    .set({ callNumber: last + 1 })
    .where('id', '=', id)
    .where('callNumber', '=', last)
    .execute();
  const row = await db
    .selectFrom('orderAttempts')
    .select('callNumber')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.callNumber;
}

/** The declined cards since an instant, on one network and on all. */
export async function countFailedCards(
  db: Kysely<Database>,
  holder: string,
  since: Instant,
): Promise<{ own: number; overall: number }> {
  const rows = await db
    .selectFrom('orderAttempts')
    .select(({ fn }) => ['heldBy', fn.sum<number>('failedCards').as('cards')])
    .where('failedAt', '>', since)
    .groupBy('heldBy')
    .execute();
  return {
    own: rows.find(({ heldBy }) => heldBy === holder)?.cards ?? 0,
    overall: rows.reduce((sum, { cards }) => sum + cards, 0),
  };
}
