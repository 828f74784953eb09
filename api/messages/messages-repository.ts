import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Database, MessageAnswersTable, MessagesTable } from '../db/schema.ts';
import { formatSearchWords, isFoundBy } from '../db/search.ts';

export type StoredMessage = Selectable<MessagesTable>;
export type ThreadAnswer = Selectable<MessageAnswersTable>;

/** `new`: neither read nor answered. `all`: everything but spam. */
export const MESSAGE_LISTS = ['new', 'all', 'spam'] as const;
export type MessageList = (typeof MESSAGE_LISTS)[number];

/** Stores a message. @returns false if there already is one of the same submission */
export async function insertMessage(
  trx: Transaction<Database>,
  message: Omit<Insertable<MessagesTable>, 'searchWords'>,
): Promise<boolean> {
  const { name, email, phone, subject, message: text } = message;
  const searchWords = formatSearchWords({ names: [name], codes: [phone], texts: [email, subject, text] });
  const inserted = await trx
    .insertInto('messages')
    .values({ ...message, searchWords })
    .onConflict((conflict) => conflict.column('submissionId').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** One page of a list, or of what is found in it, newest first. */
export function findMessages(
  db: Kysely<Database>,
  { list, q, limit, offset }: { list: MessageList; q: string; limit: number; offset: number },
): Promise<StoredMessage[]> {
  return db
    .selectFrom('messages')
    .selectAll()
    .where('isSpam', '=', list === 'spam' ? 1 : 0)
    .$if(list === 'new', (query) => query.where('readAt', 'is', null).where('repliedAt', 'is', null))
    .$if(q !== '', (query) => query.where(isFoundBy(q)))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export function countMessages(db: Kysely<Database>, q: string): Promise<Record<MessageList, number>> {
  const count = (condition: ReturnType<typeof sql<boolean>>) =>
    sql<number>`count(*) FILTER (WHERE ${condition})`;
  return db
    .selectFrom('messages')
    .select([
      count(sql`is_spam = 0 AND read_at IS NULL AND replied_at IS NULL`).as('new'),
      count(sql`is_spam = 0`).as('all'),
      count(sql`is_spam = 1`).as('spam'),
    ])
    .$if(q !== '', (query) => query.where(isFoundBy(q)))
    .executeTakeFirstOrThrow();
}

export function findMessage(db: Kysely<Database>, id: string): Promise<StoredMessage | undefined> {
  return db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The marks that a person can set. Setting one twice changes nothing. */
export const MESSAGE_MARKS = ['read', 'unread', 'replied', 'unreplied', 'spam', 'not-spam'] as const;
export type MessageMark = (typeof MESSAGE_MARKS)[number];

/** Marks a message. The time of a mark stays when it is set again. @returns the message, if it exists */
export function markMessage(
  db: Kysely<Database>,
  id: string,
  mark: MessageMark,
  now: Date,
): Promise<StoredMessage | undefined> {
  const firstTime = (column: 'readAt' | 'repliedAt') =>
    sql<string>`coalesce(${sql.ref(column)}, ${now.toISOString()})`;
  const changes = {
    read: { readAt: firstTime('readAt') },
    unread: { readAt: null },
    replied: { repliedAt: firstTime('repliedAt') },
    unreplied: { repliedAt: null },
    spam: { isSpam: 1 },
    'not-spam': { isSpam: 0 },
  }[mark];
  return db.updateTable('messages').set(changes).where('id', '=', id).returningAll().executeTakeFirst();
}

/** The answers to messages, oldest first. */
export function findAnswers(db: Kysely<Database>, messageIds: readonly string[]): Promise<ThreadAnswer[]> {
  return db
    .selectFrom('messageAnswers')
    .selectAll()
    .where('messageId', 'in', messageIds)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}
