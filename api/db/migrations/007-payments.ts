import { type Kysely, sql } from 'kysely';

/**
 * An attempt's payment mode, its replacement, its declined cards, the number of its idempotency key, and Stripe's
 * doubts about an order's payment.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const columns = {
    order_attempts: [
      "mode TEXT CHECK (mode IN ('sandbox', 'test', 'live'))",
      'replaced_by TEXT',
      'call_number INTEGER NOT NULL DEFAULT 1 CHECK (call_number >= 1)',
      'failed_cards INTEGER NOT NULL DEFAULT 0 CHECK (failed_cards >= 0)',
      'failed_at TEXT',
    ],
    refund_requests: ['call_number INTEGER NOT NULL DEFAULT 1 CHECK (call_number >= 1)'],
    orders: [
      "review TEXT CHECK (review IN ('open', 'closed'))",
      "fraud_warning TEXT CHECK (fraud_warning IN ('open', 'decided'))",
    ],
  };
  for (const [table, definitions] of Object.entries(columns)) {
    for (const definition of definitions) {
      await sql`ALTER TABLE ${sql.ref(table)} ADD COLUMN ${sql.raw(definition)}`.execute(db);
    }
  }
  await sql`
    CREATE INDEX order_attempts_failed ON order_attempts (failed_at, held_by, failed_cards)
    WHERE failed_at IS NOT NULL`.execute(db);
}
