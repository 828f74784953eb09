import { randomUUIDv7 } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import type { Database as Connection } from 'better-sqlite3';
import type { OutboxMail } from '../../../api/mail/outbox-repository.ts';
import { insertAttempt } from '../../../api/orders/attempts-repository.ts';
import { deriveOrderId, deriveOrderNumber } from '../../../api/orders/order-identity.ts';
import { toPence } from '../../../src/domain/money.ts';
import { DELIVERY_FIELD_NAMES } from '../../../src/domain/orders/order-fields.ts';
import { toColumn } from '../../api/orders/made-up-orders.ts';
import { DELIVERY, ORDER } from '../../support/sample-order.ts';
import type { LoadRequest, LoadResult } from './load-client.ts';
import { type OrderShop, paidPayment } from './order-shop.ts';

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
        mode: 'sandbox',
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
  const run = createBareTransaction(shop.sqlite, await findMails(shop));
  const started = performance.now();
  for (const { attemptId, paymentId } of attempts) run(attemptId, paymentId);
  return perSecond(count, started);
};

/** The two mails about an order that the service has taken. */
async function findMails({ db }: OrderShop): Promise<OutboxMail[]> {
  const { subjectId } = await db.selectFrom('outbox').select('subjectId').limit(1).executeTakeFirstOrThrow();
  return db.selectFrom('outbox').selectAll().where('subjectId', '=', subjectId).execute();
}

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
  const waiting = items.values();
  const worker = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
}

function perSecond(count: number, startedMs: number): number {
  return (count * 1000) / (performance.now() - startedMs);
}

const COPIED = ['quantity', 'unitPricePence', 'totalPence', 'week', ...DELIVERY_FIELD_NAMES]
  .map(toColumn)
  .join();

/**
 * The best that disk and SQLite can do: all rows of one order, with statements that are prepared once and nothing
 * around them.
 */
export function createBareTransaction(sqlite: Connection, mails: readonly OutboxMail[]) {
  const findAttempt = sqlite.prepare('SELECT * FROM order_attempts WHERE id = ?');
  const findOrder = sqlite.prepare('SELECT * FROM orders WHERE attempt_id = ?');
  const settle = sqlite.prepare(
    "UPDATE order_attempts SET state = 'settled', payment_intent_id = ?, updated_at = ? WHERE id = ?",
  );
  const insertOrder = sqlite.prepare(
    `INSERT INTO orders (id, attempt_id, order_number, status, payment_status, payment_intent_id, paid_amount,
       paid_currency, ${COPIED}, created_at, updated_at)
     SELECT ?, id, ?, 'processing', 'succeeded', ?, total_pence, 'gbp', ${COPIED}, ?, ?
     FROM order_attempts WHERE id = ?`,
  );
  const insertEvent = sqlite.prepare(
    `INSERT INTO order_events (actor, kind, after, order_id, created_at)
     VALUES ('payment', 'status', 'processing', ?, ?)`,
  );
  const insertLabel = sqlite.prepare(
    "INSERT INTO labels (order_id, state, attempts, next_attempt_at, created_at) VALUES (?, 'waiting', 0, ?, ?)",
  );
  const insertMail = sqlite.prepare(
    `INSERT INTO outbox (id, kind, subject_id, recipient, reply_to, subject, text_body, html_body, mime_message_id,
       state, next_attempt_at, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'waiting', ?, ?)`,
  );
  const run = sqlite.transaction((attemptId: string, paymentId: string) => {
    const now = new Date().toISOString();
    findAttempt.get(attemptId);
    findOrder.get(attemptId);
    settle.run(paymentId, now, attemptId);
    const orderId = deriveOrderId(attemptId);
    insertOrder.run(orderId, deriveOrderNumber(attemptId, 0), paymentId, now, now, attemptId);
    insertEvent.run(orderId, now);
    insertLabel.run(orderId, now, now);
    for (const mail of mails) {
      insertMail.run(
        randomUUIDv7(),
        mail.kind,
        orderId,
        mail.recipient,
        mail.replyTo,
        mail.subject,
        mail.textBody,
        mail.htmlBody,
        mail.mimeMessageId.replace(mail.subjectId, orderId),
        now,
        now,
      );
    }
  });
  return run.immediate;
}
