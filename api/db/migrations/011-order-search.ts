import { type Kysely, sql } from 'kysely';

/** The columns whose words an order is found by. */
const SEARCHED = `order_number, tracking_number, customer_name, customer_email, customer_phone, shipping_address,
  shipping_city, shipping_postcode, special_instructions`;

/**
 * A full-text index of the orders. Triggers only mark an order's words as out of date, because SQLite cannot fold them
 * as we want; `orders/order-search.ts` writes them before the next search. So no writer of orders has to know of it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE order_search (
      id INTEGER PRIMARY KEY,
      order_id TEXT NOT NULL UNIQUE REFERENCES orders (id) ON DELETE CASCADE,
      words TEXT
    ) STRICT`.execute(db);
  await sql`CREATE INDEX order_search_outdated ON order_search (id) WHERE words IS NULL`.execute(db);
  await sql`
    CREATE VIRTUAL TABLE order_words USING fts5 (
      words, content = 'order_search', content_rowid = 'id', detail = none,
      tokenize = 'unicode61 remove_diacritics 0'
    )`.execute(db);
  // Without this, words that were erased stay in the file until the index is merged.
  await sql`INSERT INTO order_words (order_words, rank) VALUES ('secure-delete', 1)`.execute(db);
  for (const [name, event, action] of [
    ['order_search_new', 'INSERT ON orders', 'INSERT INTO order_search (order_id) VALUES (NEW.id)'],
    [
      'order_search_changed',
      `UPDATE OF ${SEARCHED} ON orders`,
      'UPDATE order_search SET words = NULL WHERE order_id = NEW.id',
    ],
    ['order_words_removed', 'DELETE ON order_search WHEN OLD.words IS NOT NULL', removeWords],
    ['order_words_outdated', 'UPDATE OF words ON order_search WHEN OLD.words IS NOT NULL', removeWords],
    [
      'order_words_added',
      'UPDATE OF words ON order_search WHEN NEW.words IS NOT NULL',
      'INSERT INTO order_words (rowid, words) VALUES (NEW.id, NEW.words)',
    ],
  ]) {
    await sql.raw(`CREATE TRIGGER ${name} AFTER ${event} BEGIN ${action}; END`).execute(db);
  }
  await sql`INSERT INTO order_search (order_id) SELECT id FROM orders`.execute(db);
}

const removeWords = `INSERT INTO order_words (order_words, rowid, words) VALUES ('delete', OLD.id, OLD.words)`;
