import { type Kysely, sql } from 'kysely';

/** Refunds of any sum, which pay no box back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE orders ADD COLUMN goodwill_pence INTEGER NOT NULL DEFAULT 0 CHECK (goodwill_pence >= 0)`.execute(
    db,
  );
  await sql`ALTER TABLE refund_requests ADD COLUMN is_goodwill INTEGER NOT NULL DEFAULT 0 CHECK (is_goodwill IN (0, 1))`.execute(
    db,
  );
  for (const index of ['orders_for_totals', 'orders_by_week', 'orders_by_status'])
    await sql`DROP INDEX ${sql.ref(index)}`.execute(db);
  await sql`
    CREATE INDEX orders_for_sums ON orders (week, status, payment_status, quantity, unit_price_pence, total_pence,
      paid_amount, refunded_pence, goodwill_pence, id)`.execute(db);
}
