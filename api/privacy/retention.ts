import { setImmediate as turn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { addDays, londonDay } from '#domain/dates.ts';
import { DAYS, type KeepingPeriods } from '#domain/retention-periods.ts';
import { deleteOverSessions } from '../admin/admin-repository.ts';
import { ABSOLUTE_MS, IDLE_MS } from '../admin/sessions.ts';
import type { Database, Instant } from '../db/schema.ts';
import { type Background, createTimedJob, type TimedJob } from '../jobs/timed-job.ts';
import { deleteMessages, eraseOrder } from './erasure-repository.ts';
import {
  BATCH,
  deleteClosedAttempts,
  deleteOldCounts,
  deleteOldStripeEvents,
  emptyOldMails,
  findOldMessages,
  findOldOrders,
} from './retention-repository.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

type RetentionWork = Background & { readonly periods: KeepingPeriods };

/**
 * Once a day, deletes data that need not be kept any longer. Attempts that could still be paid are not touched, because
 * only Stripe's answer closes them.
 */
export function createRetention(deps: RetentionWork): TimedJob {
  return createTimedJob({
    async run(stopping) {
      if ((await deps.isClockRight?.()) !== false) await forget(deps, stopping);
    },
    onFailure: (error) => deps.log('old data could not be deleted; trying again tomorrow', error),
    hasWorkLease: deps.hasWorkLease,
    intervalMs: DAY_MS,
  });
}

async function forget({ db, clock, log, periods }: RetentionWork, stopping: AbortSignal): Promise<void> {
  const now = clock();
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString();
  const messages = { before: before(periods.messagesDays), spamBefore: before(DAYS.spam) };
  const mails = { sentBefore: before(DAYS.sentMails), failedBefore: before(periods.messagesDays) };
  await deleteOverSessions(db, {
    createdAfter: new Date(now.getTime() - ABSOLUTE_MS).toISOString(),
    seenAfter: new Date(now.getTime() - IDLE_MS).toISOString(),
  });
  const jobs: [name: string, batch: () => Promise<number>][] = [
    ['messages', () => forgetMessages(db, messages)],
    ['abandoned purchases', () => deleteClosedAttempts(db, before(DAYS.abandonedAttempts))],
    ['texts of mails', () => emptyOldMails(db, mails)],
    ['visit counts', () => deleteOldCounts(db, addDays(londonDay(now), -DAYS.visitCounts))],
    ['Stripe events', () => deleteOldStripeEvents(db, before(DAYS.stripeEvents))],
    ['buyers of old orders', () => forgetBuyers(db, yearsBefore(now, periods.ordersYears), now)],
  ];
  for (const [name, batch] of jobs) {
    let forgotten = 0;
    for (let last = BATCH; last === BATCH && !stopping.aborted; ) {
      last = await batch();
      forgotten += last;
      await turn();
    }
    if (forgotten > 0) log(`retention period over, deleted: ${forgotten} ${name}`);
  }
}

async function forgetMessages(
  db: Kysely<Database>,
  times: Parameters<typeof findOldMessages>[1],
): Promise<number> {
  const ids = await findOldMessages(db, times);
  if (ids.length > 0) await db.transaction().execute((trx) => deleteMessages(trx, ids));
  return ids.length;
}

async function forgetBuyers(db: Kysely<Database>, before: Instant, now: Date): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const orders = await findOldOrders(trx, before);
    for (const order of orders)
      await eraseOrder(trx, order, 'Erased: kept as long as the accounts need it.', now);
    return orders.length;
  });
}

function yearsBefore(now: Date, years: number): Instant {
  const then = new Date(now);
  then.setUTCFullYear(then.getUTCFullYear() - years);
  return then.toISOString();
}
