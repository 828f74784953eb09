import type { Transaction } from 'kysely';
import { z } from 'zod';
import { CONTACT_RULES } from '#domain/contact/contact-message.ts';
import type { Person } from '#domain/people.ts';
import type { Database } from '../db/schema.ts';
import { type Result, refuse } from '../http/problems.ts';
import { changeOrder } from '../orders/change-order.ts';
import { findOrder } from '../orders/orders-repository.ts';
import type { Shop } from '../shop.ts';
import { copyMail, findConfirmation, findMail, retryMail } from './mail-list-repository.ts';
import { enqueueConfirmation } from './order-mails.ts';
import { writeOrderConfirmation } from './order-templates.ts';
import type { OutboxMail } from './outbox-repository.ts';
import { renderHtml, renderText } from './template.ts';

/** What the forms of e-mails send: try again, send a sent mail once more, or send a copy to another address. */
export const mailFormSchema = z
  .object({
    action: z.enum(['retry', 'copy', 'correct']),
    address: z.string().default(''),
    order: z.literal('1').optional(),
  })
  .transform(({ order, ...asked }) => ({ ...asked, correctsOrder: order === '1' }));

/** The outcome. `overtaken`: since the page was shown, the mail was sent, or somebody else has sent it again. */
export type MailOutcome =
  | { readonly done: 'retried' | 'copied' | 'corrected' | 'order_corrected'; readonly mailId: string }
  | { readonly done: 'overtaken' | 'gone' | 'emptied' }
  | { readonly done: 'refused'; readonly message: string };

/** Sends a mail again. Each mail is copied at most once, no matter how often and by how many people this is called. */
export async function sendAgain(
  { db, getMailSettings, clock, wakeOutbox }: Shop,
  id: string,
  request: z.output<typeof mailFormSchema> & { readonly person: Person },
): Promise<MailOutcome> {
  const now = clock();
  const outcome = await db.transaction().execute(async (trx): Promise<MailOutcome> => {
    const mail = await findMail(trx, id);
    if (!mail) return { done: 'gone' };
    if (mail.sentAgainAs !== null) return { done: 'overtaken' };
    // Somebody who saw a mail fail does not want it twice if it has been delivered meanwhile.
    const isAsShown = { retry: mail.state !== 'sent', copy: mail.state === 'sent', correct: true };
    if (!isAsShown[request.action]) return { done: 'overtaken' };
    if (mail.textBody === '') return { done: 'emptied' };
    if (request.action === 'retry') {
      await retryMail(trx, id, now);
      return { done: 'retried', mailId: id };
    }
    if (request.action === 'copy') {
      return { done: 'copied', mailId: await copyMail(trx, mail, mail.recipient, getMailSettings(), now) };
    }
    const reading = CONTACT_RULES.email(request.address);
    if ('message' in reading) return { done: 'refused', message: reading.message };
    if (reading.value === mail.recipient) {
      return { done: 'refused', message: 'It already goes to this address. Please enter another one.' };
    }
    const mailId = await copyMail(trx, mail, reading.value, getMailSettings(), now);
    const isOrderCorrected =
      request.correctsOrder && (await correctOrder(trx, mail, reading.value, request.person, now));
    return { done: isOrderCorrected ? 'order_corrected' : 'corrected', mailId };
  });
  wakeOutbox();
  return outcome;
}

/** Changes the order's e-mail address if the mail went to it. @returns whether it was changed */
async function correctOrder(
  trx: Transaction<Database>,
  { subjectId, recipient }: OutboxMail,
  address: string,
  person: Person,
  now: Date,
): Promise<boolean> {
  const order = await findOrder(trx, subjectId.split('/')[0] ?? '');
  if (order?.customerEmail !== recipient) return false;
  const reason = 'Corrected with an e-mail that was sent again.';
  await changeOrder(trx, order, { customerEmail: address }, { actor: 'admin', person, reason, now });
  return true;
}

/**
 * Sends the confirmation of an order as it is now, to its present e-mail address. It replaces one that still waits, so
 * that pressing twice sends one mail.
 * @returns where it goes
 */
export async function sendConfirmation(
  { db, getMailSettings, clock, wakeOutbox }: Shop,
  orderId: string,
): Promise<Result<string>> {
  const settings = getMailSettings();
  const now = clock();
  const result = await db.transaction().execute(async (trx): Promise<Result<string>> => {
    const order = await findOrder(trx, orderId);
    if (!order) return refuse({ code: 'order_not_found' });
    const { customerEmail, paymentStatus, status } = order;
    if (customerEmail === null) return refuse({ code: 'not_confirmable', error: NO_ADDRESS });
    if (paymentStatus !== 'succeeded' || status === 'cancelled') return refuse({ code: 'not_confirmable' });
    const last = await findConfirmation(trx, orderId);
    if (last) {
      const template = writeOrderConfirmation(order, settings);
      const fresh = {
        ...last,
        replyTo: settings.farmInbox,
        subject: template.subject,
        textBody: renderText(template),
        htmlBody: renderHtml(template),
      };
      await copyMail(trx, fresh, customerEmail, settings, now);
    } else await enqueueConfirmation(trx, order, settings, now);
    return { ok: true, value: customerEmail };
  });
  wakeOutbox();
  return result;
}

const NO_ADDRESS = 'This order has no e-mail address. Please enter one first.';
