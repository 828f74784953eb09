/** The only country that is delivered to, as ISO 3166 writes it (section 9). */
export type DeliveryCountry = 'GB';

const NAMES = new Set([
  'gb',
  'uk',
  'united kingdom',
  'great britain',
  'england',
  'scotland',
  'wales',
  'northern ireland',
]);

/** `GB` for the country by any of its usual names, null for every other country. */
export function parseCountry(typed: string): DeliveryCountry | null {
  return NAMES.has(typed.trim().toLowerCase().replaceAll('.', '')) ? 'GB' : null;
}

/** A country as it is shown to people. */
export function nameCountry(country: string): string {
  return country === 'GB' ? 'United Kingdom' : country;
}
