import type { OrderChange } from '#domain/orders/order-changes.ts';
import type { OrderListItem } from '#domain/orders/order-list.ts';
import { listNextStatuses, type OrderStatus } from '#domain/orders/order-status.ts';
import { parseTrackingNumber } from '#domain/orders/tracking-number.ts';
import { isFullyRefunded } from './refund-facts.ts';

/** What has been entered and not been saved; what is not there stands in the order. */
export interface Draft {
  readonly status?: string;
  readonly trackingNumber?: string;
  readonly deliveryWeek?: string;
  readonly reason?: string;
}

/** Where the farm may take a listed order from its status. */
export function listSteps(order: OrderListItem): OrderStatus[] {
  const { status, paymentStatus } = order;
  return listNextStatuses({
    status,
    isPaid: paymentStatus === 'succeeded',
    isRefunded: isFullyRefunded(order),
  });
}

/** What the fields show. */
export function fillFields(order: OrderListItem, draft: Draft) {
  return {
    // A step that was chosen and is no longer allowed is no choice.
    status: listSteps(order).find((step) => step === draft.status) ?? order.status,
    trackingNumber: draft.trackingNumber ?? order.trackingNumber ?? '',
    deliveryWeek: draft.deliveryWeek ?? order.deliveryWeek ?? '',
    reason: draft.reason ?? '',
  };
}

/** What there is to save: only what differs from the order, so that nothing else is written over. Null for nothing. */
export function readChange(order: OrderListItem, draft: Draft): OrderChange | null {
  const fields = fillFields(order, draft);
  const change = {
    ...(fields.status !== order.status && { status: fields.status }),
    ...(fields.trackingNumber.trim() !== (order.trackingNumber ?? '') && {
      trackingNumber: fields.trackingNumber,
    }),
    ...(fields.deliveryWeek !== (order.deliveryWeek ?? '') && { deliveryWeek: fields.deliveryWeek }),
  };
  if (Object.keys(change).length === 0) return null;
  const reason = fields.reason.trim();
  return { version: order.version, ...change, ...(reason !== '' && { reason }) };
}

/** The order as it will be, as far as the page can tell: what is no tracking number is left to the service to refuse. */
export function previewChange(order: OrderListItem, change: OrderChange): OrderListItem {
  const { trackingNumber, deliveryWeek = order.deliveryWeek } = change;
  const entered = parseTrackingNumber(trackingNumber ?? '');
  const isSent = entered !== null && order.status === 'processing';
  const status = change.status ?? (isSent ? 'shipped' : order.status);
  const isTakenAway = trackingNumber?.trim() === '' || change.status === 'processing';
  return {
    ...order,
    status,
    deliveryWeek,
    trackingNumber: isTakenAway ? null : (entered ?? order.trackingNumber),
  };
}
