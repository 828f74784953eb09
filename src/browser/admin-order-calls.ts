import type { OrderChange, OrderRefund, UndoneOrder } from '#domain/orders/order-changes.ts';
import type { OrderListItem } from '#domain/orders/order-list.ts';
import { parseTrackingNumber } from '#domain/orders/tracking-list.ts';
import { ApiError, callApiForJson } from './api-client.ts';

/** Changes an order. @returns the order after the change @throws ApiError, as `callApi` */
export function changeOrderOnce(id: string, change: OrderChange): Promise<OrderListItem> {
  return callApiForJson({ method: 'PATCH', url: `/api/admin/orders/${id}`, payload: change });
}

/**
 * Changes an order.
 * @returns the order after the change
 * @throws ApiError, as `callApi`. It does not throw if the change is already there: somebody else made the same one, or
 * an earlier response was lost.
 */
export async function changeOrder(id: string, change: OrderChange): Promise<OrderListItem> {
  try {
    return await changeOrderOnce(id, change);
  } catch (error) {
    const { current } = readFailure(error);
    if (current && isDone(current, change)) return current;
    throw error;
  }
}

/** Refunds boxes of an order. Sending the same refund again after a lost response refunds nothing twice. */
export function refundOrder(id: string, refund: OrderRefund): Promise<OrderListItem> {
  return callApiForJson({ method: 'POST', url: `/api/admin/orders/${id}/refunds`, payload: refund });
}

/** Takes an order's last change back. @throws ApiError, as `callApi` */
export function undoOrder({ id, version }: Pick<OrderListItem, 'id' | 'version'>): Promise<UndoneOrder> {
  return callApiForJson({ method: 'POST', url: `/api/admin/orders/${id}/undo`, payload: { version } });
}

/** Why an action failed, in words for the person who tried it. */
export interface OrderFailure {
  readonly message: string;
  /** One message for each field to correct. */
  readonly fields: Readonly<Record<string, string>>;
  /**
   * Whether the action certainly did not happen. Otherwise the response was lost, and only another request can tell.
   */
  readonly isRefused: boolean;
  /** The order as it is now, if it differs from the one on the page. */
  readonly current?: OrderListItem | undefined;
}

const LOST = 'No answer came back, so this may or may not have been done. What you entered is still here.';
export const SESSION_ENDED =
  'You had been signed out, so this was not done. What you entered is still here: please try again.';
const BROKEN = 'That did not work. Please try again in a moment. What you entered is still here.';
/** The field that corrects each error. */
const FIELD_OF_CODE: Record<string, string> = { week_full: 'deliveryWeek', step_not_allowed: 'status' };

export function readFailure(error: unknown): OrderFailure {
  if (!(error instanceof ApiError)) return { message: LOST, fields: {}, isRefused: false };
  const { status, code, body } = error;
  const message = status === 401 ? SESSION_ENDED : (error.error ?? BROKEN);
  const field = FIELD_OF_CODE[code ?? ''];
  return {
    message,
    fields: field === undefined ? error.fields : { [field]: message },
    isRefused: code !== undefined && status < 500 && ![401, 408, 429].includes(status),
    current: body.order as OrderListItem | undefined,
  };
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
