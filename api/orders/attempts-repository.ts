import type { Insertable, Kysely, Selectable, Updateable } from 'kysely';
import { addDays, type IsoDay, londonDay } from '#domain/dates.ts';
import type { Database, Instant, OrderAttemptsTable } from '../db/schema.ts';

export type Attempt = Selectable<OrderAttemptsTable>;

/** How an attempt begins, unless its way of paying says otherwise. */
export const NEW_ATTEMPT = {
  state: 'open',
  paymentIntentId: null,
  checkoutSessionId: null,
  sessionEndsAt: null,
  heldUntil: null,
  heldBy: null,
  replacedBy: null,
  paymentMethod: 'card',
  takenBy: null,
  takenById: null,
  endsAt: null,
  failedCards: 0,
  failedAt: null,
} as const satisfies Partial<Attempt>;

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

/** The attempt with this id, or of this payment or Checkout Session. */
export function findAttempt(
  db: Kysely<Database>,
  id: string,
  column: 'id' | 'paymentIntentId' | 'checkoutSessionId' = 'id',
): Promise<Attempt | undefined> {
  return db.selectFrom('orderAttempts').selectAll().where(column, '=', id).executeTakeFirst();
}

/**
 * Whether the farm's payment link for it still lasts. Then another Checkout Session can be opened, whatever became of
 * the last one.
 */
export function isOffered({ endsAt }: Attempt, now: Date): boolean {
  return endsAt !== null && endsAt > now.toISOString();
}

/** The last day on which a transfer is waited for. Null for other ways to pay. */
export function findTransferDay({
  paymentMethod,
  endsAt,
}: Pick<Attempt, 'paymentMethod' | 'endsAt'>): IsoDay | null {
  return paymentMethod === 'bank' && endsAt !== null ? addDays(londonDay(new Date(endsAt)), -1) : null;
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
