import { createHash, randomUUIDv7 } from 'node:crypto';
import type { Kysely } from 'kysely';
import { type ContactMessage, checkContactMessage } from '#domain/contact/contact-message.ts';
import { HIDDEN_FIELDS, SUBMISSION_ID } from '#domain/contact/messages.ts';
import type { Database } from '../db/schema.ts';
import { type Result, refuse } from '../http/problems.ts';
import { enqueueContactMail } from '../mail/farm-mails.ts';
import type { MailSettings } from '../mail/mail-settings.ts';
import { insertMessage } from './messages-repository.ts';

/** A valid contact form. */
export interface ContactSubmission {
  readonly message: ContactMessage;
  /** Made by the form. A second submission with the same id is a retry. */
  readonly submissionId: string | undefined;
  readonly signs: SubmissionSigns;
}

/**
 * Stores a message and, in the same transaction, queues its mail to the farm. Retries and suspected spam are not
 * mailed.
 */
export async function storeMessage(
  db: Kysely<Database>,
  { message, submissionId, signs }: ContactSubmission,
  settings: MailSettings,
  now: Date,
): Promise<void> {
  const id = randomUUIDv7();
  const spamReason = findSpamReason(signs, now) ?? findAdvertising(message, settings);
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
 * The submission's id with a hash of its content. Somebody who goes back and writes another message sends the old id
 * again, and that message must not count as a retry.
 */
function identify(submissionId: string, message: ContactMessage): string {
  const digest = createHash('sha256').update(JSON.stringify(message)).digest('base64url');
  return `${submissionId}.${digest}`;
}

interface SubmissionSigns {
  readonly honeypot: string;
  /** Milliseconds since 1970, by the sender's clock. Undefined if no script ran. */
  readonly startedAt?: number | undefined;
  readonly sentAt?: number | undefined;
}

/** Somebody with a question gives one link, or two. */
const ADVERTISING_LINKS = 3;

/** Why a message looks like advertising, or null. Links to the farm's own website do not count. */
function findAdvertising({ name, subject, message }: ContactMessage, { farm }: MailSettings): string | null {
  const own = new URL(farm.website).host.replace(/^www\./, '');
  const hosts = [name, subject, message]
    .flatMap((text) => [...text.matchAll(LINK)])
    .map(([, host = '']) => host.toLowerCase().replace(/^www\./, ''));
  const foreign = hosts.filter((host) => host !== own);
  return foreign.length >= ADVERTISING_LINKS ? `it has ${foreign.length} links to other websites` : null;
}

/** With or without `https://`. A bare host counts only with `www.`, because people forget the space after a full stop. */
const LINK = /(?:https?:\/\/|(?<![\w./@])(?=www\.))([^\s/?#"'<>()[\]]+)/gi;

/** Nobody can read and fill in the form faster. */
const SHORTEST_MS = 2000;

/**
 * Why a submission looks like a robot's, or null. Suspected messages are only marked, and answered like any other. A
 * form sent before it was opened only proves a wrong clock.
 */
function findSpamReason({ honeypot, startedAt, sentAt }: SubmissionSigns, now: Date): string | null {
  if (honeypot !== '') return 'the hidden field was filled in';
  if (startedAt === undefined) return null;
  const elapsed = (sentAt ?? now.getTime()) - startedAt;
  return elapsed >= 0 && elapsed < SHORTEST_MS ? 'the form was filled in within two seconds' : null;
}

/** The longest message in the most expensive characters (nine bytes, percent-encoded), and the other fields. */
export const CONTACT_LIMIT_BYTES = 64 * 1024;

/**
 * Reads what a form or the page's script sends. Invalid hidden fields are ignored, because visitors could not correct
 * them.
 */
export function readSubmission(entries: Readonly<Record<string, unknown>>): Result<ContactSubmission> {
  const checked = checkContactMessage(entries);
  if (!checked.ok) return refuse({ code: 'invalid_fields', fields: checked.errors });
  const submissionId = String(entries[HIDDEN_FIELDS.submissionId] ?? '');
  return {
    ok: true,
    value: {
      message: checked.message,
      submissionId: SUBMISSION_ID.test(submissionId) ? submissionId : undefined,
      signs: readSigns(entries),
    },
  };
}

function readSigns(entries: Readonly<Record<string, unknown>>): ContactSubmission['signs'] {
  const honeypot = entries[HIDDEN_FIELDS.honeypot] ?? '';
  return {
    honeypot: typeof honeypot === 'string' ? honeypot : 'not text',
    startedAt: readMilliseconds(entries[HIDDEN_FIELDS.startedAt]),
    sentAt: readMilliseconds(entries[HIDDEN_FIELDS.sentAt]),
  };
}

function readMilliseconds(value: unknown): number | undefined {
  const isWritten = typeof value === 'number' || (typeof value === 'string' && /^\d{1,16}$/.test(value));
  return isWritten && Number.isFinite(Number(value)) ? Number(value) : undefined;
}
