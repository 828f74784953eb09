import { formatCount } from '../count.ts';
import { tidyLine } from '../plain-text.ts';

/** How the sender wants the answer (section 3, contact message). */
export const CONTACT_PREFERENCES = ['email', 'phone'] as const;
export type ContactPreference = (typeof CONTACT_PREFERENCES)[number];

/** What a visitor fills in, in the order of the form. */
export const CONTACT_FIELDS = ['name', 'email', 'phone', 'subject', 'message', 'contactPreference'] as const;
export type ContactField = (typeof CONTACT_FIELDS)[number];

/** A sentence for each field that needs mending. */
export type ContactErrors = Readonly<Partial<Record<ContactField, string>>>;

/** The sentences of section 5; `phone` is ours, for a value that is no text at all. */
export const CONTACT_SENTENCES = {
  name: 'Name must be at least 2 characters.',
  email: 'Please enter a valid email address.',
  phone: 'Please check the phone number.',
  subject: 'Subject must be at least 2 characters.',
  message: 'Message must be at least 10 characters.',
  contactPreference: 'Please select a contact preference.',
} as const satisfies Record<ContactField, string>;

/** Shortest texts that are taken, in characters (section 5). */
export const CONTACT_MINIMUM = { name: 2, subject: 2, message: 10 } as const;

/** Longest texts that are taken, in characters. The message has room for about two pages. */
export const CONTACT_MAXIMUM = { name: 100, email: 254, phone: 100, subject: 150, message: 5000 } as const;

/** What to do about a text beyond `CONTACT_MAXIMUM`. */
export function tooLongSentence(field: keyof typeof CONTACT_MAXIMUM): string {
  const names = {
    name: 'name',
    email: 'email address',
    phone: 'phone number',
    subject: 'subject',
    message: 'message',
  };
  return `Please keep the ${names[field]} to ${formatCount(CONTACT_MAXIMUM[field])} characters or fewer.`;
}

/** What a visitor is told when a message has been sent, and when it has not (section 8). */
export const CONTACT_SENT = {
  title: 'Message sent!',
  description: "We've received your message and will get back to you soon.",
} as const;
export const CONTACT_FAILED = {
  title: 'Something went wrong',
  description: "Your message couldn't be sent. Please try again.",
} as const;

/**
 * The form's hidden fields. `startedAt` and `sentAt` are milliseconds since 1970 by the visitor's own clock, written
 * by script: only their difference is used, so a clock that is wrong makes nobody look like a robot.
 */
export const HIDDEN_FIELDS = {
  submissionId: 'submissionId',
  startedAt: 'startedAt',
  sentAt: 'sentAt',
  /** Kept out of sight: only a robot fills it in. No browser or password manager knows the name. */
  trap: 'homepage',
} as const;

/** What a submission id looks like, such as a UUID: letters, digits and hyphens. */
export const SUBMISSION_ID = /^[A-Za-z0-9-]{8,64}$/;

// Control characters but line feed and tab, halves of characters, and marks that turn the direction of what follows.
const UNWANTED = /[^\P{Cc}\n\t]|[\p{Cs}\u202A-\u202E\u2066-\u2069]/gu;

/** One line of text as it is kept: no line breaks or other control characters, no spaces at either end. */
export function cleanLine(text: string): string {
  return tidyLine(text, Number.POSITIVE_INFINITY);
}

/** Several lines of text as they are kept: line feeds and tabs, no other control characters. */
export function cleanLines(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(UNWANTED, '')
    .trim();
}
