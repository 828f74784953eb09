import { LIMITS } from '../../../api/http/limits.ts';
import { ADMIN_PASSWORD } from '../../support/sign-in.ts';
import { expect, openAdmin, test } from './admin-under-test.ts';

test('a wrong password is refused with a message', async ({ admin }) => {
  const response = await admin.browser('192.0.2.1').signIn(`${ADMIN_PASSWORD}s`);
  expect(response.status).toBe(401);
  expect(await response.json()).toEqual({
    error: 'That password is not right. Please try again.',
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
      { error: 'That name or that password is not right. Please try again.', code: 'wrong_password' },
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
