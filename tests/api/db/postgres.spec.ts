import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database as Connection } from 'better-sqlite3';
import { Hono } from 'hono';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { Stripe } from 'stripe';
import { createApp } from '../../../api/app.ts';
import { TEXT } from '../../../api/db/dialect/dialect.ts';
import { MIGRATIONS, migrate } from '../../../api/db/migrate.ts';
import { type OpenDatabase, openDatabase, type ShopDatabase } from '../../../api/db/open.ts';
import { openShopDatabase } from '../../../api/db/open-shop.ts';
import { openPostgres } from '../../../api/db/postgres.ts';
import type { Database } from '../../../api/db/schema.ts';
import { createWorkLease } from '../../../api/db/work-lease.ts';
import { createClientReader } from '../../../api/http/client-address.ts';
import { countTogether } from '../../../api/http/limits.ts';
import { createOutbox } from '../../../api/mail/outbox.ts';
import { copyRows, MOVED_TABLES, readContent } from '../../../api/operations/move-shop.ts';
import { readLinkSecret } from '../../../api/orders/order-links.ts';
import { createChallenges } from '../../../api/people/challenges.ts';
import { erasePerson } from '../../../api/privacy/erasure.ts';
import { exportPerson } from '../../../api/privacy/person.ts';
import { createRetention } from '../../../api/privacy/retention.ts';
import { SANDBOX_SECRET_KEY } from '../../../api/stripe-sandbox/cards.ts';
import { SANDBOX_MOUNT } from '../../../src/domain/payments/payment-provider.ts';
import { buyThroughApi } from '../../support/buy-through-api.ts';
import { flagOrders } from '../../support/flag-orders.ts';
import { test as base } from '../../support/folder.ts';
import { findFreePort } from '../../support/free-port.ts';
import { findPostgres, type PostgresServer, startPostgres } from '../../support/postgres-server.ts';
import { runCommand } from '../../support/run-command.ts';
import { BOX_PENCE, boxes, LAST, LATER, WEEK } from '../../support/sample-order.ts';
import { startSandboxProcess } from '../../support/sandbox-process.ts';
import { startSiteServer } from '../../support/site-server.ts';
import { MESSAGE } from '../messages/test.ts';
import { madeUpId, makeUpOrders } from '../orders/made-up-orders.ts';
import { intentBody } from '../orders/shop-calls.ts';
import { expect, openShop, type ShopUnderTest } from '../orders/shop-under-test.ts';

const AT = '2025-12-01T09:00:00.000Z';

/** A row or two of every other table. `$1` is an order. */
const ROWS: Record<string, string> = {
  order_events: `VALUES (7, '$1', 'admin', 'status', 'pending', 'processing', 'Été', '${AT}', 'Anna', 'anna'),
    (9, '$1', 'buyer', 'address', NULL, NULL, NULL, '${AT}', NULL, NULL)`,
  refund_requests: `VALUES ('$1', 'asked', 100, 1, '${AT}', 1, 'Sorry')`,
  labels: `VALUES ('$1', 'created', 5000000000, 1, NULL, NULL, '${AT}')`,
  messages: `VALUES ('m1', 's1', 'Łucja O’Brien', 'l@example.com', NULL, 'Trees', 'How tall? 🎄', 'email', NULL, '${AT}', NULL, NULL, 0, ' lucja obrien trees how tall '),
    ('m2', NULL, 'Bob', 'b@example.com', '01632 960123', 'Buy now', 'Cheap', 'phone', 'links', '${AT}', '${AT}', NULL, 1, ' bob 01632960123 ')`,
  message_answers: `VALUES ('a1', 'm1', 'Two metres.', 'Anna', 'anna', '${AT}')`,
  outbox: `VALUES ('o1', 'tracking', '$1/AB1', 'a@example.com', NULL, 'On its way', '', '', '<1@x>', 'failed', 3, '${AT}', 'no', '${AT}', NULL, NULL, NULL)`,
  visit_counts: `VALUES ('2025-12-01', 'view', '/', '', '', '', 'Somerset', 12)`,
  admin_sessions: `VALUES ('hash', '${AT}', '${AT}', 'owner')`,
  invitations: `VALUES ('key', 'owner', '${AT}')`,
  passkeys: `VALUES ('key', 'owner', 'example.com', 'public', 3, '[]', '${AT}', NULL)`,
  watched_jobs: `VALUES ('mail', '${AT}', NULL, 0, NULL, NULL)`,
  settings: `VALUES ('payment_mode', 'sandbox')`,
};

