import { test as base, expect } from '@playwright/test';
import type { Hono } from 'hono';
import { createApp } from '../../../api/app.ts';
import { LIMITS } from '../../../api/http/limits.ts';
import { SANDBOX_MOUNT, SANDBOX_PUBLISHABLE_KEY } from '../../../src/domain/payments/payment-sandbox.ts';
import { ALLOWED_MS, measure, measureExtra, repeat, UNITS } from '../../support/hostile-texts.ts';
import { ORDER as SAMPLE } from '../../support/sample-order.ts';
import { openShop } from '../orders/shop-under-test.ts';

// Any request within the server's limits costs at most 10 ms more than a plain one.

const NO_LIMIT = { requests: 1_000_000, perSeconds: 1 };

const test = base.extend<Record<never, never>, { app: Hono }>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
    async ({}, use) => {
      const shop = await openShop();
      const signIn = {
        perAddress: NO_LIMIT,
        acrossNames: NO_LIMIT,
        overall: NO_LIMIT,
        perAddressInStorm: NO_LIMIT,
      };
      const limits = {
        ...LIMITS,
        contact: NO_LIMIT,
        events: NO_LIMIT,
        paymentIntents: NO_LIMIT,
        manageOrders: NO_LIMIT,
        signIn,
      };
      await use(createApp({ ...shop.parts, limits }));
      await shop.close();
    },
    { scope: 'worker' },
  ],
});

