import { randomUUIDv7 } from 'node:crypto';
import { type ExpressionBuilder, type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { KEY_PLACEHOLDERS, type LinkKey, type MailKind, readMailKind } from '#domain/mails.ts';
import type { Person } from '#domain/people.ts';
import type { Database, OutboxTable } from '../db/schema.ts';
import { type MailSettings, stableMessageId } from './mail-settings.ts';
import { renderHtml, renderText, type Template } from './template.ts';

/** The longest delay between two attempts. */
export const LONGEST_DELAY_MS = 6 * 60 * 60_000;

export type OutboxMail = Selectable<OutboxTable>;

export interface NewMail {
  readonly kind: MailKind;
  /** The order or message that it is about. */
  readonly subjectId: string;
  /** The buyer's or visitor's: it goes there, or replies to it do. Without one, nothing goes to them. */
  readonly address: string | null;
  readonly template: Template;
  readonly person?: Person | undefined;
}

const LINK_KEYS = Object.keys(KEY_PLACEHOLDERS) as readonly LinkKey[];

/** How long a mail waits for second thoughts. A carrier's number and a buyer's own change are no slip of a finger. */
const UNDO_MS = 90_000;

/**
 * Queues a mail, due at once or after its delay. A second mail of the same kind and subject is ignored.
 * @throws Error if the kind does not say that its links have keys, which would go out without them
 */
export async function enqueueMail(
  trx: Transaction<Database>,
  { kind, subjectId, address, template, person }: NewMail,
  settings: MailSettings,
  now: Date,
): Promise<void> {
  const { to, waits, keys = [] } = readMailKind(kind);
  const linked = template.parts
    .map((part) => (typeof part === 'object' && part.kind === 'link' ? part.url : ''))
    .join(' ');
  const unnamed = LINK_KEYS.find((key) => linked.includes(KEY_PLACEHOLDERS[key]) && !keys.includes(key));
  if (unnamed)
    throw new Error(`E-mails of the kind ${kind} link to the ${unnamed}: say so in domain/mails.ts.`);
  const recipient = to === 'farm' ? settings.farmInbox : address;
  if (recipient === null) return;
  const delayMs = waits && person !== undefined ? UNDO_MS : 0;
  await trx
    .insertInto('outbox')
    .values({
      id: randomUUIDv7(),
      kind,
      subjectId,
      recipient,
      replyTo: to === 'farm' ? address : settings.farmInbox,
      subject: template.subject,
      textBody: renderText(template),
      htmlBody: renderHtml(template),
      mimeMessageId: stableMessageId(kind, subjectId, settings),
      state: 'waiting',
      attempts: 0,
      nextAttemptAt: new Date(now.getTime() + delayMs).toISOString(),
      lastError: null,
      createdAt: now.toISOString(),
      sentAt: null,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'subjectId']).doNothing())
    .execute();
}

/** The mails of a kind about one part or another of an order. */
export function findMailsAbout(
  trx: Transaction<Database>,
  kind: MailKind,
  orderId: string,
): Promise<Pick<OutboxMail, 'subjectId' | 'state' | 'attempts' | 'textBody'>[]> {
  return trx
    .selectFrom('outbox')
    .select(['subjectId', 'state', 'attempts', 'textBody'])
    .where('kind', '=', kind)
    .where(isAbout([orderId]))
    .execute();
}

/** Subjects are ids of orders or messages, alone or as `<id>/…`. `0` follows the slash, so this range can use the index. */
export function isAbout(ids: readonly string[]) {
  return ({ eb, and, or }: ExpressionBuilder<Database, 'outbox'>) =>
    or(ids.map((id) => and([eb('subjectId', '>=', id), eb('subjectId', '<', `${id}0`)])));
}

/** Removes a mail that is no longer true, unless it has been sent. @returns whether it was removed */
export async function dropUnsentMail(
  trx: Transaction<Database>,
  kind: MailKind,
  subjectId: string,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('outbox')
    .where('kind', '=', kind)
    .where('subjectId', '=', subjectId)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Whether a mail has been sent, or may just be under way. */
export function mayHaveBeenSent({ state, attempts }: Pick<OutboxMail, 'state' | 'attempts'>): boolean {
  return state === 'sent' || (state === 'waiting' && attempts > 0);
}

/**
 * Takes the mail that has been due longest, in one statement. Nobody else gets it until the lease ends. If a worker
 * dies, the mail is taken again then.
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
        // As a literal, because SQLite does not use the index of waiting mails for a bound value.
        .where('state', '=', sql.lit('waiting'))
        .where((mail) =>
          mail.or([
            mail('nextAttemptAt', '<=', now.toISOString()),
            // No delay is this long: the clock was ahead, and has been corrected.
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
 * Makes every mail due that somebody has tried to send. For when the service starts its work and no other process sends
 * mails: mails that the last process held when it died are sent at once, and so are mails that waited for corrected mail
 * settings. A mail that waits for second thoughts goes on waiting.
 */
export async function makeWaitingMailsDue(db: Kysely<Database>, now: Date): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ nextAttemptAt: now.toISOString() })
    .where('state', '=', sql.lit('waiting'))
    .where('attempts', '>', 0)
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

/** Stores the reason. Without a next attempt the mail has failed for good. */
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
    // Unless another worker has taken it since.
    .where('attempts', '=', attempts)
    .execute();
}
