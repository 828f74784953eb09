import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { readSetting, writeSetting } from '../db/settings.ts';
import { FOUNDER_ID, listPeople, replacePasswordHash } from './admin-repository.ts';

/** From OWASP's password storage cheat sheet: of its equivalent settings, the one with the least memory, 32 MiB. */
const COST = { N: 2 ** 15, r: 8, p: 3 };
/** Node's default limit is slightly below what these settings need. */
const MAX_MEMORY_BYTES = 64 * 1024 * 1024;
const KEY_BYTES = 32;

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);

/** A new hash of a password, with its salt and settings: `scrypt$32768$8$3$salt$key`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await deriveKey(password, salt, COST, KEY_BYTES);
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/**
 * Whether a password is the hashed one. Takes equally long for every wrong password.
 * @throws Error if the hash is not from `hashPassword`
 */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const [scheme, N, r, p, salt, key] = hash.split('$');
  if (scheme !== 'scrypt' || !salt || !key) throw new Error('The stored admin password hash is damaged.');
  const expected = Buffer.from(key, 'base64url');
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const given = await deriveKey(password, Buffer.from(salt, 'base64url'), cost, expected.length);
  return timingSafeEqual(given, expected);
}

function deriveKey(password: string, salt: Buffer, cost: typeof COST, bytes: number): Promise<Buffer> {
  // Keyboards can write an accented letter in two ways. NFKC makes them one (NIST SP 800-63B).
  return derive(password.normalize('NFKC'), salt, bytes, { ...cost, maxmem: MAX_MEMORY_BYTES });
}

/** Lower-case letters and digits that are not mistaken for one another: no i, l, o, u. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** A password of 100 random bits, to be read from a screen: `k7mx9-2qfhd-w3r8t-5vbnz`. */
export function generatePassword(): string {
  const group = () => Array.from({ length: 5 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}

/** What many passwords start with, and what attackers try first. */
const COMMON =
  /^(password|passwort|qwert|asdf|admin|letmein|welcome|iloveyou|monkey|dragon|football|liverpool|arsenal|christmas|abc|000|111|123|changeme|secret)/i;
const LEAST_LENGTH = 12;
/** Long enough to be several words, which need not be unusual ones. */
const PHRASE_LENGTH = 20;
const LEAST_DIFFERENT = 6;

/**
 * Whether a password would fall to guessing. Length counts, not special characters (NIST SP 800-63B).
 * @param names public ones: of the farm, and of the password's owner
 */
export function isGuessable(password: string, names: readonly string[]): boolean {
  const plain = password.toLowerCase().replace(/[^a-z0-9]/g, '');
  const words = names.flatMap((name) => name.toLowerCase().match(/[a-z]{5,}/g) ?? []);
  // Is enough left without what anybody would try first?
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), plain.replace(COMMON, ''));
  return (
    password.length < LEAST_LENGTH ||
    new Set(plain).size < LEAST_DIFFERENT ||
    (password.length < PHRASE_LENGTH && rest.length < LEAST_LENGTH - 2 && rest.length < plain.length) ||
    isRow(plain)
  );
}

function isRow(text: string): boolean {
  if (/^(.{1,6})\1+$/.test(text)) return true;
  const steps = [...text]
    .slice(1)
    .map((character, index) => character.charCodeAt(0) - text.charCodeAt(index));
  return steps.filter((step) => Math.abs(step) <= 1).length > steps.length * 0.8;
}

/** The hash of the last `ADMIN_PASSWORD`, so that what the owner changes in the office stays until there is another. */
const LAST_GIVEN = 'last_admin_password';

/**
 * Makes sure at start that the owner can sign in: with the given password, an existing way in, or a generated password.
 * @param options.given `ADMIN_PASSWORD`. A new one replaces the owner's password and ends their sessions; the same one
 *   does no more
 * @param options.announce shows a generated password to the operator. It cannot be shown again
 */
export async function ensureAdminPassword({
  db,
  given,
  announce,
}: {
  db: Kysely<Database>;
  given: string | undefined;
  announce: (password: string) => void;
}): Promise<void> {
  if (given === undefined && (await hasWayIn(db))) return;
  const last = given && (await readSetting(db, LAST_GIVEN));
  if (given !== undefined && last && (await verifyPassword(given, last))) return;
  const password = given ?? generatePassword();
  const hash = await hashPassword(password);
  await db.transaction().execute(async (trx) => {
    // Another process may have started at the same time. A password that it has announced must stay valid.
    if (given === undefined && (await hasWayIn(trx))) return;
    await replacePasswordHash(trx, FOUNDER_ID, hash);
    if (given !== undefined) await writeSetting(trx, LAST_GIVEN, hash);
    // Before the commit: after a crash in between, the next start announces another password, and none is lost.
    if (given === undefined) announce(password);
  });
}

/** A link counts, because `npm run people` has just shown it to somebody. */
async function hasWayIn(db: Kysely<Database>): Promise<boolean> {
  const founder = (await listPeople(db)).find(({ id }) => id === FOUNDER_ID);
  return (
    founder !== undefined && (founder.hasPassword === 1 || founder.passkeys > 0 || founder.endsAt !== null)
  );
}
