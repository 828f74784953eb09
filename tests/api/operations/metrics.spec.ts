import type { Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { createAdaptorServer } from '@hono/node-server';
import { test as base, expect } from '@playwright/test';
import { listen } from '../../support/listen.ts';
import { type AppUnderTest, openApp } from '../app-under-test.ts';
import { insertMail } from '../mail/made-up.ts';

const TOKEN = 'a-made-up-token-0123456789';

interface Monitored extends AppUnderTest {
  /** Asks over a real connection from this machine, as it is. */
  ask(path: string, headers?: Record<string, string>, method?: string): Promise<Response>;
  /** The figures, by their names and labels as they stand in Prometheus' text form. */
  read(): Promise<Map<string, number>>;
}

async function open(metricsToken?: string, trustedProxies = 0): Promise<Monitored> {
  const app = await openApp(undefined, { metricsToken, trustedProxies });
  const server = await listen(createAdaptorServer({ fetch: app.app.fetch }) as Server);
  const ask: Monitored['ask'] = (path, headers = {}, method = 'GET') =>
    fetch(server.url + path, { headers, method, redirect: 'manual' });
  const read = async () => {
    const lines = (await (await ask('/metrics')).text()).split('\n').filter((line) => /^[^#]/.test(line));
    return new Map(lines.map((line) => [line.replace(/ \S+$/, ''), Number(/\S+$/.exec(line)?.[0])]));
  };
  const close = async () => {
    await server.close();
    await app.close();
  };
  return { ...app, ask, read, close };
}

const test = base.extend<{ app: Monitored }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
  app: async ({}, use) => {
    const app = await open(TOKEN);
    await use(app);
    await app.close();
  },
});

const COUNT = 'http_request_duration_seconds_count';

test('requests are counted by route, with their times, in Prometheus’ form; unknown paths and methods add no series', async ({
  app,
}) => {
  const response = await app.ask('/metrics');
  expect(response.headers.get('Content-Type')).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  for (let time = 0; time < 3; time += 1) await (await app.ask('/api/branch-boxes/weeks')).text();
  await (await app.ask('/api/admin/orders/tracking/preview', {}, 'POST')).text();
  for (const path of ['/prices', '/no-such-page']) await (await app.ask(path)).text();
  const count = async (labels: string) => (await app.read()).get(`${COUNT}{${labels}}`);
  const weeks = 'method="GET",route="/api/branch-boxes/weeks",status="200"';
  // A request counts once its last byte has left, which the client may know before the server.
  await expect.poll(() => count(weeks)).toBe(3);
  await expect
    .poll(() => count('method="POST",route="/api/admin/orders/tracking/preview",status="401"'))
    .toBe(1);
  await expect.poll(() => count('method="ALL",route="/*",status="200"')).toBe(1);
  await expect.poll(() => count('method="ALL",route="/*",status="404"')).toBe(1);
  const figures = await app.read();
  expect(figures.get(`http_request_duration_seconds_bucket{le="+Inf",${weeks}}`)).toBe(3);
  const sum = figures.get(`http_request_duration_seconds_sum{${weeks}}`) ?? 0;
  expect(sum > 0 && sum < 60).toBe(true);

  const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND', 'HEAD'];
  const paths = [
    ...['/%', '/evil', '/api/evil', '/api/admin/orders/evil', '/admin/mails/evil', '/order/evil'],
    '/metrics/evil',
  ];
  for (let round = 0; round < 3; round += 1) {
    for (const method of methods) {
      const asked = paths.map((path) => app.ask(`${path}${round}?evil=${round}`, {}, method));
      for (const each of await Promise.all(asked)) await each.text();
    }
  }
  const counted = [...(await app.read())].filter(([name]) => name.startsWith(COUNT));
  expect(counted.reduce((all, [, value]) => all + value, 0)).toBeGreaterThan(150);
  expect(counted.length).toBeLessThan(30);
  const routes = new Set(app.app.routes.map(({ path }) => path));
  for (const [name] of counted) {
    const [, method = '', route = ''] = /method="([^"]*)",route="([^"]*)"/.exec(name) ?? [];
    expect(routes, name).toContain(route);
    expect([...methods, 'ALL'].filter((each) => each !== 'PROPFIND')).toContain(method);
  }
  expect([...(await app.read()).keys()].join()).not.toContain('evil');
});

test('mails, jobs, the database and the event loop have their figures', async ({ app }) => {
  const { db } = app.parts;
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const before = await app.read();
  expect(before.get('shop_mails{state="waiting"}')).toBe(0);
  expect(before.get('shop_mails_oldest_waiting_seconds')).toBe(0);
  expect(before.get('shop_job_last_success_seconds{job="reconciliation"}')).toBeUndefined();
  await insertMail(db, { id: 'young', createdAt: hoursAgo(1) });
  await insertMail(db, { id: 'old', createdAt: hoursAgo(5) });
  await insertMail(db, { id: 'asked-for', createdAt: hoursAgo(9), retriedAt: hoursAgo(2) });
  await insertMail(db, { id: 'failed', state: 'failed' });
  await insertMail(db, { id: 'replaced', state: 'failed', sentAgainAs: 'young' });
  await insertMail(db, { id: 'sent', state: 'sent', createdAt: hoursAgo(50) });
  const well = { failingSince: null, failures: 0, reason: null, alertedAt: null };
  const ill = { failingSince: hoursAgo(2), failures: 9, reason: 'Words', alertedAt: hoursAgo(1) };
  await db
    .insertInto('watchedJobs')
    .values([
      { name: 'reconciliation', lastGoodAt: hoursAgo(3), ...well },
      { name: 'mail', lastGoodAt: null, ...ill },
    ])
    .execute();
  const figures = await app.read();
  const inHours = (name: string) => Math.round((figures.get(name) ?? 0) / 3600);
  expect(figures.get('shop_mails{state="waiting"}')).toBe(3);
  expect(figures.get('shop_mails{state="failed"}')).toBe(1);
  expect(inHours('shop_mails_oldest_waiting_seconds')).toBe(5);
  expect(inHours('shop_job_last_success_seconds{job="reconciliation"}')).toBe(3);
  expect(figures.get('shop_job_failing{job="reconciliation"}')).toBe(0);
  expect(figures.get('shop_job_failing{job="mail"}')).toBe(1);
  expect(figures.get('shop_database_size_bytes')).toBeGreaterThan(50_000);
  // The longest turn is told once. The one in which they are asked for does not count.
  await wait(20);
  const end = performance.now() + 300;
  while (performance.now() < end);
  expect((await app.read()).get('nodejs_eventloop_delay_seconds{share="1"}')).toBeGreaterThan(0.29);
});

test('the figures are for the machine itself, or for the token', async () => {
  const proxied = { Via: '1.1 proxy' };
  for (const trustedProxies of [0, 1]) {
    const app = await open(TOKEN, trustedProxies);
    for (const [headers, status] of [
      [{}, 200],
      [{ 'X-Forwarded-For': '192.0.2.1' }, 401],
      [{ 'X-Forwarded-For': '127.0.0.1' }, 401],
      [{ Forwarded: 'for=127.0.0.1' }, 401],
      [{ 'X-Real-IP': '127.0.0.1' }, 401],
      [proxied, 401],
      [{ ...proxied, Authorization: `Bearer ${TOKEN}` }, 200],
      [{ ...proxied, Authorization: `bearer ${TOKEN}` }, 200],
      [{ ...proxied, Authorization: `Bearer ${TOKEN.replace('9', '8')}` }, 401],
      [{ ...proxied, Authorization: `Bearer ${TOKEN.slice(0, -1)}` }, 401],
      [{ ...proxied, Authorization: 'Bearer ' }, 401],
      [{ ...proxied, Authorization: `Basic ${TOKEN}` }, 401],
    ] as const) {
      const response = await app.ask('/metrics', headers);
      expect(response.status, JSON.stringify(headers)).toBe(status);
      if (status === 200) continue;
      expect(response.headers.get('WWW-Authenticate')).toBe('Bearer');
      expect(await response.json()).toMatchObject({ code: 'token_required' });
    }
    // Without a connection that is known to be local.
    expect((await app.get('/metrics')).status).toBe(401);
    await app.close();
  }
  const closed = await open();
  for (const token of ['undefined', '', 'null', TOKEN]) {
    const headers = { ...proxied, Authorization: `Bearer ${token}` };
    expect((await closed.ask('/metrics', headers)).status, token).toBe(401);
  }
  expect((await closed.ask('/metrics')).status).toBe(200);
  await closed.close();
});
