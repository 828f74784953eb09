import { parseDay } from '#domain/dates.ts';
import { type WeekAvailability, weekLabel } from '#domain/delivery/weeks.ts';
import type { OrderChange } from '#domain/orders/order-changes.ts';
import type { OrderListItem } from '#domain/orders/order-list.ts';
import { listNextStatuses, type OrderStatus } from '#domain/orders/order-status.ts';
import { parseTrackingNumber, splitTrackingNumbers } from '#domain/orders/tracking-list.ts';
import { formatBoxes } from '#domain/quantity.ts';

/** The changes that are entered but not saved. A missing field means the order's own value. */
export interface Draft {
  readonly status?: string;
  /** One a line. */
  readonly trackingNumbers?: string;
  readonly deliveryWeek?: string;
  readonly reason?: string;
}

/** The statuses that the farm may choose for a listed order. */
export function listAllowedStatuses(order: OrderListItem): OrderStatus[] {
  const { status, paymentStatus } = order;
  return listNextStatuses({
    status,
    isPaid: paymentStatus === 'succeeded',
    isRefunded: order.isRefunded,
  });
}

/** The values of the fields. */
export function fillFields(order: OrderListItem, draft: Draft) {
  return {
    // A chosen status that is no longer allowed is ignored.
    status: listAllowedStatuses(order).find((step) => step === draft.status) ?? order.status,
    trackingNumbers: draft.trackingNumbers ?? listNumbers(order).join('\n'),
    deliveryWeek: draft.deliveryWeek ?? order.deliveryWeek ?? '',
    reason: draft.reason ?? '',
  };
}

function listNumbers({ parcels }: OrderListItem): string[] {
  return parcels.map(({ trackingNumber }) => trackingNumber);
}

/**
 * The change to save: only what differs from the order, so that nothing else is overwritten. Null if nothing differs.
 */
export function readChange(order: OrderListItem, draft: Draft): OrderChange | null {
  const fields = fillFields(order, draft);
  const trackingNumbers = splitTrackingNumbers(fields.trackingNumbers);
  const change = {
    ...(fields.status !== order.status && { status: fields.status }),
    ...(trackingNumbers.join() !== listNumbers(order).join() && { trackingNumbers }),
    ...(fields.deliveryWeek !== (order.deliveryWeek ?? '') && { deliveryWeek: fields.deliveryWeek }),
  };
  if (Object.keys(change).length === 0) return null;
  const reason = fields.reason.trim();
  return { version: order.version, ...change, ...(reason !== '' && { reason }) };
}

/** The order after the change, as far as the page can tell. The service refuses an invalid tracking number. */
export function previewChange(order: OrderListItem, change: OrderChange): OrderListItem {
  const { trackingNumbers = listNumbers(order), deliveryWeek = order.deliveryWeek } = change;
  const isSent = trackingNumbers.length > 0 && order.status === 'processing';
  const status = change.status ?? (isSent && change.trackingNumbers ? 'shipped' : order.status);
  const parcels = (status === 'processing' ? [] : trackingNumbers).map((number, index) => {
    const trackingNumber = parseTrackingNumber(number) ?? number;
    return order.parcels[index] ?? { trackingNumber, sentAt: order.createdAt };
  });
  return { ...order, status, deliveryWeek, parcels, trackingNumber: parcels[0]?.trackingNumber ?? null };
}

export interface WeekOption {
  /** The Monday; empty if not chosen yet. */
  readonly value: string;
  readonly label: string;
  readonly isDisabled: boolean;
}

/** The weeks that an order can move to, and its current week, which the shop may no longer offer. */
export function listWeekOptions(order: OrderListItem, weeks: readonly WeekAvailability[]): WeekOption[] {
  const current = order.deliveryWeek ?? '';
  const boxes = order.boxes.left;
  const options = weeks.map((week) => ({
    value: week.id,
    label: `${weekLabel(week)}${describeRoom(week)}`,
    isDisabled: week.id !== current && week.boxesLeft !== null && week.boxesLeft < boxes,
  }));
  if (options.some(({ value }) => value === current)) return options;
  const id = parseDay(current);
  const label = id === null ? 'To be agreed' : weekLabel({ id });
  return [{ value: current, label, isDisabled: false }, ...options];
}

function describeRoom({ state, boxesLeft }: WeekAvailability): string {
  if (boxesLeft !== null && boxesLeft <= 0) return ' (full)';
  const room = boxesLeft === null ? [] : [`${formatBoxes(boxesLeft)} left`];
  const notes = state === 'closed' ? ['closed to buyers', ...room] : room;
  return notes.length === 0 ? '' : ` (${notes.join(', ')})`;
}
