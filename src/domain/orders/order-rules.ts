import { parseCountry } from '../country.ts';
import { isEmailAddress } from '../email-address.ts';
import {
  hasWords,
  optional,
  type ReadField,
  type Reading,
  readLine,
  readLines,
  readNumber,
  tidyLine,
  tooLongMessage,
} from '../plain-text.ts';
import { explainPostcode, parsePostcode } from '../postcode.ts';
import {
  DELIVERY_FIELDS,
  type DeliveryDetails,
  type DeliveryField,
  mapDeliveryFields,
  type OrderFieldRow,
} from './order-fields.ts';

/**
 * The rule of each field, for the page and the service. It is separate from the schema, which would load zod on the
 * page.
 */
export const DELIVERY_RULES = mapDeliveryFields((name) => readBy(DELIVERY_FIELDS[name])) as {
  readonly [Name in DeliveryField]: ReadField<DeliveryDetails[Name]>;
};

function readBy(row: OrderFieldRow): ReadField<string | null> {
  const read: ReadField<string> = (given) => readRow(row, given);
  return row.isOptional ? optional(read) : read;
}

function readRow({ label, kind, longest, wanted }: OrderFieldRow, given: unknown): Reading<string> {
  if (typeof given !== 'string') return { message: wanted };
  const tooLong = (length: number) => ({ message: tooLongMessage(label, longest, length) });
  // Checked before reading, so that nobody can make the service normalise megabytes.
  if (given.length > longest * 2) return tooLong(given.length);
  const value = READ[kind](given);
  if (value !== null && value.length > longest) return tooLong(value.length);
  if (value !== null && hasWords(value) && (kind !== 'email' || isEmailAddress(value))) return { value };
  const hint = kind === 'postcode' ? explainPostcode(given) : undefined;
  return { message: hint ?? sayFound(wanted, given) };
}

const READ: Readonly<Record<OrderFieldRow['kind'], (typed: string) => string | null>> = {
  line: readLine,
  lines: readLines,
  phone: readNumber,
  email: readLine,
  postcode: parsePostcode,
  country: parseCountry,
};

const LONGEST_FOUND = 40;

function sayFound(wanted: string, given: string): string {
  const found = readLine(given);
  if (found === '') return wanted;
  const shown = found.length > LONGEST_FOUND ? `${tidyLine(found, LONGEST_FOUND)}…` : found;
  return `${wanted} You wrote “${shown}”.`;
}
