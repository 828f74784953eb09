import { randomBytes, randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { type ClientReader, createClientReader, networkOf } from '../../../api/http/client-address.ts';
import { createRateLimiter, LIMITS, limitRequests, type RateLimitName } from '../../../api/http/limits.ts';
import { createOrderLinks } from '../../../api/orders/order-links.ts';
import { expect, test } from '../app-under-test.ts';

function openLimited(name: RateLimitName, limits = LIMITS) {
  const app = new Hono()
    .use(limitRequests(createRateLimiter(name, limits, createClientReader(1))))
    .post('/', (c) => c.text('taken'));
  return (address: string) => app.request('/', { method: 'POST', headers: { 'X-Forwarded-For': address } });
}

test('so many calls from an address in so many seconds, and no more, each limit by itself', async () => {
  // The values that are shipped. Whoever changes one changes it here too, and says why.
  for (const [name, requests, perSeconds] of [
    ['contact', 20, 14_400],
    ['paymentIntents', 30, 600],
    ['ownPayments', 60, 600],
    ['unknownPayments', 10, 600],
    ['events', 600, 60],
  ] as const) {
    const send = openLimited(name);
    // At once: a hundred at a time are no more than the limit.
    const answers = await Promise.all(Array.from({ length: requests + 100 }, () => send('192.0.2.1')));
    expect(answers.filter(({ status }) => status === 200).length, name).toBe(requests);
    const refused = await send('192.0.2.1');
    const error = 'That was a lot at once. Please wait a little, and try again.';
    expect([refused.status, await refused.json()]).toEqual([429, { error, code: 'too_many_requests' }]);
    const retryAfter = Number(refused.headers.get('Retry-After'));
    expect(retryAfter).toBeGreaterThan(perSeconds * 0.7);
    expect(retryAfter).toBeLessThanOrEqual(perSeconds);
    expect((await send('192.0.2.2')).status).toBe(200);
  }
  const send = openLimited('contact', { ...LIMITS, contact: { requests: 2, perSeconds: 60 } });
  const ofOneNetwork = ['2001:db8:0:1::1', '2001:DB8::1:a:b:c:d', '2001:db8:0:1:ffff:ffff:ffff:ffff'];
  for (const [at, address] of [...ofOneNetwork, '2001:db8:0:2::1'].entries())
    expect((await send(address)).status, 'a /64 counts as one').toBe(at === 2 ? 429 : 200);
  // After the window calls are taken again; what was refused does not prolong it.
  const quick = openLimited('contact', { ...LIMITS, contact: { requests: 1, perSeconds: 1 } });
  await Promise.all([quick('192.0.2.1'), quick('192.0.2.1')]);
  await expect.poll(async () => (await quick('192.0.2.1')).status, { intervals: [50] }).toBe(200);
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

test('the visitor’s address, network and host are what the trusted proxies say', async () => {
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
    const headers: Record<string, string> = forwardedFor === '' ? {} : { 'X-Forwarded-For': forwardedFor };
    const found = await ask(proxies, headers, (clients, c) => clients.address(c));
    expect(found, `${forwardedFor} behind ${proxies}`).toBe(address);
  }
  // A socket for both kinds.
  expect(await ask(0, {}, (clients, c) => clients.address(c), '::ffff:192.0.2.7')).toBe('192.0.2.7');

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
    expect(networkOf(address)).toBe(network);
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
    const found = await ask(proxies, headers, (clients, c) => [clients.host(c), clients.isHttps(c)]);
    expect(found, JSON.stringify(headers)).toEqual([host, isHttps]);
  }
});

test('only what is asked here by a program on this machine is asked by this machine', async () => {
  for (const [what, headers, incoming, expected] of [
    ['IPv4', { Host: '127.0.0.1:4321' }, {}, true],
    ['IPv6', { Host: '[::1]:4321' }, { remoteAddress: '::1' }, true],
    ['a socket for both kinds', { Host: 'localhost' }, { remoteAddress: '::ffff:127.0.0.1' }, true],
    ['another machine', { Host: 'localhost' }, { remoteAddress: '10.0.0.1' }, false],
    [
      'another machine whose address begins alike',
      { Host: 'localhost' },
      { remoteAddress: '1.27.0.0' },
      false,
    ],
    ['no connection', { Host: 'localhost' }, { remoteAddress: undefined }, false],
    ['a name that leads here', { Host: 'rebound.example' }, {}, false],
    ['a name that begins alike', { Host: 'localhost.example' }, {}, false],
    ['no host', {}, {}, false],
    ['a proxy', { Host: 'localhost', 'X-Forwarded-For': '127.0.0.1' }, {}, false],
    ['a proxy that names only the protocol', { Host: 'localhost', 'X-Forwarded-Proto': 'https' }, {}, false],
    ['nginx as it comes', { Host: '127.0.0.1:4321' }, { httpVersionMinor: 0 }, false],
  ] as const) {
    const { remoteAddress, ...version } = { remoteAddress: '127.0.0.1', ...incoming };
    for (const trustedProxies of [0, 1]) {
      const clients = createClientReader(trustedProxies);
      const app = new Hono().get('/', (c) => c.text(String(clients.isThisMachine(c))));
      const env = {
        incoming: { socket: { remoteAddress }, httpVersionMajor: 1, httpVersionMinor: 1, ...version },
      };
      expect(await (await app.request('/', { headers }, env)).text(), what).toBe(String(expected));
    }
  }
});

test('no bit of an order’s key can be changed, there is one spelling of it, and trying them is slowed down', async ({
  app,
}) => {
  const links = createOrderLinks(randomBytes(32));
  const id = randomUUID();
  const key = links.writeKey(id);
  const bytes = Buffer.from(key, 'base64url');
  expect(links.readKey(key)).toBe(id);
  // Of 256 random bits, and 192 of them checked: nobody gets there by trying.
  expect(bytes).toHaveLength(16 + 24);
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const forged = Buffer.from(bytes);
    forged.writeUInt8(forged.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    expect(links.readKey(forged.toString('base64url')), `bit ${bit}`).toBeNull();
  }
  const other = Buffer.from(links.writeKey(randomUUID()), 'base64url');
  for (const spelling of [
    ...[
      `${key}=`,
      `${key}==`,
      ` ${key}`,
      `${key}\n`,
      bytes.toString('hex'),
      key.slice(0, -1),
      `${key}${key}`,
    ],
    ...[bytes.subarray(0, 16).toString('base64url'), ''],
    // The signature of one order, and another.
    Buffer.concat([other.subarray(0, 16), bytes.subarray(16)]).toString('base64url'),
  ])
    expect(links.readKey(spelling), spelling).toBeNull();

  const { requests } = LIMITS.manageOrders;
  for (let guess = 0; guess < requests - 1; guess += 1)
    expect((await app.get(`/order/week.ics?key=${links.writeKey(randomUUID())}`)).status).toBe(404);
  const form = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'http://localhost' };
  expect((await app.get('/order/cancel', form, 'POST')).status).toBe(404);
  for (const [path, method] of [
    ['/order/week.ics', 'GET'],
    ['/order?key=x', 'GET'],
    ['/order/change', 'POST'],
    ['/order/cancel', 'POST'],
  ] as const)
    expect((await app.get(path, form, method)).status, path).toBe(429);
});
