import { type Kysely, sql } from 'kysely';

/** The recipient and message of a gift, and the farm's own note on an order, which is searched as well. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['order_attempts', 'orders']) {
    await sql`ALTER TABLE ${sql.table(table)} ADD COLUMN recipient_name TEXT`.execute(db);
    await sql`ALTER TABLE ${sql.table(table)} ADD COLUMN gift_message TEXT`.execute(db);
  }
  await sql`ALTER TABLE orders ADD COLUMN internal_note TEXT`.execute(db);
  await sql`ALTER TABLE orders ADD COLUMN search_words TEXT NOT NULL DEFAULT ''`.execute(db);
}
