import { addDays, findLondonMidnight, formatDays, type IsoDay } from '../dates.ts';
import type { DayTimes } from './opening-hours.ts';

/** Where pages that a browser has kept ask for the notices of now. */
export const NOTICES_PATH = '/notices.json';

/** What they are told there. */
export interface ListedNotice {
  /** When it is first shown: ISO 8601 in UTC, so that instants compare as texts. */
  readonly from: string;
  /** The first instant at which it is over, in the same form. */
  readonly until: string;
  /** `Tuesday 9 December: Closed today: snow.`, as pages have it. */
  readonly words: string;
}

/** A notice with its instants, because nobody knows when a page is read that has it. */
export interface TimedNotice extends Omit<ListedNotice, 'words'> {
  /** `Tuesday 9 December: ` or `Tuesday 9 December to Friday 12 December: ` */
  readonly days: string;
  readonly text: string;
}

/** Words for its days, and if it has times or `closed`, the hours of each of these days. */
export interface TellingNotice extends DayTimes {
  readonly text: string;
  readonly from: IsoDay;
  readonly to: IsoDay;
  /** `from` if it is missing. */
  readonly shownFrom?: IsoDay | undefined;
}

/** What is on today or later, in the order of the file. */
export function listCurrent<Notice extends TellingNotice>(
  notices: readonly Notice[],
  today: IsoDay,
): Notice[] {
  return notices.filter(({ to }) => to >= today);
}

export function timeNotices(notices: readonly TellingNotice[]): TimedNotice[] {
  return notices.map(({ text, from, to, shownFrom = from }) => ({
    from: findLondonMidnight(shownFrom).toISOString(),
    until: findLondonMidnight(addDays(to, 1)).toISOString(),
    days: `${formatDays(from, to, 'weekday')}: `,
    text,
  }));
}

export function listNotices(notices: readonly TimedNotice[]): ListedNotice[] {
  return notices.map(({ from, until, days, text }) => ({ from, until, words: days + text }));
}

/** Whether a notice says when its days are open, and is not words alone. */
export function tellsHours({ closed, opens }: DayTimes): boolean {
  return closed === true || opens !== undefined;
}

/** Those that say other hours for a day of this notice than it does itself. */
export function findContradictions<Notice extends TellingNotice>(
  notices: readonly Notice[],
  notice: TellingNotice,
): Notice[] {
  if (!tellsHours(notice)) return [];
  return notices.filter(
    (each) =>
      tellsHours(each) &&
      each.from <= notice.to &&
      notice.from <= each.to &&
      (each.opens !== notice.opens || each.closes !== notice.closes),
  );
}
