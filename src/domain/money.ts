import { formatCount } from './count.ts';

/** Whole pence. The brand keeps pounds, quantities and pence from being mixed up. */
export type Pence = number & { readonly __unit: 'pence' };

/** A whole, non-negative number of pence. Throws a RangeError otherwise. */
export function toPence(value: number): Pence {
  if (!Number.isSafeInteger(value) || value < 0)
    throw new RangeError(`Not a whole number of pence: ${value}`);
  return value as Pence;
}

/**
 * Reads a price as an editor writes it: a pound sign, then whole pounds or pounds and two digits of pence
 * (`£34`, `£11.50`). Returns null for anything else.
 */
export function parsePrice(text: string): Pence | null {
  const match = /^£(\d{1,6})(?:\.(\d{2}))?$/.exec(text);
  return match ? toPence(Number(match[1]) * 100 + Number(match[2] ?? 0)) : null;
}

/** `£34` for whole pounds and `£11.50` otherwise, as the price lists of section 9 are written. */
export function formatPrice(pence: Pence): string {
  return pence % 100 === 0 ? `£${pence / 100}` : `£${toPounds(pence)}`;
}

/** Pounds with two decimals and no sign (`39.99`), as they travel on the wire. */
export function toPounds(pence: Pence): string {
  return (pence / 100).toFixed(2);
}

/** Sums, as accounts show them: `£1,234.50`. @param pounds as they travel on the wire */
export function formatSum(pounds: string): string {
  const [whole = '', pence = ''] = Number(pounds).toFixed(2).split('.');
  return `£${formatCount(Number(whole))}.${pence}`;
}

/** The price of several. Throws a RangeError when the quantity is no whole number of one or more. */
export function multiplyPence(price: Pence, quantity: number): Pence {
  if (!Number.isSafeInteger(quantity) || quantity < 1) throw new RangeError(`Not a quantity: ${quantity}`);
  return toPence(price * quantity);
}

/**
 * Reads pounds as they travel on the wire: a number (79.98), or text with at most two decimals (`79.98`).
 * Returns null for what is no whole number of pence, and for more than a billion pounds.
 */
export function parsePounds(value: unknown): Pence | null {
  if (typeof value === 'string') {
    return /^\d{1,9}(\.\d{1,2})?$/.test(value) ? parsePounds(Number(value)) : null;
  }
  if (typeof value !== 'number' || !(value >= 0 && value < 1e9)) return null;
  const pence = Math.round(value * 100);
  // 79.98 * 100 is 7998.000000000001: the nearest pence are meant, but only where no tenth of a penny was given.
  return Math.abs(value * 100 - pence) < 1e-4 ? toPence(pence) : null;
}
