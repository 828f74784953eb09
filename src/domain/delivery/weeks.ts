import { formatDay, type IsoDay } from '../dates.ts';

/** A delivery week, known by its Monday (section 3, delivery week option). */
export interface DeliveryWeek {
  readonly id: IsoDay;
  /** Most boxes that can be sold for the week; no cap when absent. */
  readonly boxes?: number | undefined;
  /** Last day on which the week can be ordered, to its end in Europe/London; no cut-off when absent. */
  readonly orderBy?: IsoDay | undefined;
}

/** Whether the week can be ordered on this day of Europe/London, as far as its cut-off goes. */
export function isOnSale({ orderBy }: DeliveryWeek, today: IsoDay): boolean {
  return orderBy === undefined || today <= orderBy;
}

/**
 * How payments are taken. Where a week can sell out, a card is first asked whether it has the money, and is charged
 * once the boxes are there: so nothing is sold twice, and nobody needs a reservation to buy. Of the whole shop and not
 * of one week, because a wallet is told before its week is known, and must be told the same as the payment.
 */
export function chooseCapture(weeks: readonly DeliveryWeek[]): 'automatic' | 'manual' {
  return weeks.some(({ boxes }) => boxes !== undefined) ? 'manual' : 'automatic';
}

/** How a week stands now, as the service tells it to the order forms. */
export interface WeekAvailability {
  readonly id: IsoDay;
  readonly state: 'open' | 'full' | 'closed';
  /** Boxes that can still be ordered; null where there is no cap. */
  readonly boxesLeft: number | null;
}

/** To the buyer of an order whose week filled up or closed while they were paying. */
export const WEEK_TAKEN_MESSAGE =
  'While you were paying, the last boxes of your week went to somebody else. Your order is safe: we will write to you, and you choose another week or have your money back.';

/** The label of section 3: `Week of 17 Nov`. */
export function weekLabel(week: Pick<DeliveryWeek, 'id'>): string {
  return `Week of ${formatDay(week.id, 'short')}`;
}
