import {
  addDays,
  findLondonInstant,
  formatDays,
  type IsoDay,
  londonDay,
  WEEKDAYS,
  weekdayIndex,
} from '../dates.ts';
import { formatLondonTime } from '../london-clock.ts';
import { type TellingNotice, tellsHours } from './notices.ts';
import {
  CHRISTMAS_EVE,
  type ClockTime,
  type DayTimes,
  type HoursRow,
  parseDays,
  type SpecialDay,
} from './opening-hours.ts';
import type { Season } from './season.ts';

/** One reading of the season with one of the hours, and the notices, which go before both. */
export interface Opening {
  readonly season: Season;
  readonly hours: {
    readonly rows: readonly HoursRow[];
    readonly specialDays?: readonly SpecialDay[] | undefined;
  };
  readonly notices: readonly TellingNotice[];
}

/** An opening with the ids of its season and hours, by which the service finds it in a page: `trees a`. */
export interface NamedOpening extends Opening {
  readonly id: string;
}

type Readings<Reading> = readonly { readonly id: string; readonly data: Reading }[];

/** Every season with each of the hours, by their ids. */
export function listOpenings(
  seasons: Readings<Season>,
  hours: Readings<Opening['hours']>,
  notices: Opening['notices'],
): Map<string, NamedOpening> {
  const openings = seasons.flatMap((season) =>
    hours.map((each) => ({
      ...{ id: `${season.id} ${each.id}`, season: season.data, hours: each.data },
      notices,
    })),
  );
  return new Map(openings.map((opening) => [opening.id, opening]));
}

/** Hours that go before those of the week, for one day or for several in a row. */
export interface SpecialHours extends DayTimes {
  readonly from: IsoDay;
  readonly to: IsoDay;
  /** `Boxing Day`; of a notice its days, `9 December to 12 December`. */
  readonly name: string;
  /** A notice, the row for Christmas Eve, or one of the special days of the hours. */
  readonly source: 'notice' | 'row' | 'day';
}

/** A day on which the farm opens. */
export interface OpenDay {
  readonly day: IsoDay;
  readonly opens: ClockTime;
  readonly closes: ClockTime;
  /** Whether it has other hours than its weekday. */
  readonly isSpecial: boolean;
}

/** Every day on which the farm opens, in order. Days with special hours may be outside the season. */
export function listOpenDays(opening: Opening): OpenDay[] {
  const special = listSpecialHours(opening);
  const ranges = [opening.season, ...special];
  const days = new Set(ranges.flatMap(({ from, to }) => listDaysBetween(from, to)));
  return [...days].sort().flatMap((day) => {
    const { opens, closes, isSpecial } = findHours(opening, day, special);
    return opens && closes ? [{ day, opens, closes, isSpecial }] : [];
  });
}

/**
 * The hours of a day; without times it is closed. Every status, calendar and structured data on the site comes from
 * here or from the special hours that it asks first.
 * @param special of the opening, if they are known
 */
export function findHours(
  opening: Opening,
  day: IsoDay,
  special = listSpecialHours(opening),
): DayTimes & { readonly isSpecial: boolean } {
  const { season, hours } = opening;
  const own = special.find(({ from, to }) => from <= day && day <= to);
  if (own !== undefined) return { ...own, isSpecial: true };
  return { ...(season.from <= day && day <= season.to && findRow(hours.rows, day)), isSpecial: false };
}

/** The hours that notices tell; then those of Christmas Eve and the special days that no notice is about. */
export function listSpecialHours({ season, hours, notices }: Opening): SpecialHours[] {
  const told = notices.filter(tellsHours).map(({ from, to, opens, closes, closed }) => {
    return { from, to, name: formatDays(from, to, 'day'), source: 'notice' as const, opens, closes, closed };
  });
  const days = (hours.specialDays ?? []).map(({ day, name, opens, closes, closed }) => {
    return { from: day, to: day, name, source: 'day' as const, opens, closes, closed };
  });
  const eve = findChristmasEve(season);
  const rows = hours.rows
    .filter((row) => row.days === CHRISTMAS_EVE && !days.some(({ from }) => from === eve))
    .map(({ days: name, opens, closes, closed }) => {
      return { from: eve, to: eve, name, source: 'row' as const, opens, closes, closed };
    });
  const isTold = (day: IsoDay) => told.some(({ from, to }) => from <= day && day <= to);
  return [...told, ...[...rows, ...days].filter(({ from }) => !isTold(from))];
}

function listDaysBetween(from: IsoDay, to: IsoDay): IsoDay[] {
  const days: IsoDay[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
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
  const isDayOff = opening.season.from <= today && !openDays.some(({ day }) => day === today);
  return { kind: 'opens', day: next.day, opens: next.opens, isDayOff };
}

/** The first day of the month in which the next season begins, if it is like this one. */
function findNextSeason({ from }: Season): IsoDay {
  return `${Number(from.slice(0, 4)) + 1}-${from.slice(5, 7)}-01` as IsoDay;
}

/** Every instant at which the state or its sentence may change, in order. */
export function listOpeningChanges(opening: Opening): Date[] {
  const openDays = listOpenDays(opening);
  const shown = [opening.season.from, opening.season.to, ...openDays.map(({ day }) => day)].sort();
  const [first = opening.season.from] = shown;
  const last = shown.at(-1) ?? first;
  const midnights = [
    findNextSeason(opening.season),
    ...listDaysBetween(addDays(first, -1), addDays(last, 1)),
  ].map((day) => findLondonInstant(day, '00:00'));
  const times = openDays.flatMap(({ day, opens, closes }) => [
    findLondonInstant(day, opens),
    findLondonInstant(day, closes),
  ]);
  return [...midnights, ...times].sort((a, b) => a.getTime() - b.getTime());
}
