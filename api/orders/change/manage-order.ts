import type { Kysely } from 'kysely';
import { addDays, type IsoDay, londonDay, parseDay } from '#domain/dates.ts';
import { describeExclusion } from '#domain/delivery/delivery-area.ts';
import { type DeliveryWeek, isOnSale, lastDayForChanges } from '#domain/delivery/weeks.ts';
import { countBoxes } from '#domain/orders/describe-order.ts';
import { OWN_FIELDS, type OwnField } from '#domain/orders/order-changes.ts';
import type { DeliveryDetails } from '#domain/orders/order-fields.ts';
import { findWeekLoss, WEEK_FLAGS } from '#domain/orders/order-flags.ts';
import { DAYS } from '#domain/retention-periods.ts';
import type { ManagedOrder, OrderClosing } from '#forms/manage-order-page.ts';
import type { Database, Instant } from '../../db/schema.ts';
import { type Result, refuse } from '../../http/problems.ts';
import type { Shop } from '../../shop.ts';
import type { Catalogue } from '../../site/catalogue.ts';
import { findAttempt, findTransferDay } from '../attempts-repository.ts';
import { changeOrder } from '../change-order.ts';
import { addFlag, dropFlags } from '../flags.ts';
import { countBuyerChanges, findOrder, findOrderEvents, type Order } from '../orders-repository.ts';
import { readWeekAvailability } from '../sale/reservations.ts';
import { findWeekProblem } from './fulfil-order.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MOST_CHANGES_A_DAY = 10;

/** A buyer's change to their own order. */
export interface OwnChange {
  readonly version: number;
  readonly week: IsoDay | null;
  readonly details: OwnDetails;
}

export type OwnDetails = Pick<DeliveryDetails, OwnField>;

/** The order as its buyer sees it. */
export async function describeManageOrder(
  { db, clock, getCatalogue }: Shop,
  order: Order,
  key: string,
): Promise<ManagedOrder> {
  const now = clock();
  const week = parseDay(order.week ?? '');
  const boxes = countBoxes(order).left;
  const isAwaited = order.paymentStatus === 'processing' && order.status === 'pending';
  const attempt = isAwaited ? await findAttempt(db, order.attemptId) : undefined;
  const others = isOpenToBuyer(order, getCatalogue(), now)
    ? (await readWeekAvailability(db, getCatalogue(), now))
        .filter(
          ({ id, state, boxesLeft }) => id === week || (state === 'open' && (boxesLeft ?? boxes) >= boxes),
        )
        .map(({ id }) => id)
    : [];
  return {
    key,
    order,
    isPrivate: isAddressOver(order, getCatalogue(), now),
    weeks: others,
    heldUntil: attempt ? findTransferDay(attempt) : null,
    closing: await findClosing(db, order, getCatalogue(), now),
  };
}

/** Whether the buyer's link has expired. It lasts at least as long as the buyer may change the order. */
export function hasLinkEnded(
  { getCatalogue, clock }: Pick<Shop, 'getCatalogue' | 'clock'>,
  order: Order,
): boolean {
  const now = clock();
  return !isOpenToBuyer(order, getCatalogue(), now) && isDaysAfter(order, DAYS.orderLinks, now);
}

/** Whether the address is no longer shown: the order is delivered, cancelled, or long past. */
export function isAddressOver(order: Order, weeks: Pick<Catalogue, 'weeks'>, now: Date): boolean {
  if (isOpenToBuyer(order, weeks, now)) return false;
  const isOver = order.status === 'delivered' || order.status === 'cancelled';
  return isOver || isDaysAfter(order, DAYS.orderAddresses, now);
}

/** Counted from the Monday of its week, or from the day of the order if that is later or there is no week. */
function isDaysAfter(order: Order, days: number, now: Date): boolean {
  const ordered = londonDay(new Date(order.createdAt));
  const week = parseDay(order.week ?? '');
  const start = week !== null && week > ordered ? week : ordered;
  return londonDay(now) > addDays(start, days);
}

