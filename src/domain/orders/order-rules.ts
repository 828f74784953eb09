import { parseCountry } from '../country.ts';
import { isEmailAddress } from '../email-address.ts';
import { hasWords, parseLine, parseLines } from '../plain-text.ts';
import { parsePostcode } from '../postcode.ts';
import {
  DELIVERY_FIELDS,
  type DeliveryDetails,
  type DeliveryField,
  mapDeliveryFields,
  type OrderFieldRow,
} from './order-fields.ts';

/** A field's value, or the message for the buyer. */
export type Reading<T> = { readonly value: T } | { readonly message: string };

/** Reads one field of a form or of a request. */
export type ReadField<T> = (given: unknown) => Reading<T>;

/**
 * The rule of each field, for the page and the service. It is separate from the schema, which would load zod on the
 * page.
 */
export const DELIVERY_RULES = mapDeliveryFields((name) => readBy(DELIVERY_FIELDS[name])) as {
  readonly [Name in DeliveryField]: ReadField<DeliveryDetails[Name]>;
};

function readBy(row: OrderFieldRow): ReadField<string | null> {
  if (row.isOptional) return (given) => (isLeftOut(given) ? { value: null } : readRow(row, given));
  return (given) => readRow(row, given);
}

/** Missing, null and empty mean the same. */
function isLeftOut(given: unknown): boolean {
  return given === undefined || given === null || (typeof given === 'string' && given.trim() === '');
}

function readRow({ kind, longest, wanted }: OrderFieldRow, given: unknown): Reading<string> {
  if (typeof given !== 'string') return { message: wanted };
  if (kind === 'postcode' || kind === 'country') {
    const parse = kind === 'postcode' ? parsePostcode : parseCountry;
    const value = given.length <= longest ? parse(given) : null;
    return value === null ? { message: wanted } : { value };
  }
  const tooLong = { message: `Please shorten this to ${longest} characters.` };
  // Checked before parsing, so that nobody can make the service normalise megabytes.
  if (given.length > longest * 2) return tooLong;
  const value = kind === 'lines' ? parseLines(given) : parseLine(given);
  if (value === null) return { message: 'Please use ordinary letters, digits and punctuation only.' };
  if (!hasWords(value)) return { message: wanted };
  if (value.length > longest) return tooLong;
  return kind === 'email' && !isEmailAddress(value) ? { message: wanted } : { value };
}
