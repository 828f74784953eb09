import { createHash, randomUUIDv7 } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { ContactMessage } from '#domain/contact/contact-message.ts';
import type { Database } from '../db/schema.ts';
import { enqueueContactMail } from '../mail/farm-mails.ts';
import type { MailSettings } from '../mail/mail-settings.ts';
import { insertMessage } from './messages-repository.ts';

/** A filled-in contact form that has passed the schema. */
export interface ContactSubmission {
  readonly message: ContactMessage;
  /** Made by the form; a second submission with it is a retry. */
  readonly submissionId: string | undefined;
  readonly signs: SubmissionSigns;
}

/** Keeps a message and, in the same transaction, its mail to the farm. A retry and suspected spam bring no mail. */
export async function storeMessage(
  db: Kysely<Database>,
  { message, submissionId, signs }: ContactSubmission,
  settings: MailSettings,
  now: Date,
): Promise<void> {
  const id = randomUUIDv7();
  const spamReason = findSpamReason(signs, now);
  await db.transaction().execute(async (trx) => {
    const isNew = await insertMessage(trx, {
      id,
      submissionId: submissionId === undefined ? null : identify(submissionId, message),
      name: message.name,
      email: message.email,
      phone: message.phone ?? null,
      subject: message.subject,
      message: message.message,
      contactPreference: message.contactPreference,
      spamReason: spamReason,
      isSpam: spamReason === null ? 0 : 1,
      createdAt: now.toISOString(),
    });
    if (isNew && spamReason === null) await enqueueContactMail(trx, id, message, settings, now);
  });
}

/**
 * The submission's id with a digest of its words. Somebody who goes back to the form and writes another message
 * sends the old id with it, and that message must not pass for a retry.
 */
function identify(submissionId: string, message: ContactMessage): string {
  const digest = createHash('sha256').update(JSON.stringify(message)).digest('base64url');
  return `${submissionId}.${digest}`;
}

/** What a submission shows of how it was filled in. */
export interface SubmissionSigns {
  /** What the field out of sight holds. */
  readonly honeypot: string;
  /** Milliseconds since 1970, by the sender's own clock; absent where no script ran. */
  readonly startedAt?: number | undefined;
  readonly sentAt?: number | undefined;
}

/** Nobody reads the form and fills in four fields in less. */
const SHORTEST_MS = 2000;

/**
 * Why a submission looks like a robot's, or null. It only marks: a suspected message is kept and answered like any
 * other. A form that was sent before it was opened says something of a clock, and nothing of its owner.
 */
export function findSpamReason({ honeypot, startedAt, sentAt }: SubmissionSigns, now: Date): string | null {
  if (honeypot !== '') return 'the field out of sight was filled in';
  if (startedAt === undefined) return null;
  const elapsed = (sentAt ?? now.getTime()) - startedAt;
  return elapsed >= 0 && elapsed < SHORTEST_MS ? 'the form was filled in within two seconds' : null;
}
