import { ABSOLUTE_MS, IDLE_MS } from '../../../api/admin/sessions.ts';
import { expect, test } from './admin-under-test.ts';

const HOUR_MS = 3_600_000;

test('without a session the orders answer 401, and say how to sign in', async ({ admin }) => {
  const browser = admin.browser('192.0.2.1');
  const response = await browser.send('GET', '/api/secret');
  expect(response.status).toBe(401);
  expect(await response.json()).toEqual({ error: 'Please sign in first.', code: 'sign_in_required' });
  expect(response.headers.get('Cache-Control')).toBe('no-store');
});

test('a made-up cookie opens nothing', async ({ admin }) => {
  await admin.browser('192.0.2.1').signIn();
  for (const cookie of ['', 'null', 'undefined', 'a'.repeat(43), "' OR 1=1 --", '%00', '"']) {
    const stranger = admin.browser('192.0.2.2', { Cookie: `admin=${cookie}` });
    expect((await stranger.send('GET', '/api/secret')).status, cookie).toBe(401);
  }
});

test('sign-in and sign-out change the session, which always answers 200', async ({ admin }) => {
  const browser = admin.browser('192.0.2.1');
  const session = async () => {
    const response = await browser.send('GET', '/api/admin/session');
    expect(response.status).toBe(200);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    return response.json();
  };
  expect(await session()).toEqual({ signedIn: false, passkeys: false });
  expect(await (await browser.signIn()).json()).toEqual({ signedIn: true });
  expect(await session()).toEqual({ signedIn: true, name: 'Owner', role: 'owner', passkeys: false });
  expect(await (await browser.send('GET', '/api/secret')).text()).toBe('the orders');
  const copy = browser.cookies.get('admin') ?? '';
  expect(await (await browser.send('POST', '/api/admin/sign-out')).json()).toEqual({ signedIn: false });
  expect(browser.cookies.has('admin')).toBe(false);
  expect(await session()).toMatchObject({ signedIn: false });
  // A copy of the cookie, taken before, is worth nothing now.
  browser.cookies.set('admin', copy);
  expect(await session()).toMatchObject({ signedIn: false });
  expect((await browser.send('POST', '/api/admin/sign-out')).status).toBe(200);
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
  await secure.send('POST', '/api/admin/sign-out');
  expect(secure.setCookies.get('__Host-admin')).toMatch(/Max-Age=0; Path=\/; HttpOnly; Secure/);
});
