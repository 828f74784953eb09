import type { Kysely } from 'kysely';
import type { IsoDay } from '#domain/dates.ts';
import { MESSAGE_MAILS } from '#domain/mails.ts';
import type { Database, Instant } from '../db/schema.ts';
import { type Order, readOrderRow, selectOrders } from '../orders/orders-repository.ts';
import { NO_WORDS, subjectOfMail } from './erasure-repository.ts';

/** Few enough that nobody at the checkout has to wait for the database. */
export const BATCH = 200;

type Db = Kysely<Database>;

/** Expired messages, except those whose mail, or whose answer's, is still waiting. */
export async function findOldMessages(
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
export async function deleteClosedAttempts(db: Db, before: Instant): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('orderAttempts')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('orderAttempts')
        .select('id')
        .where('state', '=', 'closed')
        .where('updatedAt', '<', before)
        .where('id', 'not in', eb.selectFrom('orders').select('attemptId'))
        .limit(BATCH),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Empties mails that were sent, or never will be. @returns how many */
export async function emptyOldMails(
  db: Db,
  { sentBefore, failedBefore }: { sentBefore: Instant; failedBefore: Instant },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set(NO_WORDS)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('outbox')
        .select('id')
        .where('textBody', '!=', '')
        .where((where) =>
          where.or([
            where('state', '=', 'sent').and('sentAt', '<', sentBefore),
            where('state', '=', 'failed').and('createdAt', '<', failedBefore),
          ]),
        )
        .limit(BATCH),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** All at once, because a day has few rows. @returns how many */
export async function deleteOldCounts(db: Db, before: IsoDay): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('visitCounts').where('day', '<', before).executeTakeFirst();
  return Number(numDeletedRows);
}

/** @returns how many */
export async function deleteOldStripeEvents(db: Db, before: Instant): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('stripeEvents')
    .where('id', 'in', (eb) =>
      eb.selectFrom('stripeEvents').select('id').where('receivedAt', '<', before).limit(BATCH),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Orders whose buyer need no longer be known. */
export async function findOldOrders(db: Db, before: Instant): Promise<Order[]> {
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
