import { type Kysely, sql } from 'kysely';

/**
 * The farm's answers to messages, the answers that it keeps for the next time, the kind of mail that an answer is, and
 * the folded words that a message is searched by.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE messages ADD COLUMN search_words TEXT NOT NULL DEFAULT ''`.execute(db);
  await sql`
    CREATE TABLE message_answers (
      id TEXT PRIMARY KEY,
      message_id TEXT NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
      text TEXT NOT NULL,
      person TEXT NOT NULL,
      created_at TEXT NOT NULL
    ) STRICT`.execute(db);
  await sql`CREATE INDEX message_answers_by_message ON message_answers (message_id)`.execute(db);
  await sql`
    CREATE TABLE saved_answers (
      id TEXT PRIMARY KEY,
      title TEXT NOT NULL,
      text TEXT NOT NULL
    ) STRICT`.execute(db);
  await addMailKind(db);
}

/** SQLite cannot change a CHECK, so the table is rebuilt. */
async function addMailKind(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE new_outbox (
      id TEXT PRIMARY KEY,
      kind TEXT NOT NULL
        CHECK (
          kind IN ('order_confirmation', 'order_notification', 'contact_message', 'tracking', 'refund', 'order_change', 'buyer_change', 'service_notice', 'message_answer')
        ),
      subject_id TEXT NOT NULL,
      recipient TEXT NOT NULL,
      reply_to TEXT,
      subject TEXT NOT NULL,
      text_body TEXT NOT NULL,
      html_body TEXT NOT NULL,
      mime_message_id TEXT NOT NULL UNIQUE,
      state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'failed')),
      attempts INTEGER NOT NULL DEFAULT 0,
      next_attempt_at TEXT NOT NULL,
      last_error TEXT,
      created_at TEXT NOT NULL,
      sent_at TEXT,
      retried_at TEXT,
      sent_again_as TEXT,
      UNIQUE (kind, subject_id)
    ) STRICT`.execute(db);
  await sql`INSERT INTO new_outbox SELECT * FROM outbox`.execute(db);
  await sql`DROP TABLE outbox`.execute(db);
  await sql`ALTER TABLE new_outbox RENAME TO outbox`.execute(db);
  await sql`CREATE INDEX outbox_due ON outbox (next_attempt_at) WHERE state = 'waiting'`.execute(db);
  await sql`CREATE INDEX outbox_sent ON outbox (sent_at, id) WHERE state = 'sent'`.execute(db);
  await sql`CREATE INDEX outbox_failed ON outbox (id) WHERE state = 'failed'`.execute(db);
}
