import { type AliasableExpression, type Kysely, type Selectable, sql } from 'kysely';
import { listCodes, listQueryWords, listWords, listWordsApart } from '#domain/search-words.ts';
import { either } from '../db/dialect.ts';
import type { Database, OrdersTable } from '../db/schema.ts';

/** Names and places, which people write with and without the spaces in them. */
const NAMES = ['customerName', 'recipientName', 'shippingAddress', 'shippingCity'] as const;
/** Numbers, of which people read out the end or the middle. */
const CODES = ['orderNumber', 'trackingNumbers', 'shippingPostcode', 'customerPhone'] as const;
const TEXTS = ['customerEmail', 'giftMessage', 'specialInstructions', 'internalNote'] as const;
const TRACKING_NUMBERS = sql<string | null>`
  (SELECT string_agg(parcels.tracking_number, ${'\n'}) FROM parcels WHERE order_id = orders.id)`;

type Searched = (typeof NAMES | typeof CODES | typeof TEXTS)[number];

type SearchedOrder = Pick<Selectable<OrdersTable>, Exclude<Searched, 'trackingNumbers'>> & {
  /** A line for each parcel. */
  readonly trackingNumbers: string | null;
};

/** The shortest end of a number that finds it. */
const SHORTEST_END = 3;
/** Nobody types more of one, and Postgres indexes no word of more than 2 kB. */
const LONGEST_WORD = 500;
/** How many orders are indexed in one transaction. */
const CHUNK = 500;

/** The text to index an order under: words that begin with what people may type. */
export function formatSearchText(order: SearchedOrder): string {
  const words = new Set<string>();
  const texts = (columns: readonly (keyof SearchedOrder)[]) => columns.map((name) => order[name] ?? '');
  for (const text of texts([...NAMES, ...CODES, ...TEXTS])) {
    for (const word of listWords(text)) words.add(word);
    for (const word of listWordsApart(text)) words.add(word);
  }
  for (const text of texts(NAMES).flatMap((lines) => lines.split('\n'))) {
    const parts = listWords(text);
    for (let first = 0; first < parts.length; first += 1) words.add(parts.slice(first).join(''));
  }
  for (const code of texts(CODES)
    .flatMap((lines) => lines.split('\n'))
    .flatMap(listCodes)) {
    for (let first = 0; first <= code.length - SHORTEST_END; first += 1) words.add(code.slice(first));
  }
  return [...words].map((word) => word.slice(0, LONGEST_WORD)).join(' ');
}

/**
 * The FTS5 query for what somebody types: each word begins a word of the order, or all of them together do.
 * @returns undefined when there is no word in it
 */
export function formatSearchQuery(typed: string): string | undefined {
  const words = listQueryWords(typed);
  if (words.length === 0) return undefined;
  // A single character would find almost every order, so it has to be a word of its own.
  const each = words.map((word) => (word.length > 1 ? `"${word}"*` : `"${word}"`)).join(' AND ');
  return words.length > 1 ? `(${each}) OR "${words.join('')}"*` : each;
}

/** Indexes the orders that are new or have changed since the last search. */
export async function updateSearchIndex(db: Kysely<Database>): Promise<void> {
  while ((await db.transaction().execute(indexChunk)) > 0);
}

/** @returns the number of orders indexed. Reads and writes in one transaction, so that no change in between is lost. */
async function indexChunk(trx: Kysely<Database>): Promise<number> {
  const rows = await trx
    .selectFrom('orderSearch')
    .innerJoin('orders', 'orders.id', 'orderSearch.orderId')
    .select(['orders.id', ...NAMES, 'orderNumber', 'shippingPostcode', 'customerPhone', ...TEXTS])
    .select(TRACKING_NUMBERS.as('trackingNumbers'))
    .where('orderSearch.words', 'is', null)
    .limit(CHUNK)
    .execute();
  if (rows.length === 0) return 0;
  const texts = rows.map(({ id, ...order }) => sql`(${id}, ${formatSearchText(order)})`);
  await sql`
    WITH texts (id, words) AS (VALUES ${sql.join(texts)})
    UPDATE order_search SET words = texts.words FROM texts WHERE order_id = texts.id`.execute(trx);
  return rows.length;
}

/** The same for Postgres, whose signs are others. A word has letters and digits only. */
function toTsquery(query: string): string {
  return query
    .replaceAll('"', "'")
    .replaceAll("'*", "':*")
    .replaceAll(' AND ', ' & ')
    .replaceAll(' OR ', ' | ');
}

/** An order that a search finds. */
interface FoundOrder {
  readonly orderId: string;
  /** Counts the orders as they came in. */
  readonly place: number;
}

/**
 * The orders that somebody's words find, to join with `orders`. SQLite reads them one after another by their places, so
 * it need not know all of them. Text without a letter or a digit finds nothing.
 * @param filter further conditions on these orders, which SQLite's index has as words, so that it need not look at others
 */
export function selectFound(
  typed: string,
  { status, week }: { readonly status?: string | undefined; readonly week?: string | undefined },
): AliasableExpression<FoundOrder> {
  const query = formatSearchQuery(typed);
  if (query === undefined)
    return sql<FoundOrder>`(SELECT order_id, id AS place FROM order_search WHERE FALSE)`;
  const filters = [status, week?.replaceAll('-', '')]
    .filter(Boolean)
    .map((word) => ` AND "_${word}"`)
    .join('');
  return either(
    sql<FoundOrder>`(SELECT order_id, order_words.rowid AS place FROM order_words
      INNER JOIN order_search ON id = order_words.rowid WHERE order_words MATCH ${`(${query})${filters}`})`,
    sql<FoundOrder>`(SELECT order_id, id AS place FROM order_search
      WHERE array_to_tsvector(string_to_array(words, ' ')) @@ ${toTsquery(query)}::tsquery)`,
  );
}
