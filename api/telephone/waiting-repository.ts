import type { Kysely } from 'kysely';
import type { Database, Instant } from '../db/schema.ts';
import { type Attempt, findAttempt } from '../orders/attempts-repository.ts';
import { findOrderByAttempt, type Order } from '../orders/orders-repository.ts';

/** A Checkout Session that is being made. */
export interface StartedSession {
  readonly callNumber: number;
  readonly sessionEndsAt: Instant;
}

/**
 * Takes the next idempotency key for a link's session, and holds its boxes as long as the session lasts.
 * @returns what was taken; by somebody else, if they were first
 */
export async function claimSession(
  db: Kysely<Database>,
  known: Attempt,
  sessionEndsAt: Instant,
): Promise<StartedSession> {
  const held = known.heldUntil ?? '';
  await db
    .updateTable('orderAttempts')
    .set({
      callNumber: known.callNumber + 1,
      sessionEndsAt,
      checkoutSessionId: null,
      heldUntil: held > sessionEndsAt ? held : sessionEndsAt,
    })
    .where('id', '=', known.id)
    .where('callNumber', '=', known.callNumber)
    .where('sessionEndsAt', 'is not distinct from', known.sessionEndsAt)
    .execute();
  const now = await findAttempt(db, known.id);
  return {
    callNumber: now?.callNumber ?? known.callNumber,
    sessionEndsAt: now?.sessionEndsAt ?? sessionEndsAt,
  };
}

/** Something that the farm waits to be paid for. */
export interface Waiting {
  readonly attempt: Attempt;
  /** The order that waits for a transfer. Null for a link that makes an order. */
  readonly order: Order | null;
}

/** Open links and awaited transfers, the oldest first. */
export async function findWaiting(db: Kysely<Database>, now: Date): Promise<Waiting[]> {
  const attempts = await db
    .selectFrom('orderAttempts')
    .selectAll()
    .where(({ or, and, eb, exists, selectFrom }) =>
      or([
        and([eb('state', '=', 'open'), eb('endsAt', '>', now.toISOString())]),
        exists(
          selectFrom('orders')
            .select('id')
            .whereRef('orders.attemptId', '=', 'orderAttempts.id')
            .where('orders.paymentMethod', '=', 'bank')
            .where('orders.paymentStatus', '=', 'processing')
            .where('orders.status', '=', 'pending'),
        ),
      ]),
    )
    .orderBy('createdAt')
    .execute();
  const waiting = [];
  for (const attempt of attempts)
    waiting.push({ attempt, order: (await findOrderByAttempt(db, attempt.id)) ?? null });
  return waiting;
}
