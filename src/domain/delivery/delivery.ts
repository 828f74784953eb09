import { type DeliveryCountry, parseCountry } from '../country.ts';
import { isEmailAddress } from '../email-address.ts';
import { hasWords, parseLine, parseLines } from '../plain-text.ts';
import { parsePostcode } from '../postcode.ts';

/** Who gets an order, and where (section 3, stored checkout order data). */
export interface DeliveryDetails {
  readonly customerName: string;
  readonly customerEmail: string;
  readonly customerPhone: string | null;
  /** Street lines, separated by line feeds. */
  readonly shippingAddress: string;
  readonly shippingCity: string;
  readonly shippingPostcode: string;
  readonly shippingCountry: DeliveryCountry;
  readonly specialInstructions: string | null;
}

/** The longest that each field may be, in UTF-16 units: what `maxlength` counts in a form. */
export const LONGEST = {
  customerName: 100,
  customerEmail: 254,
  customerPhone: 30,
  shippingAddress: 300,
  shippingCity: 100,
  specialInstructions: 500,
} as const;

/** A field's value, or what to tell the buyer about it. */
export type Reading<T> = { readonly value: T } | { readonly message: string };

/** Reads one field of a form or of a request. */
export type ReadField<T> = (given: unknown) => Reading<T>;

const CONTROL_CHARACTERS = 'Please use ordinary letters, digits and punctuation only.';

/**
 * The rules of the delivery details, one for each field, for the page as for the API. Apart from the schema, so
 * that a page can check a field without the weight of zod.
 */
export const DELIVERY_RULES: {
  readonly [Field in keyof DeliveryDetails]: ReadField<DeliveryDetails[Field]>;
} = {
  customerName: readText(parseLine, LONGEST.customerName, 'Please enter your name.'),
  customerEmail: (given) => {
    const reading = readText(parseLine, LONGEST.customerEmail, 'Please enter a valid email address.')(given);
    if ('message' in reading || isEmailAddress(reading.value)) return reading;
    return { message: 'Please enter a valid email address.' };
  },
  customerPhone: readOptional(
    readText(parseLine, LONGEST.customerPhone, 'Please enter a phone number, or none.'),
  ),
  shippingAddress: readText(parseLines, LONGEST.shippingAddress, 'Please enter the street and house number.'),
  shippingCity: readText(parseLine, LONGEST.shippingCity, 'Please enter the town or city.'),
  shippingPostcode: (given) => {
    // No postcode is longer than 8 signs; 20 leaves room for stray spaces.
    const value = typeof given === 'string' && given.length <= 20 ? parsePostcode(given) : null;
    return value === null ? { message: 'Please enter a full UK postcode, such as TA6 3TA.' } : { value };
  },
  shippingCountry: (given) => {
    const value = typeof given === 'string' && given.length <= 50 ? parseCountry(given) : null;
    return value === null ? { message: 'We deliver within the United Kingdom only.' } : { value };
  },
  specialInstructions: readOptional(
    readText(
      parseLines,
      LONGEST.specialInstructions,
      'Please put the instructions in words, or leave them out.',
    ),
  ),
};

function readText(
  parse: (typed: string) => string | null,
  longest: number,
  wanted: string,
): ReadField<string> {
  return (given) => {
    if (typeof given !== 'string') return { message: wanted };
    // Before the parsing, so that nobody makes the service normalise megabytes.
    if (given.length > longest * 2) return { message: tooLong(longest) };
    const value = parse(given);
    if (value === null) return { message: CONTROL_CHARACTERS };
    if (!hasWords(value)) return { message: wanted };
    return value.length > longest ? { message: tooLong(longest) } : { value };
  };
}

/** A field that may be left out, be null, or be empty: all three read as null. */
function readOptional<T>(read: ReadField<T>): ReadField<T | null> {
  return (given) => {
    const isLeftOut =
      given === undefined || given === null || (typeof given === 'string' && given.trim() === '');
    return isLeftOut ? { value: null } : read(given);
  };
}

function tooLong(longest: number): string {
  return `Please shorten this to ${longest} characters.`;
}
