import { readLine } from './plain-text.ts';

/** The only country with delivery, as an ISO 3166 code (section 9). */
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

/** `GB` for any usual name of the country, null for every other country. */
export function parseCountry(typed: string): DeliveryCountry | null {
  return NAMES.has(readLine(typed).toLowerCase().replaceAll('.', '')) ? 'GB' : null;
}

export function nameCountry(country: string): string {
  return country === 'GB' ? 'United Kingdom' : country;
}
