import type { OrderChange, OrderRefund } from '#domain/orders/order-changes.ts';
import type { OrderListItem } from '#domain/orders/order-list.ts';
import { parseTrackingNumber } from '#domain/orders/tracking-number.ts';
import { ApiError, callApiForJson } from './api-client.ts';

export function buildHistoryUrl(id: string): string {
  return `/api/admin/orders/${id}/history`;
}

/** Where the slip of one order is printed. */
export function buildSlipUrl(week: string, orderNumber: string): string {
  return `/admin/packing?week=${week}&view=slips&order=${orderNumber}`;
}

/**
 * Has an order changed.
 * @returns the order as it is now
 * @throws ApiError, as `callApi`; nothing where somebody else has changed the order to just that, or an answer was lost
 * and the change is there
 */
export async function changeOrder(id: string, change: OrderChange): Promise<OrderListItem> {
  try {
    return await callApiForJson({ method: 'PATCH', url: `/api/admin/orders/${id}`, payload: change });
  } catch (error) {
    const { current } = readFailure(error);
    if (current && isDone(current, change)) return current;
    throw error;
  }
}

/** Has boxes of an order paid back. Sent again after an answer that was lost, the same refund pays nothing twice. */
export function refundOrder(id: string, refund: OrderRefund): Promise<OrderListItem> {
  return callApiForJson({ method: 'POST', url: `/api/admin/orders/${id}/refunds`, payload: refund });
}

/** Why something could not be done, for whoever asked for it. */
export interface OrderFailure {
  readonly message: string;
  /** A message for each field that needs mending. */
  readonly fields: Readonly<Record<string, string>>;
  /** Whether it is certain that nothing was done. Otherwise an answer was lost, and only asking again tells. */
  readonly isRefused: boolean;
  /** The order as it is now, where that is not what the page has shown. */
  readonly current?: OrderListItem | undefined;
}

const LOST = 'No answer has come, so it is not known whether this was done. What you entered is still here.';
const BROKEN = 'That did not work. Please try again in a moment. What you entered is still here.';
/** Failures that one field can mend. */
const FIELD_OF_CODE: Record<string, string> = { week_full: 'deliveryWeek', step_not_allowed: 'status' };

export function readFailure(error: unknown): OrderFailure {
  if (!(error instanceof ApiError)) return { message: LOST, fields: {}, isRefused: false };
  const { status, code, body } = error;
  const message = error.error ?? BROKEN;
  const field = FIELD_OF_CODE[code ?? ''];
  return {
    message,
    fields: field === undefined ? error.fields : { [field]: message },
    isRefused: code !== undefined && status < 500 && ![401, 408, 429].includes(status),
    current: body.order as OrderListItem | undefined,
  };
}

function isDone(order: OrderListItem, { status, trackingNumber, deliveryWeek }: OrderChange): boolean {
  const number = trackingNumber && (parseTrackingNumber(trackingNumber) ?? trackingNumber.trim());
  const asked = { status, trackingNumber: number, deliveryWeek };
  const shown = { ...order, trackingNumber: order.trackingNumber ?? '' };
  return Object.entries(asked).every(
    ([name, value]) => value === undefined || value === shown[name as keyof typeof asked],
  );
}
