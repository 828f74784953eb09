import type { OrderChange, OrderUndo } from '#domain/orders/order-changes.ts';
import type { Order } from './orders-repository.ts';

/** How an order was sent. Only here do changes that can be taken back read and restore it. */
type Sending = Pick<OrderUndo, 'status' | 'trackingNumber'>;

function readSending({ status, trackingNumber }: Order): Sending | null {
  return status === 'processing' || status === 'shipped' ? { status, trackingNumber } : null;
}

/** The part of a change that sends an order as it was sent before. An order that is not sent has no number. */
function restoreSending(order: Order, { status, trackingNumber }: Sending): Partial<OrderChange> {
  return {
    ...(status !== order.status && { status }),
    ...(status === 'shipped' &&
      trackingNumber !== order.trackingNumber && { trackingNumber: trackingNumber ?? '' }),
  };
}

/** What takes a change back; undefined if it was not one that can be taken back. */
export function describeUndo(before: Order, after: Order): OrderUndo | undefined {
  const sending = readSending(before);
  if (sending === null) return undefined;
  return { id: after.id, version: after.version, ...sending, deliveryWeek: before.week };
}

/** The change that puts an order back. */
export function toUndoChange(order: Order, undo: OrderUndo): OrderChange {
  const { deliveryWeek } = undo;
  return {
    version: undo.version,
    ...restoreSending(order, undo),
    ...(deliveryWeek !== null && deliveryWeek !== order.week && { deliveryWeek }),
    reason: 'Undone',
  };
}
