import { createHook } from 'node:async_hooks';
import { ABSOLUTE_MS, IDLE_MS } from '../../../api/admin/sessions.ts';
import { LIMITS } from '../../../api/http/limits.ts';
import { ADMIN_PASSWORD } from '../../support/sign-in.ts';
import { expect, openAdmin, test } from './admin-under-test.ts';

test('a wrong password is refused with a message', async ({ admin }) => {
  const response = await admin.browser('192.0.2.1').signIn(`${ADMIN_PASSWORD}s`);
  expect(response.status).toBe(401);
  expect(await response.json()).toEqual({
    error: 'That password isn’t right. Please try again.',
    code: 'wrong_password',
  });
  expect(response.headers.getSetCookie()).toEqual([]);
});

test('a body without a password is refused, and is no guess', async ({ admin }) => {
  const bodies = [
    ['nothing', {}],
    ['an empty password', { password: '' }],
    ['a number', { password: 1 }],
    ['a list', { password: [ADMIN_PASSWORD] }],
    ['null', { password: null }],
    ['too much', { password: 'x'.repeat(1001) }],
    ['a name that is a list', { password: ADMIN_PASSWORD, name: ['Anna'] }],
    ['a name that is too long', { password: ADMIN_PASSWORD, name: 'x'.repeat(61) }],
    ['an unknown field', { password: ADMIN_PASSWORD, admin: true }],
    ['a prototype key', JSON.parse('{"password":"x","__proto__":{"signedIn":true}}')],
  ] as const;
  for (const [at, [what, body]] of bodies.entries()) {
    const browser = admin.browser(`192.0.2.${at}`);
    for (let time = 0; time < 12; time++) {
      const response = await browser.send('POST', '/api/admin/sign-in', body);
      expect(response.status, what).toBe(422);
      expect(await response.json()).toMatchObject({ code: 'invalid_fields', fields: expect.anything() });
    }
    expect((await browser.signIn()).status, what).toBe(200);
  }
});

test('an unknown name is answered like a wrong password', async ({ admin }) => {
  for (const name of ['Nobody', 'owner', "' OR 1=1 --", '__proto__']) {
    const response = await admin.browser('192.0.2.1').signIn('guess', name);
    expect([response.status, await response.json()]).toEqual([
      401,
      { error: 'That name or password isn’t right. Please try again.', code: 'wrong_password' },
    ]);
  }
  for (const name of ['', ' ', 'Owner', 'OWNER ']) {
    expect((await admin.browser('192.0.2.1').signIn(ADMIN_PASSWORD, name)).status, name).toBe(200);
  }
});

test('ten wrong passwords from one address, then it waits, even with the right one', async ({ admin }) => {
  const guesser = admin.browser('2001:db8:1:2::1');
  for (let guess = 0; guess < 10; guess++) expect((await guesser.signIn(`guess ${guess}`)).status).toBe(401);
  for (const password of ['guess 10', undefined]) {
    const refused = await guesser.signIn(password);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(890);
    expect(Number(refused.headers.get('Retry-After'))).toBeLessThanOrEqual(900);
    expect(await refused.json()).toEqual({
      error: 'There were too many attempts to sign in. Please wait 15 minutes, and try again.',
      code: 'too_many_requests',
    });
  }
  // The rest of the /64 is the same household, the next one is another.
  expect((await admin.browser('2001:db8:1:2:ffff::9').signIn()).status).toBe(429);
  expect((await admin.browser('2001:db8:1:3::1').signIn()).status).toBe(200);
});

