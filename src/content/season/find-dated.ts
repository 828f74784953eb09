import { type IsoDay, parseDay } from '#domain/dates.ts';
import { strings } from '../reader/entries.ts';
import { describePlace } from '../reader/parse-json.ts';
import { nameField } from '../reader/problems.ts';
import { isFeast } from './move-day.ts';

/** Something in a content file that belongs to one season. */
export interface Dated {
  /** Path of the field, or the line where the file has none. */
  readonly field: string;
  /** Where its characters start in the source. */
  readonly at: number;
  readonly text: string;
}

/** A value that is a day and nothing else; the schemas allow days in quotes only. */
const DAY = /(?<=")\d{4}-\d{2}-\d{2}(?=")|(?<=')\d{4}-\d{2}-\d{2}(?=')/g;
const MONTHS: Record<string, string> = { oct: '10', nov: '11', dec: '12', jan: '01' };
const MONTH = '(Oct|Nov|Dec|Jan)(?:ober|ember|uary)?';
/** `21 November`, `the 21st of Nov`, `December 5th`. */
const NAMED_DAY = new RegExp(
  `\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${MONTH}\\b|\\b${MONTH} (\\d{1,2})(?!\\d)`,
  'gi',
);

/** Every value that is a day, with the field that it is in. */
export function findDays(source: string, value: unknown): (Dated & { text: IsoDay })[] {
  const fields = [...strings(value)].filter(([, text]) => parseDay(text) !== null);
  const found = [...source.matchAll(DAY)].filter(([text]) => parseDay(text) !== null);
  // Both are in the order of the file.
  const isSame =
    fields.length === found.length && fields.every(([, text], index) => found[index]?.[0] === text);
  return found.map(({ 0: text, index }, number) => ({
    field: isSame ? nameField(value, fields[number]?.[0] ?? []) : describeLine(source, index),
    at: index,
    text: text as IsoDay,
  }));
}

/** The years of headings such as ‘Christmas 2025’, where only the year has to change. */
export function findHeadingYears(source: string, value: unknown, year: number): Dated[] {
  const heading = new RegExp(`(?<=\\b(?:Christmas|season|winter) )${year}(?![-–/\\d])`, 'gi');
  return [...source.matchAll(heading)].map((found) => toDated(source, value, found));
}

/** What names the year, or a day of the season, in the middle of words: nobody but a person can decide it. */
export function findInWords(
  source: string,
  value: unknown,
  year: number,
  decided: readonly Dated[],
): Dated[] {
  const years = [...source.matchAll(new RegExp(`(?<!\\d)${year}(?!\\d)`, 'g'))].filter(
    ({ index }) => !decided.some(({ at, text }) => index >= at && index < at + text.length),
  );
  const days = [...source.matchAll(NAMED_DAY)].filter(([, before, first, second, after]) => {
    const month = MONTHS[(first ?? second ?? '').toLowerCase()];
    return !isFeast(`${month}-${(before ?? after ?? '').padStart(2, '0')}`);
  });
  return [...years, ...days].map((found) => toDated(source, value, found));
}

/** With the field whose text has the line, or part of it; text may be broken into lines, or written in another way. */
function toDated(source: string, value: unknown, { 0: text, index: at }: RegExpExecArray): Dated {
  const line = source.slice(source.lastIndexOf('\n', at) + 1).split(/\r?\n/, 1)[0] ?? '';
  const found = [...strings(value)].find(
    ([, words]) => words.includes(text) && (line.includes(words) || words.includes(line.trim())),
  );
  return { field: found ? nameField(value, found[0]) : describeLine(source, at), at, text };
}

function describeLine(source: string, at: number): string {
  return describePlace(source, at).replace(/,.*/, '');
}
