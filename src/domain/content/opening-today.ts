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
import { formatInstant, makeTimetable, type Timetable } from './timetable.ts';

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
  if (season.fromWords !== undefined && today < season.from) return `Opens in ${season.fromWords}`;
  const when = state.day === addDays(today, 1) ? `tomorrow ${at}` : formatDay(state.day, 'weekday');
  return state.isDayOff ? `Closed today; opens ${when}` : `Opens ${when}`;
}

/** The sentences of a page at all times. */
export function makeOpeningTimetable(opening: Opening): Timetable {
  const openDays = listOpenDays(opening);
  return makeTimetable(listOpeningChanges(opening), (instant) => describeOpening(opening, instant, openDays));
}

/**
 * `Open now` or `Closed` while all readings say so, for a place that belongs to no reading; otherwise nothing,
 * because nobody has decided which of them is right.
 */
export function describeAgreement(
  openings: readonly Opening[],
  instant: Date,
  openDays = openings.map(listOpenDays),
): string {
  const kinds = openings.map((opening, index) => findOpeningState(opening, instant, openDays[index]).kind);
  if (kinds.length === 0 || kinds.includes('unknown')) return '';
  if (kinds.every((kind) => kind === 'open')) return 'Open now';
  return kinds.includes('open') ? '' : 'Closed';
}

/** What all these openings agree on, at all times; null without any. */
export function makeAgreedTimetable(openings: readonly Opening[]): Timetable | null {
  const openDays = openings.map(listOpenDays);
  const changes = openings.flatMap(listOpeningChanges).sort((a, b) => a.getTime() - b.getTime());
  return changes.length === 0
    ? null
    : makeTimetable(changes, (instant) => describeAgreement(openings, instant, openDays));
}

/** The lengths of days in a row, in minutes, as a timetable without texts: which of them it is, counted from 1. */
export function makeDayCounter(days: readonly IsoDay[]): Pick<Timetable, 'from' | 'times'> | null {
  const [first] = days;
  if (first === undefined) return null;
  const lengths = days.map(
    (day) => (findLondonMidnight(addDays(day, 1)).getTime() - findLondonMidnight(day).getTime()) / 60_000,
  );
  return { from: formatInstant(findLondonMidnight(first)), times: [0, ...lengths].join(' ') };
}