test('a hundred guesses at once are no more than ten', async ({ admin }) => {
  const guesser = admin.browser('192.0.2.1');
  const guesses = Array.from({ length: 100 }, (_, guess) => guesser.signIn(`guess ${guess}`));
  const statuses = (await Promise.all(guesses)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(90);
});

test('signing in forgets the slips before it', async ({ admin }) => {
  const browser = admin.browser('192.0.2.1');
  for (let round = 0; round < 2; round++) {
    for (let slip = 0; slip < 9; slip++) await browser.signIn('slip');
    expect((await browser.signIn()).status).toBe(200);
    browser.cookies.clear();
  }
});

test('a phone that has signed in is not locked out by guesses from its own network', async ({ admin }) => {
  const phone = admin.browser('192.0.2.1');
  await phone.signIn();
  const neighbour = admin.browser('192.0.2.1');
  for (let guess = 0; guess < 11; guess++) await neighbour.signIn('guess');
  expect((await neighbour.signIn()).status).toBe(429);
  expect((await phone.signIn()).status).toBe(200);
});

test('a known phone has ten guesses too, and a made-up one is not known', async ({ admin }) => {
  const phone = admin.browser('192.0.2.1');
  await phone.signIn();
  for (let guess = 0; guess < 10; guess++) expect((await phone.signIn('guess')).status).toBe(401);
  expect((await phone.signIn()).status).toBe(429);
  const device = phone.cookies.get('admin-device') ?? '';
  expect(device).toMatch(/^[0-9a-f-]{36}\.[\w-]{43}$/);
  const forger = admin.browser('192.0.2.1');
  const statuses: number[] = [];
  for (let guess = 0; guess < 11; guess++) {
    forger.cookies.set('admin-device', `forged-${guess}.${device.split('.')[1]}`);
    statuses.push((await forger.signIn('guess')).status);
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429]);
});

test('after the wait, guessing may go on', async ({ admin, database }) => {
  const perAddress = { requests: 1, perSeconds: 2 };
  const slow = await openAdmin(database, { ...LIMITS.signIn, perAddress });
  const guesser = slow.browser('192.0.2.1');
  const [first, second] = await Promise.all([guesser.signIn('guess'), guesser.signIn('guess')]);
  expect([first?.status, second?.status]).toEqual([401, 429]);
  expect(second?.headers.get('Retry-After')).toBe('2');
  await expect.poll(async () => (await guesser.signIn('guess')).status).toBe(401);
  // Another guesser's counts are none of its business.
  expect((await admin.browser('192.0.2.1').signIn()).status).toBe(200);
});

/** How many password hashes are computed meanwhile: Node names each piece of work that it gives to its threads. */
async function countHashes(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const hook = createHook({
    init(_id, type) {
      if (type === 'SCRYPTREQUEST') count += 1;
    },
  }).enable();
  try {
    await work();
  } finally {
    hook.disable();
  }
  return count;
}

test('any wrong password costs one hash', async ({ admin }) => {
  for (const [at, password] of [
    'x',
    ADMIN_PASSWORD.slice(0, -1),
    `${ADMIN_PASSWORD}s`,
    ADMIN_PASSWORD.toUpperCase(),
    'x'.repeat(ADMIN_PASSWORD.length),
    'x'.repeat(1000),
    '\0',
  ].entries()) {
    const browser = admin.browser(`192.0.2.${at}`);
    let status = 0;
    const hashes = await countHashes(async () => {
      ({ status } = await browser.signIn(password));
    });
    expect([status, hashes], JSON.stringify(password)).toEqual([401, 1]);
  }
  expect(await countHashes(() => admin.browser('192.0.2.98').signIn('guess', 'Nobody'))).toBe(1);
  expect(await countHashes(() => admin.browser('192.0.2.99').signIn())).toBe(1);
});

test('after the last attempt, right and wrong passwords look the same', async ({ admin }) => {
  const guesser = admin.browser('192.0.2.1');
  const guess = async (password?: string) => {
    let body = '';
    const hashes = await countHashes(async () => {
      body = await (await guesser.signIn(password)).text();
    });
    return { hashes, body };
  };
  for (let time = 0; time < 10; time++) expect((await guess('guess')).hashes).toBe(1);
  const wrong = await guess('guess');
  const right = await guess();
  expect([wrong.hashes, right.hashes]).toEqual([0, 0]);
  expect(wrong.body).toBe(right.body);
});

const HOUR_MS = 3_600_000;

test('a made-up cookie opens nothing', async ({ admin }) => {
  await admin.browser('192.0.2.1').signIn();
  for (const cookie of ['', 'null', 'undefined', 'a'.repeat(43), "' OR 1=1 --", '%00', '"']) {
    const stranger = admin.browser('192.0.2.2', { Cookie: `admin=${cookie}` });
    expect((await stranger.send('GET', '/api/secret')).status, cookie).toBe(401);
  }
});

