import { expect, test } from '@playwright/test';
import { type Context, Hono } from 'hono';
import { type ClientReader, createClientReader, networkOf } from '../../../api/http/client-address.ts';
import { createRateLimiter, LIMITS, limitRequests, type RateLimitName } from '../../../api/http/limits.ts';

function openLimited(name: RateLimitName, limits = LIMITS) {
  const app = new Hono()
    .use(limitRequests(createRateLimiter(name, limits, createClientReader(1))))
    .post('/', (c) => c.text('taken'));
  return (address: string) => app.request('/', { method: 'POST', headers: { 'X-Forwarded-For': address } });
}

// The values that are shipped. Whoever changes one changes it here too, and says why.
for (const [name, requests, perSeconds] of [
  ['contact', 20, 14_400],
  ['paymentIntents', 30, 600],
  ['ownPayments', 60, 600],
  ['unknownPayments', 10, 600],
  ['events', 600, 60],
] as const) {
  test(`${name}: ${requests} calls from an address in ${perSeconds} seconds, and no more`, async () => {
    const send = openLimited(name);
    for (let call = 0; call < requests; call++) expect((await send('192.0.2.1')).status).toBe(200);
    const refused = await send('192.0.2.1');
    expect(refused.status).toBe(429);
    expect(await refused.json()).toEqual({
      error: 'That was a lot at once. Please wait a little, and try again.',
      code: 'too_many_requests',
    });
    const retryAfter = Number(refused.headers.get('Retry-After'));
    expect(retryAfter).toBeGreaterThan(perSeconds * 0.7);
    expect(retryAfter).toBeLessThanOrEqual(perSeconds);
    expect((await send('192.0.2.2')).status).toBe(200);
  });
}

test('a /64 of IPv6 counts as one address', async () => {
  const send = openLimited('contact', { ...LIMITS, contact: { requests: 2, perSeconds: 60 } });
  expect((await send('2001:db8:0:1::1')).status).toBe(200);
  expect((await send('2001:DB8::1:a:b:c:d')).status).toBe(200);
  expect((await send('2001:db8:0:1:ffff:ffff:ffff:ffff')).status).toBe(429);
  expect((await send('2001:db8:0:2::1')).status).toBe(200);
});

test('two limits count apart', async () => {
  const tight = {
    ...LIMITS,
    contact: { requests: 1, perSeconds: 60 },
    events: { requests: 1, perSeconds: 60 },
  };
  const [contact, events] = [openLimited('contact', tight), openLimited('events', tight)];
  expect((await contact('192.0.2.1')).status).toBe(200);
  expect((await events('192.0.2.1')).status).toBe(200);
  expect((await contact('192.0.2.1')).status).toBe(429);
});

test('after the window, calls are taken again; what was refused does not prolong it', async () => {
  const send = openLimited('contact', { ...LIMITS, contact: { requests: 1, perSeconds: 1 } });
  await Promise.all([send('192.0.2.1'), send('192.0.2.1')]);
  await expect.poll(async () => (await send('192.0.2.1')).status, { intervals: [50] }).toBe(200);
});

test('a hundred calls at once are not more than the limit', async () => {
  const send = openLimited('contact');
  const statuses = await Promise.all(
    Array.from({ length: 100 }, async () => (await send('192.0.2.1')).status),
  );
  expect(statuses.filter((status) => status === 200)).toHaveLength(20);
});

/** The reader's result for a request over a socket from 10.0.0.1. */
async function ask<Value>(
  trustedProxies: number,
  headers: Record<string, string>,
  read: (clients: ClientReader, c: Context) => Value,
  remoteAddress = '10.0.0.1',
): Promise<Value> {
  const clients = createClientReader(trustedProxies);
  const found: Value[] = [];
  const app = new Hono().get('/', (c) => {
    found.push(read(clients, c));
    return c.body(null);
  });
  await app.request('/', { headers }, { incoming: { socket: { remoteAddress } } });
  return found[0] as Value;
}

