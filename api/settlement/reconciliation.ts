import { readSetting, writeSetting } from '../db/settings.ts';
import type { Problem } from '../http/problems.ts';
import { type Background, createJob, type Job, type ReportRun, type RunOutcome } from '../jobs/job.ts';
import { type Attempt, findUnsettled, isOffered, updateAttempt } from '../orders/attempts-repository.ts';
import { isMoving } from '../orders/sale/decide-payment.ts';
import { type RecordingShop, recordPayment } from '../orders/sale/record-payment.ts';

type ReconciliationWork = Background &
  RecordingShop & {
    readonly reportRun?: ReportRun | undefined;
    readonly intervalMs?: number;
  };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const INTERVAL_MS = 5 * MINUTE_MS;
/** Attempts of the last hour are checked in every run, older ones once an hour. */
const YOUNG_MS = HOUR_MS;
/** After this, an attempt without a known payment never got one, because no call to Stripe takes this long. */
const LOST_MS = HOUR_MS;
/** An unpaid payment is cancelled after a day, so that a forgotten page cannot charge an old price. */
const ABANDONED_MS = 24 * HOUR_MS;
/** How far Stripe's clock may be behind ours. */
const CLOCK_SKEW_MS = 5 * MINUTE_MS;
const MOST_PER_RUN = 500;
/** `stop` does not wait longer for a call to Stripe. The run checks the signal before it writes anything. */
const STOP_LIMIT_MS = 2000;

/**
 * Asks Stripe about every attempt with an unfinished payment. After a crash, a lost webhook or a closed browser, every
 * paid order is stored within one interval; after a lost disk, within a day.
 */
export function createReconciliation(deps: ReconciliationWork): Job {
  return createJob({
    run: (stopping) => runAndReport(deps, stopping),
    onFailure: (error) => deps.log('the reconciliation failed; trying again later', error),
    hasWorkLease: deps.hasWorkLease,
    intervalMs: deps.intervalMs ?? INTERVAL_MS,
    stopLimitMs: STOP_LIMIT_MS,
  });
}

async function runAndReport(deps: ReconciliationWork, stopping: AbortSignal): Promise<void> {
  try {
    const outcome = await reconcile(deps, stopping);
    if (!stopping.aborted) await deps.reportRun?.(outcome);
  } catch (error) {
    await deps.reportRun?.({ ok: false, reason: (error as Error).message });
    throw error;
  }
}

/** @returns whether Stripe answers. Single refusals do not count as a failure if other calls succeed. */
async function reconcile(deps: ReconciliationWork, stopping: AbortSignal): Promise<RunOutcome> {
  const now = deps.clock();
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const attempts = await findUnsettled(deps.db, {
    youngSince: before(YOUNG_MS),
    askedBefore: before(HOUR_MS),
    limit: MOST_PER_RUN,
  });
  const isLost = (each: Attempt) => each.paymentIntentId === null && each.checkoutSessionId === null;
  const run = { ...deps, now, stopping };
  const unlisted = await findLostPayments(run, attempts.filter(isLost));
  const refusals: Problem[] = [];
  const asked = attempts.filter((each) => !isLost(each));
  for (const attempt of asked) {
    if (stopping.aborted) break;
    const { checkoutSessionId: session, paymentIntentId: payment } = attempt;
    const problem =
      session === null
        ? await askAboutPayment(run, attempt, payment ?? '')
        : await askAboutSession(run, attempt, session);
    // Each further call would time out too.
    if (problem?.code === 'payments_unavailable') return describeProblem(problem);
    if (problem !== undefined) refusals.push(problem);
  }
  const [refusal] = refusals;
  if (unlisted !== undefined) return describeProblem(unlisted);
  // Last, because buyers at the checkout wait for the others.
  const unread = stopping.aborted ? undefined : await recoverOrders(deps, now, stopping);
  if (unread !== undefined) return describeProblem(unread);
  if (refusal !== undefined && refusals.length === asked.length) return describeProblem(refusal);
  return { ok: true, isProof: attempts.length > 0 };
}

function describeProblem({ code }: Problem): RunOutcome {
  return { ok: false, reason: `Stripe could not be asked: ${code}.` };
}

type Run = ReconciliationWork & { readonly now: Date; readonly stopping: AbortSignal };

/** For payments created while the service crashed. They are found by the attempt's id in their metadata. */
async function findLostPayments(run: Run, attempts: Attempt[]): Promise<Problem | undefined> {
  if (attempts.length === 0) return undefined;
  const oldestMs = Math.min(...attempts.map((attempt) => Date.parse(attempt.createdAt)));
  const listed = await run.gateway.listPayments(new Date(oldestMs - CLOCK_SKEW_MS));
  if (!listed.ok) return listed.problem;
  if (run.stopping.aborted) return undefined;
  const payments = new Map(listed.value.map((payment) => [payment.attemptId, payment]));
  for (const attempt of attempts) {
    const payment = payments.get(attempt.id);
    if (payment) await recordPayment(run, { payment });
    else if (!isOffered(attempt, run.now) && ageMs(attempt, run) > LOST_MS) await close(run, attempt);
  }
  return undefined;
}

