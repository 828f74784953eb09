import { expect, test } from '@playwright/test';
import { formatDay, type IsoDay, londonDay, parseDay, weekdayIndex } from '../../src/domain/dates.ts';
import {
  formatClockTime,
  formatHours,
  formatHours24,
  parseClockTime,
} from '../../src/domain/opening-hours.ts';
import { formatSeason } from '../../src/domain/season.ts';
import { weekLabel } from '../../src/domain/weeks.ts';

const day = (text: string) => parseDay(text) as IsoDay;

test('only a day that exists is read', () => {
  expect(parseDay('2025-11-17')).toBe('2025-11-17');
  expect(parseDay('2024-02-29')).toBe('2024-02-29');
  for (const wrong of ['2025-02-29', '2025-11-31', '17-11-2025', '2025-1-1', '2025-11-17T00:00', '']) {
    expect(parseDay(wrong), wrong).toBeNull();
  }
});

test('days, weeks and seasons read as section 9 writes them', () => {
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

test('the day in London changes at midnight there, summer and winter', () => {
  expect(londonDay(new Date('2025-12-01T23:59:59Z'))).toBe('2025-12-01');
  expect(londonDay(new Date('2025-06-30T23:30:00Z'))).toBe('2025-07-01');
});

test('hours read as section 9 writes them', () => {
  const row = { opens: parseClockTime('09:00'), closes: parseClockTime('16:30') } as never;
  expect(formatHours(row)).toBe('9am-4:30pm');
  expect(formatHours24(row)).toBe('09:00-16:30');
  expect(formatClockTime(parseClockTime('12:00') as never)).toBe('12pm');
  expect(formatClockTime(parseClockTime('00:15') as never)).toBe('12:15am');
  for (const wrong of ['9:00', '24:00', '12:60', '12', '']) expect(parseClockTime(wrong), wrong).toBeNull();
});
