import { type Kysely, sql } from 'kysely';

/** Boxes that are kept for buyers at the checkout, and what happens to an order after its payment. */
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
      kind TEXT NOT NULL CHECK (kind IN ('status', 'tracking', 'week', 'address')),
      before TEXT,
      after TEXT,
      reason TEXT,
      created_at TEXT NOT NULL
    ) STRICT`.execute(db);
  await sql`CREATE INDEX order_events_by_order ON order_events (order_id, id)`.execute(db);
}
