import type { Database as Connection } from 'better-sqlite3';
import { madeUpId, makeUpOrders } from '../api/orders/made-up-orders.ts';
import { flagOrders } from './flag-orders.ts';
import { BOX_PENCE } from './sample-order.ts';

const AT = '2025-12-01T09:00:00.000Z';
const WEEK = '2025-12-01';

/** A row or two of every other table. `$1` is an order. */
const ROWS: Record<string, string> = {
  order_events: `VALUES (7, '$1', 'admin', 'status', 'pending', 'processing', 'Été', '${AT}', 'Anna', 'anna'),
    (9, '$1', 'buyer', 'address', NULL, NULL, NULL, '${AT}', NULL, NULL)`,
  refund_requests: `VALUES ('$1', 'asked', 100, 1, '${AT}', 1, 'Sorry')`,
  labels: `VALUES ('$1', 'created', 5000000000, 1, NULL, NULL, '${AT}')`,
  messages: `VALUES ('m1', 's1', 'Łucja O’Brien', 'l@example.com', NULL, 'Trees', 'How tall? 🎄', 'email', NULL, '${AT}', NULL, NULL, 0, ' lucja obrien trees how tall '),
    ('m2', NULL, 'Bob', 'b@example.com', '01632 960123', 'Buy now', 'Cheap', 'phone', 'links', '${AT}', '${AT}', NULL, 1, ' bob 01632960123 ')`,
  message_answers: `VALUES ('a1', 'm1', 'Two metres.', 'Anna', 'anna', '${AT}')`,
  outbox: `VALUES ('o1', 'tracking', '$1/AB1', 'a@example.com', NULL, 'On its way', '', '', '<1@x>', 'failed', 3, '${AT}', 'no', '${AT}', NULL, NULL, NULL)`,
  visit_counts: `VALUES ('2025-12-01', 'view', '/', '', '', '', 'Somerset', 12)`,
  admin_sessions: `VALUES ('hash', '${AT}', '${AT}', 'owner')`,
  invitations: `VALUES ('key', 'owner', '${AT}')`,
  passkeys: `VALUES ('key', 'owner', 'example.com', 'public', 3, '[]', '${AT}', NULL)`,
  watched_jobs: `VALUES ('mail', '${AT}', NULL, 0, NULL, NULL)`,
  settings: `VALUES ('payment_mode', 'sandbox')`,
};

/** Fills a new database file with a shop that has something in every table. */
export function fillShop(sqlite: Connection, orders: number): void {
  makeUpOrders(sqlite, orders);
  flagOrders(sqlite, 'abroad', { where: "id LIKE '%3'" });
  flagOrders(sqlite, 'note', { where: "id LIKE '%33'", details: ['Ask “Jo” first.'] });
  flagOrders(sqlite, 'dispute_lost', { where: "id LIKE '%03'" });
  for (const [table, rows] of Object.entries(ROWS)) {
    sqlite.exec(`INSERT INTO ${table} ${rows.replaceAll('$1', madeUpId(1))}`);
  }
  sqlite.exec(`
    UPDATE orders SET refunded_pence = ${BOX_PENCE} WHERE id LIKE '%4';
    UPDATE orders SET refunded_pence = 3000, goodwill_pence = 1000 WHERE id LIKE '%6';
    UPDATE orders SET label_problem = 'None.' WHERE id LIKE '%8';
    UPDATE order_attempts SET held_until = '2030-01-01T00:00:00.000Z', state = 'open'
      WHERE id = '${madeUpId(5)}';
    INSERT INTO order_attempts (id, kind, state, mode, quantity, unit_price_pence, total_pence, week, created_at, updated_at,
      held_until) VALUES ('open', 'foliage', 'open', 'sandbox', 3, 500, 1500, '${WEEK}', '${AT}', '${AT}', '2030-01-01T00:00:00.000Z')`);
}
