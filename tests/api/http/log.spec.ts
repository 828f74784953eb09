import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { test as base, expect } from '@playwright/test';
import { Hono } from 'hono';
import { z } from 'zod';
import { createErrorHandler } from '../../../api/http/http-errors.ts';
import { createLog, maskPersonalData } from '../../../api/http/log.ts';
import { createRequestLog } from '../../../api/http/request-log.ts';
import { EVENTS_PATH } from '../../../src/domain/analytics.ts';
import { mapDeliveryFields } from '../../../src/domain/orders/order-fields.ts';
import { listen } from '../../support/listen.ts';
import { costOf } from '../../support/sample-order.ts';
import { startSiteServer } from '../../support/site-server.ts';

// The log has what is needed of each request and each error, and nothing of a person.

const MARK = 'Quillfeather';
/** Texts that no line of the log may have, in any form. None is so short that a port or an identifier has it by chance. */
const MARKS = ['uillfeather', '960 214', '960214', 'TA6 4RT', 'TA64RT', 'Bramble', 'sk_live'];
/** Nor the end of a card's number, in lines without ports and identifiers. */
const CARD_END = '4242';

const person = {
  name: `Jane ${MARK}`,
  email: `jane.${MARK}@mail.example`,
  phone: '01632 960 214',
  address: '7 Bramble Lane',
  postcode: 'TA6 4RT',
  card: '4242 4242 4242 4242',
};

function logged(message: string, error?: unknown): string {
  const lines: string[] = [];
  createLog('debug', { write: (line) => void lines.push(line) }).log(message, error);
  return lines.join('');
}

