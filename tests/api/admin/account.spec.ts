import { ADMIN_PASSWORD } from '../../support/sign-in.ts';
import { hashCheaply } from '../../support/test-database.ts';
import {
  addPasskey,
  expect,
  form,
  PASSWORD,
  readSession,
  signInByPasskey,
  test,
} from './people-under-test.ts';

const NEW = 'nine white winter geese';

test('a new password wants the old one, and ends the other sessions', async ({ farm }) => {
  await farm.add('Ben', 'packer');
  const [here, there] = [await farm.signedIn('Ben'), await farm.signedIn('Ben')];
  for (const [entries, message] of [
    [{ current: 'wrong', password: NEW }, 'That password isn’t right.'],
    [{ current: PASSWORD, password: 'short' }, 'at least 12 characters'],
  ] as const) {
    const refused = await here.send('POST', '/admin/account/password', form(entries));
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain(message);
  }
  const changed = await here.send(
    'POST',
    '/admin/account/password',
    form({ current: PASSWORD, password: NEW }),
  );
  expect(changed.headers.get('Location')).toBe('/admin/account?done=password');
  expect(await readSession(here)).toMatchObject({ name: 'Ben' });
  expect(await readSession(there)).toMatchObject({ signedIn: false });
  expect((await there.signIn(PASSWORD, 'Ben')).status).toBe(401);
  expect((await there.signIn(NEW, 'Ben')).status).toBe(200);
});

test('guesses at the password of an open session are limited too', async ({ farm }) => {
  await farm.add('Ben', 'packer');
  const ben = await farm.signedIn('Ben');
  const guess = async () => {
    const entries = form({ current: 'guess', password: NEW });
    return (await ben.send('POST', '/admin/account/password', entries)).text();
  };
  for (let time = 0; time < 10; time++) expect(await guess()).toContain('That password isn’t right.');
  expect(await guess()).toContain('There were too many attempts');
});

test('signing out elsewhere leaves this session and those of others', async ({ farm }) => {
  await farm.add('Ben', 'packer');
  const [here, there, owner] = [await farm.signedIn('Ben'), await farm.signedIn('Ben'), await farm.owner()];
  expect(await (await here.send('GET', '/admin/account')).text()).toContain('1 other browser');
  await here.send('POST', '/admin/account/sign-out-elsewhere', form({}));
  expect(await readSession(here)).toMatchObject({ signedIn: true });
  expect(await readSession(there)).toMatchObject({ signedIn: false });
  expect(await readSession(owner)).toMatchObject({ signedIn: true });
  const out = await here.signOut();
  expect(out.headers.get('Location')).toBe('/admin/sign-in');
  expect(await readSession(here)).toMatchObject({ signedIn: false });
});

test('a new name is what the next sign-in wants', async ({ farm }) => {
  await farm.add('Ben', 'packer');
  const ben = await farm.signedIn('Ben');
  const taken = await ben.send('POST', '/admin/account/name', form({ name: 'owner' }));
  expect(await taken.text()).toContain('Somebody has this name already.');
  await ben.send('POST', '/admin/account/name', form({ name: 'Benjamin' }));
  expect(await readSession(ben)).toMatchObject({ name: 'Benjamin' });
  expect((await farm.browser().signIn(PASSWORD, 'Ben')).status).toBe(401);
  expect((await farm.browser().signIn(PASSWORD, 'Benjamin')).status).toBe(200);
});

test('the last way in cannot be taken away, a passkey beside a password can', async ({ farm }) => {
  const id = await farm.add('Ben', 'packer');
  const { db } = farm.app.parts;
  const ben = await farm.signedIn('Ben');
  const passkey = form({ id: (await addPasskey(ben)).id.toString('base64url') });
  await db.updateTable('people').set({ passwordHash: null }).where('id', '=', id).execute();
  const refused = await ben.send('POST', '/admin/account/remove-passkey', passkey);
  expect(await refused.text()).toContain('This is your only way in.');
  await db
    .updateTable('people')
    .set({ passwordHash: hashCheaply(PASSWORD) })
    .where('id', '=', id)
    .execute();
  // Nobody removes somebody else's.
  await (await farm.owner()).send('POST', '/admin/account/remove-passkey', passkey);
  expect(await db.selectFrom('passkeys').select('personId').execute()).toEqual([{ personId: id }]);
  await ben.send('POST', '/admin/account/remove-passkey', passkey);
  expect(await db.selectFrom('passkeys').selectAll().execute()).toEqual([]);
});

