import type { Transaction } from 'kysely';
import type { ContactMessage } from '#domain/contact/contact-message.ts';
import { PAGES } from '#domain/pages.ts';
import type { Farm } from '#domain/schemas/farm.ts';
import type { Database } from '../db/schema.ts';
import type { MailSettings } from './mail-settings.ts';
import { linkToSite } from './order-templates.ts';
import { enqueueMail } from './outbox-repository.ts';
import type { Template } from './template.ts';

/** Queues a contact form's message to the farm. Replies go to the visitor. */
export async function enqueueContactMail(
  trx: Transaction<Database>,
  messageId: string,
  message: ContactMessage,
  settings: MailSettings,
  now: Date,
): Promise<void> {
  const about = {
    subjectId: messageId,
    address: message.email,
    template: writeContactTemplate(message, settings.farm),
  };
  await enqueueMail(trx, { kind: 'contact_message', ...about }, settings, now);
}

export function writeContactTemplate(message: ContactMessage, farm: Farm): Template {
  const { name, email, phone, subject, contactPreference } = message;
  const wish = {
    email: 'by e-mail',
    phone: phone === undefined ? 'by phone, but left no number' : 'by phone',
  };
  return {
    subject: `Website message: ${subject}`,
    parts: [
      `${name} has sent a message from the website.`,
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
      linkToSite('Open the messages', PAGES['admin/messages'].path, farm),
    ],
  };
}

export const CARD_NOTICE: Template = {
  subject: 'Somebody is trying out stolen cards in the shop',
  parts: [
    'Many cards were declined in the shop within an hour. Usually this means that a program is trying out stolen card numbers. The shop has stopped those payments, and limits declined cards until it is over. Buyers with a good card won’t notice.',
    'Please look at the failed payments on Stripe’s own pages, and at the Radar rules there. If a payment that went through in that hour looks strange, refund it before you send anything.',
    'You get this e-mail once a day at most.',
  ],
};
