import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** OWASP's password storage cheat sheet; of its equal settings the one that takes the least memory, 32 MiB. */
const COST = { N: 2 ** 15, r: 8, p: 3 };
/** Node's own limit is a whisker below what these settings need. */
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
 * Whether a password is the one that was hashed. Takes as long for any wrong one.
 * @throws Error when the hash is not one of `hashPassword`
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
  // Keyboards write an accented letter in two ways; NFKC makes them one (NIST SP 800-63B).
  return derive(password.normalize('NFKC'), salt, bytes, { ...cost, maxmem: MAX_MEMORY_BYTES });
}

/** Small letters and digits that are not mistaken for one another: no i, l, o, u. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** A password of 100 random bits to be read from a screen: `k7mx9-2qfhd-w3r8t-5vbnz`. */
export function generatePassword(): string {
  const group = () => Array.from({ length: 5 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}

/** What people begin with, and what guessing begins with. */
const COMMON =
  /^(password|passwort|qwert|asdf|admin|letmein|welcome|iloveyou|monkey|dragon|football|liverpool|arsenal|christmas|abc|000|111|123|changeme|secret)/i;
const LEAST_LENGTH = 12;
/** So long that it is several words, which need not be strange ones. */
const PHRASE_LENGTH = 20;
const LEAST_DIFFERENT = 6;

/**
 * Whether a password would fall to guessing. Length counts, not strange signs (NIST SP 800-63B).
 * @param names what everybody knows: of the farm, and of whose password it is
 */
export function isGuessable(password: string, names: readonly string[]): boolean {
  const plain = password.toLowerCase().replace(/[^a-z0-9]/g, '');
  const words = names.flatMap((name) => name.toLowerCase().match(/[a-z]{5,}/g) ?? []);
  // Without what anybody would try first, is enough of it left?
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), plain.replace(COMMON, ''));
  return (
    password.length < LEAST_LENGTH ||
    new Set(plain).size < LEAST_DIFFERENT ||
    (password.length < PHRASE_LENGTH && rest.length < LEAST_LENGTH - 2 && rest.length < plain.length) ||
    isRow(plain)
  );
}

/** One stretch said again and again, or signs that follow each other. */
function isRow(text: string): boolean {
  if (/^(.{1,6})\1+$/.test(text)) return true;
  const steps = [...text].slice(1).map((sign, index) => sign.charCodeAt(0) - text.charCodeAt(index));
  return steps.filter((step) => Math.abs(step) <= 1).length > steps.length * 0.8;
}
