import { randomUUIDv7 } from 'node:crypto';
import type { Database as Connection } from 'better-sqlite3';
import { deriveOrderNumber } from '../../api/orders/order-identity.ts';
import { DELIVERY_FIELD_NAMES } from '../../src/domain/orders/order-fields.ts';
import { toColumn } from '../api/orders/made-up-orders.ts';

const COPIED = ['quantity', 'unitPricePence', 'totalPence', 'week', ...DELIVERY_FIELD_NAMES]
  .map(toColumn)
  .join();

/**
 * What the disk and SQLite can do at best: the rows of one order, with statements that are prepared once and nothing
 * around them.
 */
export function createBareTransaction(
  sqlite: Connection,
  mail: { subject: string; text: string; html: string },
) {
  const findAttempt = sqlite.prepare('SELECT * FROM order_attempts WHERE id = ?');
  const findOrder = sqlite.prepare('SELECT * FROM orders WHERE attempt_id = ?');
  const settle = sqlite.prepare(
    "UPDATE order_attempts SET state = 'settled', payment_intent_id = ?, updated_at = ? WHERE id = ?",
  );
  const insertOrder = sqlite.prepare(
    `INSERT INTO orders (id, attempt_id, order_number, status, payment_status, payment_intent_id, paid_amount,
       paid_currency, ${COPIED}, created_at, updated_at)
     SELECT ?, id, ?, 'processing', 'succeeded', ?, total_pence, 'gbp', ${COPIED}, ?, ?
     FROM order_attempts WHERE id = ?`,
  );
  const insertMail = sqlite.prepare(
    `INSERT INTO outbox (id, kind, subject_id, recipient, subject, text_body, html_body, mime_message_id, state,
       next_attempt_at, created_at) VALUES (?, ?, ?, 'ann@example.com', ?, ?, ?, ?, 'waiting', ?, ?)`,
  );
  const run = sqlite.transaction((attemptId: string, paymentId: string) => {
    const now = new Date().toISOString();
    findAttempt.get(attemptId);
    findOrder.get(attemptId);
    settle.run(paymentId, now, attemptId);
    const orderId = randomUUIDv7();
    insertOrder.run(orderId, deriveOrderNumber(attemptId, 0), paymentId, now, now, attemptId);
    for (const kind of ['order_confirmation', 'order_notification']) {
      insertMail.run(
        randomUUIDv7(),
        kind,
        orderId,
        mail.subject,
        mail.text,
        mail.html,
        `<${kind}.${orderId}>`,
        now,
        now,
      );
    }
  });
  return run.immediate;
}
