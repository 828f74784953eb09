import type { OrderListItem } from '#domain/orders/order-list.ts';
import { isSignedOut } from './admin-calls.ts';
import { readFailure, SESSION_ENDED } from './admin-order-calls.ts';
import { ApiError } from './api-client.ts';
import { markSessionEnded } from './ended-session.ts';

/** One order's part in a change of many: one request. */
export interface Step {
  readonly orderNumber: string;
  /**
   * @param isAgain whether its answer may have been lost: what is there already is then no news of somebody else's
   * @returns the order after the change
   */
  readonly send: (isAgain: boolean) => Promise<OrderListItem>;
}

/** How far a change of many orders is. */
export interface Work {
  readonly done: readonly OrderListItem[];
  /** What was left out, and why. */
  readonly left: readonly { readonly name: string; readonly reason: string }[];
  /** What was not done yet, in its order. */
  readonly rest: readonly Step[];
  /** Why it broke off; null if it did not. */
  readonly trouble: string | null;
}

/**
 * Sends the rest of the requests, one after another, so that everybody else is answered between two of them. What the
 * service refuses is left out. Without an answer, or a session, the work breaks off, and can go on from there.
 * @param isStopped asked before each request
 */
export async function workOneByOne(
  start: Work,
  isStopped: () => boolean,
  onStep: (work: Work) => void,
): Promise<Work> {
  let work: Work = { ...start, trouble: null };
  for (const [at, step] of start.rest.entries()) {
    if (isStopped()) break;
    try {
      work = { ...work, done: [...work.done, await step.send(at === 0 && start.trouble !== null)] };
    } catch (error) {
      const reason = describeFailure(error);
      if (isSignedOut(error)) markSessionEnded();
      if (!readFailure(error).isRefused) return { ...work, trouble: reason };
      work = { ...work, left: [...work.left, { name: step.orderNumber, reason }] };
    }
    work = { ...work, rest: work.rest.slice(1) };
    onStep(work);
  }
  return work;
}

/** Why a request failed: the service's own message, if it has one. */
export function describeFailure(error: unknown): string {
  if (isSignedOut(error)) return SESSION_ENDED;
  return (
    (error instanceof ApiError && error.error) || 'That did not go through. Please try again in a moment.'
  );
}
