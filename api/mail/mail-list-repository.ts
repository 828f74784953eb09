import { randomUUIDv7 } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import { MAIL_KINDS, MAILS, type MailKind, MESSAGE_MAILS } from '#domain/mails.ts';
import { positionIn } from '../db/dialect/dialect.ts';
import type { Database, Instant } from '../db/schema.ts';
import { type MailSettings, stableMessageId } from './mail-settings.ts';
import { isAbout, type OutboxMail } from './outbox-repository.ts';

/** What a mail is about: the first segment of its subject. */
export const subjectOfMail = sql<string>`substr(subject_id, 1, ${positionIn(sql`subject_id || '/'`, sql`'/'`)} - 1)`;

/** As a literal, because SQLite does not use partial indexes for bound values. */
function writeState(state: OutboxMail['state']) {
  return sql.lit(state);
}

/** As many of each state as a person would go through. */
const MOST_MAILS = 50;

/** The first failed mails, latest first, and waiting ones, next first. Without those that were replaced by a copy. */
export async function findUnsentMails(
  db: Kysely<Database>,
): Promise<{ failed: OutboxMail[]; waiting: OutboxMail[] }> {
  const unsent = db.selectFrom('outbox').selectAll().where('sentAgainAs', 'is', null).limit(MOST_MAILS);
  return {
    failed: await unsent.where('state', '=', writeState('failed')).orderBy('id', 'desc').execute(),
    waiting: await unsent.where('state', '=', writeState('waiting')).orderBy('nextAttemptAt').execute(),
  };
}

/**
 * How many mails of a state `findUnsentMails` would find without its limit.
 * @param since of failed ones, only those given up since then. The next attempt of a mail was scheduled at its last one,
 *   so it tells the time to within two minutes.
 */
export async function countUnsentMails(
  db: Kysely<Database>,
  state: 'failed' | 'waiting',
  since = new Date(0),
): Promise<number> {
  const { mails } = await db
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll<number>().as('mails'))
    .where('state', '=', writeState(state))
    .where('sentAgainAs', 'is', null)
    .where('nextAttemptAt', '>', since.toISOString())
    .executeTakeFirstOrThrow();
  return mails;
}

/** The failed mails of these kinds about these orders, latest first. */
export async function findFailedMailsOf(
  db: Kysely<Database>,
  orderIds: readonly string[],
  kinds: readonly MailKind[],
): Promise<(Pick<OutboxMail, 'id' | 'kind' | 'lastError'> & { orderId: string })[]> {
  if (orderIds.length === 0) return [];
  return db
    .selectFrom('outbox')
    .select(['id', 'kind', 'lastError', subjectOfMail.as('orderId')])
    .where('state', '=', writeState('failed'))
    .where('sentAgainAs', 'is', null)
    .where('kind', 'in', kinds)
    .where(subjectOfMail, 'in', orderIds)
    .orderBy('id', 'desc')
    .execute();
}

/** When the longest waiting mail was written or last asked for. Null if none is waiting. */
export async function findOldestWaiting(db: Kysely<Database>): Promise<Instant | null> {
  const { oldest } = await db
    .selectFrom('outbox')
    .select(({ fn }) => fn.min(fn.coalesce('retriedAt', 'createdAt')).as('oldest'))
    .where('state', '=', writeState('waiting'))
    .executeTakeFirstOrThrow();
  return oldest;
}

/** The mails about messages and their answers, or the last copies of those that were sent again. */
export function findMailsOfMessages(
  db: Kysely<Database>,
  messageIds: readonly string[],
): Promise<OutboxMail[]> {
  return db
    .selectFrom('outbox')
    .selectAll()
    .where('kind', 'in', MESSAGE_MAILS)
    .where('sentAgainAs', 'is', null)
    .where(isAbout(messageIds))
    .execute();
}

export function findMail(db: Kysely<Database>, id: string): Promise<OutboxMail | undefined> {
  return db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst();
}

/** What the buyer of an order was told by mail, the oldest first. Their texts are empty once they are too old. */
export function findMailsToBuyer(db: Kysely<Database>, orderId: string): Promise<OutboxMail[]> {
  const kinds = MAIL_KINDS.filter((kind) => MAILS[kind].to === 'buyer');
  const told = db.selectFrom('outbox').selectAll().where('kind', 'in', kinds);
  return told
    .where(isAbout([orderId]))
    .orderBy('id')
    .execute();
}

/** The confirmation of an order, or its last copy if it was sent again. */
export function findConfirmation(db: Kysely<Database>, orderId: string): Promise<OutboxMail | undefined> {
  return db
    .selectFrom('outbox')
    .selectAll()
    .where('kind', '=', 'order_confirmation')
    .where('sentAgainAs', 'is', null)
    .where(isAbout([orderId]))
    .executeTakeFirst();
}

/** Makes a mail due now. It stays the same mail with the same Message-ID, and has all its days again. */
export async function retryMail(trx: Transaction<Database>, id: string, now: Date): Promise<void> {
  const at = now.toISOString();
  await trx
    .updateTable('outbox')
    .set({ state: 'waiting', nextAttemptAt: at, retriedAt: at })
    .where('id', '=', id)
    .execute();
}

/**
 * Queues a copy of a mail with its own Message-ID, and stops sending the original. If the original is being sent at
 * this moment, it still counts as sent.
 */
export async function copyMail(
  trx: Transaction<Database>,
  mail: OutboxMail,
  recipient: string,
  settings: MailSettings,
  now: Date,
): Promise<string> {
  const id = randomUUIDv7();
  const at = now.toISOString();
  // What the mail is about stays, and in a request to pay the purchase, whose key is in its link.
  const subjectId = [...mail.subjectId.split('/').slice(0, 2), id].join('/');
  await trx
    .insertInto('outbox')
    .values({
      ...mail,
      id,
      subjectId,
      recipient,
      mimeMessageId: stableMessageId(mail.kind, subjectId, settings),
      state: 'waiting',
      attempts: 0,
      nextAttemptAt: at,
      lastError: null,
      createdAt: at,
      sentAt: null,
      retriedAt: null,
      sentAgainAs: null,
    })
    .execute();
  await trx
    .updateTable('outbox')
    .set({ sentAgainAs: id, ...(mail.state === 'waiting' && { state: 'failed' as const }) })
    .where('id', '=', mail.id)
    .execute();
  return id;
}

/** The orders that mails are about, by the first segment of `subjectId`. */
export async function findOrdersOfMails(db: Kysely<Database>, mails: readonly OutboxMail[]) {
  const ids = [...new Set(mails.map(({ subjectId }) => subjectId.split('/')[0] ?? ''))];
  if (ids.length === 0) return new Map<string, never>();
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'orderNumber', 'customerEmail'])
    .where('id', 'in', ids)
    .execute();
  return new Map(orders.map((order) => [order.id, order]));
}
