import { expect, test } from '@playwright/test';
import { type Context, Hono } from 'hono';
import { type ClientReader, createClientReader, networkOf } from '../../../api/http/client-address.ts';

/** What a reader says of a request that came over a socket from 10.0.0.1. */
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
  // What a visitor writes stands to the left of what the proxy adds.
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
