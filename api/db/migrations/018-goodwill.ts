import { type Kysely, sql } from 'kysely';

/** Refunds of any sum, which pay no box back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE orders ADD COLUMN goodwill_pence INTEGER NOT NULL DEFAULT 0 CHECK (goodwill_pence >= 0)`.execute(
    db,
  );
  await sql`ALTER TABLE refund_requests ADD COLUMN is_goodwill INTEGER NOT NULL DEFAULT 0 CHECK (is_goodwill IN (0, 1))`.execute(
    db,
  );
}
