import { addDays, findLondonMidnight, formatDay, type IsoDay } from '../dates.ts';

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

interface Notice {
  readonly text: string;
  readonly from: IsoDay;
  readonly to: IsoDay;
  /** `from` if it is missing. */
  readonly shownFrom?: IsoDay | undefined;
}

/** What is on today or later, in the order of the file. */
export function timeNotices(notices: readonly Notice[], today: IsoDay): TimedNotice[] {
  return notices
    .filter(({ to }) => to >= today)
    .map(({ text, from, to, shownFrom = from }) => ({
      from: findLondonMidnight(shownFrom).toISOString(),
      until: findLondonMidnight(addDays(to, 1)).toISOString(),
      days: nameDays(from, to),
      text,
    }));
}

function nameDays(from: IsoDay, to: IsoDay): string {
  const first = formatDay(from, 'weekday');
  return from === to ? `${first}: ` : `${first} to ${formatDay(to, 'weekday')}: `;
}

export function listNotices(notices: readonly TimedNotice[]): ListedNotice[] {
  return notices.map(({ from, until, days, text }) => ({ from, until, words: days + text }));
}
