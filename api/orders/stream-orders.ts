import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { toListItem } from './order-list.ts';
import { findOrderPage, type OrderPlace } from './order-list-repository.ts';
import type { Order } from './orders-repository.ts';

const ROWS_PER_CHUNK = 250;

/**
 * All orders, newest first, as the text of one JSON array. Read in pieces, as fast as the reader takes them: a
 * statement that stays open would hold up every other one, and a whole text would hold all of it in memory.
 * The first piece is read before the promise resolves, so that a database that fails is an error and no torn answer.
 */
export async function streamOrders(db: Kysely<Database>): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  let rows = await readChunk(db, undefined);
  let opening = '[';
  return new ReadableStream({
    async pull(controller) {
      const items = rows.map((row) => JSON.stringify(toListItem(row))).join(',');
      const last = rows.at(-1);
      const isEnd = rows.length < ROWS_PER_CHUNK || last === undefined;
      const separator = items === '' && opening === ',' ? '' : opening;
      controller.enqueue(encoder.encode(`${separator}${items}${isEnd ? ']' : ''}`));
      if (isEnd) return controller.close();
      opening = ',';
      rows = await readChunk(db, { createdAt: last.created_at, id: last.id });
    },
  });
}

function readChunk(db: Kysely<Database>, after: OrderPlace | undefined): Promise<Order[]> {
  return findOrderPage(db, { limit: ROWS_PER_CHUNK, sort: 'newest', after });
}
