import type { OrderChange, OrderRefund, UndoneOrder } from '#domain/orders/order-changes.ts';
import type { OrderListItem } from '#domain/orders/order-list.ts';
import { parseTrackingNumber } from '#domain/orders/tracking-list.ts';
import { isSignedOut } from './admin-calls.ts';
import { ApiError, callApiForJson } from './api-client.ts';
import { markSessionEnded } from './query-client.ts';

/** Changes an order. @returns the order after the change @throws ApiError, as `callApi` */
export function changeOrderOnce(id: string, change: OrderChange): Promise<OrderListItem> {
  return callApiForJson({ method: 'PATCH', url: `/api/admin/orders/${id}`, payload: change });
}

/**
 * The same, but it does not throw if the change is already there: somebody else made the same one, or an earlier
 * response was lost.
 */
export async function changeOrder(id: string, change: OrderChange): Promise<OrderListItem> {
  try {
    return await changeOrderOnce(id, change);
  } catch (error) {
    const current = error instanceof ApiError && (error.body.order as OrderListItem | undefined);
    if (current && isDone(current, change)) return current;
    throw error;
  }
}

function isDone(order: OrderListItem, change: OrderChange): boolean {
  const { status, trackingNumbers, deliveryWeek } = change;
  const asked = { status, deliveryWeek };
  const numbers = trackingNumbers?.map((number) => parseTrackingNumber(number) ?? number.trim());
  const shown = order.parcels.map((parcel) => parcel.trackingNumber);
  return (
    Object.entries(asked).every(
      ([name, value]) => value === undefined || value === order[name as keyof typeof asked],
    ) &&
    (numbers === undefined || numbers.join() === shown.join())
  );
}

/** Refunds boxes of an order. Sending the same refund again after a lost response refunds nothing twice. */
export function refundOrder(id: string, refund: OrderRefund): Promise<OrderListItem> {
  return callApiForJson({ method: 'POST', url: `/api/admin/orders/${id}/refunds`, payload: refund });
}

/** Takes an order's last change back. @throws ApiError, as `callApi` */
export function undoOrder({ id, version }: Pick<OrderListItem, 'id' | 'version'>): Promise<UndoneOrder> {
  return callApiForJson({ method: 'POST', url: `/api/admin/orders/${id}/undo`, payload: { version } });
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