/** Fills a new database file with a shop that has something in every table. */
function fillShop(sqlite: Connection, orders: number): void {
  makeUpOrders(sqlite, orders);
  flagOrders(sqlite, 'abroad', { where: "id LIKE '%3'" });
  flagOrders(sqlite, 'note', { where: "id LIKE '%33'", details: ['Ask “Jo” first.'] });
  flagOrders(sqlite, 'dispute_lost', { where: "id LIKE '%03'" });
  for (const [table, rows] of Object.entries(ROWS)) {
    sqlite.exec(`INSERT INTO ${table} ${rows.replaceAll('$1', madeUpId(1))}`);
  }
  sqlite.exec(`
    UPDATE orders SET refunded_pence = ${BOX_PENCE} WHERE id LIKE '%4';
    UPDATE orders SET refunded_pence = 3000, goodwill_pence = 1000 WHERE id LIKE '%6';
    UPDATE orders SET label_problem = 'None.' WHERE id LIKE '%8';
    UPDATE order_attempts SET held_until = '2030-01-01T00:00:00.000Z', state = 'open'
      WHERE id = '${madeUpId(5)}';
    INSERT INTO order_attempts (id, kind, state, mode, quantity, unit_price_pence, total_pence, week, created_at, updated_at,
      held_until) VALUES ('open', 'foliage', 'open', 'sandbox', 3, 500, 1500, '${WEEK}', '${AT}', '${AT}', '2030-01-01T00:00:00.000Z')`);
}

// Where Postgres differs from SQLite: what its SQL answers, several connections, several services, and the way there.
// Everything else of the service is tested on SQLite alone.

/** Of `db/postgres.ts`. */
const WRITER_LOCK = 722513;

interface OfTest {
  postgres: PostgresServer;
  /** Of an empty database. */
  url: string;
  /** Three on one database, each with connections of its own, as another machine has. */
  services: [ShopUnderTest, ShopUnderTest, ShopUnderTest];
}

/** `test` with a real Postgres. Where there is none, the last lines of the run say what was not tested. */
const test = base.extend<OfTest, { server: PostgresServer | undefined }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
    async ({}, use) => {
      const programs = findPostgres();
      const server = programs === undefined ? undefined : await startPostgres(programs);
      await use(server);
      await server?.stop();
    },
    { scope: 'worker' },
  ],
  postgres: async ({ server }, use) => {
    test.skip(server === undefined, 'there is no Postgres here (Debian: apt-get install postgresql)');
    if (server) await use(server);
  },
  url: async ({ postgres }, use, { testId }) => use(await postgres.createDatabase(testId)),
  services: async ({ url }, use) => {
    const first = await openOn(url);
    const others = [await openOn(url, first), await openOn(url, first)] as const;
    await use([first, ...others]);
    for (const each of others) await each.close();
    await first.close();
  },
});

// One after another, so that one server is enough.
test.describe.configure({ mode: 'default' });

/** @param other has the payment sandbox already */
async function openOn(url: string, other?: ShopUnderTest): Promise<ShopUnderTest> {
  // Without a file that one could reach into.
  const data = (await openPostgres(url)) as OpenDatabase;
  return openShop({ data, ...(other && { sandbox: other.sandbox }) });
}

function pick<T>(all: readonly T[], index: number): T {
  return all[index % all.length] as T;
}

/** As api/README.md says. After every real one. */
const addMadeUp = async (db: Kysely<unknown>) =>
  db.schema.alterTable('orders').addColumn('made_up', TEXT).execute();

