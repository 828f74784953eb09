import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Hono } from 'hono';
import pg from 'pg';
import type { OpenDatabase } from '../../../api/db/open.ts';
import { openPostgres } from '../../../api/db/postgres.ts';
import { createWorkLease } from '../../../api/db/work-lease.ts';
import { createClientReader } from '../../../api/http/client-address.ts';
import { countTogether } from '../../../api/http/limits.ts';
import { closeWeek, openWeek } from '../../../api/orders/closed-weeks.ts';
import { createChallenges } from '../../../api/people/challenges.ts';
import { ORDER } from '../../support/sample-order.ts';
import { withoutFile } from '../../support/test-database.ts';
import {
  buy,
  changeWeeks,
  complete,
  intentBody,
  pay,
  post,
  readBooks,
  refund,
} from '../orders/shop-calls.ts';
import { expect, openShop, type ShopUnderTest } from '../orders/shop-under-test.ts';
import { test as base } from './postgres-under-test.ts';

// Several services on one Postgres, which only a real one can show. Each has connections of its own, as another process
// or machine has.

const SERVICES = 4;
const WEEK = ORDER.deliveryWeek;

const test = base.extend<{ services: ShopUnderTest[] }>({
  services: async ({ url }, use) => {
    const first = await openShop(await openOwn(url));
    const others = [];
    for (let count = 1; count < SERVICES; count += 1) {
      others.push(await openShop({ ...(await openOwn(url)), sandbox: first.sandbox }));
    }
    await use([first, ...others]);
    for (const each of others) await each.close();
    await first.close();
  },
});

async function openOwn(url: string) {
  return { data: withoutFile(await openPostgres(url)) };
}

function pick<T>(all: readonly T[], index: number): T {
  return all[index % all.length] as T;
}

test('ten services that start together make the tables once', async ({ url }) => {
  const run = promisify(execFile);
  const start = () => run(process.execPath, ['tests/support/open-postgres.ts', url]);
  const outputs = await Promise.all(Array.from({ length: 10 }, start));
  const [first] = outputs;
  expect(Number(first?.stdout)).toBeGreaterThan(20);
  expect(outputs.map(({ stdout, stderr }) => stdout + stderr)).toEqual(outputs.map(() => first?.stdout));
});

