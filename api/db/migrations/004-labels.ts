import { type Kysely, sql } from 'kysely';

/** The queue of orders to create at the carrier. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE orders ADD COLUMN label_problem TEXT`.execute(db);
  await sql`
    CREATE TABLE labels (
      order_id TEXT PRIMARY KEY REFERENCES orders (id),
      state TEXT NOT NULL CHECK (state IN ('waiting', 'asked', 'created', 'failed')),
      identifier INTEGER,
      attempts INTEGER NOT NULL DEFAULT 0,
      next_attempt_at TEXT,
      last_error TEXT,
      created_at TEXT NOT NULL
    ) STRICT`.execute(db);
  await sql`CREATE INDEX labels_due ON labels (next_attempt_at) WHERE next_attempt_at IS NOT NULL`.execute(
    db,
  );
}