async function hasMadeUp(db: Kysely<Database>): Promise<boolean> {
  const tables = await db.withoutPlugins().introspection.getTables();
  const orders = tables.find(({ name }) => name === 'orders');
  return orders?.columns.some(({ name }) => name === 'made_up') ?? false;
}

async function migrateFurther({ db, close }: ShopDatabase): Promise<void> {
  const fail = async () => {
    throw new Error('The disk is full.');
  };
  const broken = { ...MIGRATIONS, '900-made-up': { up: addMadeUp }, '901-more': { up: fail } };
  await expect(migrate(db, broken)).rejects.toThrow('The disk is full.');
  expect(await hasMadeUp(db)).toBe(false);
  await migrate(db, { ...MIGRATIONS, '900-made-up': { up: addMadeUp } });
  expect(await hasMadeUp(db)).toBe(true);
  await expect(migrate(db)).rejects.toThrow('newer version of this program (900-made-up)');
  await close();
}

test('the next migration on SQLite: whole or not at all, and the version before says what to do', async ({
  folder,
}) => migrateFurther(await openDatabase(join(folder, 'farm.db'))));

test('the next migration on Postgres: the same', async ({ url }) => migrateFurther(await openPostgres(url)));

test('ten services that start together make the tables once, each of which is moved', async ({ url }) => {
  const opened = await Promise.all(Array.from({ length: 10 }, () => openPostgres(url)));
  const [{ db }] = opened as [ShopDatabase];
  const tables = (await db.introspection.getTables()).map(({ name }) => name);
  const ofServices = ['request_counts', 'work_lease'];
  expect(tables.sort()).toEqual([...MOVED_TABLES, ...ofServices].sort());
  for (const { close } of opened) await close();
});

test('text is sorted by its bytes, and sums are numbers', async ({ url }) => {
  const { db, close } = await openPostgres(url);
  for (const name of ['b', 'B', 'é', '_', '0'])
    await db.insertInto('settings').values({ name, value: '' }).execute();
  const names = await db.selectFrom('settings').select('name').orderBy('name').execute();
  expect(names.map(({ name }) => name)).toEqual(['0', 'B', '_', 'b', 'é']);
  const { rows: sums } = await sql<{
    sum: number;
  }>`SELECT sum(a) FROM (VALUES (9007199254740991), (0)) AS t (a)`.execute(db);
  expect(sums).toEqual([{ sum: Number.MAX_SAFE_INTEGER }]);
  await close();
});

const NOON = '2025-11-20T12:00:00.000Z';
/** What differs between two runs of the same story: ids, links, and instants of the hour in which it plays. */
const BY_CHANCE =
  /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|BB-\w{4}-\w{3}|\b(pi|ch|re|evt|cs|txn)_\w+|2025-11-20T12:\d\d:\d\d\.\d{3}Z|\bbb \w{4} \w{3}\b|\bbb\w{7}\b|(?<=key=)[\w-]+|(?<="id":)\d+/g;

const withoutChance = (told: string) => told.replace(BY_CHANCE, '*');

/** What every address that reads tells the office. */
async function readEverything(shop: ShopUnderTest): Promise<Record<string, string>> {
  shop.setClock(NOON);
  const reads = createApp(shop.parts).routes.filter(
    ({ method, path }) => method === 'GET' && !path.startsWith(SANDBOX_MOUNT) && path !== '/metrics',
  );
  const paths = new Set(reads.map(({ path }) => path.replace(/:\w+/g, madeUpId(1))));
  for (const query of [
    ...['customer 12', 'ta5 7aa', 'high street flat', '960123', 'BB-AAAA-AAC', 'porch', 'zoe obrien', 'ÅSA'],
    ...['asa', '%', '_', '!', 'o'],
  ])
    paths.add(`/api/branch-boxes/orders?limit=50&q=${encodeURIComponent(query)}`);
  for (const query of [
    ...['view=look', 'view=pack', 'view=sent', `status=processing&week=${WEEK}`],
    ...['sort=oldest', 'sort=newest&status=cancelled', `q=taunton&week=${LATER}`],
  ])
    paths.add(`/api/branch-boxes/orders?limit=200&${query}`);
  for (const query of ['lucja', 'obrien', '960', '1632', 'x']) paths.add(`/admin/messages?q=${query}`);
  for (const week of [WEEK, LATER]) paths.add(`/admin/packing?week=${week}`);
  const answers: Record<string, string> = {};
  for (const path of paths) {
    const response = await shop.app.request(path, { headers: shop.admin });
    answers[path] = `${response.status} ${withoutChance(await response.text())}`;
  }
  const person = await exportPerson(shop.data.db, 'customer1@example.com', new Date(NOON));
  return { ...answers, person: JSON.stringify(person) };
}