test('a capped week is never sold over, and each payment is one order', async ({ services }) => {
  const boxes = 24;
  for (const shop of services) changeWeeks(shop, { boxes }, WEEK);
  const order = intentBody({ quantity: 2, totalAmount: 54.7 });
  const buyOnce = async (index: number) => {
    const started = await post(
      pick(services, index),
      '/api/create-payment-intent',
      order,
      `198.51.100.${index}`,
    );
    if (started.status !== 200) return started.body.code;
    const id = String(started.body.clientSecret).replace(/_secret_.*/, '');
    await pay(pick(services, index), id);
    // The page asks once more, and a webhook comes at the same time.
    const answers = await Promise.all([1, 2, 3].map((step) => complete(pick(services, index + step), id)));
    return [...new Set(answers.map(({ body }) => body.orderNumber ?? body.code))].join();
  };
  const outcomes = await Promise.all(Array.from({ length: 30 }, (_, index) => buyOnce(index)));
  const { orders, mails } = await readBooks(pick(services, 0));
  const standing = orders.filter(({ status }) => status !== 'cancelled');
  expect(standing.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(boxes);
  expect(new Set(orders.map(({ orderNumber }) => orderNumber)).size).toBe(orders.length);
  expect(new Set(orders.map(({ paymentIntentId }) => paymentIntentId)).size).toBe(orders.length);
  expect(outcomes.filter((each) => /^BB-/.test(each)).sort()).toEqual(
    standing.map(({ orderNumber }) => orderNumber).sort(),
  );
  expect(mails.filter(({ kind }) => kind === 'order_confirmation')).toHaveLength(standing.length);
});

test('of refunds at once from several services, one is made', async ({ services }) => {
  const [first] = services as [ShopUnderTest];
  const order = await buy(first);
  const asked = services.map((shop, index) =>
    refund(shop, order.id, {
      boxes: 1,
      requestId: `019a3e00-0000-7000-8000-00000000000${index}`,
      version: order.version,
      reason: 'One box was broken.',
    }),
  );
  const answers = await Promise.all(asked);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const { orders } = await readBooks(first);
  expect(orders[0]?.refundedPence).toBe(order.unitPricePence);
});

test('a transaction sees at once that another service has closed the week', async ({ services }) => {
  const [one, other] = [0, 1].map((index) => pick(services, index).data) as [OpenDatabase, OpenDatabase];
  for (let round = 0; round < 20; round += 1) {
    await closeWeek(one.db, WEEK, 'Anna', new Date());
    await other.db.transaction().execute(async () => expect(other.listClosedWeeks()).toEqual([WEEK]));
    await openWeek(one.db, WEEK);
    await other.db.transaction().execute(async () => expect(other.listClosedWeeks()).toEqual([]));
  }
});

test('one service works at a time; another goes on when it stands still, and hears of work', async ({
  url,
}) => {
  await (await openPostgres(url)).close();
  const pool = new pg.Pool({ connectionString: url });
  const times = { leaseMs: 1500, renewEveryMs: 50 };
  let isStanding = false;
  const query = ((...asked: Parameters<typeof pool.query>) =>
    isStanding ? new Promise(() => {}) : pool.query(...asked)) as typeof pool.query;
  const first = createWorkLease({ query }, times);
  const second = createWorkLease(pool, times);
  let looks = 0;
  let both = 0;
  const watching = setInterval(() => {
    if (first.isOurs() && second.isOurs()) both += 1;
  }, 5);
  first.start(() => {});
  await expect.poll(first.isOurs).toBe(true);
  second.start(() => {
    looks += 1;
  });
  await expect.poll(first.isOurs).toBe(true);
  expect([second.isOurs(), looks]).toEqual([false, 0]);
  isStanding = true;
  await expect.poll(second.isOurs).toBe(true);
  expect([first.isOurs(), looks, both]).toEqual([false, 1, 0]);
  isStanding = false;
  first.call();
  await expect.poll(() => looks).toBe(2);
  // Who stops gives the turn away at once.
  await second.stop();
  const third = createWorkLease(pool, { ...times, leaseMs: 60_000 });
  third.start(() => {});
  await expect.poll(third.isOurs).toBe(true);
  await third.stop();
  clearInterval(watching);
  await pool.end();
});

test('limits count what came to any service, and no address is stored', async ({ url }) => {
  await (await openPostgres(url)).close();
  const pools = [1, 2].map(() => new pg.Pool({ connectionString: url }));
  const limit = { requests: 3, perSeconds: 600 };
  const counters = pools.map((pool) => countTogether(pool, Buffer.from('secret'))('contact', limit));
  const waits = [];
  for (let count = 0; count < 4; count += 1) waits.push(await pick(counters, count).take('192.0.2.7'));
  expect(waits).toEqual([null, null, null, expect.any(Number)]);
  const { rows } = await pick(pools, 0).query('SELECT * FROM request_counts');
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain('192.0.2.7');
  for (const pool of pools) await pool.end();
});

test('a passkey’s challenge is used once, at any service', async ({ url }) => {
  await (await openPostgres(url)).close();
  const pools = [1, 2].map(() => new pg.Pool({ connectionString: url }));
  const secret = Buffer.from('secret');
  const [one, other] = pools.map((pool) => {
    const createCounter = countTogether(pool, secret);
    const clients = createClientReader(0);
    const challenges = createChallenges({ secret, clients, createCounter, clock: () => new Date() });
    return new Hono()
      .get('/issue', (c) => c.text(challenges.issue(c, 'sign-in')))
      .get('/use', async (c) => c.json(await challenges.spend(c, challenges.read(c, 'sign-in') ?? '')));
  });
  const issued = await one?.request('/issue');
  const headers = { Cookie: issued?.headers.get('Set-Cookie')?.split(';')[0] ?? '' };
  const use = async (service: Hono | undefined) => (await service?.request('/use', { headers }))?.json();
  expect([await use(other), await use(one), await use(other)]).toEqual([true, false, false]);
  for (const pool of pools) await pool.end();
});
