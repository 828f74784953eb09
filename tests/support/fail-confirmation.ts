import type { Database as Connection } from 'better-sqlite3';

/** Gives up the confirmation of a customer's order, because nobody has the mailbox. */
export function failConfirmation(sqlite: Connection, customerName: string): void {
  const now = new Date().toISOString();
  sqlite
    .prepare(
      `INSERT INTO outbox (id, kind, subject_id, recipient, subject, text_body, html_body, mime_message_id, state,
        attempts, next_attempt_at, last_error, created_at)
      SELECT 'failed-mail', 'order_confirmation', id, customer_email, 'Your order', 'Words', '<p>Words</p>', '<failed@example.com>',
        'failed', 1, ?, 'all recipients were rejected: 550 User unknown', ? FROM orders WHERE customer_name = ?`,
    )
    .run(now, now, customerName);
}
