import { addDays, formatDay, type IsoDay, parseDay } from '../dates.ts';
import { formatBoxes } from '../quantity.ts';

/** A delivery week, identified by its Monday (section 3, delivery week option). */
export interface DeliveryWeek {
  readonly id: IsoDay;
  /** How many boxes can be sold for the week; undefined means no limit. */
  readonly boxes?: number | undefined;
  /** The last day to order the week, until its end in Europe/London; undefined means no cut-off. */
  readonly orderBy?: IsoDay | undefined;
  /** Whether the farm has closed it, whatever its last day is. */
  readonly closed?: true | undefined;
  /** Its Sunday, if the shop takes money (season-end.ts). Set by the service, never in the content. */
  readonly lastDay?: IsoDay | undefined;
}

/** On which a week ends. @param week its Monday */
export function sundayOf(week: IsoDay): IsoDay {
  return addDays(week, 6);
}

/**
 * Whether the week can still be ordered on this day of Europe/London: its cut-off and its last day have not passed, nor
 * is it closed.
 */
export function isOnSale({ orderBy, closed, lastDay }: DeliveryWeek, today: IsoDay): boolean {
  if (closed) return false;
  return (orderBy === undefined || today <= orderBy) && (lastDay === undefined || today <= lastDay);
}

/**
 * The last day on which a buyer may change or cancel an order for the week: its cut-off, else the Saturday before it,
 * because the farm cuts on its Monday.
 */
export function lastDayForChanges({ id, orderBy }: Pick<DeliveryWeek, 'id' | 'orderBy'>): IsoDay {
  return orderBy ?? addDays(id, -2);
}

/**
 * How payments are captured. If a week can sell out, a card is first authorised, and charged once the boxes are
 * allocated. So nothing is sold twice, and nobody needs a reservation to buy. This applies to the whole shop, because a
 * wallet starts before its week is known, and must get the same setting as the payment.
 */
export function chooseCapture(weeks: readonly DeliveryWeek[]): 'automatic' | 'manual' {
  return weeks.some(({ boxes }) => boxes !== undefined) ? 'manual' : 'automatic';
}

/** Said where no week is chosen, or one that isn’t there. */
export const WEEK_WANTED = 'Choose a delivery week.';

/** A week's availability, as the service reports it to the order forms. */
export interface WeekAvailability {
  readonly id: IsoDay;
  readonly state: 'open' | 'full' | 'closed';
  /** How many boxes can still be ordered; null means no limit. */
  readonly boxesLeft: number | null;
}

/** What to say beside a week in a form; nothing if there is no end to its boxes. */
export function describeAvailability({ state, boxesLeft }: WeekAvailability): string {
  if (state === 'full') return 'sold out';
  if (state === 'closed') return 'closed';
  return boxesLeft === null ? '' : `${formatBoxes(boxesLeft)} left`;
}

/** `Week of 1 Dec (closed, 12 boxes left)`, for the farm, which can still fill a closed week. */
export function labelWeekWithRoom(week: WeekAvailability): string {
  const state = week.boxesLeft === 0 ? 'full' : 'open';
  const room = [week.state === 'closed' && 'closed', describeAvailability({ ...week, state })].filter(
    Boolean,
  );
  return `${weekLabel(week)}${room.length === 0 ? '' : ` (${room.join(', ')})`}`;
}

/** The label of section 3: `Week of 17 Nov`. */
export function weekLabel(week: Pick<DeliveryWeek, 'id'>): string {
  return `Week of ${formatDay(week.id, 'short')}`;
}

/** `Week of 1 Dec`. A value that is not a date stays as it is. Null if it is not chosen yet. */
export function labelWeek(monday: string | null): string {
  if (monday === null) return 'Week to be agreed';
  const id = parseDay(monday);
  return id === null ? monday : weekLabel({ id });
}

/** `week of 1 Dec`, within a sentence. */
export function labelWeekWithin(monday: string | null): string {
  return labelWeek(monday).replace('Week', 'week');
}
