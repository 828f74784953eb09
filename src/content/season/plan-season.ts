import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatDay, parseDay } from '#domain/dates.ts';
import type { Notice } from '#domain/schemas/notice.ts';
import { decodeText } from '../reader/decode-text.ts';
import type { ContentValues } from '../reader/read-files.ts';
import { type Dated, findDays, findHeadingYears, findInWords } from './find-dated.ts';
import { moveDay, seasonYear } from './move-day.ts';

export interface Change extends Dated {
  readonly file: string;
  readonly to: string;
}

export interface Plan {
  readonly changes: readonly Change[];
  /** `content/…, line 3: …`: what a person has to decide. */
  readonly remarks: readonly string[];
  /** The changed files' new sources. */
  readonly sources: Readonly<Record<string, string>>;
}

/** They are about one day's weather or event. A year later they would be untrue. */
const NOTICES = 'notices.json';
const isOfWeek = ({ field }: Dated) => field.startsWith('weeks[');

/**
 * What to change in the content for the season of a year, without writing anything.
 * @returns a sentence instead if that year makes no sense for this content
 */
export async function planSeason(
  contentDir: string,
  values: ContentValues,
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
  // The earliest, so that a change that stopped half-way can be completed.
  const old = Math.min(...files.flatMap(({ days }) => days.map(({ text }) => seasonYear(text))));
  if (old === year) return `The content already has the season of ${year}. Nothing was changed.`;
  if (Math.abs(year - old) > 2) {
    return `The content has the season of ${old}, and ${year} is more than two years away. Nothing was changed.`;
  }
  const changes: Change[] = [];
  const remarks: string[] = [];
  const sources: Record<string, string> = {};
  for (const { file, source, days } of files) {
    const moved = days
      .filter((day) => seasonYear(day.text) !== year)
      .map((day) => ({ ...day, file, to: moveDay(day.text, year, { keepsWeekday: isOfWeek(day) }) }));
    const headings = findHeadingYears(source, old).map((each) => ({ ...each, file, to: String(year) }));
    const own = [...moved, ...headings];
    changes.push(...own);
    if (own.length > 0) sources[file] = replaceAll(source, own);
    for (const { field, text } of findInWords(source, old, [...days, ...headings])) {
      remarks.push(`content/${file}, ${field}: ‘${text}’`);
    }
  }
  for (const { id, from } of (values[NOTICES] ?? []) as Notice[]) {
    remarks.push(
      `content/${NOTICES}, ["${id}"]: the notice of ${formatDay(from, 'full')}. Is it still true?`,
    );
  }
  return { changes, remarks, sources };
}

/** One line: file, field, old and new, days with their weekday. */
export function formatChange({ file, field, text, to }: Change): string {
  return `content/${file}, ${field}: ${show(text)} -> ${show(to)}`;
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
