import { type Kysely, sql } from 'kysely';

/** The state of the service's jobs, and the kind of mail that reports it to the farm. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE watched_jobs (
      name TEXT PRIMARY KEY
        CHECK (name IN ('backup', 'mail', 'failed_mails', 'reconciliation', 'labels')),
      last_good_at TEXT,
      failing_since TEXT,
      failures INTEGER NOT NULL CHECK (failures >= 0),
      reason TEXT,
      alerted_at TEXT
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
          kind IN ('order_confirmation', 'order_notification', 'contact_message', 'tracking', 'refund', 'order_change', 'buyer_change', 'service_notice')
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
