import { type Expression, type Kysely, type Selectable, type SqlBool, sql } from 'kysely';
import { listCodes, listQueryWords, listWords, listWordsApart } from '#domain/search-words.ts';
import { placeIn } from '../db/dialect.ts';
import type { Database, MessagesTable } from '../db/schema.ts';

const SEARCHED = ['name', 'email', 'phone', 'subject', 'message'] as const;
/** Shorter numbers are found only at the start of a word. */
const SHORTEST_PART_OF_NUMBER = 3;

type SearchedMessage = Pick<Selectable<MessagesTable>, (typeof SEARCHED)[number]>;

/** The words to search a message by, each after a space. */
export function formatSearchWords(message: SearchedMessage): string {
  const texts = SEARCHED.map((name) => message[name] ?? '');
  const words = new Set([
    ...texts.flatMap((text) => [...listWords(text), ...listWordsApart(text)]),
    // Names and numbers are typed with and without their spaces.
    listWords(message.name).join(''),
    ...listCodes(message.phone ?? ''),
  ]);
  return ` ${[...words].join(' ')}`;
}

/**
 * The condition on `messages` for what somebody typed: each word begins a word of the message, or all of them together
 * do. A number may be any part of one. Text without a letter or a digit finds nothing.
 */
export function isFoundBy(typed: string): Expression<SqlBool> {
  const words = listQueryWords(typed);
  if (words.length === 0) return sql<SqlBool>`FALSE`;
  const each = words.map((word) => sql`${placeIn(sql`search_words`, asStart(word))} > 0`);
  return sql<SqlBool>`((${sql.join(each, sql` AND `)}) OR ${placeIn(sql`search_words`, asStart(words.join('')))} > 0)`;
}

function asStart(word: string): string {
  return word.length >= SHORTEST_PART_OF_NUMBER && /^\d+$/.test(word) ? word : ` ${word}`;
}

/**
 * Writes the words of messages that have none yet. A farm has some thousand short messages, which the database reads in a few
 * milliseconds, so they need no index.
 */
export async function updateSearchWords(db: Kysely<Database>): Promise<void> {
  const rows = await db
    .selectFrom('messages')
    .select(['id', ...SEARCHED])
    .where('searchWords', 'is', null)
    .execute();
  if (rows.length === 0) return;
  await db.transaction().execute(async (trx) => {
    for (const { id, ...message } of rows) {
      const searchWords = formatSearchWords(message);
      await trx.updateTable('messages').set({ searchWords }).where('id', '=', id).execute();
    }
  });
}
