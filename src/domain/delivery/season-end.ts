import { makeTimetable, type Timetable } from '../content/timetable.ts';
import { addDays, findLondonMidnight, type IsoDay, londonDay, nameMonth } from '../dates.ts';
import { type DeliveryWeek, isOnSale, sundayOf } from './weeks.ts';

/**
 * The weeks of a shop that takes money: each closes after its Sunday, if its cut-off is not sooner. In the sandbox they
 * stay on sale, as samples.
 */
export function endWithSundays(weeks: readonly DeliveryWeek[]): DeliveryWeek[] {
  return weeks.map((week) => ({ ...week, lastDay: sundayOf(week.id) }));
}

/**
 * Why no week can be ordered, and when boxes return: in the month in which they began, if the next season is like this
 * one. From then on only the farm knows.
 */
export function describeSeasonEnd(weeks: readonly DeliveryWeek[], today: IsoDay): string {
  const over = 'The last delivery week of this season has closed.';
  const next = findNextStart(weeks);
  if (next === undefined || today >= next) return `${over} Ring us about the next ones.`;
  return `${over} Boxes return in ${nameMonth(next)}.`;
}

/** The first day of the month in which the first week comes round again. */
function findNextStart([first]: readonly DeliveryWeek[]): IsoDay | undefined {
  return first && (`${Number(first.id.slice(0, 4)) + 1}-${first.id.slice(5, 7)}-01` as IsoDay);
}

/** What the pages of a shop that takes money say of its weeks at all times: nothing while one is on sale. */
export function makeSeasonEndTimetable(weeks: readonly DeliveryWeek[]): Timetable {
  const ending = endWithSundays(weeks);
  const ends = ending.flatMap(({ orderBy, lastDay }) => [orderBy, lastDay]);
  const changes = [...ends.map((day) => day && addDays(day, 1)), findNextStart(weeks)]
    .filter((day) => day !== undefined)
    .sort()
    .map(findLondonMidnight);
  return makeTimetable(changes, (instant) => {
    const today = londonDay(instant);
    return ending.some((week) => isOnSale(week, today)) ? '' : describeSeasonEnd(weeks, today);
  });
}