async function askAboutPayment(
  run: Run,
  attempt: Attempt,
  paymentIntentId: string,
): Promise<Problem | undefined> {
  let asked = await run.gateway.retrievePayment(paymentIntentId);
  // If cancelling fails, the payment has just been paid, and the next run handles it.
  const isAbandoned = ageMs(attempt, run) > ABANDONED_MS && (await run.isClockRight?.()) !== false;
  const isGivenUp = attempt.replacedBy !== null || isAbandoned;
  if (asked.ok && asked.value.state === 'unpaid' && isGivenUp) {
    asked = await run.gateway.cancelPayment(paymentIntentId);
  }
  if (run.stopping.aborted) return undefined;
  if (!asked.ok) return closeUnknown(run, attempt, asked.problem);
  const { state } = asked.value;
  await recordPayment(run, { payment: asked.value });
  if (state !== 'succeeded' && state !== 'cancelled') await touch(run, attempt);
  return undefined;
}

/** Stripe expires a session by itself, and its payment with it. */
async function askAboutSession(run: Run, attempt: Attempt, sessionId: string): Promise<Problem | undefined> {
  let session = await run.gateway.retrieveSession(sessionId);
  // A link that ends by itself leaves its last session the time that it has. One that is withdrawn holds no boxes.
  const isWithdrawn = attempt.endsAt !== null && (attempt.heldUntil ?? '') <= run.now.toISOString();
  const isOver = attempt.replacedBy !== null || isWithdrawn;
  if (session.ok && session.value.state === 'open' && isOver) {
    session = await run.gateway.expireSession(sessionId);
  }
  if (!session.ok) return closeUnknown(run, attempt, session.problem);
  const { paymentIntentId } = session.value;
  const payment = paymentIntentId === null ? null : await run.gateway.retrievePayment(paymentIntentId);
  if (payment !== null && !payment.ok) return payment.problem;
  if (run.stopping.aborted) return undefined;
  if (payment !== null) await recordPayment(run, { payment: payment.value });
  const state = payment?.value.state;
  const isUnderWay = session.value.state === 'open' || state === 'processing' || state === 'authorised';
  if (isUnderWay || (state !== 'succeeded' && isOffered(attempt, run.now))) {
    await touch(run, attempt);
  } else if (state !== 'succeeded') await close(run, attempt);
  return undefined;
}

/** A payment unknown to Stripe can never be paid. Other problems wait for the next run. */
async function closeUnknown(run: Run, attempt: Attempt, problem: Problem): Promise<Problem | undefined> {
  if (problem.code !== 'payment_not_found') return problem;
  await close(run, attempt);
  return undefined;
}

function ageMs({ createdAt }: Attempt, { now }: Run): number {
  return now.getTime() - Date.parse(createdAt);
}

async function touch({ db, now }: Run, attempt: Attempt): Promise<void> {
  await updateAttempt(db, attempt.id, { updatedAt: now.toISOString() });
}

async function close({ db, now }: Run, attempt: Attempt): Promise<void> {
  await updateAttempt(db, attempt.id, { state: 'closed', updatedAt: now.toISOString() });
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** A key in `settings`: when payments were last compared with Stripe's list. A restore deletes it (`restore-backup.ts`). */
export const COMPARED_AT = 'payments_compared_at';
/** This season and the previous one, which may still get refunds. */
const REACH_DAYS = 400;

/**
 * Compares the shop's orders with Stripe's list of payments, once a day and in the first run on a new or restored
 * database. Missing orders are rebuilt, and missing refunds are recorded.
 * @returns why Stripe could not be asked
 */
async function recoverOrders(
  shop: RecordingShop,
  now: Date,
  stopping: AbortSignal,
): Promise<Problem | undefined> {
  const last = await readSetting(shop.db, COMPARED_AT);
  if (last !== undefined && now.getTime() - Date.parse(last) < DAY_MS) return undefined;
  const listed = await shop.gateway.listPayments(new Date(now.getTime() - REACH_DAYS * DAY_MS));
  if (!listed.ok) return listed.problem;
  // Stripe lists the newest first. If two orders draw the same number, the older one must get it.
  for (const payment of listed.value.toReversed()) {
    if (stopping.aborted) return undefined;
    if (isMoving(payment)) await recordPayment(shop, { payment });
  }
  await writeSetting(shop.db, COMPARED_AT, now.toISOString());
  return undefined;
}
