import { addDays, type IsoDay, weekdayIndex } from '#domain/dates.ts';

/** Days that are kept by their date, whatever weekday they fall on. */
const FEASTS = ['12-24', '12-25', '12-26', '12-31', '01-01'];

/** Whether a day, or a month and a day such as `12-25`, is a feast that stays on its date. */
export function isFeast(day: string): boolean {
  return FEASTS.includes(day.slice(-5));
}

/** The year that a season is called by: a day of the spring still belongs to the last winter. */
export function seasonYear(day: IsoDay): number {
  return Number(day.slice(0, 4)) - (Number(day.slice(5, 7)) <= 6 ? 1 : 0);
}

/**
 * The day of another season that takes this one's place: the same weekday, nearest to the same date. A feast stays on
 * its date, unless `keepsWeekday` says that the day counts by the week, as a delivery week does.
 */
export function moveDay(day: IsoDay, toSeason: number, { keepsWeekday = false } = {}): IsoDay {
  const year = Number(day.slice(0, 4)) + toSeason - seasonYear(day);
  const sameDate = addDays(`${year}-${day.slice(5, 7)}-01` as IsoDay, Number(day.slice(8)) - 1);
  if (isFeast(day) && !keepsWeekday) return sameDate;
  const later = (weekdayIndex(day) - weekdayIndex(sameDate) + 7) % 7;
  return addDays(sameDate, later > 3 ? later - 7 : later);
}