function thrown(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

const base64 = { headers: { authorization: 'Bearer sk_live_1' }, raw: { message: person.name } };
const ERRORS = {
  'with everything hung on it': Object.assign(new Error('failed'), { customer: person, ...base64 }),
  'of a mail server': Object.assign(new Error(`550 <${person.email}> unknown`), { rejected: [person.email] }),
  'of a body that is no JSON': thrown(() =>
    JSON.parse(`{"name": Jane ${MARK}", "street": "7 Bramble Lane"}`),
  ),
  'of a body that ends too soon': thrown(() => JSON.parse(`{"name": "Jane ${MARK}`)),
  'of a schema': thrown(() =>
    z.strictObject({ a: z.literal('b') }).parse({ a: person.name, [person.name]: 1 }),
  ),
  'with a cause': new Error('outer', {
    cause: new Error(`no delivery to ${person.phone}, ${person.postcode}`),
  }),
  'of a card': new Error(`The card ${person.card} was declined for "${person.name}"`),
  'with a quoted name': new Error(`No such customer: '${person.name}' of \`${person.address}\``),
  'that is a text': `${person.email} ${person.phone}`,
  'that is an object': person,
  'of several': new AggregateError([new Error(person.name)], 'several'),
};

base('an error and a message bring no person into the log, and what is needed stays', () => {
  for (const [what, error] of Object.entries(ERRORS)) {
    const line = logged('it failed', error);
    expect(JSON.parse(line), what).toMatchObject({
      level: 'error',
      msg: 'it failed',
      error: expect.anything(),
    });
    for (const mark of [...MARKS, CARD_END]) expect(line, what).not.toContain(mark);
  }
  const line = logged(`order for ${person.email}, ${person.phone}, ${person.postcode}, "${person.name}"`);
  for (const mark of MARKS) expect(line).not.toContain(mark);
  for (const text of [
    'now serving build c7c171aec7cdb656',
    'order KD-7F3K2M9 paid, 2 boxes, £54.70',
    'intent pi_3OqLZx2eZvKYlo2C1gQ12345 of attempt 019aa5f0-1c2d-7a3b-8c4d-5e6f7a8b9c0d settled',
    'retry at 2025-11-21T09:30:00.000Z after 1200 ms',
    "the buyer's order and the farm's copy are waiting",
  ]) {
    expect(maskPersonalData(text)).toBe(text);
  }
  const error = Object.assign(new TypeError('database is locked', { cause: new RangeError('inner') }), {
    code: 'SQLITE_BUSY',
  });
  expect(JSON.parse(logged('storage failed', error)).error).toMatchObject({
    ...{ type: 'TypeError', message: 'database is locked', code: 'SQLITE_BUSY' },
    stack: expect.arrayContaining([expect.stringContaining('log.spec.ts')]),
    cause: { type: 'RangeError', message: 'inner' },
  });
  // One that causes itself ends, a line break starts no new line, and no half of an address is left.
  const round = new Error('round');
  round.cause = round;
  expect(logged('it failed', round).length).toBeLessThan(10_000);
  expect(logged('one\n{"level":"info"}').trim().split('\n')).toHaveLength(1);
  const masked = maskPersonalData(`${'word '.repeat(198)}anna.somebody@example.com`);
  expect(masked).toBe(`${'word '.repeat(198)}…`);
  expect(maskPersonalData('a'.repeat(2000))).toBe('…');
});

const message = {
  ...{ name: person.name, email: person.email, phone: `${person.phone} ${MARK}`, contactPreference: 'email' },
  ...{ subject: `A tree for ${MARK}`, message: `My address is 7 ${MARK} Lane, please call.` },
};
const order = {
  ...{
    quantity: 2,
    unitPrice: costOf(1),
    totalAmount: costOf(2),
    week: '2025-11-17',
    deliveryWeek: '2025-11-17',
  },
  ...mapDeliveryFields((name) => `${MARK} in ${name}`),
  ...{ customerEmail: person.email, customerPhone: person.phone, shippingPostcode: person.postcode },
  shippingCountry: 'GB',
};
const metadata = { customerName: person.name, customerEmail: person.email, orderType: 'branch_box' };
const methods = { enabled: true, allow_redirects: 'never' };

/** Every call that takes data, with a mark in each of its fields; some are taken, some refused. */
const CALLS: readonly (readonly [path: string, body: unknown])[] = [
  ['/api/contact-submit', message],
  ['/api/contact-submit', { ...message, email: MARK, contactPreference: MARK, [MARK]: MARK }],
  ['/api/contact-submit', `{"name": Jane ${MARK}", `],
  ['/api/create-payment-intent', { amount: 54.7, automatic_payment_methods: methods, metadata, order }],
  ['/api/create-payment-intent', { amount: MARK, metadata: { [MARK]: MARK } }],
  ['/create-payment-intent', { quantity: 1, deliveryWeek: '2025-11-17' }],
  ['/create-payment-intent', { quantity: MARK, deliveryWeek: MARK }],
  ['/api/branch-boxes/order', { ...order, paymentIntentId: 'pi_nobody_has' }],
  ['/api/branch-boxes/order', { paymentIntentId: MARK }],
  ['/api/stripe/webhook', { id: MARK, data: { object: order } }],
  ['/api/admin/sign-in', { password: MARK }],
  ['/api/events', { kind: 'search', path: '/faq', value: MARK }],
  ['/api/events', { kind: MARK, path: MARK }],
  ['/api/nothing', message],
  ['/api/contact-submit', new URLSearchParams(message)],
  ['/api/contact-submit', new URLSearchParams({ ...message, email: MARK })],
  ['/api/branch-boxes/checkout', new URLSearchParams({ ...order, quantity: '2' })],
];

base('marked data through every field of every call of the service leaves no mark in its log', async () => {
  // Nobody listens there: what the log says of a mail that cannot be sent is asked about too.
  const { url, output, stop } = await startSiteServer({ SMTP_URL: 'smtp://127.0.0.1:9', LOG_LEVEL: 'debug' });
  const headers = {
    ...{ Origin: url, 'User-Agent': MARK, Referer: `${url}/contact-us?name=${MARK}` },
    ...{ Cookie: `admin=${MARK}`, 'X-Request-Id': MARK, 'X-Forwarded-For': '203.0.113.77' },
  };
  for (const [path, body] of CALLS) {
    const isForm = body instanceof URLSearchParams;
    await fetch(`${url}${path}?name=${MARK}`, {
      method: 'POST',
      headers: { ...headers, ...(!isForm && { 'Content-Type': 'application/json' }) },
      body: isForm || typeof body === 'string' ? body : JSON.stringify(body),
      redirect: 'manual',
    });
  }
  await fetch(`${url}/prises?name=${MARK}`, { headers });
  // The last one, and the mail that nobody takes; the sandbox's webhooks come in between.
  await expect.poll(output).toMatch(/"path":"\/prises"/);
  await expect.poll(output).toMatch(/contact_message\) is tried again/);
  for (const [path] of CALLS) expect(output()).toContain(`"path":"${path}"`);
  for (const mark of [...MARKS, '203.0.113.77']) expect(output()).not.toContain(mark);
  // No call ended in a bug of ours.
  expect(output()).not.toMatch(/"status":500/);
  await stop();
});

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
    const app = new Hono().use(createRequestLog(logger, undefined, 500));
    app.onError(createErrorHandler(log));
    app.get('/prices', (c) => c.text('x'.repeat(5000)));
    app.post('/prices', (c) => c.text('x'.repeat(5000)));
    app.post(EVENTS_PATH, (c) => c.body(null, 204));
    app.all('/order/:key', (c) => c.text('one order'));
    app.get('/healthz', (c) => c.text('ok'));
    app.get('/bug', () => {
      throw new Error('a bug');
    });
    app.get('/endless', (c) =>
      c.body(new ReadableStream({ pull: (stream) => stream.enqueue(Buffer.alloc(1000)) })),
    );
    app.get('/silent', () => new Promise<Response>(() => {}));
    app.all('*', (c) => c.text('no', 404));
    const { url, port, close } = await listen(createAdaptorServer({ fetch: app.fetch }) as Server);
    const entries = () => lines.map((line) => JSON.parse(line));
    await use({ url, port, entries });
    await close();
  },
});

