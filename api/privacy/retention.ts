import { setImmediate as turn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { addDays, type IsoDay, londonDay } from '#domain/dates.ts';
import { MESSAGE_MAILS } from '#domain/mails.ts';
import { DAYS, type KeepingPeriods } from '#domain/retention-periods.ts';
import { deleteOverSessions } from '../admin/sessions.ts';
import type { Database, Instant } from '../db/schema.ts';
import { type Background, createJob, type Job } from '../jobs/job.ts';
import { type Order, readOrderRow, selectOrders } from '../orders/orders-repository.ts';
import { deleteMessages, eraseOrder, NO_WORDS, subjectOfMail } from './erasure.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

type RetentionWork = Background & { readonly periods: KeepingPeriods };

/**
 * Once a day, deletes data that need not be kept any longer. Attempts that could still be paid are not touched, because
 * only Stripe's answer closes them.
 */
export function createRetention(deps: RetentionWork): Job {
  return createJob({
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
  await deleteOverSessions(db, now);
  const jobs: [name: string, batch: () => Promise<number>][] = [
    ['messages', () => forgetMessages(db, messages)],
    ['abandoned purchases', () => deleteClosedAttempts(db, before(DAYS.abandonedAttempts))],
    ['texts of mails', () => emptyOldMails(db, mails)],
    ['visit counts', () => deleteOldCounts(db, addDays(londonDay(now), -DAYS.visitCounts))],
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

async function forgetMessages(db: Db, times: Parameters<typeof findOldMessages>[1]): Promise<number> {
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

/** Few enough that nobody at the checkout has to wait for the database. */
const BATCH = 200;

type Db = Kysely<Database>;

/** Expired messages, except those whose mail, or whose answer's, is still waiting. */
async function findOldMessages(
  db: Db,
  { before, spamBefore }: { before: Instant; spamBefore: Instant },
): Promise<string[]> {
  const rows = await db
    .selectFrom('messages')
    .select('id')
    .where(({ or, and, eb }) =>
      or([
        eb('createdAt', '<', before),
        // The current mark, which a person may have changed.
        and([eb('isSpam', '=', 1), eb('createdAt', '<', spamBefore)]),
      ]),
    )
    .where('id', 'not in', (eb) =>
      eb
        .selectFrom('outbox')
        .select(subjectOfMail.as('id'))
        .where('kind', 'in', MESSAGE_MAILS)
        .where('state', '=', 'waiting'),
    )
    .limit(BATCH)
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes attempts that can no longer be paid and never became an order. @returns how many */
async function deleteClosedAttempts(db: Db, before: Instant): Promise<number> {
  const closed = db
    .selectFrom('orderAttempts')
    .select('id')
    .where('state', '=', 'closed')
    .where('updatedAt', '<', before)
    .where('id', 'not in', (eb) => eb.selectFrom('orders').select('attemptId'))
    .limit(BATCH);
  const { numDeletedRows } = await db
    .deleteFrom('orderAttempts')
    .where('id', 'in', closed)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Empties mails that were sent, or never will be. @returns how many */
async function emptyOldMails(
  db: Db,
  { sentBefore, failedBefore }: { sentBefore: Instant; failedBefore: Instant },
): Promise<number> {
  const old = db
    .selectFrom('outbox')
    .select('id')
    .where('textBody', '!=', '')
    .where((where) =>
      where.or([
        where('state', '=', 'sent').and('sentAt', '<', sentBefore),
        where('state', '=', 'failed').and('createdAt', '<', failedBefore),
      ]),
    )
    .limit(BATCH);
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set(NO_WORDS)
    .where('id', 'in', old)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** All at once, because a day has few rows. @returns how many */
async function deleteOldCounts(db: Db, before: IsoDay): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('visitCounts').where('day', '<', before).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Orders whose buyer need no longer be known. */
async function findOldOrders(db: Db, before: Instant): Promise<Order[]> {
  const rows = await selectOrders(db)
    .where('createdAt', '<', before)
    // A bank transfer that never came stays so.
    .where(({ or, eb }) => or([eb('paymentStatus', '!=', 'processing'), eb('paymentMethod', '!=', 'card')]))
    .where(({ or, eb }) =>
      or([
        eb('customerName', 'is not', null),
        eb('customerEmail', 'is not', null),
        eb('shippingAddress', 'is not', null),
      ]),
    )
    .limit(BATCH)
    .execute();
  return rows.map(readOrderRow);
}