/** Changes the week, address or instructions, until the week's cut-off. */
export function changeManageOrder(
  shop: Shop,
  id: string,
  { version, week, details }: OwnChange,
): Promise<Result<Order>> {
  const isDone = (known: Order) =>
    (week === null || week === known.week) && OWN_FIELDS.every((field) => details[field] === known[field]);
  return changeOpenOrder(shop, id, { version, isDone }, async (trx, known, now) => {
    const { weeks, deliveryArea } = shop.getCatalogue();
    const since = new Date(now.getTime() - DAY_MS).toISOString();
    // Each change sends a mail to the buyer and one to the farm.
    if ((await countBuyerChanges(trx, id, since)) >= MOST_CHANGES_A_DAY) {
      return refuse({ code: 'too_many_changes' });
    }
    if (week !== null && week !== known.week) {
      const wanted = weeks.find((each) => each.id === week);
      if (wanted && !isOnSale(wanted, londonDay(now))) return refuse({ code: 'week_not_on_sale' });
      const problem = await findWeekProblem(trx, known, week, weeks, now);
      if (problem) return refuse(problem);
    }
    const isMoved = week !== null && week !== known.week;
    // The farm may have agreed to an address outside the area by phone. That must not prevent another week.
    const isElsewhere = details.shippingPostcode !== known.shippingPostcode;
    const exclusion = describeExclusion(details.shippingPostcode, deliveryArea);
    if (isElsewhere && exclusion !== undefined) {
      return refuse({ code: 'invalid_fields', fields: { shippingPostcode: exclusion } });
    }
    const settled = [...(isMoved ? WEEK_FLAGS : []), ...(isElsewhere ? (['outside_area'] as const) : [])];
    return {
      ok: true,
      value: {
        ...details,
        ...(isMoved && { week }),
        flags: dropFlags(known.flags, ...settled),
      },
    };
  });
}

/**
 * Cancels an order until its week's cut-off. Its boxes become available at once, and a mail asks the farm to refund it.
 */
export function cancelManageOrder(shop: Shop, id: string, version: number): Promise<Result<Order>> {
  const isDone = ({ status }: Order) => status === 'cancelled';
  return changeOpenOrder(shop, id, { version, isDone }, async (_trx, known) => ({
    ok: true,
    value: { status: 'cancelled', flags: addFlag(known.flags, 'cancelled_by_buyer') },
  }));
}

type Decide = (
  trx: Parameters<typeof findOrder>[0] & Parameters<typeof changeOrder>[0],
  known: Order,
  now: Date,
) => Promise<Result<Parameters<typeof changeOrder>[2]>>;

/** @param isDone whether the order is as it was asked for already: somebody has pressed the button twice */
async function changeOpenOrder(
  shop: Shop,
  id: string,
  { version, isDone }: { readonly version: number; readonly isDone: (known: Order) => boolean },
  decide: Decide,
): Promise<Result<Order>> {
  const { db, clock, getCatalogue, mails } = shop;
  const result = await db.transaction().execute(async (trx): Promise<Result<Order>> => {
    const now = clock();
    const known = await findOrder(trx, id);
    if (!known) return refuse({ code: 'order_not_found' });
    const isClosed = !isOpenToBuyer(known, getCatalogue(), now);
    if (isClosed || known.version !== version) {
      if (isDone(known)) return { ok: true, value: known };
      return refuse({ code: isClosed ? 'order_closed' : 'order_changed_meanwhile' });
    }
    const decided = await decide(trx, known, now);
    if (!decided.ok) return decided;
    const after = await changeOrder(trx, known, decided.value, { actor: 'buyer', now });
    await mails.change(trx, { before: known, after, actor: 'buyer', now });
    return { ok: true, value: after };
  });
  if (result.ok) shop.wakeOutbox();
  return result;
}

/** Whether the buyer may still change an order: it is paid, none of it is sent, and its week is open. */
function isOpenToBuyer(order: Order, { weeks }: Pick<Catalogue, 'weeks'>, now: Date): boolean {
  if (order.status !== 'processing' || order.paymentStatus !== 'succeeded') return false;
  if (order.parcels.length > 0) return false;
  const id = parseDay(order.week ?? '');
  // Without a week, or if it became unavailable during the payment, everything is still to be decided.
  if (id === null || findWeekLoss(order.flags) !== null) return true;
  const week = weeks.find((each) => each.id === id);
  const lastDay = findLastDay(order, id, week);
  return !week?.closed && (lastDay === null || londonDay(now) <= lastDay);
}

/** @returns null if the week is a sample that was bought after its last day: as it could be bought, it can be changed */
function findLastDay(order: Order, id: IsoDay, week: DeliveryWeek | undefined): IsoDay | null {
  const lastDay = lastDayForChanges(week ?? { id });
  const isSample = week !== undefined && week.lastDay === undefined;
  return isSample && dayOf(order.createdAt) > lastDay ? null : lastDay;
}

/**
 * What closed a paid order to its buyer: once it is sent, that, and no last day. Null if it is open, or nobody knows any
 * more.
 */
async function findClosing(
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
  const isSent = order.status === 'shipped' || order.status === 'delivered';
  const sent = order.parcels.map(({ sentAt }) => sentAt).sort()[0] ?? (isSent && left?.createdAt);
  if (sent) return { reason: 'sent', day: dayOf(sent) };
  const id = parseDay(order.week ?? '');
  const week = catalogue.weeks.find((each) => each.id === id);
  const lastDay = id && findLastDay(order, id, week);
  if (lastDay !== null && lastDay < londonDay(now)) return { reason: 'last_day', day: lastDay };
  return week?.closed ? { reason: 'week_closed' } : null;
}

function dayOf(instant: Instant): IsoDay {
  return londonDay(new Date(instant));
}
