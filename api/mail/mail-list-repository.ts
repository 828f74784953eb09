import { randomUUIDv7 } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database, Instant } from '../db/schema.ts';
import { type MailSettings, stableMessageId } from './mail-settings.ts';
import type { OutboxMail } from './outbox-repository.ts';

/** Without the bodies, which nobody is shown: some lead to a buyer's order. */
const LISTED = [
  'id',
  'kind',
  'subjectId',
  'recipient',
  'subject',
  'state',
  'attempts',
  'nextAttemptAt',
  'lastError',
  'createdAt',
  'sentAt',
  'retriedAt',
  'sentAgainAs',
] as const;

/** A mail as the farm is shown it. `isEmptied` is 1 where its words have been deleted since it was sent. */
export type ListedMail = Pick<OutboxMail, (typeof LISTED)[number]> & { readonly isEmptied: number };

/** Written into the statement, because a bound value keeps SQLite from using the indexes of some mails only. */
function writeState(state: OutboxMail['state']) {
  return sql.lit(state);
}

function selectListed(db: Kysely<Database>) {
  return db.selectFrom('outbox').select(LISTED).select(sql<number>`text_body = ''`.as('isEmptied'));
}

/** Mails that have failed, the latest first, and then those that wait, the next first; without those sent otherwise. */
export async function findUnsentMails(
  db: Kysely<Database>,
  limit: number,
): Promise<{ failed: ListedMail[]; waiting: ListedMail[] }> {
  const unsent = selectListed(db).where('sentAgainAs', 'is', null).limit(limit);
  return {
    failed: await unsent.where('state', '=', writeState('failed')).orderBy('id', 'desc').execute(),
    waiting: await unsent.where('state', '=', writeState('waiting')).orderBy('nextAttemptAt').execute(),
  };
}

/** How many mails `findUnsentMails` would find without its limit. */
export async function countUnsentMails(db: Kysely<Database>): Promise<{ failed: number; waiting: number }> {
  const count = async (state: 'failed' | 'waiting') => {
    const counted = db
      .selectFrom('outbox')
      .select(({ fn }) => fn.countAll<number>().as('mails'))
      .where('state', '=', writeState(state))
      .where('sentAgainAs', 'is', null);
    return (await counted.executeTakeFirstOrThrow()).mails;
  };
  return { failed: await count('failed'), waiting: await count('waiting') };
}

/** When the mail was written that has waited longest, or was last asked for; null where none waits. */
export async function findOldestWaiting(db: Kysely<Database>): Promise<Instant | null> {
  const { oldest } = await db
    .selectFrom('outbox')
    .select(({ fn }) => fn.min(fn.coalesce('retriedAt', 'createdAt')).as('oldest'))
    .where('state', '=', writeState('waiting'))
    .executeTakeFirstOrThrow();
  return oldest;
}

/**
 * How many mails were given up since an instant, and not sent again since. A mail's next attempt was put off for the
 * time of the last one, so that tells when it was, to two minutes.
 */
export async function countGivenUp(db: Kysely<Database>, since: Date): Promise<number> {
  const { mails } = await db
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll<number>().as('mails'))
    .where('state', '=', writeState('failed'))
    .where('sentAgainAs', 'is', null)
    .where('nextAttemptAt', '>', since.toISOString())
    .executeTakeFirstOrThrow();
  return mails;
}

/** The last mails that were sent, the latest first. */
export function findSentMails(db: Kysely<Database>, limit: number): Promise<ListedMail[]> {
  return selectListed(db)
    .where('state', '=', writeState('sent'))
    .orderBy('sentAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** For each contact message the mail about it, the latest copy where it was sent again; by the message's id. */
export async function findMailsOfMessages(
  db: Kysely<Database>,
  messageIds: readonly string[],
): Promise<Map<string, ListedMail>> {
  if (messageIds.length === 0) return new Map();
  const mails = await selectListed(db)
    .where('kind', '=', 'contact_message')
    .where('sentAgainAs', 'is', null)
    // The message's id and, of copies, `<id>/…`: `0` comes behind the slash. So the index of subjects finds them.
    .where(({ eb, and, or }) =>
      or(messageIds.map((id) => and([eb('subjectId', '>=', id), eb('subjectId', '<', `${id}0`)]))),
    )
    .execute();
  return new Map(mails.map((mail) => [mail.subjectId.split('/')[0] ?? '', mail]));
}

export function findMail(db: Kysely<Database>, id: string): Promise<OutboxMail | undefined> {
  return db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Makes a mail due at once, with all its days before it. It stays the same mail, with its Message-ID. */
export async function retryMail(trx: Transaction<Database>, id: string, now: Date): Promise<void> {
  const at = now.toISOString();
  await trx
    .updateTable('outbox')
    .set({ state: 'waiting', nextAttemptAt: at, retriedAt: at })
    .where('id', '=', id)
    .execute();
}

/**
 * Puts a copy of a mail into the outbox, a mail of its own with a Message-ID of its own, and ends the attempts at the
 * first one. Should the first one be on its way at this moment, it counts as sent all the same.
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
  // Its first part stays: what the mail is about.
  const subjectId = `${mail.subjectId.split('/')[0]}/${id}`;
  await trx
    .insertInto('outbox')
    .values({
      ...mail,
      id,
      subjectId: subjectId,
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

/** The orders that mails are about, by the first part of their `subjectId`. */
export async function findOrdersOfMails(db: Kysely<Database>, mails: readonly ListedMail[]) {
  const ids = [...new Set(mails.map(({ subjectId }) => subjectId.split('/')[0] ?? ''))];
  if (ids.length === 0) return new Map<string, never>();
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'orderNumber', 'customerEmail'])
    .where('id', 'in', ids)
    .execute();
  return new Map(orders.map((order) => [order.id, order]));
}
