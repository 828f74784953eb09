import { addDays, findLondonMidnight, formatDay, type IsoDay, londonDay, nameMonth } from '../dates.ts';
import {
  findOpeningState,
  listOpenDays,
  listOpeningChanges,
  type Opening,
  type OpeningState,
} from './opening-days.ts';
import { formatClockTime } from './opening-hours.ts';
import type { Season } from './season.ts';
import { countMinutes, makeTimetable, type Timetable } from './timetable.ts';

/** What a page with this opening says at an instant: a sentence without a full stop. */
export function describeOpening(opening: Opening, instant: Date, openDays = listOpenDays(opening)): string {
  return describe(findOpeningState(opening, instant, openDays), opening.season, londonDay(instant));
}

function describe(state: OpeningState, season: Season, today: IsoDay): string {
  if (state.kind === 'open') return `Open today until ${formatClockTime(state.closes)}`;
  if (state.kind === 'season-over') {
    return `Closed for the season; we open again in ${nameMonth(season.from)}`;
  }
  if (state.kind === 'unknown') return `The ${season.to.slice(0, 4)} season is over`;
  const at = `at ${formatClockTime(state.opens)}`;
  if (state.day === today) return `Opens today ${at}`;
  // A page whose season starts in words does not state its first day.
  if (season.fromWords !== undefined && today < season.from && season.from <= state.day)
    return `Opens in ${season.fromWords}`;
  const when = state.day === addDays(today, 1) ? `tomorrow ${at}` : formatDay(state.day, 'weekday');
  return state.isDayOff ? `Closed today; opens ${when}` : `Opens ${when}`;
}

/** `Open` or `Closed`, for a place without room for the sentence; nothing if only the farm knows. */
function describeBriefly(opening: Opening, instant: Date, openDays = listOpenDays(opening)): string {
  const { kind } = findOpeningState(opening, instant, openDays);
  if (kind === 'unknown') return '';
  return kind === 'open' ? 'Open' : 'Closed';
}

/** The sentences of a page at all times. */
export const makeOpeningTimetable = makeOnce((opening) => {
  const openDays = listOpenDays(opening);
  return makeTimetable(listOpeningChanges(opening), (instant) => describeOpening(opening, instant, openDays));
});

/** The same in brief. It has the same times as the sentences, so that both together compress to little more than one. */
export const makeBriefTimetable = makeOnce((opening) => {
  const openDays = listOpenDays(opening);
  return makeTimetable(
    listOpeningChanges(opening),
    (instant) => describeOpening(opening, instant, openDays),
    (instant) => describeBriefly(opening, instant, openDays),
  );
});

/** What the hours of a season are when it is over: nothing while they can still be kept. */
export const makePastTimetable = makeOnce((opening) => {
  const openDays = listOpenDays(opening);
  return makeTimetable(listOpeningChanges(opening), (instant) => {
    const { kind } = findOpeningState(opening, instant, openDays);
    return kind === 'open' || kind === 'opens' ? '' : `Hours in the ${opening.season.to.slice(0, 4)} season`;
  });
});

/** As many as the readings of a farm have with the notices of a few days. */
const MOST_TIMETABLES = 100;

/** All pages share a few openings: without it, a changed week draws them in a turn of 90 ms (`npm run chaos -- turns`). */
function makeOnce(make: (opening: Opening) => Timetable): (opening: Opening) => Timetable {
  const made = new Map<string, Timetable>();
  return (opening) => {
    const key = JSON.stringify(opening);
    const timetable = made.get(key) ?? make(opening);
    if (made.size >= MOST_TIMETABLES) made.clear();
    made.set(key, timetable);
    return timetable;
  };
}

/** The lengths of days in a row, in minutes, as a timetable without texts: which of them it is, counted from 1. */
export function makeDayCounter(days: readonly IsoDay[]): Pick<Timetable, 'from' | 'times'> | null {
  const [first] = days;
  if (first === undefined) return null;
  const lengths = days.map(
    (day) => (findLondonMidnight(addDays(day, 1)).getTime() - findLondonMidnight(day).getTime()) / 60_000,
  );
  return { from: countMinutes(findLondonMidnight(first)), times: [0, ...lengths].join(' ') };
}