for (const [proxies, forwardedFor, address] of [
  [0, '', '10.0.0.1'],
  [0, '192.0.2.1', '10.0.0.1'],
  [1, '', '10.0.0.1'],
  [1, '192.0.2.1', '192.0.2.1'],
  // The proxy adds to the right of the visitor's own text.
  [1, '8.8.8.8, 192.0.2.1', '192.0.2.1'],
  [2, '8.8.8.8, 192.0.2.1, 10.0.0.2', '192.0.2.1'],
  [2, '192.0.2.1', '192.0.2.1'],
  [1, '192.0.2.1:4711', '192.0.2.1'],
  [1, '[2001:db8::1]:4711', '2001:db8::1'],
  [1, '[2001:db8::1]', '2001:db8::1'],
  [1, '::ffff:192.0.2.1', '192.0.2.1'],
  [1, 'fe80::1%eth0', 'fe80::1'],
  [1, 'unknown', '10.0.0.1'],
  [1, '192.0.2.999', '10.0.0.1'],
  [1, '192.0.2.1, <script>', '10.0.0.1'],
  [1, ',', '10.0.0.1'],
] as const) {
  test(`behind ${proxies} proxies, X-Forwarded-For '${forwardedFor}' is ${address}`, async () => {
    const headers: Record<string, string> = forwardedFor === '' ? {} : { 'X-Forwarded-For': forwardedFor };
    expect(await ask(proxies, headers, (clients, c) => clients.address(c))).toBe(address);
  });
}

test('an IPv4 visitor on a socket for both kinds is one IPv4 address', async () => {
  expect(await ask(0, {}, (clients, c) => clients.address(c), '::ffff:192.0.2.7')).toBe('192.0.2.7');
});

for (const [address, network] of [
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['2001:0DB8:0001::7', '2001:db8:1:0::/64'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
  ['1::2:3:4:5:6:7', '1:0:2:3::/64'],
  ['unknown', 'unknown'],
] as const) {
  test(`${address} is in ${network}`, () => expect(networkOf(address)).toBe(network));
}

for (const [proxies, headers, host, isHttps] of [
  [0, { Host: 'Farm.Example:4321' }, 'farm.example:4321', false],
  [
    0,
    { Host: 'a.example', 'X-Forwarded-Host': 'b.example', 'X-Forwarded-Proto': 'https' },
    'a.example',
    false,
  ],
  [
    1,
    { Host: 'a.example', 'X-Forwarded-Host': 'b.example', 'X-Forwarded-Proto': 'https' },
    'b.example',
    true,
  ],
  [1, { Host: 'a.example', 'X-Forwarded-Proto': 'http, https' }, 'a.example', true],
  [1, { Host: 'a.example', 'X-Forwarded-Proto': 'https, http' }, 'a.example', false],
  [2, { Host: 'a.example', 'X-Forwarded-Proto': 'https, http' }, 'a.example', true],
] as const) {
  test(`behind ${proxies} proxies, ${JSON.stringify(headers)} is ${isHttps ? 'https' : 'http'}://${host}`, async () => {
    expect(await ask(proxies, headers, (clients, c) => clients.host(c))).toBe(host);
    expect(await ask(proxies, headers, (clients, c) => clients.isHttps(c))).toBe(isHttps);
  });
}

for (const [what, headers, incoming, expected] of [
  ['IPv4', { Host: '127.0.0.1:4321' }, {}, true],
  ['IPv6', { Host: '[::1]:4321' }, { remoteAddress: '::1' }, true],
  ['a socket for both kinds', { Host: 'localhost' }, { remoteAddress: '::ffff:127.0.0.1' }, true],
  ['another machine', { Host: 'localhost' }, { remoteAddress: '10.0.0.1' }, false],
  ['another machine whose address begins alike', { Host: 'localhost' }, { remoteAddress: '1.27.0.0' }, false],
  ['no connection', { Host: 'localhost' }, { remoteAddress: undefined }, false],
  ['a name that leads here', { Host: 'rebound.example' }, {}, false],
  ['a name that begins alike', { Host: 'localhost.example' }, {}, false],
  ['no host', {}, {}, false],
  ['a proxy', { Host: 'localhost', 'X-Forwarded-For': '127.0.0.1' }, {}, false],
  ['a proxy that names only the protocol', { Host: 'localhost', 'X-Forwarded-Proto': 'https' }, {}, false],
  ['nginx as it comes', { Host: '127.0.0.1:4321' }, { httpVersionMinor: 0 }, false],
] as const) {
  test(`${what} ${expected ? 'is' : 'is not'} this machine`, async () => {
    const { remoteAddress, ...version } = { remoteAddress: '127.0.0.1', ...incoming };
    for (const trustedProxies of [0, 1]) {
      const clients = createClientReader(trustedProxies);
      const app = new Hono().get('/', (c) => c.text(String(clients.isThisMachine(c))));
      const env = {
        incoming: { socket: { remoteAddress }, httpVersionMajor: 1, httpVersionMinor: 1, ...version },
      };
      expect(await (await app.request('/', { headers }, env)).text()).toBe(String(expected));
    }
  });
}
