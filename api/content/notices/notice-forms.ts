import { LONGEST_NOTICE } from '#content/changes/warnings.ts';
import { findMarkup } from '#content/reader/words.ts';
import { tellsHours } from '#domain/content/notices.ts';
import {
  type ClockTime,
  type DayTimes,
  formatClockTime,
  formatHours,
  parseClockTime,
} from '#domain/content/opening-hours.ts';
import { findTokens } from '#domain/content/tokens.ts';
import { addDays, formatDay, type IsoDay, parseDay } from '#domain/dates.ts';
import { readWords } from '#domain/plain-text.ts';
import type { Notice } from '#domain/schemas/notice.ts';
import { listProblems, renderErrorSummary, renderInput, renderSelect, renderTextarea } from '#forms/field.ts';
import { type Html, html } from '#forms/html.ts';
import type { Entries } from '../../http/request-body.ts';
import { type NoticeWords, versionOf } from './notice-book.ts';

/** `closed` and `hours` are about today, and need no words of one's own. */
export const NOTICE_KINDS = ['closed', 'hours', 'own'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** `opening` is one of `OPENINGS`. */
const NOTICE_FIELDS = ['text', 'from', 'to', 'shownFrom', 'opening', 'opens', 'closes', 'reason'] as const;
type NoticeField = (typeof NOTICE_FIELDS)[number];
export type NoticeMistakes = Partial<Record<NoticeField, string>>;

const OPENINGS = { usual: 'As always', closed: 'Closed all day', hours: 'Other hours' } as const;

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
  const mistake = findTextMistake(text);
  if (mistake !== undefined) return { mistakes: { reason: mistake } };
  return { notice: { text, from: today, to: today, ...times } };
}

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
  else {
    const mistake = findTextMistake(text);
    if (mistake !== undefined) mistakes.text = mistake;
  }
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

/** What the check would refuse of a notice that is shown already, and with it all that is to be published. */
function findTextMistake(text: string): string | undefined {
  if (text.length > LONGEST_NOTICE)
    return `This has ${text.length} letters, and appears on every page. Keep it to ${LONGEST_NOTICE}`;
  const markup = findMarkup(text).map(({ found }) => found.replace(/^"|"$/g, ''));
  const [found] = [...markup, ...findTokens(text).map((name) => `{${name}}`)];
  return found && `Use plain words: everybody would see ‘${found}’ as it stands`;
}

function tooFar(day: IsoDay): string {
  return `${formatDay(day, 'full')} is more than a year away`;
}

/** A form with what was typed into it, and what is wrong with that. */
export interface FilledForm {
  readonly typed: Partial<Record<NoticeField, string>>;
  readonly mistakes: NoticeMistakes;
  /** Above the fields, such as that somebody else was faster. */
  readonly problem?: string | undefined;
}

interface NoticeForm {
  readonly id: string;
  readonly action: string;
  readonly button: string;
  readonly filled: FilledForm | undefined;
}

const LABELS: Readonly<Record<NoticeKind, string>> = {
  closed: 'Closed today',
  hours: 'Other hours today',
  own: 'Another notice',
};

/**
 * The ways to begin a notice. Each opens its form: one tap to open it, one to show it.
 * @param usual the hours that search engines are told of today
 */
export function renderNewNotices(
  today: IsoDay,
  usual: DayTimes,
  sent: (FilledForm & { readonly kind: NoticeKind }) | undefined,
): Html {
  const form = (kind: NoticeKind, fields: (form: NoticeForm) => Html) => {
    const filled = sent?.kind === kind ? sent : undefined;
    const button = kind === 'own' ? 'Show this notice' : 'Show it now';
    const action = `/admin/notices/new/${kind}`;
    return html`<details name="new-notice"${filled !== undefined && html` open`}>
<summary class="button quiet">${LABELS[kind]}</summary>
${fields({ id: kind, action, button, filled })}
</details>`;
  };
  const hours = { opens: '11:00' as ClockTime, closes: usual.closes ?? ('15:00' as ClockTime) };
  return html`<div class="cards">
${form('closed', (each) => renderToday(each, today, 'Closed today'))}
${form('hours', (each) => renderToday(each, today, `${sayTimes(hours)} today`, hours))}
${form('own', (each) => renderOwnWords(each, { from: today, to: today, shownFrom: today }))}
</div>`;
}

