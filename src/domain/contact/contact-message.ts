import { isEmailAddress } from '../email-address.ts';
import type { ReadField } from '../plain-text.ts';
import { readLine, readNumber, readText, tooLongMessage } from '../plain-text.ts';
import {
  CONTACT_FIELDS,
  CONTACT_FORM,
  CONTACT_PREFERENCES,
  type ContactErrors,
  type ContactField,
  type ContactPreference,
} from './messages.ts';

/** A contact message as it is stored (sections 3 and 5): as it is read. */
export interface ContactMessage {
  readonly name: string;
  readonly email: string;
  readonly phone: string | undefined;
  readonly subject: string;
  readonly message: string;
  readonly contactPreference: ContactPreference;
}

/**
 * The rules of section 5, one for each field, for the page and the service. They do not use zod, because its share of
 * the page would be larger than the rest of the contact form.
 */
export const CONTACT_RULES: {
  readonly [Field in keyof ContactMessage]: ReadField<ContactMessage[Field]>;
} = {
  name: (given) => readField('name', given),
  email: (given) => {
    const reading = readField('email', given);
    if ('message' in reading || isEmailAddress(reading.value)) return reading;
    return { message: CONTACT_FORM.email.message };
  },
  /** No format check: people add extensions and "after six" to a number. */
  phone: (given) => {
    const reading = readField('phone', given ?? '', readNumber);
    return 'value' in reading && reading.value === '' ? { value: undefined } : reading;
  },
  subject: (given) => readField('subject', given),
  message: (given) => readField('message', given, (typed) => readText(typed).trim()),
  contactPreference: (given = 'email') => {
    const value = CONTACT_PREFERENCES.find((each) => each === given);
    return value === undefined ? { message: CONTACT_FORM.contactPreference.message } : { value };
  },
};

/** Checks a filled-in form. Returns the message, or what is wrong with each field. */
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

function readField(
  field: ContactField,
  given: unknown,
  read: (typed: string) => string = readLine,
): ReturnType<ReadField<string>> {
  const { label, message, shortest, longest } = CONTACT_FORM[field];
  if (typeof given !== 'string') return { message };
  const tooLong = (length: number) => ({ message: tooLongMessage(label, longest, length) });
  // Checked before reading, whose cost can grow with the square of the length.
  if (given.length > longest * 2) return tooLong(given.length);
  const value = read(given);
  if (value.length > longest) return tooLong(value.length);
  return value.length < shortest ? { message } : { value };
}
