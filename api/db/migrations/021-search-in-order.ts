import { type Kysely, sql } from 'kysely';

/** What the list is filtered by: `_shipped _20251201`. No word that somebody types begins like these. */
const FILTERS = `'_' || NEW.status || coalesce(' _' || replace(NEW.week, '-', ''), '')`;

/**
 * So that a search reads the newest orders that it finds, without collecting all others: orders are numbered as they
 * came in, the beginnings of words are indexed, and status and week are words too. The next search writes the words
 * again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ['order_words_removed', 'order_words_outdated', 'order_words_added', 'order_search_new'])
    await sql.raw(`DROP TRIGGER ${name}`).execute(db);
  await sql`DELETE FROM order_search`.execute(db);
  await sql`ALTER TABLE order_search ADD COLUMN filters TEXT NOT NULL DEFAULT ''`.execute(db);
  await sql`DROP TABLE order_words`.execute(db);
  await sql`
    CREATE VIRTUAL TABLE order_words USING fts5 (
      words, filters, content = 'order_search', content_rowid = 'id', detail = none, prefix = '2 3 4 5 6 7 8 9 10 11 12',
      tokenize = 'unicode61 remove_diacritics 0 tokenchars _'
    )`.execute(db);
  // Without this, words that were erased stay in the file until the index is merged.
  await sql`INSERT INTO order_words (order_words, rank) VALUES ('secure-delete', 1)`.execute(db);
  for (const [name, event, action] of [
    [
      'order_search_new',
      'INSERT ON orders',
      `INSERT INTO order_search (order_id, filters) VALUES (NEW.id, ${FILTERS})`,
    ],
    [
      'order_search_filtered',
      'UPDATE OF status, week ON orders',
      `UPDATE order_search SET words = NULL, filters = ${FILTERS} WHERE order_id = NEW.id`,
    ],
    ['order_words_removed', 'DELETE ON order_search WHEN OLD.words IS NOT NULL', REMOVE_WORDS],
    ['order_words_outdated', 'UPDATE OF words ON order_search WHEN OLD.words IS NOT NULL', REMOVE_WORDS],
    [
      'order_words_added',
      'UPDATE OF words ON order_search WHEN NEW.words IS NOT NULL',
      'INSERT INTO order_words (rowid, words, filters) VALUES (NEW.id, NEW.words, NEW.filters)',
    ],
  ]) {
    await sql.raw(`CREATE TRIGGER ${name} AFTER ${event} BEGIN ${action}; END`).execute(db);
  }
  await sql
    .raw(`
      INSERT INTO order_search (order_id, filters)
      SELECT NEW.id, ${FILTERS} FROM orders AS NEW ORDER BY NEW.created_at, NEW.id`)
    .execute(db);
}

const REMOVE_WORDS = `INSERT INTO order_words (order_words, rowid, words, filters)
  VALUES ('delete', OLD.id, OLD.words, OLD.filters)`;
