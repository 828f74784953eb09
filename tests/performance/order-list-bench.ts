import { pageQuerySchema, readOrderPage } from '../../api/orders/order-list.ts';
import { streamOrders } from '../../api/orders/stream-orders.ts';
import { makeUpOrders } from '../api/orders/made-up-orders.ts';
import { type OrderShop, openOrderShop } from './order-shop.ts';

const TIMES = 41;
const LISTED_ORDERS = 50_000;

interface ListFigures {
  readonly what: string;
  readonly first: number;
  readonly median: number | null;
  readonly worst: number;
}

/** Milliseconds on the server for pages of a long list, from the query to the text that is sent. */
export async function measureOrderList() {
  const shop = await openOrderShop();
  try {
    makeUpOrders(shop.sqlite, LISTED_ORDERS);
    const rows: ListFigures[] = [
      await measurePage(shop, 'first page of 50', {}),
      await measurePage(shop, 'page in the middle', { cursor: cursorAt(shop, LISTED_ORDERS / 2) }),
      await measurePage(shop, 'first page of one status', { status: 'shipped' }),
      await measurePage(shop, 'search that finds a few', { q: 'customer 4999' }),
      await measurePage(shop, 'search that finds nothing', { q: 'nobody at all' }),
    ];
    rows.push(await measureStream(shop));
    console.log(
      `The list of ${LISTED_ORDERS} orders, milliseconds on the server (wanted: first page below 20)`,
    );
    console.table(rows);
    return rows;
  } finally {
    await shop.close();
  }
}

async function measurePage(shop: OrderShop, what: string, query: Record<string, string>) {
  const times: number[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    const started = performance.now();
    JSON.stringify(
      await readOrderPage(shop.db, pageQuerySchema.parse({ limit: '50', ...query }), new Date()),
    );
    times.push(performance.now() - started);
  }
  const sorted = times.toSorted((one, other) => one - other);
  const round = (value: number | undefined) => Number(value?.toFixed(1));
  return { what, first: round(times[0]), median: round(sorted[TIMES >> 1]), worst: round(sorted.at(-1)) };
}

function cursorAt({ sqlite }: OrderShop, place: number): string {
  const row = sqlite
    .prepare<[number], { createdAt: string; id: string }>(
      'SELECT created_at, id FROM orders ORDER BY created_at DESC, id DESC LIMIT 1 OFFSET ?',
    )
    .get(place);
  return Buffer.from(`${row?.createdAt} ${row?.id}`).toString('base64url');
}

async function measureStream({ db }: OrderShop) {
  const started = performance.now();
  const reader = (await streamOrders(db)).getReader();
  let bytes = (await reader.read()).value?.byteLength ?? 0;
  const firstMs = performance.now() - started;
  for (let piece = await reader.read(); !piece.done; piece = await reader.read())
    bytes += piece.value.byteLength;
  const allMs = performance.now() - started;
  const what = `all of them, ${(bytes / 1e6).toFixed(0)} MB (first: to the first byte; worst: to the last)`;
  return { what, first: Number(firstMs.toFixed(1)), median: null, worst: Number(allMs.toFixed(1)) };
}
