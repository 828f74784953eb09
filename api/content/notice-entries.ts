import { LONGEST_NOTICE } from '#content/changes/date-warnings.ts';
import { type ClockTime, formatClockTime, parseClockTime } from '#domain/content/opening-hours.ts';
import { addDays, formatDay, type IsoDay, parseDay } from '#domain/dates.ts';
import { readWords } from '#domain/plain-text.ts';
import type { Notice } from '#domain/schemas/notice.ts';
import type { Entries } from '../http/request-body.ts';

/** `closed` and `hours` are about today, and need no words of one's own. */
export const NOTICE_KINDS = ['closed', 'hours', 'own'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** What is entered of a notice; the service names it. */
export type NoticeWords = Omit<Notice, 'id'>;

/** `opening` is one of `OPENINGS`. */
export const NOTICE_FIELDS = [
  'text',
  'from',
  'to',
  'shownFrom',
  'opening',
  'opens',
  'closes',
  'reason',
] as const;
export type NoticeField = (typeof NOTICE_FIELDS)[number];
export type NoticeMistakes = Partial<Record<NoticeField, string>>;

/** What a notice may say of its days. */
export const OPENINGS = { usual: 'As always', closed: 'Closed all day', hours: 'Other hours' } as const;

const FURTHEST_DAYS = 365;

/**
 * Reads a notice as it was typed.
 * @param today the day in Europe/London
 * @returns the notice, or a message for each field to correct
 */
export function readNotice(
  kind: NoticeKind,
  entries: Entries,
  today: IsoDay,
): { readonly notice: NoticeWords } | { readonly mistakes: NoticeMistakes } {
  if (kind === 'own') return readOwnWords(entries, today);
  const times = readTimes(kind, entries);
  if ('mistakes' in times) return times;
  const reason = readWords(entries.reason ?? '').replace(/(?<!\.)\.+$/, '');
  const start = `${sayTimes(times)} today`;
  const text = reason === '' ? `${start}.` : `${start}: ${reason}.`;
  if (text.length > LONGEST_NOTICE) return { mistakes: { reason: tooLong(text) } };
  return { notice: { text, from: today, to: today, ...times } };
}

/** None of them, `closed`, or both times. */
type Times = Pick<NoticeWords, 'closed' | 'opens' | 'closes'>;

function readTimes(
  opening: string | undefined,
  entries: Entries,
): Times | { readonly mistakes: NoticeMistakes } {
  if (opening === 'closed') return { closed: true };
  if (opening !== 'hours') return {};
  const [opens, closes] = [readTime(entries.opens), readTime(entries.closes)];
  const mistakes: NoticeMistakes = {};
  if (opens === null) mistakes.opens = 'Enter the time at which you open, such as 11:00';
  if (closes === null) mistakes.closes = 'Enter the time at which you close, such as 16:30';
  else if (opens !== null && closes <= opens) mistakes.closes = 'Close later than you open';
  if (opens === null || closes === null || mistakes.closes !== undefined) return { mistakes };
  return { opens, closes };
}

/** `Closed`, or `Open 11am to 4:30pm`. */
function sayTimes({ opens, closes }: Times): string {
  return opens && closes ? `Open ${formatClockTime(opens)} to ${formatClockTime(closes)}` : 'Closed';
}

function readTime(typed: string | undefined): ClockTime | null {
  return parseClockTime(readWords(typed ?? '').padStart(5, '0'));
}

function readOwnWords(entries: Entries, today: IsoDay): ReturnType<typeof readNotice> {
  const times = readTimes(entries.opening, entries);
  const mistakes: NoticeMistakes = 'mistakes' in times ? { ...times.mistakes } : {};
  // The hours say enough.
  const isToldByHours = 'closed' in times || 'opens' in times;
  const text = readWords(entries.text ?? '') || (isToldByHours ? `${sayTimes(times)}.` : '');
  const [from, to] = [readDay(entries.from), readDay(entries.to)];
  const announced = readWords(entries.shownFrom ?? '') === '' ? from : readDay(entries.shownFrom);
  if (text === '' && !('mistakes' in times)) mistakes.text = 'Write what visitors should know';
  else if (text.length > LONGEST_NOTICE) mistakes.text = tooLong(text);
  if (from === null) mistakes.from = 'Enter the first day';
  else if (from > addDays(today, FURTHEST_DAYS)) mistakes.from = tooFar(from);
  if (to === null) mistakes.to = 'Enter the last day';
  else if (from !== null && to < from) mistakes.to = 'The last day is before the first';
  else if (to < today) mistakes.to = `${formatDay(to, 'full')} is past`;
  else if (to > addDays(today, FURTHEST_DAYS)) mistakes.to = tooFar(to);
  // A notice that is to be shown from today is shown now, whenever its days began.
  const isLate = announced !== null && from !== null && announced > from && announced > today;
  if (announced === null && from !== null) mistakes.shownFrom = 'Enter a day, or leave it empty';
  else if (isLate) mistakes.shownFrom = 'Show it no later than its first day';
  if (from === null || to === null || 'mistakes' in times || Object.keys(mistakes).length > 0)
    return { mistakes };
  return {
    notice: { text, from, to, ...(announced && announced < from && { shownFrom: announced }), ...times },
  };
}

function readDay(typed: string | undefined): IsoDay | null {
  return parseDay(readWords(typed ?? ''));
}

function tooLong(text: string): string {
  return `This has ${text.length} letters, and appears on every page. Keep it to ${LONGEST_NOTICE}`;
}

function tooFar(day: IsoDay): string {
  return `${formatDay(day, 'full')} is more than a year away`;
}
