import type { Kysely, Transaction } from 'kysely';
import { londonDay } from '#domain/dates.ts';
import { type DeliveryWeek, isOnSale, type WeekAvailability } from '#domain/delivery/weeks.ts';
import { formatBoxes } from '#domain/quantity.ts';
import type { Database, Instant } from '../../db/schema.ts';
import type { Problem } from '../../http/problems.ts';
import { type Result, refuse } from '../../http/result.ts';
import type { Catalogue } from '../../site/catalogue.ts';
import type { Attempt } from '../attempts-repository.ts';
import { countBoxes, countReservedBy } from './reservations-repository.ts';

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
  const { sold, reserved } = (await countBoxes(trx, [week.id], now)).get(week.id) ?? { sold: 0, reserved: 0 };
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
  const { sold, reserved } = (await countBoxes(trx, [week.id], now.toISOString())).get(week.id) ?? {
    sold: 0,
    reserved: 0,
  };
  const left = week.boxes - sold - reserved;
  if (quantity <= left) return null;
  const error = `That week has ${left <= 0 ? 'no boxes' : formatBoxes(left)} left. Please choose another.`;
  return { code: 'week_full', error };
}

interface WantedBoxes {
  readonly attempt: Attempt | undefined;
  readonly week: string | null;
  readonly quantity: number;
}

/**
 * Whether a paid order has its boxes: those reserved for it, or others that are neither sold nor reserved. Call it in
 * the transaction that stores the order.
 */
export async function hasRoom(
  trx: Transaction<Database>,
  { attempt, week: id, quantity }: WantedBoxes,
  weeks: Catalogue['weeks'],
  now: Date,
): Promise<boolean> {
  const week = weeks.find((each) => each.id === id);
  if (week?.boxes === undefined) return true;
  const instant = now.toISOString();
  const count = (await countBoxes(trx, [week.id], instant, attempt?.id)).get(week.id) ?? {
    sold: 0,
    reserved: 0,
  };
  const isReserved = attempt?.week === id && attempt.heldUntil !== null && attempt.heldUntil > instant;
  return count.sold + (isReserved ? 0 : count.reserved) + quantity <= week.boxes;
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
