/** A calendar day without a time, `YYYY-MM-DD`. Days belong to Europe/London, but carry no instant. */
export type IsoDay = string & { readonly __unit: 'day' };

/** Reads `YYYY-MM-DD`; null when it is written otherwise or names a day that does not exist (31 February). */
export function parseDay(text: string): IsoDay | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? (text as IsoDay) : null;
}

/** The day that it is in Europe/London at this instant. */
export function londonDay(instant: Date): IsoDay {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(instant) as IsoDay;
}

/** The day so many days later; earlier where the number is negative. */
export function addDays(day: IsoDay, days: number): IsoDay {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10) as IsoDay;
}

/** 0 for Monday to 6 for Sunday. */
export function weekdayIndex(day: IsoDay): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
}

/**
 * Day styles: `day` 21 November; `short` 17 Nov; `year` 21 November 2025;
 * `full` Friday 21 November 2025; `weekday` Friday 21 November; `month` November 2025.
 */
export type DayStyle = 'day' | 'short' | 'year' | 'full' | 'weekday' | 'month';

const STYLES: Record<DayStyle, Intl.DateTimeFormatOptions> = {
  day: { day: 'numeric', month: 'long' },
  short: { day: 'numeric', month: 'short' },
  year: { day: 'numeric', month: 'long', year: 'numeric' },
  full: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  weekday: { weekday: 'long', day: 'numeric', month: 'long' },
  month: { month: 'long', year: 'numeric' },
};

/** A day in British English. The comma that Intl puts after a weekday is dropped, as in section 9. */
export function formatDay(day: IsoDay, style: DayStyle = 'day'): string {
  const format = FORMATS[style] ?? new Intl.DateTimeFormat('en-GB', { ...STYLES[style], timeZone: 'UTC' });
  FORMATS[style] = format;
  return format.format(new Date(`${day}T00:00:00Z`)).replace(',', '');
}

/** Kept once made: making one takes longer than storing an order. */
const FORMATS: Partial<Record<DayStyle, Intl.DateTimeFormat>> = {};

/** The days of a month, `2025-12`, from first to last. */
export function listDays(month: string): IsoDay[] {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const count = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return Array.from(
    { length: count },
    (_, index) => `${month}-${String(index + 1).padStart(2, '0')}` as IsoDay,
  );
}
