import type { Kysely, Transaction } from 'kysely';
import { londonDay } from '#domain/dates.ts';
import type { Database } from '../../db/schema.ts';
import type { Payment } from '../../payments/payment.ts';
import { type Attempt, countFailedCards, updateAttempt } from '../attempts-repository.ts';

/** Declined cards after which a payment is cancelled. A buyer with a valid card has found it by then. */
const MOST_PER_PAYMENT = 6;
/** Declined cards within an hour after which a network cannot start another payment. */
const MOST_PER_NETWORK = 12;
/** Declined cards within an hour on all networks, after which it counts as card testing and the farm is told. */
const MOST_OVERALL = 40;
/**
 * Replaces the two limits above during card testing. The shop does not close, because then a handful of requests could
 * close it for all buyers. Buyers with a valid card are not affected.
 */
const MOST_WHILE_TESTED = 2;
const HOUR_MS = 3_600_000;

/** Whether this network has too many declined cards to start a payment now. @param holder its scrambled name */
export async function isTestingCards(db: Kysely<Database>, holder: string, now: Date): Promise<boolean> {
  const { overall, own } = await count(db, holder, now);
  return own >= (overall >= MOST_OVERALL ? MOST_WHILE_TESTED : MOST_PER_NETWORK);
}

/**
 * Stores the declined cards of a payment that can still be paid.
 * @returns whether to end the payment; and the name of the notice to the farm if a limit is reached, the same all day
 */
export async function recordFailedCards(
  trx: Transaction<Database>,
  attempt: Attempt,
  { failedCards, state }: Payment,
  now: Date,
): Promise<{ readonly isEnded: boolean; readonly notice: string | null }> {
  if (state !== 'unpaid' || failedCards === 0) return { isEnded: false, notice: null };
  if (failedCards > attempt.failedCards) {
    await updateAttempt(trx, attempt.id, { failedCards: failedCards, failedAt: now.toISOString() });
  }
  const { overall, own } = await count(trx, attempt.heldBy ?? '', now);
  const isTested = overall >= MOST_OVERALL;
  return {
    isEnded: failedCards >= (isTested ? MOST_WHILE_TESTED : MOST_PER_PAYMENT),
    notice: isTested || own >= MOST_PER_NETWORK ? `card_testing/${londonDay(now)}` : null,
  };
}

function count(db: Kysely<Database>, holder: string, now: Date) {
  return countFailedCards(db, holder, new Date(now.getTime() - HOUR_MS).toISOString());
}
