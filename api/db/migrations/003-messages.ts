import { type Kysely, sql } from 'kysely';

/** The farm's marks on messages, and mails that it has sent again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE messages ADD COLUMN read_at TEXT`.execute(db);
  await sql`ALTER TABLE messages ADD COLUMN replied_at TEXT`.execute(db);
  await sql`
    ALTER TABLE messages ADD COLUMN is_spam INTEGER NOT NULL DEFAULT 0 CHECK (is_spam IN (0, 1))
  `.execute(db);
  await sql`UPDATE messages SET is_spam = 1 WHERE spam_reason IS NOT NULL`.execute(db);
  await sql`CREATE INDEX messages_by_spam ON messages (is_spam, created_at DESC, id DESC)`.execute(db);
  await sql`ALTER TABLE outbox ADD COLUMN retried_at TEXT`.execute(db);
  await sql`ALTER TABLE outbox ADD COLUMN sent_again_as TEXT`.execute(db);
  await sql`CREATE INDEX outbox_sent ON outbox (sent_at, id) WHERE state = 'sent'`.execute(db);
  await sql`CREATE INDEX outbox_failed ON outbox (id) WHERE state = 'failed'`.execute(db);
}
