import { readCode } from '../plain-text.ts';

/** 32 characters that are easy to tell apart on paper and over the phone: no 0 and O, no 1 and I. */
const CHARACTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** How many random bytes `formatOrderNumber` needs. */
export const ORDER_NUMBER_BYTES = 7;

/** Makes `BB-7F3M-2Q9` from seven random bytes: one of 34 billion numbers, which do not reveal how many were sold. */
export function formatOrderNumber(random: Uint8Array): string {
  // 256 is a multiple of 32, so every character is equally likely.
  const bytes = random.subarray(0, ORDER_NUMBER_BYTES);
  const characters = Array.from(bytes, (byte) => CHARACTERS.charAt(byte % 32)).join('');
  if (characters.length < ORDER_NUMBER_BYTES) throw new RangeError('An order number needs seven bytes');
  return `BB-${characters.slice(0, 4)}-${characters.slice(4)}`;
}

/**
 * Turns an order number as somebody types or reads it out (`bb 7f3m2q9`) into its proper form; null for anything else.
 */
export function parseOrderNumber(typed: string): string | null {
  const match = /^BB([2-9A-HJ-NP-Z]{4})([2-9A-HJ-NP-Z]{3})$/.exec(readCode(typed).replace(/[\s-]/g, ''));
  return match ? `BB-${match[1]}-${match[2]}` : null;
}

/** The same for a field in which a person types a number, who may leave `BB-` out. A surname of seven letters may be one. */
export function readOrderNumber(typed: string): string | null {
  return parseOrderNumber(typed) ?? parseOrderNumber(`BB${typed}`);
}
