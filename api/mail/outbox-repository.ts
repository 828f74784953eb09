import { randomUUIDv7 } from 'node:crypto';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Database, MailKind, OutboxTable } from '../db/schema.ts';
import { type MailSettings, stableMessageId } from './mail-settings.ts';
import { renderHtml, renderText, type Template } from './template.ts';

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
  readonly template: Template;
}

/** Puts a mail into the outbox, due at once; once for each kind and subject, however often it is asked. */
export async function enqueueMail(
  trx: Transaction<Database>,
  { kind, subjectId, recipient, replyTo, template }: NewMail,
  settings: MailSettings,
  now: Date,
): Promise<void> {
  await trx
    .insertInto('outbox')
    .values({
      id: randomUUIDv7(),
      kind,
      subjectId: subjectId,
      recipient,
      replyTo: replyTo,
      subject: template.subject,
      textBody: renderText(template),
      htmlBody: renderHtml(template),
      mimeMessageId: stableMessageId(kind, subjectId, settings),
      state: 'waiting',
      attempts: 0,
      nextAttemptAt: now.toISOString(),
      lastError: null,
      createdAt: now.toISOString(),
      sentAt: null,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'subjectId']).doNothing())
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
    .where('subjectId', '=', subjectId)
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
      nextAttemptAt: new Date(now.getTime() + leaseMs).toISOString(),
    }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('outbox')
        .select('id')
        // Written into the statement, because a bound value keeps SQLite from using the index of waiting mails.
        .where('state', '=', sql.lit('waiting'))
        .where((mail) =>
          mail.or([
            mail('nextAttemptAt', '<=', now.toISOString()),
            // Nothing is put off for so long: the clock was ahead, and has been put right.
            mail('nextAttemptAt', '>', tooFarAhead.toISOString()),
          ]),
        )
        .orderBy('nextAttemptAt')
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
    .set({ nextAttemptAt: now.toISOString() })
    .where('state', '=', sql.lit('waiting'))
    .where('nextAttemptAt', '>', now.toISOString())
    .execute();
}

export async function recordSent(db: Kysely<Database>, { id }: OutboxMail, now: Date): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ state: 'sent', sentAt: now.toISOString(), lastError: null })
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
      lastError: reason,
      ...(nextAttemptAt === null
        ? { state: 'failed' as const }
        : { nextAttemptAt: nextAttemptAt.toISOString() }),
    })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    // Another worker that has taken it since knows better.
    .where('attempts', '=', attempts)
    .execute();
}
