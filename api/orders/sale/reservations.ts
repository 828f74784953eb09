import { type ExpressionBuilder, type Kysely, sql, type Transaction } from 'kysely';
import { londonDay } from '#domain/dates.ts';
import { type DeliveryWeek, isOnSale, type WeekAvailability } from '#domain/delivery/weeks.ts';
import { formatBoxes } from '#domain/quantity.ts';
import type { Database, Instant } from '../../db/schema.ts';
import { type Problem, type Result, refuse } from '../../http/problems.ts';
import type { Catalogue } from '../../site/catalogue.ts';
import type { Attempt } from '../attempts-repository.ts';

/** The boxes that refunds pay for, in SQL. Integer division rounds down there. */
const PAID_BACK = sql<number>`(refunded_pence - goodwill_pence) / unit_price_pence`;

/** The standing boxes in SQL. */
export const STANDING_BOXES = sql<number>`CASE WHEN ${PAID_BACK} < quantity THEN quantity - ${PAID_BACK} ELSE 0 END`;

/** The share of a capped week's unsold boxes that can be reserved. The rest goes to whoever pays first. */
const RESERVABLE_SHARE = 0.5;
/**
 * The most boxes of a capped week that are reserved for one network: enough for several families behind a mobile
 * network.
 */
const MOST_RESERVED = 20;

/**
 * Decides until when a new attempt's boxes are reserved. Null if the reservable share is used up. The order is accepted
 * anyway while there are boxes that nobody has reserved, and gets them when it is paid (see `hasRoom`). So buyers
 * cannot be locked out by reservations without payment.
 */
export async function reserveBoxes(
  trx: Transaction<Database>,
  { quantity, heldBy, heldUntil, createdAt: now }: Attempt,
  week: DeliveryWeek | null,
): Promise<Result<Instant | null>> {
  if (week?.boxes === undefined) return { ok: true, value: heldUntil };
  const { sold, reserved } = await countWeek(trx, week.id, now);
  const unsold = week.boxes - sold;
  const left = unsold - reserved;
  if (quantity > left) return refuse({ code: 'week_full', ...(left > 0 && { error: describeLeft(left) }) });
  const own = await countReservedBy(trx, { week: week.id, holder: heldBy ?? '', now });
  const share = Math.max(1, Math.floor(unsold * RESERVABLE_SHARE));
  const isReserved = quantity <= Math.min(share - reserved, MOST_RESERVED - own);
  return { ok: true, value: isReserved ? heldUntil : null };
}

function describeLeft(boxes: number): string {
  return `This delivery week has only ${formatBoxes(boxes)} left. Please choose another week, or fewer boxes.`;
}

/** Why a week cannot have this many boxes more, for the farm. Null if it can. */
export async function findShortage(
  trx: Transaction<Database>,
  week: DeliveryWeek,
  quantity: number,
  now: Date,
): Promise<Problem | null> {
  if (week.boxes === undefined) return null;
  const { sold, reserved } = await countWeek(trx, week.id, now.toISOString());
  const left = week.boxes - sold - reserved;
  if (quantity <= left) return null;
  const error = `That week has ${left <= 0 ? 'no boxes' : formatBoxes(left)} left. Please choose another.`;
  return { code: 'week_full', error };
}

/**
 * Whether a paid order has its boxes: those reserved for it, or others that are neither sold nor reserved. Call it in
 * the transaction that stores the order.
 */
export async function hasRoom(
  trx: Transaction<Database>,
  attempt: Attempt,
  id: string | null,
  weeks: Catalogue['weeks'],
  now: Date,
): Promise<boolean> {
  const week = weeks.find((each) => each.id === id);
  if (week?.boxes === undefined) return true;
  const instant = now.toISOString();
  const count = await countWeek(trx, week.id, instant, attempt.id);
  const isReserved = attempt.week === id && attempt.heldUntil !== null && attempt.heldUntil > instant;
  return count.sold + (isReserved ? 0 : count.reserved) + attempt.quantity <= week.boxes;
}

