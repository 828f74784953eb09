import { randomUUIDv7 } from 'node:crypto';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Database, MailKind, OutboxTable } from '../db/schema.ts';
import { type Letter, renderHtml, renderText } from './letter.ts';
import { type MailSettings, stableMessageId } from './mail-settings.ts';

/** How long a mail that was not taken is put off at most. */
export const LONGEST_DELAY_MS = 6 * 60 * 60_000;

/** A mail of the outbox. */
export type OutboxMail = Selectable<OutboxTable>;

export interface NewMail {
  readonly kind: MailKind;
  /** The order or message that it is about. */
  readonly subjectId: string;
  readonly recipient: string;
  readonly replyTo: string | null;
  readonly letter: Letter;
}

/** Puts a mail into the outbox, due at once; once for each kind and subject, however often it is asked. */
export async function enqueueMail(
  trx: Transaction<Database>,
  { kind, subjectId, recipient, replyTo, letter }: NewMail,
  settings: MailSettings,
  now: Date,
): Promise<void> {
  await trx
    .insertInto('outbox')
    .values({
      id: randomUUIDv7(),
      kind,
      subject_id: subjectId,
      recipient,
      reply_to: replyTo,
      subject: letter.subject,
      text_body: renderText(letter),
      html_body: renderHtml(letter),
      mime_message_id: stableMessageId(kind, subjectId, settings),
      state: 'waiting',
      attempts: 0,
      next_attempt_at: now.toISOString(),
      last_error: null,
      created_at: now.toISOString(),
      sent_at: null,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'subject_id']).doNothing())
    .execute();
}

/** Takes a mail back that has been overtaken, unless it has gone out already. */
export async function dropUnsentMail(
  trx: Transaction<Database>,
  kind: MailKind,
  subjectId: string,
): Promise<void> {
  await trx
    .deleteFrom('outbox')
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('state', '=', 'waiting')
    .execute();
}

/**
 * Takes the mail that is due longest, in one statement: until the lease ends nobody else gets it. A worker that dies
 * leaves it to be taken again then.
 */
export async function claimDueMail(
  db: Kysely<Database>,
  now: Date,
  leaseMs: number,
): Promise<OutboxMail | undefined> {
  const tooFarAhead = new Date(now.getTime() + LONGEST_DELAY_MS + leaseMs);
  return db
    .updateTable('outbox')
    .set((eb) => ({
      attempts: eb('attempts', '+', 1),
      next_attempt_at: new Date(now.getTime() + leaseMs).toISOString(),
    }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('outbox')
        .select('id')
        // Written into the statement, because a bound value keeps SQLite from using the index of waiting mails.
        .where('state', '=', sql.lit('waiting'))
        .where((mail) =>
          mail.or([
            mail('next_attempt_at', '<=', now.toISOString()),
            // Nothing is put off for so long: the clock was ahead, and has been put right.
            mail('next_attempt_at', '>', tooFarAhead.toISOString()),
          ]),
        )
        .orderBy('next_attempt_at')
        .limit(1),
    )
    .returningAll()
    .executeTakeFirst();
}

/**
 * Makes every waiting mail due. For when the service begins to work, and no other process sends any more: what its last
 * process held when it died goes out at once, and so does what waited for an operator to mend the mail settings.
 */
export async function makeWaitingMailsDue(db: Kysely<Database>, now: Date): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ next_attempt_at: now.toISOString() })
    .where('state', '=', sql.lit('waiting'))
    .where('next_attempt_at', '>', now.toISOString())
    .execute();
}

export async function recordSent(db: Kysely<Database>, { id }: OutboxMail, now: Date): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ state: 'sent', sent_at: now.toISOString(), last_error: null })
    .where('id', '=', id)
    .execute();
}

/** Keeps the reason; without a next attempt the mail has failed for good. */
export async function recordFailure(
  db: Kysely<Database>,
  { id, attempts }: OutboxMail,
  reason: string,
  nextAttemptAt: Date | null,
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({
      last_error: reason,
      ...(nextAttemptAt === null
        ? { state: 'failed' as const }
        : { next_attempt_at: nextAttemptAt.toISOString() }),
    })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    // Another worker that has taken it since knows better.
    .where('attempts', '=', attempts)
    .execute();
}
