import type { Kysely } from 'kysely';
import { addDays, type IsoDay, londonDay, parseDay } from '#domain/dates.ts';
import { type DeliveryWeek, lastDayForChanges } from '#domain/delivery/weeks.ts';
import { hasWeekFlag } from '#domain/orders/order-flags.ts';
import type { OrderClosing } from '#forms/manage-order-page.ts';
import type { Database, Instant } from '../../db/schema.ts';
import type { Catalogue } from '../../site/catalogue.ts';
import { findOrderEvents, type Order } from '../orders-repository.ts';
import { findWeekClosed } from '../sale/closed-weeks.ts';

/** Whether the buyer may still change an order: it is paid, none of it is sent, and its week is open. */
export function isOpenToBuyer(order: Order, { weeks }: Pick<Catalogue, 'weeks'>, now: Date): boolean {
  if (order.status !== 'processing' || order.paymentStatus !== 'succeeded') return false;
  if (order.parcels.length > 0) return false;
  const id = parseDay(order.week ?? '');
  // Without a week, or if it became unavailable during the payment, everything is still to be decided.
  if (id === null || hasWeekFlag(order.flags)) return true;
  const week = weeks.find((each) => each.id === id);
  const lastDay = findLastDay(order, id, week);
  return week?.isClosed !== true && (lastDay === null || londonDay(now) <= lastDay);
}

/** @returns null if the week is a sample that was bought after its last day: as it could be bought, it can be changed */
function findLastDay(order: Order, id: IsoDay, week: DeliveryWeek | undefined): IsoDay | null {
  const lastDay = lastDayForChanges(week ?? { id });
  const isSample = week !== undefined && week.lastDay === undefined;
  return isSample && dayOf(order.createdAt) > lastDay ? null : lastDay;
}

/** What closed a paid order to its buyer, the earliest of it. Null if it is open, or nobody knows any more. */
export async function findClosing(
  db: Kysely<Database>,
  order: Order,
  catalogue: Pick<Catalogue, 'weeks'>,
  now: Date,
): Promise<OrderClosing | null> {
  if (order.paymentStatus !== 'succeeded' || isOpenToBuyer(order, catalogue, now)) return null;
  const left = (await findOrderEvents(db, order.id)).findLast(
    ({ kind, before, after }) => kind === 'status' && (before === 'processing' || after === 'cancelled'),
  );
  if (order.status === 'cancelled') return left ? { reason: 'cancelled', day: dayOf(left.createdAt) } : null;
  const closings: OrderClosing[] = [];
  const sent = order.parcels.map(({ sentAt }) => sentAt).sort()[0] ?? left?.createdAt;
  if (sent !== undefined) closings.push({ reason: 'sent', day: dayOf(sent) });
  const id = parseDay(order.week ?? '');
  if (id !== null) {
    const week = catalogue.weeks.find((each) => each.id === id);
    const closed = week?.isClosed ? await findWeekClosed(db, id) : undefined;
    if (closed !== undefined) closings.push({ reason: 'week_closed', day: dayOf(closed) });
    const lastDay = findLastDay(order, id, week);
    if (lastDay !== null && lastDay < londonDay(now)) closings.push({ reason: 'last_day', day: lastDay });
  }
  return closings.sort((one, other) => (startOf(one) < startOf(other) ? -1 : 1))[0] ?? null;
}

/** The first day on which it could not be changed. */
function startOf({ reason, day }: OrderClosing): IsoDay {
  return reason === 'last_day' ? addDays(day, 1) : day;
}

function dayOf(instant: Instant): IsoDay {
  return londonDay(new Date(instant));
}
