import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { test as base, expect } from '@playwright/test';
import { Hono } from 'hono';
import { createHttpServer, SERVER_TIMEOUTS, type ServerTimeouts } from '../../../api/http/server-options.ts';
import { listen } from '../../support/listen.ts';

const SHORT = { headersMs: 300, requestMs: 600, keepAliveMs: 300, silenceMs: 25_000, checkEveryMs: 50 };

const test = base.extend<{ timeouts: ServerTimeouts; open: () => Promise<Socket> }>({
  timeouts: [SHORT, { option: true }],
  open: async ({ timeouts }, use) => {
    const app = new Hono()
      .get('/', (c) => c.text('hello'))
      .get('/never', () => new Promise<Response>(() => {}))
      .post('/', async (c) => c.text(await c.req.text().catch(() => 'cut off')));
    const { port, close } = await listen(createHttpServer(app.fetch, { timeouts }));
    await use(async () => {
      const socket = connect(port, '127.0.0.1').setNoDelay();
      await once(socket, 'connect');
      return socket;
    });
    await close();
  },
});

/** All that comes back until the other side closes. */
async function readAll(socket: Socket): Promise<string> {
  let answer = '';
  try {
    for await (const chunk of socket) answer += chunk;
  } catch (error) {
    // Sending after the other side has closed ends in one of these, and loses the unread answer.
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['ECONNRESET', 'EPIPE'].includes(code)) throw error;
  }
  return answer;
}

test('headers that never end are answered 408', async ({ open }) => {
  const socket = await open();
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n');
  const drip = setInterval(() => socket.write('X-Slow: 1\r\n'), 50);
  socket.on('error', () => {});
  expect(await readAll(socket)).toMatch(/^(HTTP\/1\.1 408 |$)/);
  clearInterval(drip);
});

test('a body that never ends is cut off', async ({ open }) => {
  const socket = await open();
  socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n');
  const drip = setInterval(() => socket.write('x'), 50);
  socket.on('error', () => {});
  expect(await readAll(socket)).toMatch(/^(HTTP\/1\.1 408 |$)/);
  clearInterval(drip);
});

test('a connection that says nothing is closed', async ({ open }) => {
  const socket = await open();
  expect(await readAll(socket)).toMatch(/^(HTTP\/1\.1 408 |$)/);
});

test('an answered connection is closed when no more comes', async ({ open }) => {
  const socket = await open();
  const started = performance.now();
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 200 [\s\S]*hello$/);
  // Node's own time is five seconds; it adds one to any.
  expect(performance.now() - started).toBeLessThan(4000);
});

test.describe('with little patience', () => {
  test.use({ timeouts: { ...SHORT, silenceMs: 300 } });
  test('a connection on which nothing moves is closed', async ({ open }) => {
    const socket = await open();
    socket.write('GET /never HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(await readAll(socket)).toBe('');
  });
});

test('a request in slow pieces, but in time, is answered', async ({ open }) => {
  const socket = await open();
  socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n');
  socket.write('Content-Length: 2\r\n\r\no');
  socket.write('k');
  expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 200 [\s\S]*ok$/);
});

test('a connection that waits for no answer is closed, but for a few requests', async ({ open }) => {
  const request = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const few = await open();
  few.end(request.repeat(8));
  expect((await readAll(few)).match(/hello/g)).toHaveLength(8);
  const many = await open();
  many.write(request.repeat(1000));
  expect((await readAll(many)).split('hello').length - 1).toBeLessThan(9);
});

test('the shipped times leave a phone on a weak line its chance, and no more', () => {
  expect(SERVER_TIMEOUTS).toEqual({
    headersMs: 10_000,
    requestMs: 120_000,
    keepAliveMs: 65_000,
    silenceMs: 70_000,
    checkEveryMs: 1000,
  });
});
