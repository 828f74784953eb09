import { type Kysely, sql } from 'kysely';

/** The previous flags, by their text. Any other text becomes a note. */
const CODES: [string, string][] = [
  ['Delivery details are missing: ask the buyer for them.', 'missing_details'],
  ['We do not deliver to this postcode: ask the buyer for another address, or refund it.', 'outside_area'],
  ['The order was cancelled before its payment came through: refund it or send it.', 'cancelled_early'],
  [
    'A refund did not reach the buyer, and the money is with us again: pay it back another way, or refund it again.',
    'refund_failed',
  ],
  [
    'Stripe asks for a review of this payment: approve or refund it on Stripe’s own pages, and send nothing until then.',
    'review',
  ],
  ['The buyer’s bank disputes this payment: answer it on Stripe’s own pages.', 'dispute_open'],
  ['The buyer’s bank has taken this payment back.', 'dispute_lost'],
  ['The week filled up while this was being paid for: move it to another week, or refund it.', 'week_full'],
  ['The week closed while this was being paid for: move it to another week, or refund it.', 'week_closed'],
  [
    'The buyer’s bank warns that this payment may be a fraud: refund it, unless you know the buyer.',
    'fraud_warning',
  ],
  ['The buyer has cancelled this order: refund it.', 'cancelled_by_buyer'],
  ['The delivery address is outside the United Kingdom.', 'abroad'],
];
const PATTERNS: [RegExp, string][] = [
  [/Another payment was made for this order \(([^)]*)\): refund one of them\./g, 'second_payment'],
  [/Paid (.+?), but the order is (\S+)\.(?= |$)/g, 'paid_amount'],
];

/**
 * The reasons to look at an order become rows of a code and its details. `orders.flag` stays for the previous version,
 * which keeps running for some seconds. Flags it still sets are kept as notes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE order_flags (
      order_id TEXT NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
      code TEXT NOT NULL CHECK (code IN ('paid_amount', 'abroad', 'cancelled_early', 'missing_details', 'outside_area', 'refund_failed', 'review',
        'dispute_open', 'dispute_lost', 'week_full', 'week_closed', 'fraud_warning', 'cancelled_by_buyer',
        'second_payment', 'note')),
      details TEXT NOT NULL CHECK (json_valid(details)),
      PRIMARY KEY (order_id, code, details)
    ) STRICT`.execute(db);
  const flagged = await sql<{ id: string; flag: string }>`
    SELECT id, flag FROM orders WHERE flag IS NOT NULL`.execute(db);
  for (const { id, flag } of flagged.rows) {
    for (const [code, details] of parseFlag(flag)) {
      await sql`INSERT OR IGNORE INTO order_flags VALUES (${id}, ${code}, ${JSON.stringify(details)})`.execute(
        db,
      );
    }
  }
  for (const [name, event, condition] of [
    ['order_flags_of_inserts', 'INSERT', 'NEW.flag IS NOT NULL'],
    ['order_flags_of_updates', 'UPDATE OF flag', 'NEW.flag IS NOT NULL AND NEW.flag IS NOT OLD.flag'],
  ] as const) {
    await sql`
      CREATE TRIGGER ${sql.raw(name)} AFTER ${sql.raw(event)} ON orders WHEN ${sql.raw(condition)} BEGIN
        INSERT OR IGNORE INTO order_flags VALUES (NEW.id, 'note', json_array(NEW.flag));
      END`.execute(db);
  }
}

function parseFlag(flag: string): [string, string[]][] {
  const found: [string, string[]][] = [];
  let rest = flag;
  for (const [message, code] of CODES) {
    if (rest.includes(message)) found.push([code, []]);
    rest = rest.replaceAll(message, '');
  }
  for (const [pattern, code] of PATTERNS) {
    for (const [, ...details] of rest.matchAll(pattern)) found.push([code, details]);
    rest = rest.replaceAll(pattern, '');
  }
  return rest.trim() === '' ? found : [...found, ['note', [rest.trim()]]];
}
