import { tidyLine } from '../plain-text.ts';

/** How the sender wants the answer (section 3, contact message). */
export const CONTACT_PREFERENCES = ['email', 'phone'] as const;
export type ContactPreference = (typeof CONTACT_PREFERENCES)[number];

/** One line of the table below. */
interface ContactFieldRow {
  readonly label: string;
  /** The id of its control: what an error summary's link and a label lead to. */
  readonly controlId: string;
  /** What to tell a visitor whose entry cannot be taken: section 5's, and for `phone` ours, where it is no text at all. */
  readonly message: string;
  /** What it is called in a message about its length. */
  readonly name: string;
  /** In characters (section 5). The message has room for about two pages. */
  readonly shortest: number;
  readonly longest: number;
}

/** What a visitor fills in, in the order of the form, with all its rules. */
export const CONTACT_FORM = {
  name: {
    label: 'Your name',
    controlId: 'contact-name',
    message: 'Name must be at least 2 characters.',
    name: 'name',
    shortest: 2,
    longest: 100,
  },
  email: {
    label: 'E-mail address',
    controlId: 'contact-email',
    message: 'Please enter a valid email address.',
    name: 'email address',
    shortest: 0,
    longest: 254,
  },
  phone: {
    label: 'Phone number (optional)',
    controlId: 'contact-phone',
    message: 'Please check the phone number.',
    name: 'phone number',
    shortest: 0,
    longest: 100,
  },
  subject: {
    label: 'What is it about?',
    controlId: 'contact-subject',
    message: 'Subject must be at least 2 characters.',
    name: 'subject',
    shortest: 2,
    longest: 150,
  },
  message: {
    label: 'Your message',
    controlId: 'contact-message',
    message: 'Message must be at least 10 characters.',
    name: 'message',
    shortest: 10,
    longest: 5000,
  },
  contactPreference: {
    label: 'How would you like us to answer?',
    controlId: 'contact-preference-email',
    message: 'Please select a contact preference.',
    name: 'choice',
    shortest: 0,
    longest: 10,
  },
} as const satisfies Record<string, ContactFieldRow>;

export type ContactField = keyof typeof CONTACT_FORM;
export const CONTACT_FIELDS = Object.keys(CONTACT_FORM) as readonly ContactField[];

/** A message for each field that needs mending. */
export type ContactErrors = Readonly<Partial<Record<ContactField, string>>>;

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
  honeypot: 'homepage',
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
