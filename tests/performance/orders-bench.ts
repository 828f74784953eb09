import { Worker } from 'node:worker_threads';
import { insertAttempt } from '../../api/orders/attempts-repository.ts';
import { makeUpOrders } from '../api/orders/made-up-orders.ts';
import { createBareTransaction } from './bare-transaction.ts';
import type { LoadRequest, LoadResult } from './load-client.ts';
import { paidPayment } from './memory-gateway.ts';
import { measureOrderList } from './order-list-bench.ts';
import { type OrderShop, openOrderShop } from './order-shop.ts';

// npm run bench: how fast orders are taken, and how fast their list is read. Every round measures each way once, one
// after the other, so that a slow minute of the machine meets all of them.

const CONNECTIONS = 32;
const ROUNDS = 7;
const ORDERS_PER_ROUND = 1500;
const LISTED_ORDERS = 50_000;

const ORDER = {
  quantity: 2,
  unitPrice: 39.99,
  totalAmount: 79.98,
  customerName: 'Ann Lee',
  customerEmail: 'ann@example.com',
  customerPhone: '01632 960123',
  shippingAddress: '1 High Street\nFlat 2',
  shippingCity: 'Taunton',
  shippingPostcode: 'TA1 1AA',
  shippingCountry: 'GB',
  specialInstructions: 'Leave it in the porch',
  deliveryWeek: '2025-12-01',
};

let attemptsMade = 0;

async function storeAttempts(
  shop: OrderShop,
  count: number,
): Promise<{ attemptId: string; paymentId: string }[]> {
  const now = new Date().toISOString();
  return shop.db.transaction().execute(async (trx) => {
    const stored = [];
    for (let index = 0; index < count; index += 1) {
      attemptsMade += 1;
      const attemptId = `019a3e00-0000-7000-8000-${String(attemptsMade).padStart(12, '0')}`;
      const paymentId = `pi_${attemptId.replaceAll('-', '')}`;
      await insertAttempt(trx, {
        id: attemptId,
        kind: 'branch_box',
        state: 'open',
        quantity: 2,
        unit_price_pence: 3999,
        total_pence: 7998,
        week: ORDER.deliveryWeek,
        payment_intent_id: paymentId,
        checkout_session_id: null,
        customer_name: ORDER.customerName,
        customer_email: ORDER.customerEmail,
        customer_phone: ORDER.customerPhone,
        shipping_address: ORDER.shippingAddress,
        shipping_city: ORDER.shippingCity,
        shipping_postcode: ORDER.shippingPostcode,
        shipping_country: 'GB',
        special_instructions: ORDER.specialInstructions,
        created_at: now,
        updated_at: now,
      });
      stored.push({ attemptId, paymentId });
    }
    return stored;
  });
}

type Measure = (shop: OrderShop, count: number) => Promise<number>;

/** Orders per second of statements that are prepared once, with nothing around them. */
const measureBareSql: Measure = async (shop, count) => {
  const attempts = await storeAttempts(shop, count);
  const sample = await shop.db
    .selectFrom('outbox')
    .selectAll()
    .where('kind', '=', 'order_confirmation')
    .executeTakeFirstOrThrow();
  const run = createBareTransaction(shop.sqlite, {
    subject: sample.subject,
    text: sample.text_body,
    html: sample.html_body,
  });
  const started = performance.now();
  for (const { attemptId, paymentId } of attempts) run(attemptId, paymentId);
  return perSecond(count, started);
};

/** Orders per second of the service's own transaction, called directly. */
const measureTransaction: Measure = async (shop, count) => {
  const attempts = await storeAttempts(shop, count);
  const started = performance.now();
  await inParallel(attempts, ({ attemptId, paymentId }) =>
    shop.recordPayment({ payment: paidPayment(attemptId, paymentId) }),
  );
  return perSecond(count, started);
};

/** Orders per second through `POST /api/branch-boxes/order`. */
const measureOrderRoute: Measure = async (shop, count) => {
  const attempts = await storeAttempts(shop, count);
  const bodies = attempts.map(({ paymentId }) => JSON.stringify({ ...ORDER, paymentIntentId: paymentId }));
  return measureLoad({ port: shop.port, path: '/api/branch-boxes/order', connections: CONNECTIONS, bodies });
};

/** Attempts per second through `POST /api/create-payment-intent`, the route with the limiter; two commits each. */
const measureIntentRoute: Measure = async (shop, count) => {
  const body = JSON.stringify({ amount: 79.98, order: ORDER });
  const bodies = Array.from({ length: count }, () => body);
  return measureLoad({
    port: shop.port,
    path: '/api/create-payment-intent',
    connections: CONNECTIONS,
    bodies,
  });
};

async function measureLoad(request: LoadRequest): Promise<number> {
  const { seconds, statuses } = await new Promise<LoadResult>((resolve, reject) => {
    const worker = new Worker(new URL('./load-client.ts', import.meta.url), { workerData: request });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  if (statuses['200'] !== request.bodies.length) throw new Error(`answers: ${JSON.stringify(statuses)}`);
  return request.bodies.length / seconds;
}

async function inParallel<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const waiting = [...items];
  const worker = async () => {
    for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
}

function perSecond(count: number, startedMs: number): number {
  return (count * 1000) / (performance.now() - startedMs);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

const WAYS: Record<string, Measure> = {
  'order: the transaction, called directly': measureTransaction,
  'order: POST /api/branch-boxes/order': measureOrderRoute,
  'order: bare SQL, statements prepared once': measureBareSql,
  'attempt: POST /api/create-payment-intent': measureIntentRoute,
};

async function measureOrders(): Promise<Record<string, number[]>> {
  const shop = await openOrderShop();
  const rates: Record<string, number[]> = Object.fromEntries(Object.keys(WAYS).map((name) => [name, []]));
  try {
    for (const measure of Object.values(WAYS)) await measure(shop, 500);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [name, measure] of Object.entries(WAYS))
        rates[name]?.push(await measure(shop, ORDERS_PER_ROUND));
    }
  } finally {
    await shop.close();
  }
  return rates;
}

const rates = await measureOrders();
const rows = Object.entries(rates).map(([way, values]) => ({
  way,
  'a second (median)': Math.round(median(values)),
  lowest: Math.round(Math.min(...values)),
  highest: Math.round(Math.max(...values)),
}));
console.log(`Durable orders, ${CONNECTIONS} at a time, ${ROUNDS} rounds of ${ORDERS_PER_ROUND}`);
console.table(rows);
const ratios = (rates['order: POST /api/branch-boxes/order'] ?? []).map(
  (rate, round) => rate / (rates['order: the transaction, called directly']?.[round] ?? Number.NaN),
);
console.log(`Route against its transaction: ${median(ratios).toFixed(2)} (wanted: 0.60 at least)\n`);

console.log(`The list of ${LISTED_ORDERS} orders`);
console.table(await measureOrderList(LISTED_ORDERS, makeUpOrders));
