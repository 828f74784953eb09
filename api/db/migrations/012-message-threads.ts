import { type Kysely, sql } from 'kysely';

/** The folded words of a message, which it is searched by. Null until the first search (`messages/message-search.ts`). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE messages ADD COLUMN search_words TEXT`.execute(db);
}
