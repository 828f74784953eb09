import { makeUpOrders } from '../api/orders/made-up-orders.ts';
import { measureOrderList } from './order-list-bench.ts';
import { openOrderShop } from './order-shop.ts';
import {
  CONNECTIONS,
  type Measure,
  measureBareSql,
  measureIntentRoute,
  measureOrderRoute,
  measureTransaction,
  measureTwinRoute,
} from './order-ways.ts';

// npm run bench: how fast orders are taken, and how fast their list is read. Every round measures each way once, one
// after the other, so that a slow minute of the machine meets all of them; ratios are taken within a round.

const ROUNDS = 7;
const ORDERS_PER_ROUND = 1500;
const WARM_UP_ORDERS = 500;
const LISTED_ORDERS = 50_000;

const WAYS = {
  'order: its transaction, called directly': measureTransaction,
  'order: POST /api/branch-boxes/order': measureOrderRoute,
  'order: the same on Fastify': measureTwinRoute,
  'order: bare SQL, statements prepared once': measureBareSql,
  'attempt: POST /api/create-payment-intent': measureIntentRoute,
} as const satisfies Record<string, Measure>;

type Way = keyof typeof WAYS;

async function measureOrders(): Promise<Record<Way, number>[]> {
  const shop = await openOrderShop();
  const measureRound = async (count: number) => {
    const rates: Partial<Record<Way, number>> = {};
    for (const [way, measure] of Object.entries(WAYS)) rates[way as Way] = await measure(shop, count);
    return rates as Record<Way, number>;
  };
  try {
    await measureRound(WARM_UP_ORDERS);
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measureRound(ORDERS_PER_ROUND));
    return rounds;
  } finally {
    await shop.close();
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

const rounds = await measureOrders();
console.log(`Durable orders a second, ${CONNECTIONS} at a time, ${ROUNDS} rounds of ${ORDERS_PER_ROUND}`);
console.table(
  (Object.keys(WAYS) as Way[]).map((way) => {
    const rates = rounds.map((round) => Math.round(round[way]));
    return { way, median: median(rates), lowest: Math.min(...rates), highest: Math.max(...rates) };
  }),
);
const ratioTo = (way: Way) =>
  median(rounds.map((round) => round['order: POST /api/branch-boxes/order'] / round[way])).toFixed(2);
console.log(`Route to its transaction: ${ratioTo('order: its transaction, called directly')} (wanted: 0.60)`);
console.log(`Route to its Fastify twin: ${ratioTo('order: the same on Fastify')} (wanted: 0.95)`);
console.log(`Route to bare SQL: ${ratioTo('order: bare SQL, statements prepared once')}\n`);

console.log(`The list of ${LISTED_ORDERS} orders, milliseconds on the server (wanted: first page below 20)`);
console.table(await measureOrderList(LISTED_ORDERS, makeUpOrders));
