import type { OrderChange, OrderUndo } from '#domain/orders/order-changes.ts';
import { countBoxesIn, isSentInPart } from '#domain/orders/parcels.ts';
import type { Order } from './orders-repository.ts';
import { listNumbers } from './parcels.ts';

/** How an order was sent. Only here do changes that can be taken back read and restore it. */
type Sending = Pick<OrderUndo, 'status' | 'trackingNumbers' | 'boxesSent'>;

function readSending(order: Order): Sending | null {
  const { status, parcels } = order;
  if (status !== 'processing' && status !== 'shipped') return null;
  const boxesSent = isSentInPart(order) ? countBoxesIn(parcels) : null;
  return { status, trackingNumbers: listNumbers(parcels), boxesSent };
}

/** The part of a change that sends an order as it was sent before. */
function restoreSending(order: Order, { status, trackingNumbers, boxesSent }: Sending): Partial<OrderChange> {
  const isSame = status === order.status && listNumbers(order.parcels).join() === trackingNumbers.join();
  if (isSame) return {};
  if (boxesSent !== null) return { status, trackingNumbers, boxesSent };
  // An order that is not sent has no parcels.
  if (status === 'processing') return { status };
  return { ...(status !== order.status && { status }), trackingNumbers };
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
