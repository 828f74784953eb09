import { findCollection } from '#content/reader/collections.ts';
import type { ContentProblem } from '#content/reader/problems.ts';
import type { ContentValues } from '#content/reader/read-files.ts';
import { formatClockTime, parseClockTime } from '#domain/content/opening-hours.ts';
import { formatDay, parseDay } from '#domain/dates.ts';
import { titleOfFile } from '../file-title.ts';
import { listRecords, listTreeTypes } from './form-choices.ts';
import type { FormField } from './form-field.ts';
import { namePicture } from './render-picture.ts';

/**
 * A raw value in words: a day, a time, or what the form calls it, such as ‘Reading A’ for `a`.
 * @param values of the whole content, for the names of its records
 */
export function sayValue(field: FormField, value: string, values: ContentValues): string {
  const day = parseDay(value);
  const time = parseClockTime(value);
  if (day !== null) return formatDay(day, 'full');
  if (time !== null) return formatClockTime(time);
  if (field.kind !== 'leaf') return value;
  const { control, options, of } = field;
  if (control === 'picture' || control === 'icon') return namePicture(value);
  if (control === 'tree-type') return listTreeTypes(values).find(([type]) => type === value)?.[1] ?? value;
  const known = of === undefined ? options : listRecords(values, of);
  return known.find(([each]) => each === value)?.[1] ?? value;
}

/** Whether it is made from another field, so that nobody has written it, and no form shows it. */
export function isMade(field: FormField): boolean {
  if (field.kind !== 'leaf' || field.from === undefined) return false;
  return field.control === 'slug' || field.control === 'tree-type';
}

/** `Late night, What it is: new, Late night` says the same twice: it is `Late night: new`. */
export function saySameOnce(line: string): string {
  for (const kind of ['new', 'removed']) {
    const at = line.lastIndexOf(`: ${kind}, `);
    if (at < 0) continue;
    const name = line.slice(at + kind.length + 4).replace(/^was /, '');
    const before = line.slice(0, line.lastIndexOf(', ', at));
    if (before === name || before.endsWith(`, ${name}`)) return `${before}: ${kind}`;
  }
  return line;
}

/** What was found and what is wanted, in the words of the form. @param field undefined for what is in no form */
export function sayMistake(
  field: FormField | undefined,
  { found, wanted }: Pick<ContentProblem, 'found' | 'wanted'>,
  values: ContentValues,
): string {
  const say = (value: string) => (field === undefined ? value : sayValue(field, value, values));
  const choices = /^one of (.*)$/.exec(wanted)?.[1]?.split(', ').map(say).join(', ');
  const text = found.replace(/^"(.*)"$/s, (_, value: string) => say(value));
  const what = sayFiles(choices === undefined ? wanted : `one of ${choices}`, values);
  // A list or a record is not in anybody's words.
  return /^(\[(\]$|["[{\d])|\{["}])/.test(text)
    ? `wanted: ${what}`
    : `‘${sayFiles(text, values)}’. Wanted: ${what}`;
}

/** The path of a content file in the middle of words. */
export const FILE = /(?<![\w/-])[\w-]+(?:\/[\w-]+)*\.(?:json|md|svg)/g;

/** Words in which files are called by their titles. */
export function sayFiles(text: string, values: ContentValues): string {
  return text.replace(FILE, (found) => {
    const file = found.replace(/^content\//, '');
    return findCollection(file) ? titleOfFile(file, values[file]) : found;
  });
}
