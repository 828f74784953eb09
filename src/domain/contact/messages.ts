/** How the sender wants to be answered (section 3, contact message). */
export const CONTACT_PREFERENCES = ['email', 'phone'] as const;
export type ContactPreference = (typeof CONTACT_PREFERENCES)[number];

/** One row of the table below. */
interface ContactFieldRow {
  readonly label: string;
  /** The id of its control, for labels and links from the error summary. */
  readonly controlId: string;
  /** The message for an entry that is not accepted: section 5's, or for `phone` our own, if it is not text. */
  readonly message: string;
  /** In characters (section 5). The message has room for about two pages. */
  readonly shortest: number;
  readonly longest: number;
}

/** The fields that a visitor fills in, in the order of the form, with all their rules. */
export const CONTACT_FORM = {
  name: {
    label: 'Your name',
    controlId: 'contact-name',
    message: 'Name must be at least 2 characters.',
    shortest: 2,
    longest: 100,
  },
  email: {
    label: 'E-mail address',
    controlId: 'contact-email',
    message: 'Please enter a valid email address.',
    shortest: 0,
    longest: 254,
  },
  phone: {
    label: 'Phone number (optional)',
    controlId: 'contact-phone',
    message: 'Please check the phone number.',
    shortest: 0,
    longest: 100,
  },
  subject: {
    label: 'What is it about?',
    controlId: 'contact-subject',
    message: 'Subject must be at least 2 characters.',
    shortest: 2,
    longest: 150,
  },
  message: {
    label: 'Your message',
    controlId: 'contact-message',
    message: 'Message must be at least 10 characters.',
    shortest: 10,
    longest: 5000,
  },
  contactPreference: {
    label: 'How would you like us to answer?',
    controlId: 'contact-preference-email',
    message: 'Please select a contact preference.',
    shortest: 0,
    longest: 10,
  },
} as const satisfies Record<string, ContactFieldRow>;

export type ContactField = keyof typeof CONTACT_FORM;
export const CONTACT_FIELDS = Object.keys(CONTACT_FORM) as readonly ContactField[];

/** One message for each field to correct. */
export type ContactErrors = Readonly<Partial<Record<ContactField, string>>>;

/** The notifications after sending a message, or failing to (section 8). */
export const CONTACT_SENT = {
  title: 'Message sent!',
  description: "We've received your message and will get back to you soon.",
} as const;
export const CONTACT_FAILED = {
  title: 'Something went wrong',
  description: "Your message couldn't be sent. Please try again.",
} as const;

/**
 * The form's hidden fields. `startedAt` and `sentAt` are milliseconds since 1970 by the visitor's clock, set by script.
 * Only their difference is used, so that a wrong clock makes nobody look like a robot.
 */
export const HIDDEN_FIELDS = {
  submissionId: 'submissionId',
  startedAt: 'startedAt',
  sentAt: 'sentAt',
  /** Hidden from view, so that only robots fill it in. No browser or password manager knows the name. */
  honeypot: 'homepage',
} as const;

/** The format of a submission id, such as a UUID: letters, digits and hyphens. */
export const SUBMISSION_ID = /^[A-Za-z0-9-]{8,64}$/;
