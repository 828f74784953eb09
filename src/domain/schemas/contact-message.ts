import * as z from 'zod/mini';
import {
  CONTACT_FIELDS,
  CONTACT_MAXIMUM,
  CONTACT_MINIMUM,
  CONTACT_PREFERENCES,
  CONTACT_SENTENCES,
  type ContactErrors,
  type ContactField,
  cleanLine,
  cleanLines,
  tooLongSentence,
} from '../messages.ts';

// zod/mini, because the contact form checks with this schema in the browser: 5 kB there instead of 20.

function longEnough(field: 'name' | 'subject' | 'message', clean: (text: string) => string) {
  const error = CONTACT_SENTENCES[field];
  return z
    .string({ error })
    .check(
      z.overwrite(clean),
      z.minLength(CONTACT_MINIMUM[field], { error }),
      z.maxLength(CONTACT_MAXIMUM[field], { error: tooLongSentence(field) }),
    );
}

const email = z
  .string({ error: CONTACT_SENTENCES.email })
  .check(
    z.overwrite(cleanLine),
    z.maxLength(CONTACT_MAXIMUM.email, { error: tooLongSentence('email'), abort: true }),
    z.regex(z.regexes.email, { error: CONTACT_SENTENCES.email }),
  );

/** No format check (section 5): people write extensions and "after six" beside a number. */
const phone = z.pipe(
  z.nullish(
    z
      .string({ error: CONTACT_SENTENCES.phone })
      .check(z.overwrite(cleanLine), z.maxLength(CONTACT_MAXIMUM.phone, { error: tooLongSentence('phone') })),
  ),
  z.transform((value) => (value === '' || value === null ? undefined : value)),
);

/** A contact message as it travels and is kept (sections 3 and 5): trimmed, without control characters. */
export const contactMessageSchema = z.object({
  name: longEnough('name', cleanLine),
  email,
  phone,
  subject: longEnough('subject', cleanLine),
  message: longEnough('message', cleanLines),
  contactPreference: z._default(
    z.enum(CONTACT_PREFERENCES, { error: CONTACT_SENTENCES.contactPreference }),
    'email',
  ),
});

export type ContactMessage = z.output<typeof contactMessageSchema>;

/** Holds a filled-in form against the schema: the message, or the first sentence for each field. */
export function checkContactMessage(
  entries: Readonly<Record<string, unknown>>,
):
  | { readonly ok: true; readonly message: ContactMessage }
  | { readonly ok: false; readonly errors: ContactErrors } {
  const result = contactMessageSchema.safeParse(entries);
  if (result.success) return { ok: true, message: result.data };
  const errors: Partial<Record<ContactField, string>> = {};
  for (const { path, message } of result.error.issues) {
    const field = CONTACT_FIELDS.find((name) => name === path[0]);
    if (field !== undefined) errors[field] ??= message;
  }
  return { ok: false, errors };
}
