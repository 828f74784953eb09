import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { createAdaptorServer } from '@hono/node-server';
import { test as base, expect } from '@playwright/test';
import { type AppUnderTest, openApp } from '../app-under-test.ts';
import { insertMail } from '../mail/made-up.ts';
import { type Figures, readFigures } from './figures.ts';

const TOKEN = 'a-made-up-token-0123456789';

interface Monitored extends AppUnderTest {
  readonly port: number;
  /** Asks over a real connection from this machine, as it is. */
  ask(path: string, headers?: Record<string, string>, method?: string): Promise<Response>;
  read(): Promise<Figures>;
}

const test = base.extend<{ token: string; trustedProxies: number; app: Monitored }>({
  token: [TOKEN, { option: true }],
  trustedProxies: [0, { option: true }],
  app: async ({ token, trustedProxies }, use) => {
    const app = await openApp(undefined, { metricsToken: token || undefined, trustedProxies });
    const server = createAdaptorServer({ fetch: app.app.fetch }) as Server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const ask: Monitored['ask'] = (path, headers = {}, method = 'GET') =>
      fetch(`http://127.0.0.1:${port}${path}`, { headers, method, redirect: 'manual' });
    const read = async () => readFigures(await (await ask('/metrics')).text());
    await use({ ...app, port, ask, read });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await app.close();
  },
});

test('a program on this machine gets the figures, in Prometheus’ form', async ({ app }) => {
  const response = await app.ask('/metrics');
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  const figures = readFigures(await response.text());
  expect(figures.names).toContain('http_request_duration_seconds');
});

test('requests are counted by route, with their times', async ({ app }) => {
  for (let time = 0; time < 3; time += 1) await (await app.ask('/api/branch-boxes/weeks')).text();
  await (await app.ask('/api/admin/orders/0199f000/undo', {}, 'POST')).text();
  await (await app.ask('/prices')).text();
  await (await app.ask('/no-such-page')).text();
  const count = 'http_request_duration_seconds_count';
  const of = async (labels: Record<string, string>) => (await app.read()).find(count, labels);
  // A request counts once its last byte has left, which the client may know before the server.
  await expect.poll(() => of({ method: 'GET', route: '/api/branch-boxes/weeks', status: '200' })).toBe(3);
  await expect.poll(() => of({ method: 'POST', route: '/api/admin/orders/:id/undo', status: '401' })).toBe(1);
  await expect.poll(() => of({ method: 'ALL', route: '/*', status: '200' })).toBe(1);
  await expect.poll(() => of({ method: 'ALL', route: '/*', status: '404' })).toBe(1);
  const figures = await app.read();
  const weeks = { method: 'GET', route: '/api/branch-boxes/weeks', status: '200' };
  const buckets = figures.list('http_request_duration_seconds_bucket', weeks);
  expect(buckets.map(({ labels }) => labels.le).at(-1)).toBe('+Inf');
  // Each bucket holds those below it.
  expect(buckets.map(({ value }) => value)).toEqual(
    [...buckets.map(({ value }) => value)].sort((a, b) => a - b),
  );
  expect(buckets.at(-1)?.value).toBe(3);
  const sum = figures.find('http_request_duration_seconds_sum', weeks) ?? 0;
  expect(sum).toBeGreaterThan(0);
  expect(sum).toBeLessThan(60);
});

test('unknown paths and methods add no series', async ({ app }) => {
  const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND', 'HEAD'];
  const paths = [
    '/%',
    '/evil',
    '/api/evil',
    '/api/admin/orders/evil',
    '/admin/mails/evil',
    '/order/evil',
    '/metrics/evil',
  ];
  for (let round = 0; round < 6; round += 1) {
    for (const method of methods) {
      const asked = paths.map((path) => app.ask(`${path}${round}?evil=${round}`, {}, method));
      for (const response of await Promise.all(asked)) await response.text();
    }
  }
  const figures = await app.read();
  const routes = new Set(app.app.routes.map(({ path }) => path));
  const counted = figures.list('http_request_duration_seconds_count');
  expect(counted.reduce((sum, { value }) => sum + value, 0)).toBeGreaterThan(300);
  for (const { labels } of counted) {
    expect(routes, labels.route).toContain(labels.route);
    expect([...methods, 'ALL']).toContain(labels.method);
    expect(labels.method).not.toBe('PROPFIND');
  }
  expect(figures.text).not.toContain('evil');
  expect(counted.length).toBeLessThan(30);
});

