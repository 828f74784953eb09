import { pathOfOrder } from '#domain/office.ts';
import type { OrderListItem } from '#domain/orders/order-list.ts';
import { isSignedOut } from './admin-calls.ts';
import { ApiError, callApiForJson } from './api-client.ts';
import { markSessionEnded } from './query-client.ts';

/** What is sent to an order's own page, as its forms do. */
type OrderForm = Readonly<Record<string, string | number | undefined>>;

/**
 * Changes an order.
 * @param step `/refund`, `/undo`, or nothing for any other change
 * @returns the order after it, and what was done
 * @throws ApiError, as `callApi`
 */
export function sendOrderForm(
  { orderNumber }: Pick<OrderListItem, 'orderNumber'>,
  step: '' | '/refund' | '/undo',
  form: OrderForm,
): Promise<{ readonly order: OrderListItem; readonly done: string }> {
  const given = Object.entries(form).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return callApiForJson({
    method: 'POST',
    url: `${pathOfOrder(orderNumber)}${step}`,
    payload: new URLSearchParams(given),
    wants: ['order'],
  });
}

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
      if (!isRefused(error)) return { ...work, trouble: reason };
      work = { ...work, left: [...work.left, { name: step.orderNumber, reason }] };
    }
    work = { ...work, rest: work.rest.slice(1) };
    onStep(work);
  }
  return work;
}

/** Whether it certainly did not happen. Otherwise the response was lost, and only another request can tell. */
function isRefused(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.code !== undefined && error.status < 500 && ![401, 408, 429].includes(error.status);
}

/** Why a request failed: the service's own message, if it has one. */
export function describeFailure(error: unknown): string {
  if (isSignedOut(error)) {
    return 'You’d been signed out, so this wasn’t done. What you entered is still here: please try again.';
  }
  return (
    (error instanceof ApiError && error.error) || 'That didn’t go through. Please try again in a moment.'
  );
}
