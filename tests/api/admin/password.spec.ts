import { FOUNDER_ID, findPerson, replacePasswordHash } from '../../../api/admin/admin-repository.ts';
import {
  ensureAdminPassword,
  generatePassword,
  hashPassword,
  verifyPassword,
} from '../../../api/admin/password.ts';
import { ADMIN_PASSWORD } from '../../support/sign-in.ts';
import { test as base, expect } from './admin-under-test.ts';

/** As at the very first start: no password is stored. */
const test = base.extend({
  database: async ({ database }, use) => {
    await database.db.updateTable('people').set({ passwordHash: null }).execute();
    await use(database);
  },
});

test('a hash holds scrypt, OWASP’s settings, a salt of its own, and not the password', async () => {
  const [first, second] = await Promise.all([hashPassword(ADMIN_PASSWORD), hashPassword(ADMIN_PASSWORD)]);
  expect(first).toMatch(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
  expect(first).not.toBe(second);
  expect(await verifyPassword(ADMIN_PASSWORD, first)).toBe(true);
  expect(await verifyPassword(`${ADMIN_PASSWORD} `, first)).toBe(false);
  expect(await verifyPassword('', first)).toBe(false);
});

test('an accented letter is the same however a keyboard writes it', async () => {
  expect(await verifyPassword('cafe\u0301 in the barn', await hashPassword('caf\u00e9 in the barn'))).toBe(
    true,
  );
});

test('a damaged hash is an error, and no open door', async () => {
  for (const hash of ['', 'scrypt$32768$8$3$$', 'plain$three blue tractors']) {
    await expect(verifyPassword(ADMIN_PASSWORD, hash)).rejects.toThrow('damaged');
  }
});

test('a generated password has 100 bits in groups that can be read aloud', () => {
  const passwords = Array.from({ length: 200 }, generatePassword);
  for (const password of passwords)
    expect(password).toMatch(/^[0-9a-hjkmnp-tv-z]{5}(-[0-9a-hjkmnp-tv-z]{5}){3}$/);
  expect(new Set(passwords).size).toBe(passwords.length);
  expect(new Set(passwords.join('')).size).toBe(33);
});

test('without ADMIN_PASSWORD the first start announces one, and later starts keep it', async ({
  database,
}) => {
  const announced: string[] = [];
  const start = () =>
    ensureAdminPassword({ db: database.db, given: undefined, announce: (text) => announced.push(text) });
  await start();
  await start();
  expect(announced).toHaveLength(1);
  const owner = await findPerson(database.db, FOUNDER_ID);
  expect(await verifyPassword(announced[0] ?? '', owner?.passwordHash ?? '')).toBe(true);
});

test('two first starts at once announce one password, the one that is stored', async ({ database }) => {
  const announced: string[] = [];
  const start = () =>
    ensureAdminPassword({ db: database.db, given: undefined, announce: (text) => announced.push(text) });
  await Promise.all([start(), start()]);
  expect(announced).toHaveLength(1);
});

test('a password that could not be shown is not stored', async ({ database }) => {
  const options = { db: database.db, given: undefined };
  const announce = () => {
    throw new Error('no terminal');
  };
  await expect(ensureAdminPassword({ ...options, announce })).rejects.toThrow('no terminal');
  expect((await findPerson(database.db, FOUNDER_ID))?.passwordHash).toBeNull();
});

test('the same ADMIN_PASSWORD keeps who is signed in and what they have changed, another one ends both', async ({
  admin,
  database,
}) => {
  const restart = (given: string) =>
    ensureAdminPassword({ db: database.db, given, announce: failOnAnnouncement });
  const browser = admin.browser('192.0.2.1');
  await restart(ADMIN_PASSWORD);
  await browser.signIn();
  await restart(ADMIN_PASSWORD);
  expect((await browser.send('GET', '/api/secret')).status).toBe(200);
  // Changed in the office: the variable of the first start is no way back to the first password.
  const changed = await hashPassword('six purple ploughs');
  await database.db.transaction().execute((trx) => replacePasswordHash(trx, FOUNDER_ID, changed));
  await restart(ADMIN_PASSWORD);
  expect((await browser.signIn()).status).toBe(401);
  expect((await browser.signIn('six purple ploughs')).status).toBe(200);
  await restart('four green tractors');
  expect((await browser.send('GET', '/api/secret')).status).toBe(401);
  expect((await browser.signIn('six purple ploughs')).status).toBe(401);
  expect((await browser.signIn('four green tractors')).status).toBe(200);
});

function failOnAnnouncement(): void {
  throw new Error('A given password must not be shown.');
}