test('mails, jobs, the database and the event loop have their figures', async ({ app }) => {
  const { db } = app.parts;
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const before = await app.read();
  expect(before.find('shop_mails', { state: 'waiting' })).toBe(0);
  expect(before.find('shop_mails_oldest_waiting_seconds')).toBe(0);
  expect(before.find('shop_job_last_success_seconds', { job: 'reconciliation' })).toBeUndefined();
  await insertMail(db, { id: 'young', createdAt: hoursAgo(1) });
  await insertMail(db, { id: 'old', createdAt: hoursAgo(5) });
  await insertMail(db, { id: 'asked-for', createdAt: hoursAgo(9), retriedAt: hoursAgo(2) });
  await insertMail(db, { id: 'failed', state: 'failed' });
  await insertMail(db, { id: 'replaced', state: 'failed', sentAgainAs: 'young' });
  await insertMail(db, { id: 'sent', state: 'sent', createdAt: hoursAgo(50) });
  const well = { failingSince: null, failures: 0, reason: null, alertedAt: null };
  await db
    .insertInto('watchedJobs')
    .values([
      { name: 'reconciliation', lastGoodAt: hoursAgo(3), ...well },
      {
        name: 'mail',
        lastGoodAt: null,
        failingSince: hoursAgo(2),
        failures: 9,
        reason: 'Words',
        alertedAt: hoursAgo(1),
      },
    ])
    .execute();
  const figures = await app.read();
  expect(figures.find('shop_mails', { state: 'waiting' })).toBe(3);
  expect(figures.find('shop_mails', { state: 'failed' })).toBe(1);
  expect(hours(figures.find('shop_mails_oldest_waiting_seconds'))).toBe(5);
  expect(hours(figures.find('shop_job_last_success_seconds', { job: 'reconciliation' }))).toBe(3);
  expect(figures.find('shop_job_failing', { job: 'reconciliation' })).toBe(0);
  expect(figures.find('shop_job_failing', { job: 'mail' })).toBe(1);
  expect(figures.find('shop_database_size_bytes')).toBeGreaterThan(50_000);
});

test('the longest turn of the event loop is told once', async ({ app }) => {
  const readLongest = async () =>
    (await app.read()).find('nodejs_eventloop_delay_seconds', { quantile: '1' }) ?? 0;
  await readLongest();
  // The turn in which they are asked for does not count.
  await wait(20);
  const end = performance.now() + 300;
  while (performance.now() < end);
  expect(await readLongest()).toBeGreaterThan(0.29);
});

function hours(seconds: number | undefined): number {
  return Math.round((seconds ?? 0) / 3600);
}

/** Callers and the status of their answer. */
const ASKING: readonly (readonly [who: string, headers: Record<string, string>, status: number])[] = [
  ['a program on this machine', {}, 200],
  ['a stranger behind a proxy', { 'X-Forwarded-For': '192.0.2.1' }, 401],
  ['a stranger who claims to be local', { 'X-Forwarded-For': '127.0.0.1' }, 401],
  ['a proxy with the standard header', { Forwarded: 'for=127.0.0.1' }, 401],
  ['a proxy with a header of its own', { 'X-Real-IP': '127.0.0.1' }, 401],
  ['a proxy that says no more', { Via: '1.1 proxy' }, 401],
  ['the token behind a proxy', { Via: '1.1 proxy', Authorization: `Bearer ${TOKEN}` }, 200],
  ['the token after a small letter', { Via: '1.1 proxy', Authorization: `bearer ${TOKEN}` }, 200],
  [
    'a token of the same length',
    { Via: '1.1 proxy', Authorization: `Bearer ${TOKEN.replace('9', '8')}` },
    401,
  ],
  ['the beginning of the token', { Via: '1.1 proxy', Authorization: `Bearer ${TOKEN.slice(0, -1)}` }, 401],
  ['an empty token', { Via: '1.1 proxy', Authorization: 'Bearer ' }, 401],
  ['the token as a password', { Via: '1.1 proxy', Authorization: `Basic ${TOKEN}` }, 401],
];
for (const trustedProxies of [0, 1]) {
  test.describe(`with ${trustedProxies} trusted proxies`, () => {
    test.use({ trustedProxies });
    test('the figures are for the machine itself, or for the token', async ({ app }) => {
      for (const [who, headers, status] of ASKING) {
        const response = await app.ask('/metrics', headers);
        expect(response.status, who).toBe(status);
        if (status === 200) continue;
        expect(response.headers.get('WWW-Authenticate'), who).toBe('Bearer');
        expect(await response.json(), who).toMatchObject({ code: 'token_required' });
      }
      // Without a connection that is known to be local.
      expect((await app.get('/metrics')).status).toBe(401);
    });
  });
}

test.describe('where no token is set', () => {
  test.use({ token: '' });
  test('none opens the figures', async ({ app }) => {
    for (const token of ['undefined', '', 'null', TOKEN]) {
      const headers = { Via: '1.1 proxy', Authorization: `Bearer ${token}` };
      expect((await app.ask('/metrics', headers)).status, token).toBe(401);
    }
    expect((await app.ask('/metrics')).status).toBe(200);
  });
});
