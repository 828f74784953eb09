import { setTimeout as wait } from 'node:timers/promises';
import { KEY_PLACEHOLDERS, readMailKind } from '#domain/mails.ts';
import { type Background, backOff, createJob, type Job, type ReportRun, workOff } from '../jobs/job.ts';
import { explainFailure } from './explain-failure.ts';
import {
  claimDueMail,
  LONGEST_DELAY_MS,
  type OutboxMail,
  recordFailure,
  recordSent,
} from './outbox-repository.ts';
import type { DeliveryResult, MailTransport } from './transport.ts';

/** Wake it at start, and after every commit that has added a mail. An aborted mail is tried again later. */
export type Outbox = Job;

export interface OutboxWork extends Background {
  readonly transport: MailTransport;
  /** Writes the key for the buyer's link to an order, or for a payment link. */
  readonly writeOrderKey: (id: string) => string;
  readonly reportRun?: ReportRun | undefined;
  readonly tellUndelivered?: (() => Promise<void>) | undefined;
  /** How long the current mail may take when stopping. */
  readonly stopLimitMs?: number;
}

const MINUTE_MS = 60_000;
const POLL_MS = 15_000;
/** Shorter than the lease, so that a mail is never sent by two workers at once. */
const ATTEMPT_LIMIT_MS = MINUTE_MS;
const LEASE_MS = 2 * MINUTE_MS;
const RETRY_EVERY_MS = 1000;
/** Below the 8 s that running requests have, and the 10 s that most hosts wait before they kill a process. */
const STOP_LIMIT_MS = 5000;
const FIRST_DELAY_MS = MINUTE_MS;
const GIVE_UP_MS = 3 * 24 * 60 * MINUTE_MS;

/** Sends the outbox's mails one after another. Once woken, it also polls for due ones. */
export function createOutbox(deps: OutboxWork): Outbox {
  const {
    db,
    transport,
    clock,
    log,
    writeOrderKey,
    reportRun,
    tellUndelivered,
    hasWorkLease,
    isClockRight = async () => true,
    stopLimitMs = STOP_LIMIT_MS,
  } = deps;

  async function sendNext(stopping: AbortSignal): Promise<boolean> {
    const mail = await claimDueMail(db, clock(), LEASE_MS);
    if (mail !== undefined) await deliver(mail, stopping);
    return mail !== undefined;
  }

  async function deliver(mail: OutboxMail, stopping: AbortSignal): Promise<void> {
    const result = await attempt(mail, stopping);
    if (result.ok) {
      await keepTrying(() => recordSent(db, mail, clock()), stopping);
      await reportRun?.({ ok: true });
      return;
    }
    const next = result.isPermanent ? null : await findNextAttempt(mail);
    // The reason stays in the database, because mail servers often quote the recipient's address.
    const outcome = next === null ? 'has failed for good' : `is tried again at ${next.toISOString()}`;
    log(`mail ${mail.id} (${mail.kind}) ${outcome}: ${result.code}, attempt ${mail.attempts}`);
    await recordFailure(db, mail, result.reason, next);
    if (next === null) await tellUndelivered?.();
    // A problem with one mail says nothing about the mail server.
    if (result.isPermanent || stopping.aborted) return;
    await reportRun?.({ ok: false, reason: explainFailure(result.reason) });
  }

  /** A minute after the first failure, then doubled up to six hours. Null after three days. */
  async function findNextAttempt({ attempts, createdAt, retriedAt }: OutboxMail): Promise<Date | null> {
    const next = clock().getTime() + backOff(attempts, FIRST_DELAY_MS, LONGEST_DELAY_MS);
    const isOld = next > Date.parse(retriedAt ?? createdAt) + GIVE_UP_MS;
    return isOld && (await isClockRight()) ? null : new Date(next);
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

  return createJob({
    run: (stopping, mayGoOn) => workOff(() => sendNext(stopping), mayGoOn),
    onFailure: (error) => log('the outbox could not be read or written', error),
    hasWorkLease,
    intervalMs: POLL_MS,
    graceMs: stopLimitMs,
  });
}

/**
 * A mail that is out would be sent again if that were not written down, and a database may be away for a while: a server
 * that restarts, a full disk. It is tried for as long as nobody else can have the mail.
 */
async function keepTrying(work: () => Promise<void>, stopping: AbortSignal): Promise<void> {
  const giveUpAt = performance.now() + LEASE_MS - ATTEMPT_LIMIT_MS - RETRY_EVERY_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (stopping.aborted || performance.now() > giveUpAt) throw error;
      await wait(RETRY_EVERY_MS, undefined, { signal: stopping }).catch(() => undefined);
    }
  }
}

function asOutgoing(mail: OutboxMail, writeOrderKey: OutboxWork['writeOrderKey']) {
  // Subjects of tracking mails are `<order id>/<tracking number>`, and those of payment links `<order id>/<attempt id>`.
  const [orderId = '', attemptId = ''] = mail.subjectId.split('/');
  const { keys = [] } = readMailKind(mail.kind);
  const ids = { order: orderId, payment: attemptId };
  const fillIn = (body: string) =>
    keys.reduce(
      (filled, key) => filled.replaceAll(KEY_PLACEHOLDERS[key], () => writeOrderKey(ids[key])),
      body,
    );
  return {
    to: mail.recipient,
    replyTo: mail.replyTo,
    subject: mail.subject,
    text: fillIn(mail.textBody),
    html: fillIn(mail.htmlBody),
    messageId: mail.mimeMessageId,
    // Not the time of the attempt, because a mail sent twice must be identical.
    date: new Date(mail.createdAt),
  };
}
