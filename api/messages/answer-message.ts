import type { Person } from '#domain/people.ts';
import type { Farm } from '#domain/schemas/farm.ts';
import { enqueueContactMail } from '../mail/farm-mails.ts';
import { enqueueMail } from '../mail/outbox-repository.ts';
import type { Template } from '../mail/template.ts';
import type { Shop } from '../shop.ts';
import { findMessage, type MessageMark, markMessage, type StoredMessage } from './messages-repository.ts';

export interface NewAnswer {
  /** Made with the form, so that a form sent twice is one answer. */
  readonly id: string;
  readonly text: string;
  readonly person: Person;
}

/**
 * Stores an answer, queues its mail to the writer of the message, and marks the message as read and replied to, all in
 * one transaction.
 * @returns false, and nothing happens, if its id is another answer's
 */
export async function answerMessage(
  { db, getMailSettings, clock, wakeOutbox }: Shop,
  messageId: string,
  { id, text, person }: NewAnswer,
): Promise<boolean> {
  const now = clock();
  const isItsOwn = await db.transaction().execute(async (trx) => {
    const message = await findMessage(trx, messageId);
    if (!message) return true;
    const inserted = await trx
      .insertInto('messageAnswers')
      .values({ id, messageId, text, person: person.name, personId: person.id, createdAt: now.toISOString() })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (inserted === undefined) {
      const same = trx.selectFrom('messageAnswers').where((each) => each.and({ id, messageId, text }));
      return (await same.select('id').executeTakeFirst()) !== undefined;
    }
    const settings = getMailSettings();
    const mail = {
      kind: 'message_answer' as const,
      subjectId: `${messageId}/${id}`,
      address: message.email,
      template: writeAnswerTemplate(message, text, settings.farm),
    };
    await enqueueMail(trx, mail, settings, now);
    await markMessage(trx, messageId, 'read', now);
    await markMessage(trx, messageId, 'replied', now);
    return true;
  });
  wakeOutbox();
  return isItsOwn;
}

export function writeAnswerTemplate(
  { subject, message }: Pick<StoredMessage, 'subject' | 'message'>,
  text: string,
  farm: Farm,
): Template {
  return {
    subject: /^re:/i.test(subject) ? subject : `Re: ${subject}`,
    from: farm,
    isLetter: true,
    parts: [...text.split(/\n{2,}/), 'You wrote to us:', { kind: 'quotation', text: message }],
  };
}

/**
 * Sets or removes a mark. When a person marks the service's guess of spam as wrong, the message is mailed to the farm,
 * once per message.
 * @returns the message after the change, or undefined if there is none
 */
export async function changeMark(
  { db, getMailSettings, clock, wakeOutbox }: Shop,
  id: string,
  mark: MessageMark,
): Promise<StoredMessage | undefined> {
  const now = clock();
  const marked = await db.transaction().execute(async (trx) => {
    const message = await markMessage(trx, id, mark, now);
    // Other messages were mailed when they arrived.
    if (message && mark === 'not-spam' && message.spamReason !== null) {
      await enqueueContactMail(trx, id, asContactMessage(message), getMailSettings(), now);
    }
    return message;
  });
  if (mark === 'not-spam') wakeOutbox();
  return marked;
}

function asContactMessage({ name, email, phone, subject, message, contactPreference }: StoredMessage) {
  return { name, email, phone: phone ?? undefined, subject, message, contactPreference: contactPreference };
}