test('a shop with something in every table tells the office the same on Postgres, and is the same after the way back', async ({
  url,
  folder,
}) => {
  const file = await openDatabase(join(folder, 'farm.db'));
  // More than are copied at once.
  fillShop(file.sqlite, 603);
  const before = await readContent(file.db.withoutPlugins());
  for (const name of MOVED_TABLES) expect(before[name]?.rows, name).toBeGreaterThan(0);
  const moved = await openPostgres(url);
  await moved.db.transaction().execute((trx) => copyRows(file.db.withoutPlugins(), trx.withoutPlugins()));
  expect(await readContent(moved.db.withoutPlugins())).toEqual(before);
  const back = await openDatabase(join(folder, 'back.db'));
  await back.db.transaction().execute((trx) => copyRows(moved.db.withoutPlugins(), trx.withoutPlugins()));
  expect(await readContent(back.db.withoutPlugins())).toEqual(before);
  await back.close();
  await moved.close();

  const shops = [await openShop({ data: file }), await openOn(url)] as const;
  const [onFile, onPostgres] = [await readEverything(shops[0]), await readEverything(shops[1])];
  expect(Object.keys(onFile).length).toBeGreaterThan(60);
  expect(Object.values(onFile).filter((told) => told.startsWith('200 ')).length).toBeGreaterThan(40);
  expect(onPostgres).toEqual(onFile);
  // What is written next has the next number: the last one is 9.
  await shops[1].change(madeUpId(1), 1, { deliveryWeek: LATER });
  const { db } = shops[1].data;
  const ids = await db.selectFrom('orderEvents').select('id').orderBy('id', 'desc').limit(1).execute();
  expect(ids).toEqual([{ id: 10 }]);
  for (const shop of shops) await shop.close();
});

