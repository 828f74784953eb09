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