/** The current availability of every week. Reserved boxes count as gone. */
export async function readWeekAvailability(
  db: Kysely<Database>,
  { weeks }: Pick<Catalogue, 'weeks'>,
  now: Date,
): Promise<WeekAvailability[]> {
  const ids = weeks.map(({ id }) => id);
  const counts = await countBoxes(db, ids, now.toISOString());
  return weeks.map((week) => {
    const { sold, reserved } = counts.get(week.id) ?? { sold: 0, reserved: 0 };
    const boxesLeft = week.boxes === undefined ? null : Math.max(0, week.boxes - sold - reserved);
    const state = !isOnSale(week, londonDay(now)) ? 'closed' : boxesLeft === 0 ? 'full' : 'open';
    return { id: week.id, state, boxesLeft };
  });
}

/**
 * Boxes of a week: sold ones in orders that are not cancelled, without refunded boxes, and those reserved at the
 * checkout.
 */
export interface BoxCount {
  readonly sold: number;
  readonly reserved: number;
}

/**
 * The boxes of each of these weeks that has any, by the week's Monday.
 * @param except the attempt whose own reservation does not count
 */
async function countBoxes(
  db: Kysely<Database>,
  weeks: readonly string[],
  now: Instant,
  except = '',
): Promise<Map<string, BoxCount>> {
  const sold = await db
    .selectFrom('orders')
    .select(({ fn }) => ['week', fn.sum<number>(STANDING_BOXES).as('boxes')])
    .where('week', 'in', weeks)
    .where('status', '!=', 'cancelled')
    .groupBy('week')
    .execute();
  const reserved = await selectReserved(db, now)
    .select(({ fn }) => ['week', fn.sum<number>('quantity').as('boxes')])
    .where('week', 'in', weeks)
    .where('id', '!=', except)
    .groupBy('week')
    .execute();
  const counts = new Map<string, BoxCount>();
  for (const { week, boxes } of sold) counts.set(week ?? '', { sold: boxes, reserved: 0 });
  for (const { week, boxes } of reserved) {
    counts.set(week ?? '', { sold: counts.get(week ?? '')?.sold ?? 0, reserved: boxes });
  }
  return counts;
}

/** @param except the attempt whose own reservation does not count */
export async function countWeek(
  db: Kysely<Database>,
  week: string,
  now: Instant,
  except?: string,
): Promise<BoxCount> {
  return (await countBoxes(db, [week], now, except)).get(week) ?? { sold: 0, reserved: 0 };
}

async function countReservedBy(
  db: Kysely<Database>,
  { week, holder, now }: { week: string; holder: string; now: Instant },
): Promise<number> {
  const reserved = await selectReserved(db, now)
    .select(({ fn }) => fn.sum<number | null>('quantity').as('boxes'))
    .where('week', '=', week)
    .where('heldBy', '=', holder)
    .executeTakeFirst();
  return reserved?.boxes ?? 0;
}

/**
 * Ends the reservation of an attempt that the same page has replaced by another.
 * @returns the attempt, whose payment must be ended; undefined if it has an order, or has ended already
 */
export function replaceAttempt(
  db: Kysely<Database>,
  id: string,
  replacedBy: string,
): Promise<Attempt | undefined> {
  return db
    .updateTable('orderAttempts')
    .set({ heldUntil: null, replacedBy: replacedBy })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where(hasNoOrder)
    .returningAll()
    .executeTakeFirst();
}

function selectReserved(db: Kysely<Database>, now: Instant) {
  return (
    db
      .selectFrom('orderAttempts')
      .where('state', '=', 'open')
      .where('heldUntil', '>', now)
      .where('week', 'is not', null)
      // The boxes of a pending order and its attempt must not count twice.
      .where(hasNoOrder)
  );
}

function hasNoOrder({ not, exists, selectFrom }: ExpressionBuilder<Database, 'orderAttempts'>) {
  return not(exists(selectFrom('orders').select('id').whereRef('orders.attemptId', '=', 'orderAttempts.id')));
}
