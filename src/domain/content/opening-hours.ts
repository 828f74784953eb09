/** Weekdays in the order of schema.org and of `weekdayIndex` in dates.ts. */
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

/** The ways in which a row of opening hours names its days, and the weekdays that each covers. */
export const DAY_GROUPS = {
  'Mon-Fri': WEEKDAYS.slice(0, 5),
  'Mon-Sat': WEEKDAYS.slice(0, 6),
  'Sat-Sun': WEEKDAYS.slice(5),
  Sun: WEEKDAYS.slice(6),
  Daily: WEEKDAYS,
  'Christmas Eve': [],
} as const satisfies Record<string, readonly Weekday[]>;
export type DayGroup = keyof typeof DAY_GROUPS;

/** A time of day on the 24-hour clock, `HH:mm`, in Europe/London. */
export type ClockTime = string & { readonly __unit: 'clock-time' };

/** One row of opening hours (section 3). */
export interface HoursRow {
  readonly days: DayGroup;
  readonly opens: ClockTime;
  readonly closes: ClockTime;
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

/** `9am-4:30pm`. */
export function formatHours(row: Pick<HoursRow, 'opens' | 'closes'>): string {
  return `${formatClockTime(row.opens)}-${formatClockTime(row.closes)}`;
}

/** `09:00-16:30`, the 24-hour form of section 9. */
export function formatHours24(row: Pick<HoursRow, 'opens' | 'closes'>): string {
  return `${row.opens}-${row.closes}`;
}
