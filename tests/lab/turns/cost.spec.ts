import { expect, test } from '@playwright/test';
import type { Hono } from 'hono';
import { createApp } from '../../../api/app.ts';
import { LIMITS } from '../../../api/http/limits.ts';
import { SANDBOX_MOUNT } from '../../../src/domain/payments/payment-provider.ts';
import { repeat, UNITS } from '../../api/http/hostile-texts.ts';
import { openShop, type ShopUnderTest } from '../../api/orders/shop-under-test.ts';

// Any header and any address within the server's limits cost at most 10 ms more than plain ones. `turns.spec.ts` has bodies.

const ALLOWED_MS = 10;
const COUNTS = 10;
const NO_LIMIT = { requests: 1_000_000, perSeconds: 1 };

// In one worker, so that one service is enough.
test.describe.configure({ mode: 'default' });

let shop: ShopUnderTest;
let app: Hono;
test.beforeAll(async () => {
  shop = await openShop();
  const open = { contact: NO_LIMIT, events: NO_LIMIT, paymentIntents: NO_LIMIT, manageOrders: NO_LIMIT };
  app = createApp({ ...shop.parts, limits: { ...LIMITS, ...open } });
});
test.afterAll(() => shop.close());

/** One of each kind: pairs are for the patterns, and each request costs a moment. */
const PARTS = UNITS.filter((unit) => unit.length !== 2 || /@|[.'"`1]|\u0301/.test(unit)).filter(
  (_, index) => index % 3 === 0 || index < 40,
);
/** Lengths below the limits of Node for all headers and of the service for one. */
const LENGTHS = [4000, 15_500];
const HEADERS = [
  ...([
    'If-None-Match',
    'Accept-Encoding',
    'Cookie',
    'Origin',
    'Referer',
    'Host',
    'X-Forwarded-For',
  ] as const),
  ...(['X-Forwarded-Host', 'X-Forwarded-Proto', 'User-Agent', 'Authorization', 'Content-Type'] as const),
  ...(['Sec-Fetch-Site', 'DNT'] as const),
];
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

test('any header', async () => {
  for (const header of HEADERS) {
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
    expect(await findCostly(ask('plain', 'POST'), hostile()), header).toEqual([]);
  }
  const ask = (count: number) => () =>
    app.request('/', {
      headers: Array.from({ length: count }, (_, index): [string, string] => [`x-${index}`, '1']),
    });
  expect(await findCostly(ask(1), [['a hundred', ask(100)]])).toEqual([]);
});

test('any address', async () => {
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
    expect(await findCostly(ask(`${before}plain`), hostile()), before).toEqual([]);
  }
});

/**
 * The processor time that a piece of work costs more than a plain one, in ms: not affected by what else the machine
 * does, and the least of ten counts, because of this process's own clearing up. Once a count is quick enough the
 * others are left out.
 */
async function measureExtra(work: () => unknown, plainMs: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let count = 0; count < COUNTS && least - plainMs > ALLOWED_MS; count += 1)
    least = Math.min(least, await measure(work));
  return least - plainMs;
}

/** The processor time of a piece of work, in ms. */
async function measure(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
