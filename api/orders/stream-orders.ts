import type { Kysely } from 'kysely';
import type { Cursor } from '../db/cursor.ts';
import type { Database } from '../db/schema.ts';
import { toListItem } from './order-list.ts';
import { findOrderPage, type OrderFilter, type PageRequest } from './order-list-repository.ts';
import type { Order } from './orders-repository.ts';

const ROWS_PER_CHUNK = 250;

/** All orders, newest first, as the text of one JSON array. */
export function streamOrders(db: Kysely<Database>): Promise<ReadableStream<Uint8Array>> {
  let separator = '';
  const writeItems = (orders: readonly Order[]) => {
    const items = orders.map((order) => JSON.stringify(toListItem(order))).join(',');
    const text = items === '' ? '' : separator + items;
    separator = ',';
    return text;
  };
  return streamText(db, { sort: 'newest' }, { head: '[', write: writeItems, tail: ']' });
}

/**
 * The orders that a filter finds, as text. Read in pieces, as fast as the reader takes them: a statement that stays
 * open would hold up every other one, and a whole text would hold all of it in memory. The first piece is read before
 * the promise resolves, so that a database that fails is an error and no torn answer.
 */
export async function streamText(
  db: Kysely<Database>,
  filter: OrderFilter & Pick<PageRequest, 'sort'>,
  text: { head: string; write: (orders: readonly Order[]) => string; tail: string },
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  const readChunk = (after?: Cursor) => findOrderPage(db, { ...filter, limit: ROWS_PER_CHUNK, after });
  let rows = await readChunk();
  let head = text.head;
  return new ReadableStream({
    async pull(controller) {
      const last = rows.at(-1);
      const isEnd = rows.length < ROWS_PER_CHUNK || last === undefined;
      controller.enqueue(encoder.encode(`${head}${text.write(rows)}${isEnd ? text.tail : ''}`));
      if (isEnd) return controller.close();
      head = '';
      rows = await readChunk({ createdAt: last.createdAt, id: last.id });
    },
  });
}
