import { countOf } from '#domain/count.ts';
import { labelWeekWithin } from '#domain/delivery/weeks.ts';
import type { FarmChange } from '#domain/orders/order-changes.ts';
import { isConfirmable } from '#domain/orders/order-flags.ts';
import type { OrderListItem } from '#domain/orders/order-list.ts';
import { type Step, sendOrderForm } from '../../../browser/one-by-one.ts';
import { createUuid } from '../../../browser/random-id.ts';
import type { Change } from './OneByOne.tsx';

/** What can be done to chosen orders. */
export type BulkAction =
  | { readonly kind: 'ship' }
  | { readonly kind: 'back' }
  | ({ readonly kind: 'move'; readonly week: string } & Words)
  | ({ readonly kind: 'refund' } & Words);

/** The farm's own words to each buyer, and the reason for the order's history. */
type Words = Pick<FarmChange, 'note' | 'reason'>;

/** Whether anything can be done to an order together with others. What cannot is named when it is tried. */
export function isSelectable({ status }: OrderListItem): boolean {
  return status !== 'cancelled' && status !== 'delivered';
}

/** Why an order is left to a person; null if it can be changed together with others. */
export function explainLeft(kind: BulkAction['kind'], order: OrderListItem): string | null {
  const { status, flags } = order;
  if (kind === 'back') return status === 'shipped' ? null : 'It isn’t marked as shipped.';
  if (status === 'cancelled') return 'It’s cancelled.';
  if (status === 'shipped' || status === 'delivered') return 'It has been sent.';
  const isUnpaid =
    order.paymentStatus === 'failed' || (order.paymentStatus === 'processing' && kind !== 'move');
  if (isUnpaid) return 'Its payment hasn’t come through.';
  if (order.isDisputed) return 'The buyer’s bank disputes its payment.';
  // That its week is gone is settled by moving or refunding it.
  const isReady = kind === 'ship' ? flags.length === 0 : isConfirmable(flags);
  if (!isReady) return 'Somebody needs to look at it first.';
  if (kind !== 'refund' || order.paymentMethod === 'card') return null;
  return 'It wasn’t paid by card: give the money back yourself, and note the refund on its page.';
}

/** The change of the chosen orders, a request each, first come first, and those that are left out. */
export function planChange(action: BulkAction, orders: readonly OrderListItem[]): Change {
  const reasons = orders
    .toSorted((one, other) => one.createdAt.localeCompare(other.createdAt))
    .map((order) => ({ order, reason: explainLeft(action.kind, order) }));
  return {
    ...describeAction(action),
    canUndo: action.kind !== 'refund',
    steps: reasons
      .filter(({ reason }) => reason === null)
      .map(({ order }) => ({ orderNumber: order.orderNumber, send: writeRequest(action, order) })),
    left: reasons.flatMap(({ order, reason }) =>
      reason === null ? [] : [{ name: order.orderNumber, reason }],
    ),
  };
}

function writeRequest(action: BulkAction, order: OrderListItem): Step['send'] {
  if (action.kind === 'ship') return writeChange(order, { status: 'shipped' });
  if (action.kind === 'back') return writeChange(order, { status: 'processing' });
  const { note, reason } = action;
  if (action.kind === 'move') return writeChange(order, { deliveryWeek: action.week, note, reason });
  const { version, boxes } = order;
  // Made once, so that the same request after a lost answer refunds nothing twice.
  const refund = { version, boxes: boxes.left, requestId: createUuid(), note, reason };
  return async () => (await sendOrderForm(order, '/refund', refund)).order;
}

/** Of two people who do the same, the second is told, because each may have packed the box. */
export function writeChange(
  order: Pick<OrderListItem, 'orderNumber' | 'version'>,
  change: Readonly<Record<string, string | undefined>>,
): Step['send'] {
  const form = { version: order.version, ...change };
  return async (isAgain) => (await sendOrderForm(order, '', { ...form, ...(isAgain && { again: 1 }) })).order;
}

function describeAction(action: BulkAction): Pick<Change, 'busy' | 'describe' | 'where'> {
  const say = (busy: string, done: string) => ({
    busy,
    describe: (orders: readonly unknown[]) => `${countOf(orders.length, 'order')} ${done}.`,
  });
  if (action.kind === 'ship') return say('Marking as sent', 'marked as sent');
  if (action.kind === 'back') return say('Taking back', 'taken back to processing');
  if (action.kind === 'refund') return say('Refunding', 'cancelled and refunded');
  return { ...say('Moving', `moved to the ${labelWeekWithin(action.week)}`), where: `?week=${action.week}` };
}
