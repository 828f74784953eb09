import { formatCount } from './count.ts';

/** Whole pence. The brand prevents mixing up pounds, quantities and pence. */
export type Pence = number & { readonly __unit: 'pence' };

/** @throws RangeError unless the value is a whole, non-negative number */
export function toPence(value: number): Pence {
  if (!Number.isSafeInteger(value) || value < 0)
    throw new RangeError(`Not a whole number of pence: ${value}`);
  return value as Pence;
}

/**
 * Reads a price as an editor writes it: a pound sign, then whole pounds or pounds and two digits of pence (`£34`,
 * `£11.50`). Returns null for anything else.
 */
export function parsePrice(text: string): Pence | null {
  const match = /^£(\d{1,6})(?:\.(\d{2}))?$/.exec(text);
  return match ? toPence(Number(match[1]) * 100 + Number(match[2] ?? 0)) : null;
}

/** `£34` for whole pounds and `£11.50` otherwise, like the price lists of section 9. */
export function formatPrice(pence: Pence): string {
  return pence % 100 === 0 ? `£${pence / 100}` : formatAmount(pence);
}

/** `£79.98` and `£80.00`, always with pence, as on a receipt. */
export function formatAmount(pence: Pence): string {
  return `£${toPounds(pence)}`;
}

/** Pounds with two decimals and no currency sign (`39.99`), for requests and responses. */
export function toPounds(pence: Pence): string {
  return (pence / 100).toFixed(2);
}

/**
 * A sum for accounts: `£1,234.50`.
 * @param pounds as in requests and responses
 */
export function formatSum(pounds: string): string {
  const [whole = '', pence = ''] = Number(pounds).toFixed(2).split('.');
  return `£${formatCount(Number(whole))}.${pence}`;
}

/** @throws RangeError unless the quantity is a whole number of one or more */
export function multiplyPence(price: Pence, quantity: number): Pence {
  if (!Number.isSafeInteger(quantity) || quantity < 1) throw new RangeError(`Not a quantity: ${quantity}`);
  return toPence(price * quantity);
}

/**
 * Reads pounds from requests and responses: a number (79.98), or text with at most two decimals (`79.98`). Returns null
 * unless it is a whole number of pence, up to a billion pounds.
 */
export function parsePounds(value: unknown): Pence | null {
  if (typeof value === 'string') {
    return /^\d{1,9}(\.\d{1,2})?$/.test(value) ? parsePounds(Number(value)) : null;
  }
  if (typeof value !== 'number' || !(value >= 0 && value < 1e9)) return null;
  const pence = Math.round(value * 100);
  // 79.98 * 100 is 7998.000000000001, so this rounds to the nearest pence, but not if a fraction of a penny was given.
  return Math.abs(value * 100 - pence) < 1e-4 ? toPence(pence) : null;
}
