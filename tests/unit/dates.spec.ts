import { expect, test } from '@playwright/test';
import { formatClockTime, formatHours, parseClockTime } from '../../src/domain/content/opening-hours.ts';
import { formatSeason } from '../../src/domain/content/season.ts';
import {
  addDays,
  findLondonMidnight,
  formatDay,
  type IsoDay,
  londonDay,
  parseDay,
  weekdayIndex,
} from '../../src/domain/dates.ts';
import { weekLabel } from '../../src/domain/delivery/weeks.ts';
import { formatLondonTime } from '../../src/domain/london-clock.ts';
import { formatEventTime, formatOrderDate, formatOrderTime } from '../../src/domain/orders/order-history.ts';

const day = (text: string) => parseDay(text) as IsoDay;

test('only existing days are parsed', () => {
  expect(parseDay('2025-11-17')).toBe('2025-11-17');
  expect(parseDay('2024-02-29')).toBe('2024-02-29');
  for (const wrong of ['2025-02-29', '2025-11-31', '17-11-2025', '2025-1-1', '2025-11-17T00:00', '']) {
    expect(parseDay(wrong), wrong).toBeNull();
  }
});

test('days, weeks and seasons are formatted as in section 9', () => {
  expect(formatDay(day('2025-11-21'), 'full')).toBe('Friday 21 November 2025');
  expect(formatDay(day('2025-11-21'))).toBe('21 November');
  expect(
    ['2025-11-17', '2025-11-24', '2025-12-01', '2025-12-08', '2025-12-15'].map((id) =>
      weekLabel({ id: day(id) }),
    ),
  ).toEqual(['Week of 17 Nov', 'Week of 24 Nov', 'Week of 1 Dec', 'Week of 8 Dec', 'Week of 15 Dec']);
  const season = { from: day('2025-11-21'), to: day('2025-12-21') };
  expect(formatSeason(season, 'short')).toBe('21 November to 21 December');
  expect(formatSeason(season, 'dated')).toBe('21 November to 21 December 2025');
  expect(formatSeason(season, 'full')).toBe('Friday 21 November to 21 December 2025');
  expect(formatSeason({ ...season, fromWords: 'late November' }, 'dated')).toBe(
    'late November to 21 December 2025',
  );
});

test('Monday is the first day of the week', () => {
  expect(weekdayIndex(day('2025-11-17'))).toBe(0);
  expect(weekdayIndex(day('2025-11-23'))).toBe(6);
});

test('the day in London changes at midnight there, in summer and winter', () => {
  expect(londonDay(new Date('2025-12-01T23:59:59Z'))).toBe('2025-12-01');
  expect(londonDay(new Date('2025-06-30T23:30:00Z'))).toBe('2025-07-01');
});

/** Every day of 1996 to 2060 at noon, and every quarter of an hour around the changes of the clocks. */
function* listInstants(): Generator<Date> {
  for (let time = Date.UTC(1996, 0, 1, 12); time < Date.UTC(2061, 0, 1); time += 86_400_000) {
    const date = new Date(time);
    yield date;
    const mayChange = [2, 9].includes(date.getUTCMonth()) && date.getUTCDate() >= 24;
    for (let quarter = 1; mayChange && quarter < 96; quarter += 1) {
      yield new Date(time + quarter * 900_000);
    }
  }
}

test('the London clock agrees with the time zone database', () => {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: 'Europe/London',
    ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
  });
  let checked = 0;
  for (const instant of listInstants()) {
    const shown = `${londonDay(instant)}, ${formatLondonTime(instant)}`;
    // Not `expect` each time, which would take a minute.
    if (shown !== format.format(instant)) expect(shown, instant.toISOString()).toBe(format.format(instant));
    checked += 1;
  }
  expect(checked).toBeGreaterThan(100_000);
});

test('a day starts at midnight in London, in summer and winter', () => {
  for (let date = day('2025-01-01'); date < '2026-01-01'; date = addDays(date, 1)) {
    const begin = findLondonMidnight(date);
    expect(`${londonDay(begin)}, ${formatLondonTime(begin)}`).toBe(`${date}, 00:00:00`);
  }
});

test('every day of a year is formatted in British English', () => {
  const styles = {
    day: { day: 'numeric', month: 'long' },
    short: { day: 'numeric', month: 'short' },
    year: { day: 'numeric', month: 'long', year: 'numeric' },
    full: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
    weekday: { weekday: 'long', day: 'numeric', month: 'long' },
    month: { month: 'long', year: 'numeric' },
  } as const;
  for (const [style, options] of Object.entries(styles) as [keyof typeof styles, object][]) {
    const format = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });
    for (let date = day('2025-01-01'); date < '2026-01-01'; date = addDays(date, 1)) {
      expect(formatDay(date, style)).toBe(format.format(new Date(date)).replace(',', ''));
    }
  }
});

test('the admin formats days and times as in section 2, by the clock in London', () => {
  for (const [instant, date, time, event] of [
    ['2025-09-05T08:05:30Z', 'Sep 5, 2025', '09:05', '5 Sept 2025, 09:05'],
    ['2025-12-01T00:05:00.000Z', 'Dec 1, 2025', '00:05', '1 Dec 2025, 00:05'],
    ['2026-06-30T23:30:00.000Z', 'Jul 1, 2026', '00:30', '1 Jul 2026, 00:30'],
  ] as const) {
    const at = new Date(instant);
    expect([formatOrderDate(at), formatOrderTime(at), formatEventTime(at)]).toEqual([date, time, event]);
  }
});

test('hours are formatted as in section 9', () => {
  const row = { opens: parseClockTime('09:00'), closes: parseClockTime('16:30') } as never;
  expect(formatHours(row)).toBe('9am–4:30pm');
  expect(formatClockTime(parseClockTime('12:00') as never)).toBe('12pm');
  expect(formatClockTime(parseClockTime('00:15') as never)).toBe('12:15am');
  for (const wrong of ['9:00', '24:00', '12:60', '12', '']) expect(parseClockTime(wrong), wrong).toBeNull();
});
