import { setImmediate as turn } from 'node:timers/promises';
import type { DeleteResult, Kysely, UpdateResult } from 'kysely';
import { addDays, londonDay } from '#domain/dates.ts';
import { MESSAGE_MAILS } from '#domain/mails.ts';
import { DAYS, type KeepingPeriods } from '#domain/retention-periods.ts';
import { deleteOverSessions } from '../admin/sessions.ts';
import type { Database, Instant } from '../db/schema.ts';
import { type Background, createJob, type Job } from '../jobs/job.ts';
import { subjectOfMail } from '../mail/mail-list-repository.ts';
import { readOrderRow, selectOrders } from '../orders/orders-repository.ts';
import { deleteMessages, eraseOrder, NO_WORDS } from './erasure.ts';

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

/** A statement for each table, because a day has few rows; but an order with a transaction of its own. */
async function forget({ db, clock, log, periods }: RetentionWork, stopping: AbortSignal): Promise<void> {
  const now = clock();
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString();
  await deleteOverSessions(db, now);
  const messages = await findOldMessages(db, before(periods.messagesDays), before(DAYS.spam));
  if (messages.length > 0) await db.transaction().execute((trx) => deleteMessages(trx, messages));
  const attempts = db
    .deleteFrom('orderAttempts')
    .where('state', '=', 'closed')
    .where('updatedAt', '<', before(DAYS.abandonedAttempts))
    .where('id', 'not in', (eb) => eb.selectFrom('orders').select('attemptId'));
  // Sent mails, and those that never will be.
  const mails = db
    .updateTable('outbox')
    .set(NO_WORDS)
    .where('textBody', '!=', '')
    .where(({ or, and, eb }) =>
      or([
        and([eb('state', '=', 'sent'), eb('sentAt', '<', before(DAYS.sentMails))]),
        and([eb('state', '=', 'failed'), eb('createdAt', '<', before(periods.messagesDays))]),
      ]),
    );
  const lastDay = addDays(londonDay(now), -DAYS.visitCounts);
  const counts = db.deleteFrom('visitCounts').where('day', '<', lastDay);
  const forgotten: [number, string][] = [
    [messages.length, 'messages'],
    [countRows(await attempts.executeTakeFirst()), 'abandoned purchases'],
    [countRows(await mails.executeTakeFirst()), 'texts of mails'],
    [countRows(await counts.executeTakeFirst()), 'visit counts'],
    [
      await forgetBuyers(
        db,
        { before: yearsBefore(now, periods.ordersYears), unpaidBefore: before(DAYS.abandonedAttempts) },
        now,
        stopping,
      ),
      'buyers of old orders',
    ],
  ];
  for (const [count, name] of forgotten)
    if (count > 0) log(`retention period over, deleted: ${count} ${name}`);
}

function countRows(result: DeleteResult | UpdateResult): number {
  return Number('numDeletedRows' in result ? result.numDeletedRows : result.numUpdatedRows);
}

function yearsBefore(now: Date, years: number): Instant {
  const then = new Date(now);
  then.setUTCFullYear(then.getUTCFullYear() - years);
  return then.toISOString();
}

/** Expired messages, except those whose mail, or whose answer's, is still waiting. */
async function findOldMessages(
  db: Kysely<Database>,
  before: Instant,
  spamBefore: Instant,
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
    .execute();
  return rows.map(({ id }) => id);
}

/** Erases the buyers of orders who need no longer be known. @returns how many */
async function forgetBuyers(
  db: Kysely<Database>,
  { before, unpaidBefore }: { before: Instant; unpaidBefore: Instant },
  now: Date,
  stopping: AbortSignal,
): Promise<number> {
  const rows = await selectOrders(db)
    .where(({ or, and, eb }) =>
      or([
        eb('createdAt', '<', before),
        // The accounts know nothing of it.
        and([
          eb('status', '=', 'cancelled'),
          eb('paymentStatus', '!=', 'succeeded'),
          eb('updatedAt', '<', unpaidBefore),
        ]),
      ]),
    )
    // A bank transfer that never came stays so.
    .where(({ or, eb }) => or([eb('paymentStatus', '!=', 'processing'), eb('paymentMethod', '!=', 'card')]))
    .where(({ or, eb }) =>
      or([
        eb('customerName', 'is not', null),
        eb('customerEmail', 'is not', null),
        eb('shippingAddress', 'is not', null),
      ]),
    )
    .execute();
  let forgotten = 0;
  for (const order of rows.map(readOrderRow)) {
    if (stopping.aborted) break;
    const reason =
      order.paymentStatus === 'succeeded'
        ? 'Erased: kept as long as the accounts need it.'
        : 'Erased: it was never paid for.';
    await db.transaction().execute((trx) => eraseOrder(trx, order, reason, now));
    forgotten += 1;
    // A year's orders at once, and others are answered between them.
    await turn();
  }
  return forgotten;
}
