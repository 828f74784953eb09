import { type IsoDay, WEEKDAYS, type Weekday } from '../dates.ts';

/** The row of opening hours for 24 December, also if the season ends before it. */
export const CHRISTMAS_EVE = 'Christmas Eve';

/**
 * The weekdays that a row names: a day, `Friday` or `Fri`; a range, `Mon-Fri` or `Monday to Thursday`; or `Daily`. None
 * for Christmas Eve; null for anything else.
 */
export function parseDays(text: string): readonly Weekday[] | null {
  if (text === CHRISTMAS_EVE) return [];
  if (text === 'Daily') return WEEKDAYS;
  const [first = -1, last = first, ...more] = text.split(/ to |[-–]/).map(findWeekday);
  if (first < 0 || last < 0 || more.length > 0) return null;
  const length = ((last - first + 7) % 7) + 1;
  return [...WEEKDAYS, ...WEEKDAYS].slice(first, first + length);
}

function findWeekday(name: string): number {
  return name.length < 3 ? -1 : WEEKDAYS.findIndex((weekday) => weekday.startsWith(name));
}

/** A time of day on the 24-hour clock, `HH:mm`, in Europe/London. */
export type ClockTime = string & { readonly __unit: 'clock-time' };

/** When a day is open: from its first time to before its second one, or not at all. A notice may have none of these. */
export interface DayTimes {
  readonly opens?: ClockTime | undefined;
  readonly closes?: ClockTime | undefined;
  readonly closed?: true | undefined;
}

/** One row of opening hours (section 3). `days` is what the page shows, and what `parseDays` reads. */
export interface HoursRow extends DayTimes {
  readonly days: string;
}

/** A day with other hours than its weekday, or closed, such as Boxing Day. */
export interface SpecialDay extends DayTimes {
  readonly day: IsoDay;
  readonly name: string;
}

/** Reads `HH:mm` between 00:00 and 23:59; null for anything else. */
export function parseClockTime(text: string): ClockTime | null {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text) ? (text as ClockTime) : null;
}

/** `9am`, `4:30pm`, as in section 9. */
export function formatClockTime(time: ClockTime): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const minutes = minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`;
  return `${hour % 12 === 0 ? 12 : hour % 12}${minutes}${hour < 12 ? 'am' : 'pm'}`;
}

/** `9am–4:30pm`, or `Closed`. */
export function formatHours({ opens, closes }: DayTimes): string {
  return opens && closes ? `${formatClockTime(opens)}–${formatClockTime(closes)}` : 'Closed';
}
