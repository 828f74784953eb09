import { expect, test } from '@playwright/test';
import { addDays, findLondonMidnight, type IsoDay } from '../../src/domain/dates.ts';
import type { DeliveryArea } from '../../src/domain/delivery/delivery-area.ts';
import {
  describeSeasonEnd,
  endWithSundays,
  makeSeasonEndTimetable,
} from '../../src/domain/delivery/season-end.ts';
import { type DeliveryWeek, isOnSale } from '../../src/domain/delivery/weeks.ts';
import { toPence } from '../../src/domain/money.ts';
import { EMPTY_ORDER_FORM, renderOrderForm } from '../../src/forms/order-form.ts';

const day = (text: string) => text as IsoDay;
const WEEKS: DeliveryWeek[] = [
  { id: day('2025-11-17') },
  { id: day('2025-12-08'), orderBy: day('2025-12-05') },
  { id: day('2025-12-15') },
];
const OVER = 'The last delivery week of this season has closed.';

test('a week closes after its Sunday, or at its cut-off; a sample week stays on sale', () => {
  const [first, second] = endWithSundays(WEEKS) as [DeliveryWeek, DeliveryWeek];
  expect(isOnSale(first, day('2025-11-23'))).toBe(true);
  expect(isOnSale(first, day('2025-11-24'))).toBe(false);
  expect(isOnSale(second, day('2025-12-05'))).toBe(true);
  expect(isOnSale(second, day('2025-12-06'))).toBe(false);
  expect(isOnSale(WEEKS[0] as DeliveryWeek, day('2030-01-01'))).toBe(true);
});

test('on each day of a year, the pages say that the season is over exactly if no week is on sale', () => {
  const { from, times, texts } = makeSeasonEndTimetable(WEEKS);
  const ends = times
    .split(' ')
    .map((run) => ({ minutes: Number.parseInt(run, 10), text: texts[run.replace(/\d+/, '')] }));
  for (let today = day('2025-10-01'); today < '2027-01-01'; today = addDays(today, 1)) {
    let minutes = findLondonMidnight(today).getTime() / 60_000 - Number(from);
    const said = ends.find((run) => {
      minutes -= run.minutes;
      return !(minutes >= 0);
    })?.text;
    const isOver = endWithSundays(WEEKS).every((week) => !isOnSale(week, today));
    expect(said, today).toBe(isOver ? describeSeasonEnd(WEEKS, today) : '');
  }
});

test('boxes return in the month in which they began, until that month', () => {
  expect(describeSeasonEnd(WEEKS, day('2025-12-22'))).toBe(`${OVER} Boxes return in November.`);
  expect(describeSeasonEnd(WEEKS, day('2026-11-01'))).toBe(`${OVER} Ring us about the next ones.`);
});

test('the form of a shop without a week on sale says so', () => {
  const area: DeliveryArea = { notDeliveredTo: [], phone: '01632 960 214' };
  const offer = {
    unitPrice: toPence(3999),
    weeks: [],
    seasonEnd: describeSeasonEnd(WEEKS, day('2026-01-01')),
    area,
  };
  const form = renderOrderForm(offer, EMPTY_ORDER_FORM);
  expect(form).toContain('Boxes return in November.');
  expect(form).not.toContain('<form');
});
