import { formatDay, type IsoDay } from './dates.ts';

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

/** The label of section 3: `Week of 17 Nov`. */
export function weekLabel(week: Pick<DeliveryWeek, 'id'>): string {
  return `Week of ${formatDay(week.id, 'short')}`;
}
