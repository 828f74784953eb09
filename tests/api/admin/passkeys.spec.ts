import { Authenticator } from '../../support/authenticator.ts';
import { openApp } from '../app-under-test.ts';
import { Browser } from './admin-under-test.ts';
import {
  addPasskey,
  expect,
  ORIGIN,
  PASSWORD,
  readSession,
  signInByPasskey,
  test,
} from './people-under-test.ts';

test('a passkey signs its person in, without name or password', async ({ farm }) => {
  await farm.add('Ben', 'packer');
  const passkey = await addPasskey(await farm.signedIn('Ben'));
  const phone = farm.browser();
  expect((await signInByPasskey(phone, passkey)).status).toBe(200);
  expect(await readSession(phone)).toMatchObject({ name: 'Ben', role: 'packer' });
});

test('somebody joins with a passkey alone', async ({ farm }) => {
  const phone = farm.browser();
  await phone.send('GET', await farm.invite('Anna', 'packer'));
  const options = await (await phone.send('POST', '/api/admin/join/passkey/options')).json();
  expect(options).toMatchObject({ rp: { id: 'localhost' }, user: { name: 'Anna' } });
  expect(options.authenticatorSelection).toMatchObject({
    residentKey: 'required',
    userVerification: 'required',
  });
  const authenticator = new Authenticator();
  const passkey = authenticator.register(options, ORIGIN);
  const nameless = await phone.send('POST', '/api/admin/join/passkey', { name: '', passkey });
  expect(await nameless.json()).toMatchObject({ error: 'Please enter a name.' });
  const joined = await phone.send('POST', '/api/admin/join/passkey', { name: 'Anna', passkey });
  expect(joined.status).toBe(200);
  expect(await readSession(phone)).toMatchObject({ name: 'Anna', role: 'packer' });
  expect((await phone.send('POST', '/api/admin/join/passkey', { name: 'Anna', passkey })).status).toBe(410);
  // Nobody can guess a password that does not exist.
  expect((await farm.browser().signIn(PASSWORD, 'Anna')).status).toBe(401);
  expect((await signInByPasskey(farm.browser(), authenticator)).status).toBe(200);
});

test('a passkey’s answer counts once, in its browser, for its site and purpose', async ({ farm }) => {
  const owner = await farm.owner();
  const passkey = await addPasskey(owner);
  passkey.counts = false;
  const path = '/api/admin/sign-in/passkey';
  const ask = async (browser: Browser) => (await browser.send('POST', `${path}/options`)).json();
  const expectRefused = async (browser: Browser, body: unknown) => {
    const response = await browser.send('POST', path, body);
    expect([response.status, (await response.json()).code]).toEqual([401, 'passkey_refused']);
  };
  const phone = farm.browser();
  const options = await ask(phone);
  const answer = passkey.sign(options, ORIGIN);
  const challenge = phone.cookies.get('admin-challenge') ?? '';
  // Another browser has another challenge, or none.
  await expectRefused(farm.browser(), answer);
  const other = farm.browser();
  await ask(other);
  await expectRefused(other, answer);
  expect((await phone.send('POST', path, answer)).status).toBe(200);
  phone.cookies.set('admin-challenge', challenge);
  await expectRefused(phone, answer);
  await expectRefused(phone, passkey.sign(await ask(phone), 'https://evil.example'));
  await expectRefused(phone, passkey.sign({ ...(await ask(phone)), rpId: 'evil.example' }, ORIGIN));
  await expectRefused(phone, new Authenticator().sign(await ask(phone), ORIGIN));
  // A challenge to add a passkey does not sign in.
  const adding = await (await owner.send('POST', '/api/admin/passkeys/options')).json();
  await expectRefused(owner, passkey.sign({ challenge: adding.challenge, rpId: 'localhost' }, ORIGIN));
  // Without finger, face or code.
  passkey.flags = 0x01;
  await expectRefused(phone, passkey.sign(await ask(phone), ORIGIN));
  // A copy with a counter of its own.
  passkey.flags = 0x05;
  passkey.counter = 7;
  expect((await phone.send('POST', path, passkey.sign(await ask(phone), ORIGIN))).status).toBe(200);
  passkey.counter = 6;
  await expectRefused(phone, passkey.sign(await ask(phone), ORIGIN));
});

test('made-up answers are refused, and break nothing', async ({ farm }) => {
  const phone = farm.browser();
  const path = '/api/admin/sign-in/passkey';
  for (const [status, ...bodies] of [
    [400, null, []],
    [422, {}, { id: 'x' }, { id: 'x', rawId: 'x', type: 'password', response: {} }],
  ] as const)
    for (const body of bodies) expect((await phone.send('POST', path, body)).status).toBe(status);
  const owner = await farm.owner();
  const passkey = await addPasskey(owner);
  const options = await (await phone.send('POST', `${path}/options`)).json();
  const answer = passkey.sign(options, ORIGIN);
  for (const [field, value] of [
    ['clientDataJSON', 'x'],
    ['authenticatorData', '%%%'],
    ['signature', ''],
  ] as const) {
    const body = { ...answer, response: { ...answer.response, [field]: value } };
    expect((await phone.send('POST', path, body)).status, field).toBe(401);
  }
  expect((await owner.send('POST', '/api/admin/passkeys', answer)).status).toBe(422);
});

test('passkeys belong to the site’s own https address, and are offered nowhere else', async () => {
  const app = await openApp(undefined, { trustedProxies: 1 });
  const { website } = app.parts.getMailSettings().farm;
  const site = new URL(website);
  expect(site.protocol).toBe('https:');
  const ask = async (host: string, protocol: string) => {
    const headers = {
      'X-Forwarded-Host': host,
      'X-Forwarded-Proto': protocol,
      Origin: `${protocol}://${host}`,
    };
    const browser = new Browser(app.app, headers);
    const form = await (await browser.send('GET', '/admin/sign-in')).text();
    const passkeys = form.includes('data-passkey');
    const response = await browser.send('POST', '/api/admin/sign-in/passkey/options');
    return { passkeys, status: response.status, rpId: (await response.json()).rpId };
  };
  expect(await ask(site.host, 'https')).toEqual({ passkeys: true, status: 200, rpId: site.hostname });
  expect(await ask('localhost:4321', 'http')).toEqual({ passkeys: true, status: 200, rpId: 'localhost' });
  const not = { passkeys: false, status: 409, rpId: undefined };
  for (const host of [
    '192.0.2.7',
    `evil.${site.hostname}`,
    `${site.hostname}:8443`,
    'farm.local',
    'localhost.evil',
  ]) {
    expect(await ask(host, 'https'), host).toEqual(not);
  }
  await app.close();
});
