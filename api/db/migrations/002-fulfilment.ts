import { type Kysely, sql } from 'kysely';

/**
 * Boxes reserved for buyers at the checkout, and what happens to an order after its payment: history, refunds and
 * disputes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE order_attempts ADD COLUMN held_until TEXT`.execute(db);
  await sql`ALTER TABLE order_attempts ADD COLUMN held_by TEXT`.execute(db);
  await sql`CREATE INDEX order_attempts_held ON order_attempts (week, held_until) WHERE state = 'open'`.execute(
    db,
  );
  await sql`ALTER TABLE orders ADD COLUMN version INTEGER NOT NULL DEFAULT 1`.execute(db);
  await sql`
    CREATE TABLE order_events (
      id INTEGER PRIMARY KEY,
      order_id TEXT NOT NULL REFERENCES orders (id),
      actor TEXT NOT NULL CHECK (actor IN ('admin', 'buyer', 'payment')),
      kind TEXT NOT NULL CHECK (kind IN ('status', 'tracking', 'week', 'address', 'refund_request', 'refund', 'dispute')),
      before TEXT,
      after TEXT,
      reason TEXT,
      created_at TEXT NOT NULL
    ) STRICT`.execute(db);
  await sql`CREATE INDEX order_events_by_order ON order_events (order_id, id)`.execute(db);
  await addRefunds(db);
  await addMailKinds(db);
}

async function addRefunds(db: Kysely<unknown>): Promise<void> {
  for (const column of ['refunded_pence', 'refund_failed_pence']) {
    const name = sql.ref(column);
    await sql`ALTER TABLE orders ADD COLUMN ${name} INTEGER NOT NULL DEFAULT 0 CHECK (${name} >= 0)`.execute(
      db,
    );
  }
  await sql`ALTER TABLE orders ADD COLUMN dispute TEXT CHECK (dispute IN ('open', 'won', 'lost'))`.execute(
    db,
  );
  await sql`
    CREATE TABLE refund_requests (
      order_id TEXT PRIMARY KEY REFERENCES orders (id),
      id TEXT NOT NULL,
      amount_pence INTEGER NOT NULL CHECK (amount_pence > 0),
      is_finished INTEGER NOT NULL CHECK (is_finished IN (0, 1)),
      asked_at TEXT NOT NULL
    ) STRICT`.execute(db);
  // Both indexes cover their sums, which now include refunds.
  await sql`DROP INDEX orders_by_week`.execute(db);
  await sql`
    CREATE INDEX orders_by_week ON orders (week, status, quantity, refunded_pence, unit_price_pence)
  `.execute(db);
  await sql`DROP INDEX orders_for_totals`.execute(db);
  await sql`
    CREATE INDEX orders_for_totals ON orders (status, quantity, total_pence, refunded_pence, tracking_number)
  `.execute(db);
}

/** SQLite cannot change a CHECK, so the table is rebuilt. */
async function addMailKinds(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE new_outbox (
      id TEXT PRIMARY KEY,
      kind TEXT NOT NULL
        CHECK (
          kind IN ('order_confirmation', 'order_notification', 'contact_message', 'tracking', 'refund', 'order_change', 'buyer_change')
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
      UNIQUE (kind, subject_id)
    ) STRICT`.execute(db);
  await sql`INSERT INTO new_outbox SELECT * FROM outbox`.execute(db);
  await sql`DROP TABLE outbox`.execute(db);
  await sql`ALTER TABLE new_outbox RENAME TO outbox`.execute(db);
  await sql`CREATE INDEX outbox_due ON outbox (next_attempt_at) WHERE state = 'waiting'`.execute(db);
}
