import { toLondonClock } from './london-clock.ts';

/** A calendar day without a time, `YYYY-MM-DD`, in Europe/London. */
export type IsoDay = string & { readonly __unit: 'day' };

/** Reads `YYYY-MM-DD`; null for other formats and for days that do not exist (31 February). */
export function parseDay(text: string): IsoDay | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? (text as IsoDay) : null;
}

/** The day in Europe/London at this instant. */
export function londonDay(instant: Date): IsoDay {
  return toLondonClock(instant).toISOString().slice(0, 10) as IsoDay;
}

/** The instant at which a day starts in Europe/London. */
export function findLondonMidnight(day: IsoDay): Date {
  return findLondonInstant(day, '00:00');
}

/**
 * The instant of a time of day, `HH:mm`, in Europe/London. The clocks never change between it and the same time in UTC,
 * except in the hour that they skip, which is read as the one before.
 */
export function findLondonInstant(day: IsoDay, time: string): Date {
  const inUtc = new Date(`${day}T${time}Z`);
  return new Date(inUtc.getTime() - (toLondonClock(inUtc).getTime() - inUtc.getTime()));
}

/** @param days negative for an earlier day */
export function addDays(day: IsoDay, days: number): IsoDay {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10) as IsoDay;
}

/** 0 for Monday to 6 for Sunday. */
export function weekdayIndex(day: IsoDay): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
}

/**
 * Day styles: `day` 21 November; `short` 17 Nov; `year` 21 November 2025; `full` Friday 21 November 2025; `weekday`
 * Friday 21 November; `month` November 2025.
 */
export type DayStyle = 'day' | 'short' | 'year' | 'full' | 'weekday' | 'month';

/** In the order of schema.org and of `weekdayIndex`. */
export const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;
export type Weekday = (typeof WEEKDAYS)[number];
const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];

/** A day in British English, without a comma after the weekday, as in section 9. */
export function formatDay(day: IsoDay, style: DayStyle = 'day'): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const name = MONTHS[month - 1] ?? '';
  if (style === 'month') return `${name} ${year}`;
  if (style === 'short') return `${date} ${shortenMonth(name)}`;
  const weekday = style === 'full' || style === 'weekday' ? `${WEEKDAYS[weekdayIndex(day)]} ` : '';
  return `${weekday}${date} ${name}${style === 'full' || style === 'year' ? ` ${year}` : ''}`;
}

/** One day, or `Tuesday 9 December to Friday 12 December`, each in that style. */
export function formatDays(from: IsoDay, to: IsoDay, style: DayStyle): string {
  const first = formatDay(from, style);
  return from === to ? first : `${first} to ${formatDay(to, style)}`;
}

/** `November` for any day of it. */
export function nameMonth(day: IsoDay): string {
  return MONTHS[Number(day.slice(5, 7)) - 1] ?? '';
}

/** British English abbreviates September to four letters. */
function shortenMonth(name: string): string {
  return name.slice(0, name === 'September' ? 4 : 3);
}

/** The months, `2025-12`, from that of one day to that of another. */
export function listMonths(from: IsoDay, to: IsoDay): string[] {
  const months: string[] = [];
  for (let day = from; day.slice(0, 7) <= to.slice(0, 7); ) {
    const days = listDays(day.slice(0, 7));
    months.push(day.slice(0, 7));
    day = addDays(days.at(-1) ?? day, 1);
  }
  return months;
}

/** The days of a month, `2025-12`, from first to last. */
export function listDays(month: string): IsoDay[] {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const count = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return Array.from(
    { length: count },
    (_, index) => `${month}-${String(index + 1).padStart(2, '0')}` as IsoDay,
  );
}
