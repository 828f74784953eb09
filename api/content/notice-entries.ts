import { LONGEST_NOTICE } from '#content/changes/date-warnings.ts';
import { formatClockTime, parseClockTime } from '#domain/content/opening-hours.ts';
import { addDays, formatDay, type IsoDay, parseDay } from '#domain/dates.ts';
import type { Notice } from '#domain/schemas/notice.ts';
import type { Entries } from '../http/request-body.ts';

/** `closed` and `late` are about today, and need no words of one's own. */
export const NOTICE_KINDS = ['closed', 'late', 'own'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** What is entered of a notice; the service names it. */
export type NoticeWords = Omit<Notice, 'id'>;

export const NOTICE_FIELDS = ['reason', 'opens', 'text', 'from', 'to', 'shownFrom'] as const;
export type NoticeField = (typeof NOTICE_FIELDS)[number];
export type NoticeMistakes = Partial<Record<NoticeField, string>>;

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
  const start = kind === 'closed' ? 'Closed today' : readOpening(entries.opens);
  if (start === undefined) return { mistakes: { opens: 'Enter the time at which you open, such as 11:00' } };
  const reason = tidy(entries.reason).replace(/(?<!\.)\.+$/, '');
  const text = reason === '' ? `${start}.` : `${start}: ${reason}.`;
  if (text.length > LONGEST_NOTICE) return { mistakes: { reason: tooLong(text) } };
  return { notice: { text, from: today, to: today } };
}

function readOpening(typed: string | undefined): string | undefined {
  const time = parseClockTime(tidy(typed).padStart(5, '0'));
  return time === null ? undefined : `We open at ${formatClockTime(time)} today`;
}

function readOwnWords(entries: Entries, today: IsoDay): ReturnType<typeof readNotice> {
  const text = tidy(entries.text);
  const [from, to] = [readDay(entries.from), readDay(entries.to)];
  const announced = tidy(entries.shownFrom) === '' ? from : readDay(entries.shownFrom);
  const mistakes: NoticeMistakes = {};
  if (text === '') mistakes.text = 'Write what visitors should know';
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
  if (from === null || to === null || Object.keys(mistakes).length > 0) return { mistakes };
  return { notice: { text, from, to, ...(announced && announced < from && { shownFrom: announced }) } };
}

/** Spaces and line breaks as a page shows them. */
function tidy(typed = ''): string {
  return typed.trim().replaceAll(/\s+/g, ' ');
}

function readDay(typed: string | undefined): IsoDay | null {
  return parseDay(tidy(typed));
}

function tooLong(text: string): string {
  return `This has ${text.length} letters, and appears on every page. Keep it to ${LONGEST_NOTICE}`;
}

function tooFar(day: IsoDay): string {
  return `${formatDay(day, 'full')} is more than a year away`;
}
