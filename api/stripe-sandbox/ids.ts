import { randomInt } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Letters and digits that cannot be guessed. */
export function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** An id in Stripe's manner: `pi_3XfR…`, 24 characters after the prefix. */
export function createId(prefix: string): string {
  return `${prefix}_${randomText(24)}`;
}
