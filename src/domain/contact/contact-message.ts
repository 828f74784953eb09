import { isEmailAddress } from '../email-address.ts';
import type { ReadField } from '../orders/order-fields.ts';
import {
  CONTACT_FIELDS,
  CONTACT_MAXIMUM,
  CONTACT_MINIMUM,
  CONTACT_PREFERENCES,
  CONTACT_SENTENCES,
  type ContactErrors,
  type ContactField,
  type ContactPreference,
  cleanLine,
  cleanLines,
  tooLongSentence,
} from './messages.ts';

/** A contact message as it is kept (sections 3 and 5): trimmed, without control characters. */
export interface ContactMessage {
  readonly name: string;
  readonly email: string;
  readonly phone: string | undefined;
  readonly subject: string;
  readonly message: string;
  readonly contactPreference: ContactPreference;
}

/**
 * The rules of section 5, one for each field, for the page as for the service. Without zod, because the page's share
 * of it weighs more than all the rest of the contact form.
 */
export const CONTACT_RULES: {
  readonly [Field in keyof ContactMessage]: ReadField<ContactMessage[Field]>;
} = {
  name: (given) => readLongEnough('name', given, cleanLine),
  email: (given) => {
    const reading = readText('email', given, cleanLine);
    if ('message' in reading || isEmailAddress(reading.value)) return reading;
    return { message: CONTACT_SENTENCES.email };
  },
  /** No format check: people write extensions and "after six" beside a number. */
  phone: (given) => {
    const reading = readText('phone', given ?? '', cleanLine);
    return 'value' in reading && reading.value === '' ? { value: undefined } : reading;
  },
  subject: (given) => readLongEnough('subject', given, cleanLine),
  message: (given) => readLongEnough('message', given, cleanLines),
  contactPreference: (given = 'email') => {
    const value = CONTACT_PREFERENCES.find((each) => each === given);
    return value === undefined ? { message: CONTACT_SENTENCES.contactPreference } : { value };
  },
};

/** Holds a filled-in form against the rules: the message, or a sentence for each field that breaks one. */
export function checkContactMessage(
  entries: Readonly<Record<string, unknown>>,
):
  | { readonly ok: true; readonly message: ContactMessage }
  | { readonly ok: false; readonly errors: ContactErrors } {
  const message: Partial<Record<ContactField, unknown>> = {};
  const errors: Partial<Record<ContactField, string>> = {};
  for (const field of CONTACT_FIELDS) {
    const reading = CONTACT_RULES[field](entries[field]);
    if ('message' in reading) errors[field] = reading.message;
    else message[field] = reading.value;
  }
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  return { ok: true, message: message as unknown as ContactMessage };
}

function readText(
  field: keyof typeof CONTACT_MAXIMUM,
  given: unknown,
  clean: (text: string) => string,
): ReturnType<ReadField<string>> {
  if (typeof given !== 'string') return { message: CONTACT_SENTENCES[field] };
  // Before the cleaning, whose cost can grow with the square of the length.
  if (given.length > CONTACT_MAXIMUM[field] * 2) return { message: tooLongSentence(field) };
  const value = clean(given);
  return value.length > CONTACT_MAXIMUM[field] ? { message: tooLongSentence(field) } : { value };
}

function readLongEnough(
  field: keyof typeof CONTACT_MINIMUM,
  given: unknown,
  clean: (text: string) => string,
): ReturnType<ReadField<string>> {
  const reading = readText(field, given, clean);
  const isShort = 'value' in reading && reading.value.length < CONTACT_MINIMUM[field];
  return isShort ? { message: CONTACT_SENTENCES[field] } : reading;
}
