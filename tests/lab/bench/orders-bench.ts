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
import { median, round } from './statistics.ts';

const ROUNDS = 7;
const ORDERS_PER_ROUND = 1500;
const WARM_UP_ORDERS = 500;

const WAYS = {
  'order: its transaction, called directly': measureTransaction,
  'order: POST /api/branch-boxes/order': measureOrderRoute,
  'order: the same on Fastify': measureTwinRoute,
  'order: bare SQL, statements prepared once': measureBareSql,
  'attempt: POST /api/create-payment-intent': measureIntentRoute,
} as const satisfies Record<string, Measure>;

type Way = keyof typeof WAYS;

/** Durable orders a second by each way, and what of one way's speed another has. */
export interface OrderFigures {
  readonly ways: readonly { way: Way; median: number; lowest: number; highest: number }[];
  readonly ratios: readonly { of: string; ratio: number; wanted: number }[];
}

/**
 * How fast orders are taken. Every round measures each way once, one after the other, so that a slow minute of the
 * machine meets all of them; ratios are taken within a round.
 */
export async function measureOrders(): Promise<OrderFigures> {
  const rounds = await measureRounds();
  const ratioTo = (way: Way) =>
    round(median(rounds.map((each) => each['order: POST /api/branch-boxes/order'] / each[way])), 2);
  const figures: OrderFigures = {
    ways: (Object.keys(WAYS) as Way[]).map((way) => {
      const rates = rounds.map((each) => Math.round(each[way]));
      return { way, median: median(rates), lowest: Math.min(...rates), highest: Math.max(...rates) };
    }),
    ratios: [
      {
        of: 'route to its transaction',
        ratio: ratioTo('order: its transaction, called directly'),
        wanted: 0.6,
      },
      { of: 'route to its Fastify twin', ratio: ratioTo('order: the same on Fastify'), wanted: 0.95 },
      { of: 'route to bare SQL', ratio: ratioTo('order: bare SQL, statements prepared once'), wanted: 0.5 },
    ],
  };
  console.log(`Durable orders a second, ${CONNECTIONS} at a time, ${ROUNDS} rounds of ${ORDERS_PER_ROUND}`);
  console.table(figures.ways);
  console.table(figures.ratios);
  return figures;
}

async function measureRounds(): Promise<Record<Way, number>[]> {
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
