import { type Kysely, sql } from 'kysely';

// Written out instead of imported from the domain, because a migration must never change. A test compares today's lists
// with these.
export async function up(db: Kysely<unknown>): Promise<void> {
  const delivery = sql`
    customer_name TEXT, customer_email TEXT, customer_phone TEXT,
    shipping_address TEXT, shipping_city TEXT, shipping_postcode TEXT, shipping_country TEXT,
    special_instructions TEXT`;
  const week = sql`TEXT CHECK (week IS NULL OR week GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]')`;

  await sql`
    CREATE TABLE order_attempts (
      id TEXT PRIMARY KEY,
      kind TEXT NOT NULL CHECK (kind IN ('branch_box', 'foliage')),
      state TEXT NOT NULL CHECK (state IN ('open', 'settled', 'closed')),
      quantity INTEGER NOT NULL CHECK (quantity >= 1),
      unit_price_pence INTEGER NOT NULL CHECK (unit_price_pence > 0),
      total_pence INTEGER NOT NULL CHECK (total_pence = quantity * unit_price_pence),
      week ${week},
      payment_intent_id TEXT UNIQUE,
      checkout_session_id TEXT UNIQUE,
      ${delivery},
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL
    ) STRICT`.execute(db);
  await sql`CREATE INDEX order_attempts_by_state ON order_attempts (state, created_at)`.execute(db);

  await sql`
    CREATE TABLE orders (
      id TEXT PRIMARY KEY,
      attempt_id TEXT NOT NULL UNIQUE REFERENCES order_attempts (id),
      order_number TEXT NOT NULL UNIQUE,
      status TEXT NOT NULL CHECK (status IN ('pending', 'processing', 'shipped', 'delivered', 'cancelled')),
      payment_status TEXT NOT NULL CHECK (payment_status IN ('processing', 'succeeded', 'failed')),
      payment_intent_id TEXT NOT NULL UNIQUE,
      quantity INTEGER NOT NULL CHECK (quantity >= 1),
      unit_price_pence INTEGER NOT NULL CHECK (unit_price_pence > 0),
      total_pence INTEGER NOT NULL CHECK (total_pence = quantity * unit_price_pence),
      paid_amount INTEGER NOT NULL CHECK (paid_amount >= 0),
      paid_currency TEXT NOT NULL,
      week ${week},
      tracking_number TEXT,
      flag TEXT,
      ${delivery},
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL
    ) STRICT`.execute(db);
  await sql`CREATE INDEX orders_by_time ON orders (created_at DESC, id DESC)`.execute(db);
  await sql`CREATE INDEX orders_by_status ON orders (status, created_at DESC, id DESC)`.execute(db);
  await sql`CREATE INDEX orders_by_week ON orders (week, status, quantity)`.execute(db);
  // Covers the totals of the admin page, so that the wide rows need not be read.
  await sql`CREATE INDEX orders_for_totals ON orders (status, quantity, total_pence, tracking_number)`.execute(
    db,
  );

  await sql`
    CREATE TABLE stripe_events (id TEXT PRIMARY KEY, type TEXT NOT NULL, received_at TEXT NOT NULL) STRICT
  `.execute(db);

  await sql`
    CREATE TABLE messages (
      id TEXT PRIMARY KEY,
      submission_id TEXT UNIQUE,
      name TEXT NOT NULL,
      email TEXT NOT NULL,
      phone TEXT,
      subject TEXT NOT NULL,
      message TEXT NOT NULL,
      contact_preference TEXT NOT NULL CHECK (contact_preference IN ('email', 'phone')),
      spam_reason TEXT,
      created_at TEXT NOT NULL
    ) STRICT`.execute(db);
  await sql`CREATE INDEX messages_by_time ON messages (created_at DESC)`.execute(db);

  await sql`
    CREATE TABLE outbox (
      id TEXT PRIMARY KEY,
      kind TEXT NOT NULL
        CHECK (kind IN ('order_confirmation', 'order_notification', 'contact_message', 'tracking')),
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
  await sql`CREATE INDEX outbox_due ON outbox (next_attempt_at) WHERE state = 'waiting'`.execute(db);

  await sql`
    CREATE TABLE analytics_events (
      id INTEGER PRIMARY KEY,
      kind TEXT NOT NULL CHECK (kind IN ('view', 'click', 'search')),
      path TEXT NOT NULL,
      category TEXT,
      label TEXT,
      value TEXT,
      region TEXT NOT NULL,
      created_at TEXT NOT NULL
    ) STRICT`.execute(db);
  await sql`CREATE INDEX analytics_events_by_time ON analytics_events (created_at)`.execute(db);

  await sql`
    CREATE TABLE admin_sessions (
      token_hash TEXT PRIMARY KEY, created_at TEXT NOT NULL, last_seen_at TEXT NOT NULL
    ) STRICT`.execute(db);
  await sql`CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT`.execute(db);
}
