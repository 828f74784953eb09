import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatDay, type IsoDay, parseDay } from '#domain/dates.ts';
import { decodeText } from '../reader/decode-text.ts';
import type { ReadContent } from '../reader/read-content.ts';
import { type Dated, findDays, findHeadingYears, findInWords } from './find-dated.ts';
import { moveDay, seasonYear } from './move-day.ts';

export interface Change extends Dated {
  readonly file: string;
  readonly to: string;
}

/** What a person has to decide, or put right. */
export interface Remark {
  readonly file: string;
  /** Empty for the whole file. */
  readonly field: string;
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
/** Further away it is a mistyped year. */
const MOST_YEARS = 2;
const isOfWeek = ({ field }: Dated) => field.startsWith('weeks[');

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
  const files = await Promise.all(
    Object.keys(values)
      .filter((file) => !file.endsWith('.svg') && file !== NOTICES)
      .map(async (file) => {
        const source = decodeText(await readFile(join(contentDir, file)));
        return { file, source, days: findDays(source, values[file]) };
      }),
  );
  const seasons = files.filter(({ file }) => file.startsWith('season/'));
  const about = findEarliest(seasons) ?? year;
  // The earliest, so that a change that stopped half-way can be completed. A mistyped year is none.
  const old = findEarliest(files, about) ?? about;
  if (old === year) return `The content already has the season of ${year}. Nothing was changed.`;
  if (Math.abs(year - old) > MOST_YEARS) {
    return `The content has the season of ${old}, and ${year} is more than two years away. Nothing was changed.`;
  }
  const changes: Change[] = [];
  const remarks: Remark[] = [];
  const sources: Record<string, string> = {};
  for (const { file, source, days } of files) {
    const moved = days
      .filter((day) => seasonYear(day.text) !== year)
      .map((day) => ({ ...day, file, to: moveDay(day.text, year, { keepsWeekday: isOfWeek(day) }) }));
    const headings = findHeadingYears(source, values[file], old).map((each) => ({
      ...each,
      file,
      to: String(year),
    }));
    const own = [...moved, ...headings];
    changes.push(...own);
    if (own.length > 0) sources[file] = replaceAll(source, own);
    for (const { field, text } of findInWords(source, values[file], old, [...days, ...headings])) {
      remarks.push({ file, field, words: `‘${text}’` });
    }
  }
  for (const { text, from } of content.notices.map(({ data }) => data)) {
    const words = `the notice of ${formatDay(from, 'full')}, ‘${text}’. Is it still true?`;
    remarks.push({ file: NOTICES, field: '', words });
  }
  for (const { file, found } of problems) {
    if (file in values || found === 'nothing') continue;
    const words = 'a mistake in it, so it cannot be read, and its days stay. Put it right, and move it too';
    remarks.push({ file, field: '', words });
  }
  return { changes, remarks, sources };
}

/** The earliest season of some files' days. @param about a year that it must be near */
function findEarliest(
  files: readonly { readonly days: readonly { readonly text: IsoDay }[] }[],
  about?: number,
): number | undefined {
  const years = files.flatMap(({ days }) => days.map(({ text }) => seasonYear(text)));
  return years.filter((each) => about === undefined || Math.abs(each - about) <= MOST_YEARS).sort()[0];
}

/** For the question, or the button, that writes them. */
export function nameChanges({ length }: readonly Change[]): string {
  return length === 1 ? 'this change' : `these ${length} changes`;
}

/** One line: file, field, old and new, days with their weekday. */
export function formatChange({ file, field, text, to }: Change): string {
  return `content/${file}, ${field}: ${show(text)} -> ${show(to)}`;
}

export function formatRemark({ file, field, words }: Remark): string {
  return `content/${file}${field && `, ${field}`}: ${words}`;
}

function show(text: string): string {
  const day = parseDay(text);
  return day === null ? text : `${text} (${formatDay(day, 'weekday').split(' ')[0]})`;
}

function replaceAll(source: string, changes: readonly Change[]): string {
  // From the end, so that the places of the others stay right.
  return [...changes]
    .sort((a, b) => b.at - a.at)
    .reduce((text, { at, text: old, to }) => text.slice(0, at) + to + text.slice(at + old.length), source);
}
