import { expect, test } from '@playwright/test';
import { Hono } from 'hono';
import { createClientReader } from '../../../api/http/client-address.ts';
import { createRateLimiter, LIMITS, limitRequests, type RateLimitName } from '../../../api/http/limits.ts';

function openLimited(name: RateLimitName, limits = LIMITS) {
  const app = new Hono()
    .use(limitRequests(createRateLimiter(name, limits, createClientReader(1))))
    .post('/', (c) => c.text('taken'));
  return (address: string) => app.request('/', { method: 'POST', headers: { 'X-Forwarded-For': address } });
}

// The values that are shipped. Whoever changes one changes it here too, and says why.
for (const [name, requests, perSeconds] of [
  ['contact', 20, 600],
  ['paymentIntents', 30, 600],
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

test('guessing: 10 wrong passwords for a person from an address in 15 minutes, 30 for all; 3 while a storm lasts', () => {
  // What they do is tested in ../admin/sign-in.spec.ts, with these values.
  expect(LIMITS.signIn).toEqual({
    perAddress: { requests: 10, perSeconds: 900 },
    acrossNames: { requests: 30, perSeconds: 900 },
    overall: { requests: 30, perSeconds: 300 },
    perAddressInStorm: { requests: 3, perSeconds: 900 },
  });
});

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