/** A day on which everything is bought, changed, sent, refunded and forgotten. @returns all that anybody is told */
async function liveADay(shop: ShopUnderTest): Promise<unknown[]> {
  const { db } = shop.data;
  const told: unknown[] = [];
  const tell = async (status: number, asked: Promise<{ status: number }>) => {
    const answer = await asked;
    expect(answer.status, JSON.stringify(answer)).toBe(status);
    told.push(answer);
  };
  const clock = () => new Date(NOON);
  shop.setClock(NOON);
  shop.changeWeeks({ boxes: 9 }, WEEK);
  const zoe = await shop.buy({ customerName: 'Zoë O’Brien', customerEmail: 'Zoe@example.com' });
  const asa = await shop.buy({ customerName: 'ÅSA Łukasz', ...boxes(3) });
  const ben = await shop.buy({ customerName: 'Ben', deliveryWeek: LATER });
  const start = (order: object) => shop.post('/api/create-payment-intent', intentBody(order));
  const noteOn = async (number: string, version: number, internalNote: string) => {
    const { status } = await shop.postOrderForm(number, { version: String(version), internalNote });
    return { status: status === 303 ? 200 : status };
  };
  await tell(200, shop.complete(asa.paymentIntentId));
  await tell(409, start({ quantity: 5, totalAmount: 136.75 }));
  const requestId = '019a3e00-0000-7000-8000-000000000000';
  const broken = { requestId, version: zoe.version, reason: 'One box was broken.' };
  await tell(200, shop.refund(zoe.id, broken));
  await tell(200, shop.refund(zoe.id, broken));
  await tell(200, shop.refund(asa.id, { boxes: 3, version: asa.version, reason: 'All were.' }));
  await tell(200, shop.change(ben.id, ben.version, { deliveryWeek: WEEK }));
  await tell(409, shop.change(ben.id, ben.version, { deliveryWeek: WEEK }));
  const version = ben.version + 1;
  await tell(200, noteOn(ben.orderNumber, version, 'Sæby 100%'));
  const list = `${ben.orderNumber};AB123456789GB`;
  await tell(200, shop.call('POST', '/orders/tracking/preview', { list }));
  const sent = { status: 'shipped', trackingNumbers: ['AB123456789GB'] };
  await tell(200, shop.change(ben.id, version + 1, sent));
  await tell(200, shop.post('/api/contact-submit', MESSAGE));
  for (const path of ['/', '/', '/prices']) await tell(204, sendVisit(shop, path));
  shop.changeWeeks({ closed: true }, LAST);
  await tell(409, start({ deliveryWeek: LAST }));
  for (const event of await shop.listEvents()) await tell(200, shop.sendEvent(event));
  await shop.reconciliation.runOnce();
  const mails: string[] = [];
  const send = async ({ to, subject, text }: { to: string; subject: string; text: string }) => {
    mails.push(withoutChance(`${to} ${subject} ${text}`));
    return { ok: true } as const;
  };
  const dayLater = () => new Date(clock().getTime() + 86_400_000);
  const log = shop.parts.serviceLog.log;
  const outbox = createOutbox({ db, transport: { send }, clock: dayLater, log, writeOrderKey: (id) => id });
  await outbox.runOnce();
  await outbox.stop();
  told.push(mails.sort());
  // What the office's pages list has an order by chance where two e-mails are of one instant.
  const answers = Object.entries(await readEverything(shop));
  told.push(
    answers.filter(([path]) => path.startsWith('/api/')),
    await readTables(db),
  );
  told.push(await erasePerson(db, 'zoe@example.com', clock()), await readTables(db));
  const yearsLater = () => new Date('2034-01-01T12:00:00.000Z');
  const periods = { messagesDays: 365, ordersYears: 7 };
  const retention = createRetention({ db, clock: yearsLater, log, periods });
  await retention.runOnce();
  await retention.stop();
  told.push(await readTables(db));
  const { key, version: bought } = await shop.buyInTime({ customerName: 'Cat' });
  await tell(303, shop.sendOwn('change', { key, version: String(bought), deliveryWeek: LATER }));
  await tell(303, shop.sendOwn('cancel', { key, version: String(bought + 1) }));
  told.push(shop.logged);
  return told;
}

function sendVisit(shop: ShopUnderTest, path: string) {
  const body = JSON.stringify({ kind: 'view', path });
  const headers = { 'Content-Type': 'application/json' };
  return Promise.resolve(shop.app.request('/api/events', { method: 'POST', headers, body }));
}

/** Every row, in an order that no id decides. */
async function readTables(db: Kysely<Database>): Promise<string[]> {
  const rows: string[] = [];
  for (const name of MOVED_TABLES.filter((table) => table !== 'admin_sessions')) {
    const all = await db
      .selectFrom(name as 'settings')
      .selectAll()
      .execute();
    for (const row of all) rows.push(withoutChance(`${name} ${JSON.stringify(row)}`));
  }
  return rows.sort();
}

test('a day of buying, refunds, searches, e-mails and forgetting goes on Postgres as on SQLite', async ({
  url,
  folder,
}) => {
  const days: string[][] = [];
  const onFile = async () => openShop({ data: await openDatabase(join(folder, 'farm.db')) });
  for (const open of [onFile, () => openOn(url)]) {
    const shop = await open();
    const told = await liveADay(shop);
    days.push(told.map((each) => withoutChance(JSON.stringify(each, undefined, 1))));
    await shop.close();
  }
  expect(days[1]).toEqual(days[0]);
});