test('whoever changes how somebody signs in has just signed in, or does so again', async ({ farm }) => {
  const ben = await farm.add('Ben', 'packer');
  const { db } = farm.app.parts;
  const owner = await farm.owner();
  await addPasskey(owner);
  const createdAt = new Date(Date.now() - 11 * 60_000).toISOString();
  await db.updateTable('adminSessions').set({ createdAt }).execute();
  const readAccounts = async () => [await db.selectFrom('people').selectAll().execute(), await listKeys()];
  const listKeys = () => db.selectFrom('passkeys').select('id').execute();
  const before = await readAccounts();
  const [{ id = '' } = {}] = await listKeys();
  for (const [path, entries] of [
    ['/admin/account/name', { name: 'Ann' }],
    ['/admin/account/remove-passkey', { id }],
    ['/admin/people', { name: 'Eve', role: 'owner' }],
    [`/admin/people/${ben}/role`, { role: 'owner' }],
    [`/admin/people/${ben}/link`, {}],
    [`/admin/people/${ben}/remove`, {}],
  ] as const) {
    const asked = await owner.send('POST', path, form(entries));
    expect(asked.status, path).toBe(307);
    expect(asked.headers.get('Location')).toContain(`sent-to=${encodeURIComponent(path)}`);
  }
  for (const path of ['/api/admin/passkeys/options', '/api/admin/passkeys']) {
    const asked = await owner.send('POST', path, {});
    expect(await asked.json()).toMatchObject({ code: 'sign_in_again' });
  }
  expect(await (await owner.send('GET', '/admin/account')).text()).toContain('please sign in again first');
  expect(await readAccounts()).toEqual(before);

  const sentTo = '/admin/sign-in?sent-to=/admin/people';
  const kept = await (await owner.send('POST', sentTo, form({ name: 'Eve', role: 'owner' }))).text();
  expect(kept).toContain('To change how somebody signs in');
  const field = /name="kept" value="([^"]+)"/.exec(kept)?.[1] ?? '';
  const wrong = form({ kept: field, password: 'wrong' });
  expect((await owner.send('POST', '/admin/sign-in', wrong)).status).toBe(401);
  const right = form({ kept: field, password: ADMIN_PASSWORD });
  expect(await (await owner.send('POST', '/admin/sign-in', right)).text()).toContain('Send it now');
  await owner.send('POST', '/admin/people', form({ name: 'Eve', role: 'packer' }));
  expect(await db.selectFrom('people').select('name').orderBy('name').execute()).toEqual([
    { name: 'Ben' },
    { name: 'Eve' },
    { name: 'Owner' },
  ]);
});

test('a first password beside a passkey wants a new sign-in too', async ({ farm }) => {
  const id = await farm.add('Ben', 'packer');
  const ben = await farm.signedIn('Ben');
  const { db } = farm.app.parts;
  await db.updateTable('people').set({ passwordHash: null }).where('id', '=', id).execute();
  const createdAt = new Date(Date.now() - 11 * 60_000).toISOString();
  await db.updateTable('adminSessions').set({ createdAt, lastSeenAt: createdAt }).execute();
  const asked = await ben.send('POST', '/admin/account/password', form({ password: NEW }));
  expect(await asked.text()).toContain('Please sign in again first.');
  expect(await db.selectFrom('people').select('passwordHash').where('id', '=', id).execute()).toEqual([
    { passwordHash: null },
  ]);
});

// A packing morning, and somebody guesses from everywhere.

test('guesses from many addresses lock out no known password and no passkey', async ({ farm }) => {
  await farm.add('Ben', 'packer');
  const known = await farm.signedIn('Ben');
  const passkey = await addPasskey(known);
  await known.signOut();
  for (let at = 0; at < 200; at += 10) {
    const guesses = Array.from({ length: 10 }, (_, index) => `203.0.113.${at + index}`);
    const answers = await Promise.all(guesses.map((each) => farm.browser(each).signIn('guess', 'Ben')));
    for (const { status } of answers) expect(status).toBe(401);
  }
  // A new telephone on a new network, with a slip of the finger.
  const fresh = farm.browser('192.0.2.77');
  expect((await fresh.signIn('slip', 'Ben')).status).toBe(401);
  expect((await fresh.signIn(PASSWORD, 'Ben')).status).toBe(200);
  expect((await farm.owner()).cookies.has('admin')).toBe(true);
  expect((await known.signIn(PASSWORD, 'Ben')).status).toBe(200);
  expect((await signInByPasskey(farm.browser('192.0.2.78'), passkey)).status).toBe(200);
});

test('one address cannot try many names, and a passkey still works from there', async ({ farm }) => {
  const passkey = await addPasskey(await farm.owner());
  const address = '203.0.113.1';
  const statuses: number[] = [];
  for (let guess = 0; guess < 32; guess += 1) {
    statuses.push((await farm.browser(address).signIn('guess', `Name ${guess}`)).status);
  }
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(30);
  expect(statuses.at(-1)).toBe(429);
  expect((await signInByPasskey(farm.browser(address), passkey)).status).toBe(200);
});

test('a tablet that several people share knows each of them', async ({ farm }) => {
  await farm.add('Ben', 'packer');
  await farm.add('Cleo', 'packer');
  const tablet = farm.browser('192.0.2.1');
  for (const name of ['Ben', 'Cleo']) expect((await tablet.signIn(PASSWORD, name)).status).toBe(200);
  const neighbour = farm.browser('192.0.2.1');
  for (const name of ['Ben', 'Cleo']) {
    for (let guess = 0; guess < 11; guess += 1) await neighbour.signIn('guess', name);
    expect((await neighbour.signIn(PASSWORD, name)).status).toBe(429);
    expect((await tablet.signIn(PASSWORD, name)).status).toBe(200);
  }
});