/** The form of a notice that there is. */
export function renderChange(notice: Notice, filled: FilledForm | undefined): Html {
  const { id, text, from, to, shownFrom, closed, opens, closes } = notice;
  const opening = closed ? 'closed' : opens ? 'hours' : 'usual';
  return html`<details${filled !== undefined && html` open`}><summary>Change it<span class="visually-hidden">: ${text}</span></summary>
${renderOwnWords(
  { id: `change-${id}`, action: `/admin/notices/${id}/change`, button: 'Save', filled },
  { text, from, to, shownFrom: shownFrom ?? '', opening, opens: opens ?? '', closes: closes ?? '' },
  renderSeen(notice),
)}</details>`;
}

/** The version that the page shows, so that a change of somebody else’s is not written over. */
export function renderSeen(notice: Notice): Html {
  return html`<input type="hidden" name="seen" value="${versionOf(notice)}">`;
}

type Fields = Partial<Record<NoticeField, string>>;

/** @param times what the fields of its hours begin with, if it has some */
function renderToday(form: NoticeForm, today: IsoDay, start: string, times?: Fields): Html {
  const field = makeFields(form, times ?? {});
  const { value, ...reason } = field('reason', 'The reason, if you like');
  return renderForm(
    form,
    html`<p>Today, ${formatDay(today, 'weekday')}: <strong>‘${start}.’</strong> With a reason: ‘${start}: snow on the lane.’ The opening times and the calendar change with it.</p>
${times && renderTimes(field)}
${renderInput({ ...reason, attributes: html`autocomplete="off" enterkeyhint="done"` }, value)}`,
  );
}

function renderTimes(field: ReturnType<typeof makeFields>): Html {
  const time = (name: 'opens' | 'closes', label: string) => {
    const { value, ...rest } = field(name, label);
    return renderInput({ ...rest, attributes: html`type="time" class="short"` }, value);
  };
  return html`<div class="field-row door-times">${time('opens', 'We open at')}${time('closes', 'We close at')}</div>`;
}

function renderOwnWords(form: NoticeForm, start: Fields, more?: Html): Html {
  const field = makeFields(form, start);
  const day = (name: NoticeField, label: string, hint?: string) => {
    const { value, ...rest } = field(name, label);
    return renderInput({ ...rest, hint, attributes: html`type="date" class="short"` }, value);
  };
  const { value, ...words } = field('text', 'What should visitors know?');
  const { value: opening, ...choice } = field('opening', 'Opening on these days');
  return renderForm(
    form,
    html`${more}${renderTextarea({ ...words, hint: `The days are put in front of it. At most ${LONGEST_NOTICE} letters.`, attributes: html`rows="3"` }, value)}
<div class="field-row">
${day('from', 'First day')}
${day('to', 'Last day')}
${day('shownFrom', 'Shown from', 'Earlier, to announce it.')}
</div>
${renderSelect({ ...choice, hint: 'Opening times, the calendar and search engines follow at once.' }, Object.entries(OPENINGS), opening)}
${renderTimes(field)}`,
  );
}

function makeFields({ id, filled }: NoticeForm, start: Fields) {
  return (name: NoticeField, label = '') => ({
    id: `${id}-${name}`,
    name,
    label,
    message: filled?.mistakes[name],
    value: filled?.typed[name] ?? start[name] ?? '',
  });
}

function renderForm({ id, action, button, filled }: NoticeForm, fields: Html): Html {
  const { mistakes = {}, problem } = filled ?? {};
  const wrong = listProblems(NOTICE_FIELDS, mistakes, (name) => `${id}-${name}`);
  const messages = problem === undefined ? [] : [problem];
  return html`<form class="form form-frame" method="post" action="${action}" novalidate>
${renderErrorSummary(id, { messages, fields: wrong })}
${fields}
<button class="button" type="submit">${button}</button>
</form>`;
}

/** `Closed all day`, or `Open 11am–3pm`; empty for words alone. */
export function describeHours(notice: Notice): string {
  if (notice.closed) return OPENINGS.closed;
  return tellsHours(notice) ? `Open ${formatHours(notice)}` : '';
}