test('each request that may change something is one line with id, method, path, status, time and bytes of its own', async ({
  service,
}) => {
  const ask = (path: string, method = 'POST') =>
    fetch(service.url + path, { method, headers: { 'X-Request-Id': 'mine' } });
  const response = await ask('/prices?email=jane@example.com');
  await response.text();
  await (await ask('/prices')).text();
  // Not worth a line.
  await ask('/healthz', 'GET');
  await expect.poll(service.entries).toHaveLength(2);
  const [entry, second] = service.entries();
  expect(entry).toEqual({
    ...{ level: 'info', time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) },
    ...{ id: response.headers.get('X-Request-Id'), method: 'POST', path: '/prices', status: 200 },
    ...{ ms: expect.any(Number), bytes: expect.any(Number), msg: 'request' },
  });
  expect(entry?.id).toMatch(/^[0-9a-f]{12}$/);
  expect(second?.id).not.toBe(entry?.id);
  // The body, and its headers, of one request.
  for (const each of service.entries()) {
    expect(each.bytes).toBeGreaterThan(5000);
    expect(each.bytes).toBeLessThan(6000);
  }
});

test('what is only read is one line for all of it', async ({ service }) => {
  for (const method of ['GET', 'HEAD', 'GET'])
    await (await fetch(`${service.url}/prices`, { method })).text();
  // The browser's word that a page was seen.
  await fetch(service.url + EVENTS_PATH, { method: 'POST' });
  await fetch(`${service.url}/no-such-page`);
  await expect.poll(service.entries).toHaveLength(2);
  const [missing, all] = service.entries();
  expect(missing).toMatchObject({ method: 'GET', status: 404, msg: 'request' });
  expect(all).toMatchObject({ level: 'info', count: 4, msg: 'pages and files' });
  expect(Number(all?.bytes)).toBeGreaterThan(10_000);
});

test('the key of an order is not logged, nor what looks like a person in a path', async ({ service }) => {
  await fetch(`${service.url}/order/k7mx92qfhd`, { method: 'POST' });
  await fetch(`${service.url}/jane.doe@example.com/01632%20960%20214/%e0%a4%a`);
  await fetch(`${service.url}/jane.doe%40example.com`);
  await fetch(`${service.url}/${'a'.repeat(2000)}`);
  await expect.poll(service.entries).toHaveLength(4);
  // Without the figures, in which any three digits may come.
  const log = JSON.stringify(service.entries().map(({ time, id, ms, bytes, ...words }) => words));
  expect(service.entries().map(({ path }) => path)).toContain('/order/:key');
  expect(log).not.toMatch(/k7mx92qfhd|jane|960/);
  expect(log).not.toContain('a'.repeat(201));
});

test('a visitor who leaves is logged, with and without an answer begun', async ({ service }) => {
  for (const path of ['/endless', '/silent']) {
    const socket = connect(service.port, '127.0.0.1');
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    if (path === '/endless') await once(socket, 'data');
    else await (await fetch(`${service.url}/prices`)).text();
    socket.destroy();
    const find = () => service.entries().find((entry) => entry.path === path);
    await expect.poll(find).toMatchObject({ cutOff: true, status: path === '/endless' ? 200 : 0 });
  }
});

for (const [level, levels] of [
  ['debug', ['debug', 'debug', 'error', 'error']],
  ['error', ['error', 'error']],
] as const) {
  test.describe(`at level ${level}`, () => {
    test.use({ level });
    test('probes and pages are logged, or failures only: a bug with where it happened', async ({
      service,
    }) => {
      for (const path of ['/healthz', '/prices', '/bug']) await (await fetch(service.url + path)).text();
      await expect.poll(() => service.entries().map((entry) => entry.level)).toEqual(levels);
      const [bug, request] = service.entries().slice(-2);
      expect(bug).toMatchObject({ error: { type: 'Error', message: 'a bug' } });
      expect(JSON.stringify(bug?.error)).toContain('log.spec.ts');
      expect(request).toMatchObject({ status: 500, path: '/bug' });
    });
  });
}
