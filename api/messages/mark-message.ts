import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { enqueueContactMail } from '../mail/farm-mails.ts';
import type { MailSettings } from '../mail/mail-settings.ts';
import { type MessageMark, markMessage, type StoredMessage } from './messages-repository.ts';

export interface MarkingDependencies {
  readonly db: Kysely<Database>;
  readonly getMailSettings: () => MailSettings;
  readonly clock: () => Date;
  /** Called after the commit of something that may have put mails into the outbox. */
  readonly wakeOutbox: () => void;
}

/**
 * Marks a message, or takes a mark back. What the service had taken for spam is mailed to the farm once a person says
 * that it is none; the outbox has one such mail for each message, however often that is said.
 * @returns the message as it is now; undefined when there is none
 */
export async function changeMark(
  { db, getMailSettings, clock, wakeOutbox }: MarkingDependencies,
  id: string,
  mark: MessageMark,
): Promise<StoredMessage | undefined> {
  const now = clock();
  const marked = await db.transaction().execute(async (trx) => {
    const message = await markMessage(trx, id, mark, now);
    // A message that was no spam when it came has been mailed then.
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
