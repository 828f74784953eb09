import { enqueueContactMail } from '../mail/farm-mails.ts';
import type { Shop } from '../shop.ts';
import { type MessageMark, markMessage, type StoredMessage } from './messages-repository.ts';

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
