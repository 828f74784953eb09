import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { test as base, expect } from '@playwright/test';
import { Hono } from 'hono';
import { createErrorHandler } from '../../../api/http/http-errors.ts';
import { createLog } from '../../../api/http/log.ts';
import { createRequestLog } from '../../../api/http/request-log.ts';

interface LoggedService {
  url: string;
  port: number;
  /** The log so far, parsed. */
  entries: () => Record<string, unknown>[];
}

const test = base.extend<{ level: string; service: LoggedService }>({
  level: ['info', { option: true }],
  service: async ({ level }, use) => {
    const lines: string[] = [];
    const { log, logger } = createLog(level, { write: (line) => void lines.push(line) });
    const app = new Hono().use(createRequestLog(logger));
    app.onError(createErrorHandler(log));
    app.get('/prices', (c) => c.text('x'.repeat(5000)));
    app.get('/order/:key', (c) => c.text('one order'));
    app.get('/healthz', (c) => c.text('ok'));
    app.get('/bug', () => {
      throw new Error('a bug');
    });
    app.get('/endless', (c) =>
      c.body(new ReadableStream({ pull: (stream) => stream.enqueue(Buffer.alloc(1000)) })),
    );
    app.get('/silent', () => new Promise<Response>(() => {}));
    app.all('*', (c) => c.text('no', 404));
    const server = createAdaptorServer({ fetch: app.fetch }) as Server;
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await use({
      url: `http://127.0.0.1:${port}`,
      port,
      entries: () => lines.map((line) => JSON.parse(line)),
    });
    server.closeAllConnections();
    server.close();
  },
});

test('each request is one line with id, method, path, status, time and bytes', async ({ service }) => {
  const response = await fetch(`${service.url}/prices?email=jane@example.com`);
  await response.text();
  await expect.poll(service.entries).toHaveLength(1);
  const [entry] = service.entries();
  expect(entry).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    id: response.headers.get('X-Request-Id'),
    method: 'GET',
    path: '/prices',
    status: 200,
    ms: expect.any(Number),
    bytes: expect.any(Number),
    msg: 'request',
  });
  expect(entry?.id).toMatch(/^[0-9a-f]{12}$/);
  // The body, and its headers.
  expect(entry?.bytes).toBeGreaterThan(5000);
  expect(entry?.bytes).toBeLessThan(6000);
});

test('bytes are counted per request, and ids are never the caller’s', async ({ service }) => {
  for (let time = 0; time < 3; time++) {
    await (await fetch(`${service.url}/prices`, { headers: { 'X-Request-Id': 'mine' } })).text();
  }
  await expect.poll(service.entries).toHaveLength(3);
  const bytes = service.entries().map((entry) => Number(entry.bytes));
  expect(Math.max(...bytes)).toBeLessThan(6000);
  const ids = service.entries().map(({ id }) => id);
  expect(new Set(ids).size).toBe(3);
  expect(ids).not.toContain('mine');
});

test('the key of an order is not logged, nor what looks like a person in a path', async ({ service }) => {
  await fetch(`${service.url}/order/k7mx92qfhd`);
  await fetch(`${service.url}/jane.doe@example.com/01632%20960%20471/%e0%a4%a`);
  await fetch(`${service.url}/jane.doe%40example.com`);
  await fetch(`${service.url}/${'a'.repeat(2000)}`);
  await expect.poll(service.entries).toHaveLength(4);
  // Without the figures, in which any three digits may come.
  const log = JSON.stringify(service.entries().map(({ time, id, ms, bytes, ...words }) => words));
  expect(service.entries().map(({ path }) => path)).toContain('/order/:key');
  expect(log).not.toMatch(/k7mx92qfhd|jane|960/);
  expect(log).not.toContain('a'.repeat(201));
});

test('a bug is an error line with where it happened, and the request’s own line', async ({ service }) => {
  const response = await fetch(`${service.url}/bug`);
  expect(response.status).toBe(500);
  await expect.poll(service.entries).toHaveLength(2);
  const [bug, request] = service.entries();
  expect(bug).toMatchObject({ level: 'error', error: { type: 'Error', message: 'a bug' } });
  expect(JSON.stringify(bug?.error)).toContain('request-log.spec.ts');
  expect(request).toMatchObject({ level: 'error', status: 500, path: '/bug' });
});

test('a visitor who leaves is logged, with and without an answer begun', async ({ service }) => {
  for (const path of ['/endless', '/silent']) {
    const socket = connect(service.port, '127.0.0.1');
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    if (path === '/endless') await once(socket, 'data');
    else await (await fetch(`${service.url}/prices`)).text();
    socket.destroy();
    await expect
      .poll(() => service.entries().find((entry) => entry.path === path))
      .toMatchObject({ cutOff: true });
  }
  const statuses = Object.fromEntries(service.entries().map(({ path, status }) => [path, status]));
  expect(statuses).toEqual({ '/endless': 200, '/prices': 200, '/silent': 0 });
});

test('probes are not worth a line', async ({ service }) => {
  await fetch(`${service.url}/healthz`);
  await fetch(`${service.url}/prices`);
  await expect.poll(service.entries).toHaveLength(1);
  expect(service.entries()[0]).toMatchObject({ path: '/prices' });
});

test.describe('at level debug', () => {
  test.use({ level: 'debug' });
  test('they are', async ({ service }) => {
    await fetch(`${service.url}/healthz`);
    await expect.poll(service.entries).toMatchObject([{ level: 'debug', path: '/healthz' }]);
  });
});

test.describe('at level error', () => {
  test.use({ level: 'error' });
  test('only failures are logged', async ({ service }) => {
    await fetch(`${service.url}/prices`);
    await fetch(`${service.url}/bug`);
    await expect.poll(service.entries).toMatchObject([{ level: 'error' }, { level: 'error' }]);
  });
});