/** One of each kind: pairs are for the patterns, and each request costs a moment. */
const PARTS = UNITS.filter((unit) => unit.length !== 2 || /@|[.'"`1]|\u0301/.test(unit)).filter(
  (_, index) => index % 3 === 0 || index < 40,
);
/** Lengths below the limits of Node for all headers and of the service for one. */
const LENGTHS = [4000, 15_500];
const HEADERS = [
  'If-None-Match',
  'Accept-Encoding',
  'Cookie',
  'Origin',
  'Referer',
  'Host',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
  'User-Agent',
  'Authorization',
  'Content-Type',
  'Sec-Fetch-Site',
  'DNT',
] as const;
/** The text that a reader expects before the hostile text. */
const BEGINNINGS: Partial<Record<(typeof HEADERS)[number], string[]>> = {
  Cookie: ['', 'admin='],
  Origin: ['', 'https://'],
  Referer: ['', 'https://'],
  Authorization: ['', 'Bearer '],
};

type Ask = () => Response | Promise<Response>;

/** @returns those that cost too much, by their names */
async function findCostly(
  plain: Ask,
  hostile: Iterable<readonly [name: string, ask: Ask]>,
): Promise<string[]> {
  await plain();
  let plainMs = Number.POSITIVE_INFINITY;
  for (let count = 0; count < 5; count += 1) plainMs = Math.min(plainMs, await measure(plain));
  const costly: string[] = [];
  for (const [name, ask] of hostile) {
    // Enough to find the mistake by; what is slow would otherwise take minutes.
    if (costly.length === 5) break;
    const extra = await measureExtra(ask, plainMs);
    if (extra > ALLOWED_MS) costly.push(`${name.slice(0, 60)}: ${extra.toFixed(1)} ms`);
  }
  return costly;
}

for (const header of HEADERS) {
  test(`any ${header}`, async ({ app }) => {
    const ask = (value: string, method: string) => () =>
      app.request('/contact-us', { method, headers: { [header]: value } });
    function* hostile() {
      for (const method of ['GET', 'POST']) {
        for (const before of BEGINNINGS[header] ?? ['']) {
          for (const unit of PARTS.filter((each) => /^[\t\x20-\x7e\x80-\xff]+$/.test(each))) {
            for (const length of LENGTHS) {
              yield [
                `${method} ${before}${JSON.stringify(unit)}`,
                ask(repeat(unit, length, before, '!'), method),
              ] as const;
            }
          }
        }
      }
    }
    expect(await findCostly(ask('plain', 'POST'), hostile())).toEqual([]);
  });
}

test('what is longer than any browser sends is refused', async ({ app }) => {
  const statusOf = async (path: string, headers: Record<string, string> = {}) =>
    (await app.request(path, { headers })).status;
  expect([await statusOf(`/?${'a'.repeat(4094)}`), await statusOf(`/?${'a'.repeat(4095)}`)]).toEqual([
    200, 414,
  ]);
  expect([
    await statusOf('/', { 'If-None-Match': 'a'.repeat(4096) }),
    await statusOf('/', { 'If-None-Match': 'a'.repeat(4097) }),
  ]).toEqual([200, 431]);
  expect([
    await statusOf('/', { Cookie: 'a'.repeat(8192) }),
    await statusOf('/', { Cookie: 'a'.repeat(8193) }),
  ]).toEqual([200, 431]);
});

test('however many headers there are', async ({ app }) => {
  const ask = (count: number) => () =>
    app.request('/', {
      headers: Array.from({ length: count }, (_, index): [string, string] => [`x-${index}`, '1']),
    });
  expect(await findCostly(ask(1), [['a hundred', ask(100)]])).toEqual([]);
});

for (const before of [
  '/',
  '/?',
  '/api/',
  '/order?key=',
  '/order/',
  '/nordmann-branches/thank-you?session_id=',
  '/api/branch-boxes/orders?q=',
  `${SANDBOX_MOUNT}/pay/`,
]) {
  test(`any text after ${before}`, async ({ app }) => {
    const ask = (path: string) => () => app.request(path);
    function* hostile() {
      for (const unit of PARTS) {
        for (const length of LENGTHS) {
          const text = repeat(unit, length);
          yield [`as it is ${JSON.stringify(unit)}`, ask(before + text.replaceAll('#', ''))] as const;
          yield [
            `encoded ${JSON.stringify(unit)}`,
            ask((before + encodeURIComponent(text.toWellFormed())).slice(0, 16_000)),
          ] as const;
        }
      }
    }
    expect(await findCostly(ask(`${before}plain`), hostile())).toEqual([]);
  });
}

const CONTACT = {
  name: 'Ada',
  email: 'ada@example.com',
  phone: '',
  subject: 'Trees',
  message: 'Is there a tall one?',
  homepage: '',
  submissionId: '',
  contactPreference: 'email',
};
const ORDER = Object.fromEntries(Object.keys(SAMPLE).map((name) => [name, '']));
const CARD = {
  client_secret: 'x',
  'payment_method_data[card][number]': '4242',
  'payment_method_data[billing_details][email]': 'a',
  'payment_method_data[billing_details][name]': 'a',
  'shipping[name]': 'a',
  receipt_email: 'a',
  return_url: 'a',
};
const KB = 1024;
const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Each call with what it can be sent, one field for each that is read, and its largest body. */
const BODIES = [
  ['/api/contact-submit', JSON_TYPE, CONTACT, 64 * KB],
  ['/api/contact-submit', FORM_TYPE, CONTACT, 64 * KB],
  ['/api/events', JSON_TYPE, { kind: 'view', path: '/', label: 'a', category: 'a', value: 'a' }, 2 * KB],
  [
    '/api/create-payment-intent',
    JSON_TYPE,
    { amount: '', attemptId: '', order: ORDER, metadata: CONTACT },
    32 * KB,
  ],
  ['/create-payment-intent', JSON_TYPE, { quantity: '', deliveryWeek: '', attemptId: '' }, 32 * KB],
  [
    '/api/branch-boxes/order',
    JSON_TYPE,
    { ...ORDER, paymentIntentId: '', checkoutSessionId: '', attemptId: '' },
    32 * KB,
  ],
  ['/api/branch-boxes/checkout', FORM_TYPE, ORDER, 32 * KB],
  ['/order/change', FORM_TYPE, { ...ORDER, key: '', version: '' }, 32 * KB],
  ['/api/stripe/webhook', JSON_TYPE, { id: '', type: '' }, 256 * KB],
  ['/api/admin/sign-in', JSON_TYPE, { password: '' }, 32 * KB],
  [`${SANDBOX_MOUNT}/v1/payment_intents/pi_x/confirm`, FORM_TYPE, CARD, 32 * KB],
  [
    `${SANDBOX_MOUNT}/pay/cs_x`,
    FORM_TYPE,
    { ...CARD, email: '', number: '', expiry: '', cvc: '', name: '' },
    32 * KB,
  ],
] as const;

type Fields = Readonly<Record<string, unknown>>;

function write(type: string, fields: Fields): string {
  if (type === JSON_TYPE) return JSON.stringify(fields);
  return new URLSearchParams(fields as Record<string, string>).toString();
}

/** Bodies of the largest size with one hostile value each. */
function* writeHostile(type: string, fields: Fields, limit: number): Generator<readonly [string, string]> {
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'object' && value !== null) {
      for (const [inner, body] of writeHostile(JSON_TYPE, value as Fields, limit - 200))
        yield [`${name}.${inner}`, JSON.stringify({ ...fields, [name]: JSON.parse(body) })];
      continue;
    }
    for (const unit of PARTS) {
      const plain = write(type, { ...fields, [name]: '' }).length;
      const share = Math.ceil(write(type, { [name]: unit.repeat(10) }).length / 10);
      const text = unit.repeat(Math.max(1, Math.floor((limit - plain - 40) / share)));
      yield [`${name} of ${JSON.stringify(unit)}`, write(type, { ...fields, [name]: text })];
    }
  }
  const times = (text: string, length: number) => text.repeat(Math.floor(length / text.length));
  if (type === JSON_TYPE) {
    yield ['lists in lists', times('[', limit / 2) + times(']', limit / 2)];
    yield ['a long list', `[${times('0,', limit - 4)}0]`];
    const names = Array.from({ length: Math.floor((limit - 100) / 11) }, (_, index) => [`k${index}`, 0]);
    yield ['many fields', JSON.stringify({ ...fields, ...Object.fromEntries(names) }).slice(0, limit)];
  } else {
    for (const field of ['a&', 'a[]=&', 'a[b][c]=&', '&', '%41=%41&', 'b[][][][][][]=1&'])
      yield [`many of ${field}`, times(field, limit)];
    yield [
      'many fields',
      Array.from({ length: limit / 7 }, (_, index) => `k${index}`)
        .join('&')
        .slice(0, limit),
    ];
    yield ['a deep field', `a${times('[b]', limit - 3)}=1`];
  }
}

for (const [path, type, fields, limit] of BODIES) {
  test(`any ${type} to ${path}`, async ({ app }) => {
    const headers = {
      Origin: 'http://localhost',
      'Content-Type': type,
      'Stripe-Signature': repeat(',v1=ab', 3000, `t=${Math.floor(Date.now() / 1000)}`),
      ...(path.startsWith(SANDBOX_MOUNT) && { Authorization: `Bearer ${SANDBOX_PUBLISHABLE_KEY}` }),
    };
    const ask = (body: string) => () => app.request(path, { method: 'POST', headers, body });
    expect((await ask(write(type, fields))()).status).not.toBe(403);
    function* hostile() {
      for (const [name, body] of writeHostile(type, fields, limit)) yield [name, ask(body)] as const;
    }
    expect(await findCostly(ask(write(type, fields)), hostile())).toEqual([]);
  });
}
