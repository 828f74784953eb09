import { openDatabase } from '../../../api/db/open.ts';
import { countForMenu } from '../../../api/office/office-page.ts';
import { pageQuerySchema, readOrderPage, readWeekTotals } from '../../../api/orders/list/order-list.ts';
import { streamOrdersCsv } from '../../../api/orders/list/stream-orders.ts';
import { makeUpOrders } from '../../api/orders/made-up-orders.ts';
import { type OrderShop, openOrderShop } from './order-shop.ts';
import { median, round } from './statistics.ts';

const TIMES = 21;
const LISTED_ORDERS = 20_000;
const SEASONS = 20;
/** In the last season, with orders to pack. */
const NOW = new Date('2025-11-20T12:00:00Z');

interface ListFigures {
  readonly what: string;
  readonly first: number;
  readonly median: number | null;
  readonly worst: number;
}

/** What is asked of the list. */
const PAGES: Readonly<Record<string, Record<string, string>>> = {
  'first page of 50': {},
  'what is seen first: to pack': { view: 'pack' },
  'needs a look': { view: 'look' },
  'sent, oldest first': { view: 'sent', sort: 'oldest' },
  'a status of most': { status: 'delivered' },
  'a week': { week: '2025-12-01' },
  'a week and a status': { week: '2025-12-01', status: 'pending' },
  'search: an order number': { q: 'AAAB-CDE' },
  'search: finds a few': { q: 'customer999' },
  'search: finds nothing': { q: 'zebra' },
  'search: finds two thousand': { q: 'TA1' },
  'search: two words': { q: 'high 17' },
  'search: a word of all, oldest first': { q: 'high street', sort: 'oldest' },
  'search: a word of all, in a week': { q: 'high street', week: '2025-12-01' },
  'search: of a status': { q: 'TA1', status: 'pending' },
};

/** Milliseconds on the server for pages of a long list, from the query to the text that is sent. */
export async function measureOrderList() {
  const shop = await openOrderShop();
  try {
    console.log(`Making up ${LISTED_ORDERS} orders.`);
    makeUpOrders(shop.sqlite, LISTED_ORDERS, SEASONS);
    const rows: ListFigures[] = [];
    for (const [what, query] of Object.entries(PAGES)) {
      rows.push(await measure(what, () => readPage(shop, query)));
    }
    const page = String(LISTED_ORDERS / 2 / 50);
    rows.push(await measure('page in the middle', () => readPage(shop, { page })));
    rows.push(await measure('search: a later page', () => readPage(shop, { page: '20', q: 'TA1' })));
    rows.push(await measure('counts in the menu', () => countForMenu(shop.db)));
    rows.push(await measure('totals of the weeks', () => readWeekTotals(shop.db, { weeks: [] }, 'owner')));
    rows.push(await measure('opening the database again', () => openAgain(shop)));
    console.log(`The list of ${LISTED_ORDERS} orders, milliseconds on the server (wanted: below 50)`);
    console.table(rows);
    const csv = await measureCsv(shop);
    console.log('All of them as CSV (wanted: no more memory at the end than after a tenth)');
    console.table(csv);
    return { rows, csv };
  } finally {
    await shop.close();
  }
}

async function readPage({ db }: OrderShop, query: Record<string, string>): Promise<string> {
  return JSON.stringify(
    await readOrderPage(db, pageQuerySchema.parse({ limit: '50', ...query }), 'owner', NOW),
  );
}

async function openAgain({ sqlite }: OrderShop): Promise<void> {
  const again = await openDatabase(sqlite.name);
  await again.db.destroy();
}

async function measure(what: string, work: () => Promise<unknown>): Promise<ListFigures> {
  const taken: number[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    const started = performance.now();
    await work();
    taken.push(round(performance.now() - started, 1));
  }
  return { what, first: taken[0] ?? 0, median: median(taken), worst: Math.max(...taken) };
}

/** Megabytes of the process while the file streams. */
async function measureCsv({ db }: OrderShop) {
  const started = performance.now();
  const memory: number[] = [];
  let bytes = 0;
  for await (const piece of await streamOrdersCsv(db, { filter: {}, now: NOW, role: 'owner' })) {
    bytes += piece.byteLength;
    memory.push(process.memoryUsage.rss());
  }
  const megabytes = (value: number | undefined = 0) => Math.round(value / 1e6);
  return {
    megabytes: megabytes(bytes),
    seconds: round((performance.now() - started) / 1000, 1),
    memoryAfterATenth: megabytes(memory[Math.floor(memory.length / 10)]),
    memoryAtTheEnd: megabytes(memory.at(-1)),
    memoryAtMost: megabytes(memory.reduce((most, each) => Math.max(most, each), 0)),
  };
}
