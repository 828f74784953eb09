import { Worker } from 'node:worker_threads';
import { insertAttempt } from '../../api/orders/attempts-repository.ts';
import { toPence } from '../../src/domain/money.ts';
import { DELIVERY, ORDER } from '../support/sample-order.ts';
import { createBareTransaction } from './bare-transaction.ts';
import type { LoadRequest, LoadResult } from './load-client.ts';
import { paidPayment } from './memory-gateway.ts';
import type { OrderShop } from './order-shop.ts';

export const CONNECTIONS = 32;

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
        unitPricePence: toPence(2735),
        totalPence: toPence(5470),
        week: ORDER.deliveryWeek,
        paymentIntentId: paymentId,
        checkoutSessionId: null,
        ...DELIVERY,
        createdAt: now,
        updatedAt: now,
      });
      stored.push({ attemptId, paymentId });
    }
    return stored;
  });
}

/** Takes so many orders, and says how many of them a second. */
export type Measure = (shop: OrderShop, count: number) => Promise<number>;

/** Orders per second of statements that are prepared once, with nothing around them. */
export const measureBareSql: Measure = async (shop, count) => {
  const attempts = await storeAttempts(shop, count);
  const sample = await shop.db
    .selectFrom('outbox')
    .selectAll()
    .where('kind', '=', 'order_confirmation')
    .executeTakeFirstOrThrow();
  const run = createBareTransaction(shop.sqlite, {
    subject: sample.subject,
    text: sample.textBody,
    html: sample.htmlBody,
  });
  const started = performance.now();
  for (const { attemptId, paymentId } of attempts) run(attemptId, paymentId);
  return perSecond(count, started);
};

/** Orders per second of the service's own transaction, called directly. */
export const measureTransaction: Measure = async (shop, count) => {
  const attempts = await storeAttempts(shop, count);
  const started = performance.now();
  await inParallel(attempts, ({ attemptId, paymentId }) =>
    shop.recordPayment({ payment: paidPayment(attemptId, paymentId) }),
  );
  return perSecond(count, started);
};

/** Orders per second through `POST /api/branch-boxes/order`. */
export const measureOrderRoute: Measure = (shop, count) => measureCompletion(shop, count, shop.port);

/** The same through the Fastify twin. */
export const measureTwinRoute: Measure = (shop, count) => measureCompletion(shop, count, shop.twinPort);

async function measureCompletion(shop: OrderShop, count: number, port: number): Promise<number> {
  const attempts = await storeAttempts(shop, count);
  const bodies = attempts.map(({ paymentId }) => JSON.stringify({ ...ORDER, paymentIntentId: paymentId }));
  return measureLoad({ port, path: '/api/branch-boxes/order', connections: CONNECTIONS, bodies });
}

/** Attempts per second through `POST /api/create-payment-intent`, the route with the limiter; two commits each. */
export const measureIntentRoute: Measure = async (shop, count) => {
  const body = JSON.stringify({ amount: 54.7, order: ORDER });
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
  if (statuses['200'] !== request.bodies.length)
    throw new Error(`${request.path} answers: ${JSON.stringify(statuses)}`);
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
