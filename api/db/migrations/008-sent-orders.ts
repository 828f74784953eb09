import { type Kysely, sql } from 'kysely';

/**
 * Orders that got a tracking number but stayed on the pick list were sent, and their buyers were told so. From now on a
 * tracking number means shipped.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const now = sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`;
  await sql`
    INSERT INTO order_events (order_id, actor, kind, before, after, reason, created_at)
    SELECT id, 'admin', 'status', 'processing', 'shipped', 'It had a tracking number already.', ${now}
    FROM orders WHERE status = 'processing' AND tracking_number IS NOT NULL`.execute(db);
  await sql`
    UPDATE orders SET status = 'shipped', version = version + 1, updated_at = ${now}
    WHERE status = 'processing' AND tracking_number IS NOT NULL`.execute(db);
}
