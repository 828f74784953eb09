import {
  listOpenDays,
  listSpecialHours,
  type NamedOpening,
  type SpecialHours,
} from '#domain/content/opening-days.ts';
import { CHRISTMAS_EVE, type DayTimes, formatHours } from '#domain/content/opening-hours.ts';
import {
  makeBriefTimetable,
  makeDayCounter,
  makeOpeningTimetable,
  makePastTimetable,
} from '#domain/content/opening-today.ts';
import { dashRanges } from '#domain/content/ranges.ts';
import type { Timetable } from '#domain/content/timetable.ts';
import { formatDay, formatDays, type IsoDay, listDays, listMonths, weekdayIndex } from '#domain/dates.ts';
import { type Html, html } from './html.ts';

/**
 * Everything by which a page says when the farm is open. The build writes it with the notices of its time, and the
 * service with those of now (api/site/fill-site.ts), in the same markup.
 */
const PARTS = { line: renderLine, brief: renderBrief, hours: renderHours, calendar: renderCalendar };
export type OpeningPart = keyof typeof PARTS;

/** One of these parts for an opening. A season whose first day is given in words has no calendar. */
export function renderOpening(part: OpeningPart, opening: NamedOpening): string {
  return String(PARTS[part](opening));
}

const MARKED = /<([a-z-]+) data-opening="(\w+) ([^"]+)".*?<\/\1>/gs;

/** A built page with these openings in place of its build's. */
export function replaceOpenings(page: string, openings: ReadonlyMap<string, NamedOpening>): string {
  return page.replace(MARKED, (built, _tag, part: OpeningPart, id: string) => {
    const opening = openings.get(id);
    return opening === undefined ? built : renderOpening(part, opening);
  });
}

function mark(part: OpeningPart, { id }: NamedOpening): Html {
  return html`data-opening="${part} ${id}"`;
}

/**
 * Shows the text of a timetable that holds when the page is read, or marks today in the calendar around it. The build
 * cannot know that moment, so without script there is nothing, and the page says its season and hours as always.
 * `opening-today-inline.js` fills it while the page is parsed, before it can be painted, so nothing moves; and again
 * when a page that stayed open is looked at. Its comments are here, because each page pays for each byte of it.
 */
export function renderTimetable(
  { from, times, texts = {} }: Pick<Timetable, 'from' | 'times'> & Partial<Timetable>,
  attributes?: Html,
): Html {
  const named = Object.entries(texts).map(([key, text]) => html` data-${key}="${text}"`);
  return html`<opening-today${attributes && html` ${attributes}`} data-from="${from}" data-times="${times}"${named}></opening-today>`;
}

/** `Open today until 4:30pm`. */
function renderLine(opening: NamedOpening): Html {
  return renderTimetable(makeOpeningTimetable(opening), mark('line', opening));
}

/** `Open` or `Closed`. */
function renderBrief(opening: NamedOpening): Html {
  return renderTimetable(makeBriefTimetable(opening), mark('brief', opening));
}

/** The hours as a list of days, named as last season's when it is over; what a notice says of its days comes first. */
function renderHours(opening: NamedOpening): Html {
  const special = listSpecialHours(opening);
  const from = (source: SpecialHours['source']) => special.filter((each) => each.source === source);
  const hasEve = from('row').length > 0;
  const row = (label: string, times: DayTimes, mark?: Html) =>
    html`<div${mark}><dt>${dashRanges(label)}</dt><dd>${formatHours(times)}</dd></div>`;
  return html`<figure ${mark('hours', opening)} class="hours"><figcaption>${renderTimetable(makePastTimetable(opening))}</figcaption>
<dl>
${from('notice').map((each) => row(formatDays(each.from, each.to, 'weekday'), each, html` class="told"`))}
${opening.hours.rows.filter(({ days }) => hasEve || days !== CHRISTMAS_EVE).map((each) => row(each.days, each))}
${from('day').map((each) => row(`${each.name}, ${formatDay(each.from)}`, each))}
</dl></figure>`;
}

const overlap = (a: Pick<SpecialHours, 'from' | 'to'>, b: Pick<SpecialHours, 'from' | 'to'>) =>
  a.from <= b.to && b.from <= a.to;

/**
 * The season as a small calendar of open days, with a ring around today. The text and the list of hours next to it say
 * the same, so this is hidden from screen readers. A season whose first day is given in words has none, because it would
 * say more than the page.
 */
function renderCalendar(opening: NamedOpening): Html {
  const { season } = opening;
  if (season.fromWords !== undefined) return html``;
  const open = new Map(listOpenDays(opening).map((each) => [each.day, each]));
  // Whatever a notice says, these are the months of the page.
  const usual = new Set(listOpenDays({ ...opening, notices: [] }).map(({ day }) => day));
  const shown = [season.from, season.to, ...usual].sort();
  const months = listMonths(shown[0] ?? season.from, shown.at(-1) ?? season.to);
  const days = months.flatMap(listDays);
  const counter = makeDayCounter(days);
  const cell = (day: IsoDay) => {
    const { isSpecial } = open.get(day) ?? {};
    const names = [
      open.has(day) && 'open',
      isSpecial && 'special',
      usual.has(day) && !open.has(day) && 'shut',
    ];
    const mark = names.filter(Boolean).join(' ');
    return html`<span${mark !== '' && html` class="${mark}"`}>${Number(day.slice(8))}</span>`;
  };
  return html`<figure ${mark('calendar', opening)} class="calendar">
<div class="months" aria-hidden="true">${months.map((month) => {
    const first = `${month}-01` as IsoDay;
    return html`<div class="month"><p class="name">${formatDay(first, 'month')}</p>
<div class="days">${[...'MTWTFSS'].map((letter) => html`<b>${letter}</b>`)}${Array.from({ length: weekdayIndex(first) }, () => html`<i></i>`)}${listDays(month).map(cell)}</div></div>`;
  })}${counter && renderTimetable(counter)}</div>
<figcaption>${describeDays(opening, days)} <span class="key-today" aria-hidden="true">Today</span></figcaption>
</figure>`;
}

/** The caption of a calendar: what its squares are, and which days are not as the week says. */
function describeDays(opening: NamedOpening, days: readonly IsoDay[]): Html[] {
  const { season } = opening;
  const [from = season.from] = days;
  const to = days.at(-1) ?? season.to;
  const special = listSpecialHours(opening).filter((each) => overlap(each, { from, to }));
  const name = (key: string, start: string, named: readonly SpecialHours[]) =>
    named.length === 0
      ? html``
      : html`<span><i class="key ${key}" aria-hidden="true"></i> ${start}${named.map((each) => each.name).join(' and ')}</span> `;
  const isAdded = (each: SpecialHours) => !overlap(each, season);
  return [
    html`<span><i class="key" aria-hidden="true"></i> Open days</span> `,
    name(
      'special',
      '',
      special.filter((each) => !each.closed && isAdded(each)),
    ),
    name(
      'shut',
      'Closed: ',
      special.filter((each) => each.closed && !isAdded(each)),
    ),
    name(
      'special',
      'Other hours: ',
      special.filter((each) => each.source === 'notice' && !each.closed && !isAdded(each)),
    ),
  ];
}