test('signing in and out changes the session, which always answers 200', async ({ admin }) => {
  const browser = admin.browser('192.0.2.1');
  const session = async () => {
    const response = await browser.send('GET', '/api/admin/session');
    expect(response.status).toBe(200);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    return response.json();
  };
  expect(await session()).toEqual({ signedIn: false });
  expect(await (await browser.signIn()).json()).toEqual({ signedIn: true });
  expect(await session()).toEqual({ signedIn: true, name: 'Owner', role: 'owner' });
  expect(await (await browser.send('GET', '/api/secret')).text()).toBe('the orders');
  const copy = browser.cookies.get('admin') ?? '';
  expect((await browser.signOut()).headers.get('Location')).toBe('/admin/sign-in');
  expect(browser.cookies.has('admin')).toBe(false);
  expect(await session()).toMatchObject({ signedIn: false });
  // A copy of the cookie, taken before, is worth nothing now.
  browser.cookies.set('admin', copy);
  expect(await session()).toMatchObject({ signedIn: false });
  expect((await browser.signOut()).headers.get('Location')).toMatch(/^\/admin\/sign-in\?/);
});

test('the token is random, new at each sign-in, and not in the database', async ({ admin, database }) => {
  const browser = admin.browser('192.0.2.1');
  browser.cookies.set('admin', 'chosen-by-somebody-else');
  await browser.signIn();
  const first = browser.cookies.get('admin') ?? '';
  expect(first).toMatch(/^[\w-]{43}$/);
  await browser.signIn();
  const second = browser.cookies.get('admin') ?? '';
  expect(second).not.toBe(first);
  const rows = await database.db.selectFrom('adminSessions').selectAll().execute();
  // The session that the browser had is over.
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(second);
  expect(rows[0]?.tokenHash).toMatch(/^[0-9a-f]{64}$/);
  browser.cookies.set('admin', first);
  expect((await browser.send('GET', '/api/secret')).status).toBe(401);
  browser.cookies.set('admin', rows[0]?.tokenHash ?? '');
  expect((await browser.send('GET', '/api/secret')).status).toBe(401);
});

test('a session ends after 12 hours without use, and use prolongs it', async ({ admin }) => {
  const browser = admin.browser('192.0.2.1');
  await browser.signIn();
  for (let use = 0; use < 3; use++) {
    admin.wait(IDLE_MS - 60_000);
    expect((await browser.send('GET', '/api/secret')).status).toBe(200);
  }
  admin.wait(IDLE_MS);
  expect((await browser.send('GET', '/api/secret')).status).toBe(401);
  expect(IDLE_MS).toBe(12 * HOUR_MS);
});

test('a session ends after 7 days, however much it is used', async ({ admin, database }) => {
  const browser = admin.browser('192.0.2.1');
  await browser.signIn();
  for (let hours = 0; hours < 7 * 24 - 4; hours += 4) {
    admin.wait(4 * HOUR_MS);
    expect((await browser.send('GET', '/api/secret')).status, `after ${hours + 4} hours`).toBe(200);
  }
  admin.wait(4 * HOUR_MS);
  expect((await browser.send('GET', '/api/secret')).status).toBe(401);
  expect(ABSOLUTE_MS).toBe(7 * 24 * HOUR_MS);
  // The next sign-in deletes it.
  await admin.browser('192.0.2.2').signIn();
  expect(await database.db.selectFrom('adminSessions').selectAll().execute()).toHaveLength(1);
});

test('the cookie is HttpOnly and SameSite=Lax, and behind https Secure and __Host-', async ({ admin }) => {
  const plain = admin.browser('192.0.2.1');
  await plain.signIn();
  expect(plain.setCookies.get('admin')).toMatch(/; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/);
  const secure = admin.browser('192.0.2.1', { 'X-Forwarded-Proto': 'https' });
  await secure.signIn();
  expect(secure.setCookies.get('__Host-admin')).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  expect(secure.setCookies.get('__Host-admin')).not.toMatch(/Domain/);
  expect((await secure.send('GET', '/api/secret')).status).toBe(200);
  // A cookie without the prefix can have been planted over http.
  const planted = admin.browser('192.0.2.1', { 'X-Forwarded-Proto': 'https' });
  planted.cookies.set('admin', secure.cookies.get('__Host-admin') ?? '');
  expect((await planted.send('GET', '/api/secret')).status).toBe(401);
  await secure.signOut();
  expect(secure.setCookies.get('__Host-admin')).toMatch(/Max-Age=0; Path=\/; HttpOnly; Secure/);
});
