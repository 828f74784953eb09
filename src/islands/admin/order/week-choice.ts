import { parseDay } from '#domain/dates.ts';
import { type WeekAvailability, weekLabel } from '#domain/delivery/weeks.ts';
import type { OrderListItem } from '#domain/orders/order-list.ts';
import { countBoxesLeft } from '#domain/orders/refund.ts';
import { formatBoxes } from '#domain/quantity.ts';
import { toRefundFacts } from './refund-facts.ts';

export interface WeekOption {
  /** The Monday; empty for none yet. */
  readonly value: string;
  readonly label: string;
  readonly isDisabled: boolean;
}

/** The weeks that an order can move to, and the one that it is in, which may no longer be among those of the shop. */
export function listWeekOptions(order: OrderListItem, weeks: readonly WeekAvailability[]): WeekOption[] {
  const current = order.deliveryWeek ?? '';
  const boxes = countBoxesLeft(toRefundFacts(order));
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