test('the last boxes of a week, bought by many at several services: never sold over, and each payment is one order', async ({
  services,
}) => {
  const cap = 6;
  for (const shop of services) shop.changeWeeks({ boxes: cap }, WEEK);
  const order = intentBody({ ...boxes(2) });
  // A service that waits too long for the others' locks says so, and is asked again, as people are told to.
  const insist = async <T extends { body: { code?: string } }>(ask: () => Promise<T>): Promise<T> => {
    const answer = await ask();
    return answer.body.code === 'storage_unavailable' ? insist(ask) : answer;
  };
  const buyOnce = async (index: number) => {
    const started = await insist(() =>
      pick(services, index).post('/api/create-payment-intent', order, `198.51.100.${index}`),
    );
    if (started.status !== 200) return started.body.code;
    const id = String(started.body.clientSecret).replace(/_secret_.*/, '');
    await pick(services, index).pay(id);
    // The page asks once more, and a webhook comes at the same time.
    const answers = await Promise.all(
      [1, 2, 3].map((step) => insist(() => pick(services, index + step).complete(id))),
    );
    return [...new Set(answers.map(({ body }) => body.orderNumber ?? body.code))].join();
  };
  const outcomes = await Promise.all(Array.from({ length: 12 }, (_, index) => buyOnce(index)));
  const { orders, mails } = await services[0].readBooks();
  const standing = orders.filter(({ status }) => status !== 'cancelled');
  expect(standing.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(cap);
  expect(new Set(orders.map(({ orderNumber }) => orderNumber)).size).toBe(orders.length);
  expect(new Set(orders.map(({ paymentIntentId }) => paymentIntentId)).size).toBe(orders.length);
  expect(outcomes.filter((each) => /^BB-/.test(each)).sort()).toEqual(
    standing.map(({ orderNumber }) => orderNumber).sort(),
  );
  expect(mails.filter(({ kind }) => kind === 'order_confirmation')).toHaveLength(standing.length);
});

test('of refunds at once from several services one is made', async ({ services }) => {
  const [one] = services;
  const order = await one.buy();
  const asked = services.map((shop, index) =>
    shop.refund(order.id, {
      boxes: 1,
      requestId: `019a3e00-0000-7000-8000-00000000000${index}`,
      version: order.version,
      reason: 'One box was broken.',
    }),
  );
  const answers = await Promise.all(asked);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const { orders } = await one.readBooks();
  expect(orders[0]?.refundedPence).toBe(order.unitPricePence);
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

test('limits count what came to any service, no address is stored, and a passkey’s challenge is used once', async ({
  url,
}) => {
  await (await openPostgres(url)).close();
  const secret = Buffer.from('secret');
  const pools = [1, 2].map(() => new pg.Pool({ connectionString: url }));
  const limit = { requests: 3, perSeconds: 600 };
  const counters = pools.map((pool) => countTogether(pool, secret)('contact', limit));
  const waits = [];
  for (let count = 0; count < 4; count += 1) waits.push(await pick(counters, count).take('192.0.2.7'));
  expect(waits).toEqual([null, null, null, expect.any(Number)]);
  const { rows } = await pick(pools, 0).query('SELECT * FROM request_counts');
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain('192.0.2.7');

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

test('a shop moves to Postgres, two services carry it through kill -9 and a restart of the database, and it moves back', async ({
  postgres,
  url,
  folder,
}) => {
  const env = { DATA_DIR: folder, DATABASE_URL: url };
  const file = await openDatabase(join(folder, 'farm.db'));
  fillShop(file.sqlite, 30);
  const secret = await readLinkSecret(file.db);
  const before = await readContent(file.db.withoutPlugins());
  const refused = { code: 1, stderr: expect.stringMatching(/^Stop the service/) };
  expect(await runCommand('move', [], env)).toMatchObject(refused);
  await file.close();
  const books = new pg.Pool({ connectionString: url });
  books.on('error', () => {});
  await (await openPostgres(url)).close();
  const writer = await books.connect();
  await writer.query(`BEGIN; SELECT pg_advisory_xact_lock(${WRITER_LOCK})`);
  // The server trusts whoever is on this machine.
  const secretUrl = url.replace('@', ':hidden-in-the-url@');
  const moving = runCommand('move', [], { ...env, DATABASE_URL: secretUrl });
  await expect.poll(() => existsSync(join(folder, 'moved-away'))).toBe(true);
  const commands = listCommands();
  expect(commands.some((line) => line.includes('move.ts'))).toBe(true);
  expect(commands.filter((line) => line.includes('hidden-in-the-url'))).toEqual([]);
  await expect(openDatabase(join(folder, 'farm.db')), 'no service starts meanwhile').rejects.toThrow(
    'The shop is being restored or moved',
  );
  await writer.query('COMMIT');
  expect(await moving).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringContaining('compared row by row: 30 orders of £'),
  });
  expect(readdirSync(folder).filter((name) => name.startsWith('farm.db.moved-'))).toHaveLength(1);
  expect(existsSync(join(folder, 'farm.db'))).toBe(false);
  const alone = expect.stringContaining(`The shop of ${folder} is on Postgres since 20`);
  await expect(openShopDatabase({ dataDir: folder })).rejects.toThrow('set DATABASE_URL to it');
  const restored = await runCommand('restore', ['farm-1.db'], { DATA_DIR: folder });
  expect(restored).toMatchObject({ code: 1, stderr: alone });
  const used = join(folder, 'used');
  mkdirSync(used);
  await (await openDatabase(join(used, 'farm.db'))).close();
  const notEmpty = { code: 1, stderr: expect.stringMatching(/not empty/) };
  expect(await runCommand('move', [], { ...env, DATA_DIR: used })).toMatchObject(notEmpty);
  await (await openShopDatabase({ dataDir: used })).close();
  const moved = await openPostgres(url);
  expect(await readContent(moved.db.withoutPlugins())).toMatchObject({ orders: before.orders });

  const ports = [await findFreePort(), await findFreePort()];
  // Events go to the second one, which lives.
  const sandbox = await startSandboxProcess(join(folder, 'sandbox.db'), pick(ports, 1));
  const start = (port: number) =>
    startSiteServer({
      PORT: String(port),
      DATABASE_URL: url,
      SANDBOX_URL: sandbox.url,
      PAYMENTS: 'sandbox',
    });
  const first = await start(pick(ports, 0));
  const count = async (query: string) =>
    Number((await books.query(`SELECT count(*) FROM ${query}`)).rows[0].count);
  // The first one works: it is alone.
  await expect.poll(() => count('work_lease')).toBe(1);
  // Whoever shares a database refuses connections until it can answer, so that a proxy asks another one.
  await writer.query(`BEGIN; SELECT pg_advisory_xact_lock(${WRITER_LOCK})`);
  const starting = start(pick(ports, 1));
  const waiting = "pg_stat_activity WHERE application_name = 'farm' AND wait_event_type = 'Lock'";
  await expect.poll(() => count(waiting)).toBeGreaterThan(0);
  await expect(fetch(`http://127.0.0.1:${ports[1]}/prices`)).rejects.toThrow('fetch failed');
  await writer.query('COMMIT');
  writer.release();
  const second = await starting;
  const buyAt = (service: { url: string }, customerName: string) =>
    buyThroughApi(service.url, undefined, { purchase: { customerName } });
  const isTold = (number: string) =>
    expect.poll(() => count(`outbox WHERE state = 'sent' AND text_body LIKE '%${number}%'`)).toBe(2);
  await isTold(await buyAt(second, 'Ada'));

  const buyers = ['Ben', 'Cat', 'Dan', 'Eve'].map((name) => buyAt(first, name));
  await Promise.race(buyers);
  first.process.kill('SIGKILL');
  await once(first.process, 'exit');
  await Promise.allSettled(buyers);
  const { hostname: host, port } = new URL(sandbox.url);
  const stripe = new Stripe(SANDBOX_SECRET_KEY, { protocol: 'http', host, port });
  const { data } = await stripe.paymentIntents.list({ limit: 100 });
  const paid = data.filter(({ status }) => status === 'succeeded').map(({ id }) => id);
  expect(paid.length).toBeGreaterThan(1);
  const readOrdered = async () =>
    (
      await books.query("SELECT payment_intent_id AS id FROM orders WHERE payment_intent_id LIKE 'pi\\____%'")
    ).rows
      .map(({ id }) => id)
      .sort();
  await expect.poll(readOrdered).toEqual(paid.sort());
  await isTold(await buyAt(second, 'Fay'));

  await postgres.restart(async () => {
    const ready = () => fetch(`${second.url}/readyz`).then(({ status }) => status);
    await expect.poll(ready).toBe(503);
    // Pages need no database.
    expect((await fetch(`${second.url}/prices`)).status).toBe(200);
    const asked = await fetch(`${second.url}/api/branch-boxes/weeks`);
    expect([asked.status, (await asked.json()).code]).toEqual([503, 'storage_unavailable']);
  });
  await isTold(await buyAt(second, 'Gus'));

  const home = { ...env, DATA_DIR: join(folder, 'home') };
  expect(await runCommand('move', ['--back'], home)).toMatchObject(refused);
  expect(await second.stop()).toBe(0);
  const after = await readContent(moved.db.withoutPlugins());
  expect(await runCommand('move', ['--back'], home)).toMatchObject({ code: 0, stderr: '' });
  await expect(openShopDatabase({ dataDir: home.DATA_DIR, databaseUrl: url })).rejects.toThrow(
    'start without DATABASE_URL',
  );
  const back = await openShopDatabase({ dataDir: home.DATA_DIR });
  expect(await readContent(back.db.withoutPlugins())).toEqual(after);
  expect(await readLinkSecret(back.db)).toEqual(secret);
  await back.close();
  await moved.close();
  await books.end();
  sandbox.process.kill('SIGTERM');
  await first.stop();
});

/** The command line of each process, as everybody on the machine can read it. */
function listCommands(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((id) => {
      try {
        return [readFileSync(`/proc/${id}/cmdline`, 'utf8')];
      } catch {
        return []; // It has ended meanwhile.
      }
    });
}

test('a database in which no shop has begun is refused, and left as it is', async ({ folder, url }) => {
  const location = { dataDir: folder, databaseUrl: url };
  await expect(openShopDatabase({ ...location, mayBegin: false })).rejects.toThrow('with NEW_SHOP=1');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const tables = await client.query("SELECT FROM pg_tables WHERE schemaname = 'public'");
  await client.end();
  expect(tables.rowCount).toBe(0);
  const begun = await openShopDatabase(location);
  await readLinkSecret(begun.db);
  await begun.close();
  await (await openShopDatabase({ ...location, mayBegin: false })).close();
});

test('on Postgres, backup and restore say where copies are made, and the doctor asks the server', async ({
  folder,
  url,
}) => {
  const env = { DATA_DIR: folder, DATABASE_URL: url };
  const refused = { code: 1, stderr: expect.stringMatching(/on Postgres \(DATABASE_URL\)/) };
  expect(await runCommand('backup', [], env)).toMatchObject(refused);
  expect(await runCommand('restore', ['farm.db'], env)).toMatchObject(refused);
  const ask = async () => {
    const { stdout } = await runCommand('doctor', ['--json'], { ...env, PAYMENTS: 'sandbox' });
    const results: { subject: string; message: string }[] = JSON.parse(stdout);
    return results
      .filter(({ subject }) => /^(database|links|backups)$/.test(subject))
      .map(({ message }) => message);
  };
  expect(await ask()).toEqual([expect.stringContaining('There is no shop in the database of DATABASE_URL')]);
  const begun = await openShopDatabase({ dataDir: folder, databaseUrl: url });
  await readLinkSecret(begun.db);
  await begun.close();
  expect(await ask()).toEqual(['Postgres answers, and has the shop.', 'The key of buyers’ links is there.']);
});
