import type { Kysely } from 'kysely';
import type { Database, MailKind } from '../db/schema.ts';
import type { Log } from '../http/log.ts';
import { createTimedJob, type ReportRun, type TimedJob } from '../jobs/timed-job.ts';
import { backOff, createWorkLoop, type WorkLoop } from '../jobs/work-loop.ts';
import { explainFailure } from './explain-failure.ts';
import { countGivenUp } from './mail-list-repository.ts';
import { ORDER_KEY_PLACE } from './order-templates.ts';
import {
  claimDueMail,
  LONGEST_DELAY_MS,
  type OutboxMail,
  recordFailure,
  recordSent,
} from './outbox-repository.ts';
import type { DeliveryResult, MailTransport } from './transport.ts';

/** To be woken at start, and after every commit that has put a mail in. A mail that is broken off is tried again later. */
export type Outbox = WorkLoop;

export interface OutboxDependencies {
  db: Kysely<Database>;
  transport: MailTransport;
  clock: () => Date;
  log: Log;
  /** Writes the secret of the buyer's link to an order. */
  writeOrderKey: (orderId: string) => string;
  /** Told whether the mail server takes mails. */
  reportRun?: ReportRun | undefined;
  /** How long the mail in flight may take to finish when stopping. */
  stopLimitMs?: number;
}

/** Only these go to the person whose order it is. */
const BUYER_MAILS: readonly MailKind[] = ['order_confirmation', 'tracking', 'order_change'];

const MINUTE_MS = 60_000;
const POLL_MS = 15_000;
/** An attempt ends before its lease does, so no mail is ever in two hands. */
const ATTEMPT_LIMIT_MS = MINUTE_MS;
const LEASE_MS = 2 * MINUTE_MS;
/** Below the 8 s that the running requests have, and the 10 s that most hosts wait before they kill. */
const STOP_LIMIT_MS = 5000;
const FIRST_DELAY_MS = MINUTE_MS;
const GIVE_UP_MS = 3 * 24 * 60 * MINUTE_MS;

/** Sends the mails of the outbox one after another, and looks for due ones now and then once it has been woken. */
export function createOutbox(deps: OutboxDependencies): Outbox {
  const { db, transport, clock, log, writeOrderKey, reportRun, stopLimitMs = STOP_LIMIT_MS } = deps;

  async function sendNext(stopping: AbortSignal): Promise<boolean> {
    const mail = await claimDueMail(db, clock(), LEASE_MS);
    if (mail !== undefined) await deliver(mail, stopping);
    return mail !== undefined;
  }

  async function deliver(mail: OutboxMail, stopping: AbortSignal): Promise<void> {
    const result = await attempt(mail, stopping);
    if (result.ok) {
      await recordSent(db, mail, clock());
      await reportRun?.({ ok: true });
      return;
    }
    const next = result.isPermanent ? null : nextAttempt(mail, clock());
    // The reason stays in the database: mail servers like to quote the recipient's address.
    const outcome = next === null ? 'has failed for good' : `is tried again at ${next.toISOString()}`;
    log(`mail ${mail.id} (${mail.kind}) ${outcome}: ${result.code}, attempt ${mail.attempts}`);
    await recordFailure(db, mail, result.reason, next);
    // What is wrong with one mail says nothing of the others.
    if (result.isPermanent || stopping.aborted) return;
    await reportRun?.({ ok: false, reason: explainFailure(result.reason) });
  }

  async function attempt(mail: OutboxMail, stopping: AbortSignal): Promise<DeliveryResult> {
    try {
      const signal = AbortSignal.any([AbortSignal.timeout(ATTEMPT_LIMIT_MS), stopping]);
      return await transport.send(asOutgoing(mail, writeOrderKey), signal);
    } catch (error) {
      log(`mail ${mail.id} (${mail.kind}) could not be written`, error);
      return { ok: false, isPermanent: false, reason: String(error).slice(0, 500), code: 'bug' };
    }
  }

  return createWorkLoop({
    doNext: sendNext,
    onFailure: (error) => log('the outbox could not be read or written', error),
    pollMs: POLL_MS,
    stopLimitMs,
  });
}

/** A minute after the first failure, then doubling to six hours; null once three days are over. */
function nextAttempt({ attempts, createdAt, retriedAt }: OutboxMail, now: Date): Date | null {
  const next = now.getTime() + backOff(attempts, FIRST_DELAY_MS, LONGEST_DELAY_MS);
  return next > Date.parse(retriedAt ?? createdAt) + GIVE_UP_MS ? null : new Date(next);
}

function asOutgoing(mail: OutboxMail, writeOrderKey: OutboxDependencies['writeOrderKey']) {
  // A mail about a tracking number is about an order's: `<id>/<number>`.
  const [orderId = ''] = mail.subjectId.split('/');
  const fillIn = (body: string) =>
    BUYER_MAILS.includes(mail.kind) ? body.replaceAll(ORDER_KEY_PLACE, () => writeOrderKey(orderId)) : body;
  return {
    to: mail.recipient,
    replyTo: mail.replyTo,
    subject: mail.subject,
    text: fillIn(mail.textBody),
    html: fillIn(mail.htmlBody),
    messageId: mail.mimeMessageId,
    // Not the time of the attempt: a mail that goes out twice is the same to its last byte.
    date: new Date(mail.createdAt),
  };
}

export interface FailedMailsDependencies {
  readonly db: Kysely<Database>;
  readonly clock: () => Date;
  readonly log: Log;
  readonly reportRun: ReportRun;
}

const CHECK_EVERY_MS = 60_000;
/** Not for good: nobody can clear up a mail whose right address nobody knows, and the next one must be told as well. */
const COUNTS_FOR_MS = 24 * 60 * CHECK_EVERY_MS;

/**
 * Looks once a minute whether a mail has been given up, and not sent again. What it reports is written down, so it
 * also notices within a minute that the database takes nothing any more.
 */
export function createFailedMailsCheck({ db, clock, log, reportRun }: FailedMailsDependencies): TimedJob {
  return createTimedJob({
    async run() {
      const failed = await countGivenUp(db, new Date(clock().getTime() - COUNTS_FOR_MS));
      const reason = `${failed} in the last 24 hours`;
      await reportRun(failed === 0 ? { ok: true } : { ok: false, reason });
    },
    onFailure: (error) => log('the failed mails could not be counted', error),
    intervalMs: CHECK_EVERY_MS,
  });
}
