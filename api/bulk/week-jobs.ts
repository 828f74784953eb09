import { setImmediate as yieldToRequests } from 'node:timers/promises';
import { labelWeek } from '#domain/delivery/weeks.ts';
import { countBoxes, isFullyRefunded } from '#domain/orders/describe-order.ts';
import type { Log } from '../http/log.ts';
import { messageOf, type Problem, type ProblemCode } from '../http/problems.ts';
import type { Result } from '../http/result.ts';
import { backOff, createWorkLoop, type WorkLoop } from '../jobs/work-loop.ts';
import { type FulfilmentDependencies, fulfilOrder } from '../orders/fulfil-order.ts';
import { findOrder, type Order } from '../orders/orders-repository.ts';
import { type RefundDependencies, refundOrder } from '../orders/refund-order.ts';
import {
  deriveRefundId,
  endJob,
  findDueJob,
  findNextOrder,
  type JobOrder,
  postponeJob,
  recordStep,
  type StoredJob,
} from '../orders/week-jobs-repository.ts';
import { withNote } from './change-many.ts';
import { explainLeftOut } from './plan-week.ts';

export interface WeekJobDependencies extends FulfilmentDependencies, RefundDependencies {
  readonly log: Log;
  readonly hasWorkLease?: (() => boolean) | undefined;
}

const POLL_MS = 5000;
const STOP_LIMIT_MS = 5000;
const FIRST_DELAY_MS = 5000;
const LONGEST_DELAY_MS = 5 * 60_000;

/** Nothing is wrong with the order: the same is tried again later. */
const LATER: readonly ProblemCode[] = [
  'payments_unavailable',
  'payments_refused',
  'call_failed_for_good',
  'refund_under_way',
  'storage_unavailable',
  // Read anew at the next attempt.
  'order_changed_meanwhile',
];
const STRIPE_AWAY = 'Stripe cannot be reached. This will be tried again.';
const TRIED_AGAIN = 'Something did not work. This will be tried again.';

type Step =
  | { readonly state: 'done' | 'refused'; readonly reason: string | null }
  | { readonly state: 'later'; readonly trouble: string };

const DONE: Step = { state: 'done', reason: null };

/**
 * Works through the orders of closed weeks. Each step is safe to repeat: a moved order is in its week already, and a
 * refund has the same request id after a crash. So each order is refunded once, and its buyer is told once.
 */
export function createWeekJobs(deps: WeekJobDependencies): WorkLoop {
  const { db, clock, log } = deps;

  async function doNext(): Promise<boolean> {
    const job = await findDueJob(db, clock());
    if (job === undefined) return false;
    const next = await findNextOrder(db, job.id);
    if (next === undefined) {
      await endJob(db, job.id, 'done', clock());
      log(`the job for the week of ${job.week} (${job.action}) is done`);
      return true;
    }
    const step = await takeStep(job, next);
    if (step.state === 'later') {
      const delayMs = backOff(job.attempts + 1, FIRST_DELAY_MS, LONGEST_DELAY_MS);
      const nextAttemptAt = new Date(clock().getTime() + delayMs).toISOString();
      await postponeJob(db, job.id, { trouble: step.trouble, nextAttemptAt });
    } else await db.transaction().execute((trx) => recordStep(trx, next, step));
    await yieldToRequests();
    return true;
  }

  async function takeStep(job: StoredJob, next: JobOrder): Promise<Step> {
    try {
      const order = await findOrder(db, next.orderId);
      if (order === undefined) return { state: 'refused', reason: messageOf({ code: 'order_not_found' }) };
      return job.action === 'refund' ? await refund(job, next, order) : await move(job, order);
    } catch (error) {
      log(`the job for the week of ${job.week} failed at order ${next.orderId}`, error);
      return { state: 'later', trouble: TRIED_AGAIN };
    }
  }

  /** Refunding everything cancels an order that has not been sent, and tells its buyer both in one mail. */
  async function refund(job: StoredJob, next: JobOrder, order: Order): Promise<Step> {
    if (isFullyRefunded(order)) return DONE;
    const reason = explainLeftOut(order) ?? explainElsewhere(job, order);
    if (reason !== null) return { state: 'refused', reason };
    const asked = {
      boxes: countBoxes(order).left,
      requestId: deriveRefundId(next),
      version: order.version,
      reason: explainJob(job),
    };
    return toStep(await refundOrder(deps, order.id, asked, job.person));
  }

  async function move(job: StoredJob, order: Order): Promise<Step> {
    if (order.week === job.toWeek) return DONE;
    const reason = explainLeftOut(order) ?? explainElsewhere(job, order);
    if (reason !== null) return { state: 'refused', reason };
    const change = {
      version: order.version,
      deliveryWeek: job.toWeek ?? undefined,
      reason: explainJob(job),
    };
    return toStep(await fulfilOrder(withNote(deps, job.note), order.id, change, job.person));
  }

  return createWorkLoop({
    doNext,
    onFailure: (error) => log('the jobs for closed weeks could not be read or written', error),
    hasWorkLease: deps.hasWorkLease,
    pollMs: POLL_MS,
    stopLimitMs: STOP_LIMIT_MS,
  });
}

function explainElsewhere({ week }: StoredJob, order: Order): string | null {
  return order.week === week ? null : 'It has since been moved to another week.';
}

/** For the order's history. */
function explainJob({ week }: StoredJob): string {
  return `${labelWeek(week)} closed`;
}

function toStep(result: Result<Order>): Step {
  if (result.ok) return DONE;
  const { problem } = result;
  if (LATER.includes(problem.code)) return { state: 'later', trouble: describeTrouble(problem) };
  return { state: 'refused', reason: messageOf(problem) };
}

function describeTrouble(problem: Problem): string {
  const { code } = problem;
  if (code === 'payments_unavailable' || code === 'call_failed_for_good') return STRIPE_AWAY;
  if (code === 'payments_refused') return 'Stripe is refusing the shop’s calls. This will be tried again.';
  if (code === 'refund_under_way') return 'Another refund of the next order is under way.';
  return TRIED_AGAIN;
}
