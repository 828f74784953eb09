import { once } from 'node:events';
import { constants } from 'node:http2';
import { type AddressInfo, connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { test as base, expect } from '@playwright/test';
import { Hono } from 'hono';
import { SESSION_TIMEOUTS } from '../../../api/security/http2-limits.ts';
import { prepareToClose } from '../../../api/shutdown.ts';
import { createTlsServer, type TlsServer } from '../../../api/tls/tls-server.ts';
import { makeCertificate } from '../../support/certificate.ts';
import { type Http2Client, openHttp2 } from '../../support/http2-client.ts';

const SHORT = {
  headersMs: 1000,
  requestMs: 1500,
  keepAliveMs: 300,
  silenceMs: 25_000,
  checkEveryMs: 50,
  idleMs: 2500,
  answerMs: 25_000,
};
const LONG = {
  headersMs: 25_000,
  requestMs: 25_000,
  keepAliveMs: 25_000,
  silenceMs: 25_000,
  checkEveryMs: 50,
  idleMs: 25_000,
  answerMs: 25_000,
};

interface Tls {
  server: TlsServer;
  port: number;
  /** How many requests have reached the application. */
  asked: () => number;
  open: () => Http2Client;
}

const test = base.extend<{ timeouts: typeof SHORT; tls: Tls }>({
  timeouts: [SHORT, { option: true }],
  tls: async ({ timeouts }, use) => {
    let asked = 0;
    const app = new Hono()
      .use((_c, next) => {
        asked += 1;
        return next();
      })
      .get('/', (c) => c.text('hello'))
      .get('/long', (c) => c.text('x'.repeat(500_000)))
      .get('/never', () => new Promise<Response>(() => {}))
      .post('/', async (c) => c.text(await c.req.text().catch(() => 'cut off')));
    const { cert, key } = makeCertificate();
    const validUntil = new Date();
    const server = createTlsServer(
      app.fetch,
      { cert: Buffer.from(cert), key: Buffer.from(key), validUntil },
      timeouts,
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const clients: Http2Client[] = [];
    await use({
      server,
      port,
      asked: () => asked,
      open() {
        const client = openHttp2(port, { ca: cert });
        clients.push(client);
        return client;
      },
    });
    for (const { session } of clients) session.destroy();
    server.closeAllConnections();
    server.close();
  },
});

test('the shipped times are those of HTTP/1.1, and idle connections stay as long as Chrome keeps them', () => {
  expect(SESSION_TIMEOUTS).toMatchObject({
    headersMs: 10_000,
    requestMs: 30_000,
    silenceMs: 70_000,
    idleMs: 300_000,
    answerMs: 600_000,
  });
});

test('a connection that never shakes hands is closed', async ({ tls }) => {
  const socket = connect(tls.port, '127.0.0.1');
  await once(socket.resume(), 'close');
});

test('a connection that asks for nothing is closed, however much it pings', async ({ tls }) => {
  const { session } = tls.open();
  const ping = setInterval(() => session.destroyed || session.ping(() => {}), 50);
  const [code] = await once(session, 'goaway');
  expect(code).toBe(constants.NGHTTP2_NO_ERROR);
  await once(session, 'close');
  clearInterval(ping);
});

test('an answered connection is closed when no more comes, and not before', async ({ tls }) => {
  const { session, request } = tls.open();
  const closed = once(session, 'close');
  // Longer than a connection may take to its first request.
  const until = performance.now() + 2 * SHORT.headersMs;
  while (performance.now() < until) expect((await request({ ':path': '/' })).body.toString()).toBe('hello');
  await closed;
});

test('a body that never ends is cut off, and the connection goes on', async ({ tls }) => {
  const { session, request } = tls.open();
  const stream = session.request({ ':method': 'POST', ':path': '/' });
  const drip = setInterval(() => stream.write('x'), 50);
  stream.on('error', () => {});
  await once(stream, 'close');
  clearInterval(drip);
  expect(stream.rstCode).toBe(constants.NGHTTP2_CANCEL);
  expect((await request({ ':path': '/' })).status).toBe(200);
});

test('a slow handler is not mistaken for a slow visitor', async ({ tls }) => {
  const { session } = tls.open();
  const stream = session.request({ ':path': '/never' });
  const closed = once(stream, 'close').then(() => 'closed');
  // Asked for later, and cut off after the same time: by then the handler has had it too.
  const slow = session.request({ ':method': 'POST', ':path': '/' });
  slow.on('error', () => {});
  slow.write('x');
  expect(await Promise.race([closed, once(slow, 'close').then(() => 'cut off')])).toBe('cut off');
  stream.on('error', () => {});
  stream.close();
});

for (const limit of ['silenceMs', 'answerMs'] as const) {
  test.describe(`with a short ${limit}`, () => {
    test.use({ timeouts: { ...LONG, [limit]: 1000 } });

    test('an answer that nobody takes is cut off, and a connection at rest is not', async ({ tls }) => {
      const resting = tls.open();
      await resting.request({ ':path': '/' });
      const { session } = tls.open();
      const stream = session.request({ ':path': '/long' });
      stream.on('error', () => {});
      await once(stream, 'response');
      // Bytes of the connection count as movement, but for no longer than an answer may take.
      const isPinging = limit === 'answerMs';
      const ping = setInterval(() => isPinging && session.ping(() => {}), 50);
      await once(stream, 'close');
      clearInterval(ping);
      expect(stream.rstCode).toBe(constants.NGHTTP2_CANCEL);
      expect((await resting.request({ ':path': '/' })).status).toBe(200);
    });
  });
}

test('HTTP/1.1 over TLS has the times of HTTP/1.1', async ({ tls }) => {
  const socket = connectTls({ port: tls.port, host: '127.0.0.1', rejectUnauthorized: false });
  socket.on('error', () => {});
  await once(socket, 'secureConnect');
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n');
  const drip = setInterval(() => socket.write('X-Slow: 1\r\n'), 50);
  await once(socket.resume(), 'close');
  clearInterval(drip);
});

test.describe('whatever the time', () => {
  test.use({ timeouts: LONG });

  test('headers of more than 16 kB, or more than a hundred, are refused', async ({ tls }) => {
    const { request } = tls.open();
    expect((await request({ ':path': '/', 'x-large': 'x'.repeat(17_000) })).status).toBe(431);
    const many = Object.fromEntries(Array.from({ length: 110 }, (_, index) => [`x-${index}`, '1']));
    await expect(tls.open().request({ ':path': '/', ...many })).rejects.toThrow();
    expect(tls.asked()).toBe(0);
    expect((await tls.open().request({ ':path': '/', 'x-fair': 'x'.repeat(8000) })).status).toBe(200);
  });

  test('a hundred requests at a time are answered, and no more', async ({ tls }) => {
    const { session } = tls.open();
    await once(session, 'remoteSettings');
    expect(session.remoteSettings.maxConcurrentStreams).toBe(100);
  });

  test('requests that are only made to be taken back end the connection', async ({ tls }) => {
    const { session } = tls.open();
    await once(session, 'remoteSettings');
    // Not `once`, which takes the session's error for its own.
    const goaway = new Promise((resolve) => session.once('goaway', resolve));
    const closed = new Promise((resolve) => session.once('close', resolve));
    const isOpen = () => !session.closed && !session.destroyed;
    const reset = async () => {
      const streams = Array.from({ length: 20 }, () => session.request({ ':path': '/never' }));
      for (const stream of streams) stream.on('error', () => {});
      // Answered once the requests have arrived.
      await new Promise((resolve) => session.ping(resolve));
      for (const stream of streams) stream.close(constants.NGHTTP2_CANCEL);
    };
    const resetUntilClosed = async () => {
      while (isOpen()) await reset();
    };
    await Promise.race([closed, resetUntilClosed().catch(() => closed)]);
    expect(await goaway).not.toBe(constants.NGHTTP2_NO_ERROR);
    expect(tls.asked()).toBeLessThan(1000);
    expect((await tls.open().request({ ':path': '/' })).status).toBe(200);
  });

  test('garbage after the handshake ends that connection and no other', async ({ tls }) => {
    const other = tls.open();
    expect((await other.request({ ':path': '/' })).status).toBe(200);
    for (const bytes of [
      'not HTTP/2 at all\r\n\r\n',
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\xff\xff\xff\xff\xff\xff\xff\xff\xff',
    ]) {
      const socket = connectTls({
        port: tls.port,
        host: '127.0.0.1',
        rejectUnauthorized: false,
        ALPNProtocols: ['h2'],
      });
      socket.on('error', () => {});
      socket.write(bytes, 'latin1');
      await once(socket.resume(), 'close');
    }
    const plain = connect(tls.port, '127.0.0.1');
    plain.on('error', () => {});
    plain.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await once(plain.resume(), 'close');
    expect((await other.request({ ':path': '/' })).status).toBe(200);
  });

  test('at the deadline of a shutdown, what still runs is cut off', async ({ tls }) => {
    const { session } = tls.open();
    const stream = session.request({ ':path': '/never' });
    stream.on('error', () => {});
    const socket = connect(tls.port, '127.0.0.1');
    await expect.poll(tls.asked).toBe(1);
    const goaway = once(session, 'goaway');
    const gone = [once(stream, 'close'), once(socket.resume(), 'close')];
    await prepareToClose(tls.server)({ deadlineMs: 200 });
    expect((await goaway)[0]).toBe(constants.NGHTTP2_NO_ERROR);
    await Promise.all(gone);
  });
});
