import { addDays, findLondonInstant, type IsoDay, londonDay, weekdayIndex } from '../dates.ts';
import { formatLondonTime } from '../london-clock.ts';
import {
  CHRISTMAS_EVE,
  type ClockTime,
  type DayTimes,
  type HoursRow,
  parseDays,
  type SpecialDay,
  WEEKDAYS,
} from './opening-hours.ts';
import type { Season } from './season.ts';

/** One reading of the season with one of the hours. */
export interface Opening {
  readonly season: Season;
  readonly hours: {
    readonly rows: readonly HoursRow[];
    readonly specialDays?: readonly SpecialDay[] | undefined;
  };
}

/** A day on which the farm opens. */
export interface OpenDay {
  readonly day: IsoDay;
  readonly opens: ClockTime;
  readonly closes: ClockTime;
  /** Whether it has other hours than its weekday. */
  readonly isSpecial: boolean;
}

/** Every day on which the farm opens, in order. Special days with hours may be outside the season. */
export function listOpenDays({ season, hours }: Opening): OpenDay[] {
  const special = new Map(listSpecialDays({ season, hours }).map((each) => [each.day, each]));
  const days = new Set(special.keys());
  for (let day = season.from; day <= season.to; day = addDays(day, 1)) days.add(day);
  return [...days].sort().flatMap((day) => {
    const times = special.get(day) ?? findRow(hours.rows, day);
    const isSpecial = special.has(day);
    return times?.opens && times.closes ? [{ day, opens: times.opens, closes: times.closes, isSpecial }] : [];
  });
}

/** The special days of the hours, and Christmas Eve if it has a row. */
export function listSpecialDays({ season, hours }: Opening): SpecialDay[] {
  const own = hours.specialDays ?? [];
  const row = hours.rows.find(({ days }) => days === CHRISTMAS_EVE);
  const day = findChristmasEve(season);
  if (row === undefined || own.some((each) => each.day === day)) return [...own];
  return [{ ...row, day, name: CHRISTMAS_EVE }, ...own];
}

/** The first 24 December from the season's first day on. */
function findChristmasEve({ from }: Season): IsoDay {
  const inYear = `${from.slice(0, 4)}-12-24` as IsoDay;
  return from <= inYear ? inYear : (`${Number(from.slice(0, 4)) + 1}-12-24` as IsoDay);
}

function findRow(rows: readonly HoursRow[], day: IsoDay): DayTimes | undefined {
  const weekday = WEEKDAYS[weekdayIndex(day)];
  return rows.find(({ days }) => parseDays(days)?.some((each) => each === weekday));
}

/** What a visitor can be told about the farm's opening at an instant. */
export type OpeningState =
  | { readonly kind: 'open'; readonly closes: ClockTime }
  | { readonly kind: 'opens'; readonly day: IsoDay; readonly opens: ClockTime; readonly isDayOff: boolean }
  /** Until the month begins in which the season began. */
  | { readonly kind: 'season-over' }
  /** After that only the farm knows; nobody has entered the next season. */
  | { readonly kind: 'unknown' };

/**
 * Whether the farm is open, and otherwise when it opens next, in Europe/London.
 * @param openDays of the opening, if they are known
 */
export function findOpeningState(
  opening: Opening,
  instant: Date,
  openDays: readonly OpenDay[] = listOpenDays(opening),
): OpeningState {
  const today = londonDay(instant);
  const time = formatLondonTime(instant).slice(0, 5);
  const next = openDays.find(({ day, closes }) => day > today || (day === today && time < closes));
  if (next === undefined)
    return today < findNextSeason(opening.season) ? { kind: 'season-over' } : { kind: 'unknown' };
  if (next.day === today && next.opens <= time) return { kind: 'open', closes: next.closes };
  const hasBegun = (openDays[0]?.day ?? today) < today;
  const isDayOff = hasBegun && !openDays.some(({ day }) => day === today);
  return { kind: 'opens', day: next.day, opens: next.opens, isDayOff };
}

/** The first day of the month in which the next season begins, if it is like this one. */
function findNextSeason({ from }: Season): IsoDay {
  return `${Number(from.slice(0, 4)) + 1}-${from.slice(5, 7)}-01` as IsoDay;
}

/** Every instant at which the state or its sentence may change, in order. */
export function listOpeningChanges(opening: Opening): Date[] {
  const openDays = listOpenDays(opening);
  const first = openDays[0]?.day ?? opening.season.from;
  const last = openDays.at(-1)?.day ?? opening.season.to;
  const midnights = [findLondonInstant(findNextSeason(opening.season), '00:00')];
  for (let day = addDays(first, -1); day <= addDays(last, 1); day = addDays(day, 1)) {
    midnights.push(findLondonInstant(day, '00:00'));
  }
  const times = openDays.flatMap(({ day, opens, closes }) => [
    findLondonInstant(day, opens),
    findLondonInstant(day, closes),
  ]);
  return [...midnights, ...times].sort((a, b) => a.getTime() - b.getTime());
}
