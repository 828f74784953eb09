import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatDay, type IsoDay, parseDay } from '#domain/dates.ts';
import { editSource } from '../edit/edit-source.ts';
import { type ContentValues, strings } from '../reader/parse-content.ts';
import { decodeText } from '../reader/parse-source.ts';
import { type FieldPath, nameField, valueAt } from '../reader/problems.ts';
import type { ReadContent } from '../reader/read-content.ts';
import { isFeast, moveDay, seasonYear } from './move-day.ts';

/** A text that belongs to one season, and the one that takes its place. */
export interface Change {
  readonly file: string;
  readonly path: FieldPath;
  readonly text: string;
  readonly to: string;
}

/** What a person has to decide, or put right. */
export interface Remark {
  readonly file: string;
  /** Empty for the whole file. */
  readonly path: FieldPath;
  readonly words: string;
}

export interface Plan {
  readonly changes: readonly Change[];
  readonly remarks: readonly Remark[];
  /** The changed files' new sources. */
  readonly sources: Readonly<Record<string, string>>;
}

/** They are about one day's weather or event. A year later they would be untrue. */
const NOTICES = 'notices.json';
const SHOP = 'shop.json';
/** Further away it is a mistyped year. */
const MOST_YEARS = 2;
/** After it, the coming season is that of the next year. */
const CHRISTMAS = '12-25';
const MONTHS: Record<string, string> = { oct: '10', nov: '11', dec: '12', jan: '01' };
const MONTH = '(Oct|Nov|Dec|Jan)(?:ober|ember|uary)?';
/** `21 November`, `the 21st of Nov`, `December 5th`. */
const NAMED_DAY = new RegExp(
  `\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${MONTH}\\b|\\b${MONTH} (\\d{1,2})(?!\\d)`,
  'gi',
);

/**
 * The year of the season to prepare: the coming one, or if the content has that already, the one after it.
 * @param today the day in Europe/London
 */
export function proposeSeason(values: ContentValues, today: IsoDay): number {
  const coming = Number(today.slice(0, 4)) + (today.slice(5) > CHRISTMAS ? 1 : 0);
  const old = findEarliest(listDays(values, ([file]) => file.startsWith('season/')));
  return old !== undefined && old >= coming ? old + 1 : coming;
}

/**
 * What to change in the content for the season of a year, without writing anything. Content with mistakes is moved too,
 * because a day may only be one until the season is moved.
 * @returns a sentence instead if that year makes no sense for this content
 */
export async function planSeason(
  contentDir: string,
  { values, content, problems }: ReadContent,
  year: number,
): Promise<Plan | string> {
  const days = listDays(values, ([file]) => file !== NOTICES && !file.endsWith('.svg'));
  const about = findEarliest(days.filter(({ file }) => file.startsWith('season/'))) ?? year;
  // The earliest, so that a change that stopped half-way can be completed. A mistyped year is none.
  const old = findEarliest(days, about) ?? about;
  if (old === year) return `The content already has the ${year} season. Nothing was changed.`;
  if (Math.abs(year - old) > MOST_YEARS) {
    return `The content has the ${old} season, and ${year} is more than two years away. Nothing was changed.`;
  }
  const changes: Change[] = [];
  const remarks: Remark[] = [];
  const heading = new RegExp(`(?<=\\b(?:Christmas|season|winter) )${old}(?![-–/\\d])`, 'gi');
  for (const { file, path, text, day } of listTexts(values)) {
    if (file === NOTICES || file.endsWith('.svg')) continue;
    const keepsWeekday = file === SHOP && path[0] === 'weeks';
    const to = day ? moveDay(day, year, { keepsWeekday }) : text.replaceAll(heading, String(year));
    const isOther = day ? seasonYear(day) !== year : to !== text;
    if (isOther) changes.push({ file, path, text, to });
    if (!day) for (const words of findInWords(to, old)) remarks.push({ file, path, words: `‘${words}’` });
  }
  for (const { text, from } of content.notices.map(({ data }) => data)) {
    const words = `the notice of ${formatDay(from, 'full')}, ‘${text}’. Is it still true?`;
    remarks.push({ file: NOTICES, path: [], words });
  }
  for (const { file, found } of problems) {
    if (file in values || found === 'nothing') continue;
    const words = 'a mistake in it, so it cannot be read, and its days stay. Put it right, and move it too';
    remarks.push({ file, path: [], words });
  }
  const sources: Record<string, string> = {};
  for (const [file, own] of Map.groupBy(changes, (change) => change.file)) {
    const source = decodeText(await readFile(join(contentDir, file)));
    const moved = replaceTexts(values[file], own);
    if (file === SHOP) openWeeks(moved);
    sources[file] = editSource(file, source, moved);
  }
  return { changes, remarks, sources };
}

function* listTexts(values: ContentValues) {
  for (const [file, value] of Object.entries(values))
    for (const [path, text] of strings(value)) yield { file, path, text, day: parseDay(text) };
}

function listDays(values: ContentValues, isMeant: (entry: [file: string, value: unknown]) => boolean) {
  const meant = Object.fromEntries(Object.entries(values).filter(isMeant));
  return [...listTexts(meant)].flatMap(({ file, day }) => (day ? [{ file, day }] : []));
}

/** The earliest season of some days. @param about a year that it must be near */
function findEarliest(days: readonly { readonly day: IsoDay }[], about?: number): number | undefined {
  const years = days.map(({ day }) => seasonYear(day));
  return years.filter((each) => about === undefined || Math.abs(each - about) <= MOST_YEARS).sort()[0];
}

/** What names the year, or a day of the season, in the middle of words: nobody but a person can decide it. */
function findInWords(text: string, year: number): string[] {
  const years = text.match(new RegExp(`(?<!\\d)${year}(?!\\d)`, 'g')) ?? [];
  const days = [...text.matchAll(NAMED_DAY)].filter(([, before, first, second, after]) => {
    const month = MONTHS[(first ?? second ?? '').toLowerCase()];
    return !isFeast(`${month}-${(before ?? after ?? '').padStart(2, '0')}`);
  });
  return [...years, ...days.map(([words]) => words)];
}

function replaceTexts(value: unknown, changes: readonly Change[]): unknown {
  const moved = structuredClone(value);
  for (const { path, to } of changes) {
    const owner = valueAt(moved, path.slice(0, -1)) as Record<PropertyKey, unknown>;
    owner[path.at(-1) ?? ''] = to;
  }
  return moved;
}

/** A week was closed in its own season. */
function openWeeks(shop: unknown): void {
  const { weeks } = shop as { weeks?: unknown };
  for (const week of Array.isArray(weeks) ? weeks : []) delete week?.closed;
}

/** For the question, or the button, that writes them. */
export function nameChanges({ length }: readonly Change[]): string {
  return length === 1 ? 'this change' : `these ${length} changes`;
}

/** One line: file, field, old and new, days with their weekday. */
export function formatChange({ file, path, text, to }: Change, values: ContentValues): string {
  return `content/${file}, ${nameField(values[file], path)}: ${show(text)} -> ${show(to)}`;
}

export function formatRemark({ file, path, words }: Remark, values: ContentValues): string {
  return `content/${file}${path.length > 0 ? `, ${nameField(values[file], path)}` : ''}: ${words}`;
}

function show(text: string): string {
  const day = parseDay(text);
  return day === null ? text : `${text} (${formatDay(day, 'weekday').split(' ')[0]})`;
}
