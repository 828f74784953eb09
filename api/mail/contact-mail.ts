import type { Transaction } from 'kysely';
import type { ContactMessage } from '#domain/contact/contact-message.ts';
import type { Database } from '../db/schema.ts';
import type { MailSettings } from './mail-settings.ts';
import { enqueueMail } from './outbox-repository.ts';
import type { Template } from './template.ts';

/** Puts a message of the contact form into the outbox, to the farm; an answer goes to its sender. */
export async function enqueueContactMail(
  trx: Transaction<Database>,
  messageId: string,
  message: ContactMessage,
  settings: MailSettings,
  now: Date,
): Promise<void> {
  const mail = {
    kind: 'contact_message' as const,
    subjectId: messageId,
    recipient: settings.farmInbox,
    replyTo: message.email,
    template: writeContactTemplate(message),
  };
  await enqueueMail(trx, mail, settings, now);
}

function writeContactTemplate(message: ContactMessage): Template {
  const { name, email, phone, subject, contactPreference } = message;
  const wish = {
    email: 'by e-mail',
    phone: phone === undefined ? 'by phone, but left no number' : 'by phone',
  };
  return {
    subject: `Website message: ${subject}`,
    parts: [
      { kind: 'paragraph', text: `${name} has sent a message from the website.` },
      { kind: 'quotation', text: message.message },
      {
        kind: 'facts',
        facts: [
          ['Subject', subject],
          ['Name', name],
          ['E-mail', email],
          ['Phone', phone ?? 'none given'],
          ['Would like an answer', wish[contactPreference]],
        ],
      },
    ],
  };
}
