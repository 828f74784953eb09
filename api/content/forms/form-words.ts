import { type ContentChange, describeChange } from '#content/changes/list-changes.ts';
import type { ContentWarning } from '#content/changes/warnings.ts';
import { findCollection } from '#content/reader/collections.ts';
import type { ContentValues } from '#content/reader/parse-content.ts';
import { type ContentProblem, type FieldPath, valueAt } from '#content/reader/problems.ts';
import { formatClockTime, parseClockTime } from '#domain/content/opening-hours.ts';
import { formatDay, parseDay } from '#domain/dates.ts';
import { nameFile, namePicture } from '../files/file-names.ts';
import { findPartOf } from './find-part.ts';
import { listRecords, listTreeTypes } from './form-choices.ts';
import { type FormField, isMade } from './form-field.ts';

// Files and fields for somebody who never saw a file: `faq/visit.json, items["dogs"].answer` is ‘Questions: Visiting us,
// Can I bring my dog?, Answer’.

/**
 * A raw value in words: a day, a time, or what the form calls it, such as ‘Reading A’ for `a`.
 * @param values of the whole content, for the names of its records
 */
export function sayValue(field: FormField | undefined, value: string, values: ContentValues): string {
  const day = parseDay(value);
  const time = parseClockTime(value);
  if (day !== null) return formatDay(day, 'full');
  if (time !== null) return formatClockTime(time);
  if (field?.kind !== 'leaf') return value;
  const { control, options, of } = field;
  if (control === 'picture' || control === 'icon') return namePicture(value);
  if (control === 'tree-type') return listTreeTypes(values).find(([type]) => type === value)?.[1] ?? value;
  const known = of === undefined ? options : listRecords(values, of);
  return known.find(([each]) => each === value)?.[1] ?? value;
}

/** What the form of a file calls a field: ‘Monday 17 November 2025, Last day to order’. */
export function sayField(file: string, path: FieldPath, values: ContentValues): string {
  return findPartOf(file, path, values)?.name ?? path.join(', ');
}

/** What has changed from one content to another, a line each. Short names that nobody chose are left out. */
export function sayChanges(
  changes: readonly ContentChange[],
  before: ContentValues,
  after: ContentValues,
): string[] {
  return changes.flatMap((change) => {
    const { file, path } = change;
    const values = change.new === undefined ? before : after;
    const title = nameFile(file, { [file]: before[file], ...after });
    if (path.length === 0) return `${title}: ${change.new ?? change.old}`;
    return sayChange(change, values).map((line) => `${title}, ${line}`);
  });
}

/** What has changed from one value of a file to another, a line each. @param values of the whole content */
export function sayOwnChanges(
  changes: readonly ContentChange[],
  before: unknown,
  after: unknown,
  values: ContentValues,
): string[] {
  return changes.flatMap((change) =>
    sayChange(change, { ...values, [change.file]: change.new === undefined ? before : after }),
  );
}

/** @param values with the change's file in which its path is */
function sayChange({ file, path, old, new: now }: ContentChange, values: ContentValues): string[] {
  const part = findPartOf(file, path, values);
  const isOne = old === undefined || now === undefined;
  if (part && isOne && isMade(part.field)) return [];
  const name = part?.name ?? path.join(', ');
  const what = describeChange({ old, new: now }, (text) => sayValue(part?.field, text, values));
  if (!isOne) return [`${name}: ${what}`];
  // ‘Late night, What it is: new, Late night’ says the same twice.
  const [, kind = '', value = ''] = /^(new|removed), (?:was )?(.*)$/s.exec(what) ?? [];
  const owner = name.slice(0, Math.max(0, name.lastIndexOf(', ')));
  return [
    owner === value || owner.endsWith(`, ${value}`)
      ? `${owner}: ${kind}`
      : `${name}: ${kind === 'new' ? `now ${value}` : what}`,
  ];
}

/** A warning with its file and field. */
export function sayWarning({ file, path, words }: ContentWarning, values: ContentValues): string {
  const name =
    valueAt(values[file], path) === undefined || path.length === 0 ? '' : `, ${sayField(file, path, values)}`;
  return `${nameFile(file, values)}${name}: ${sayFiles(words, values)}`;
}

/** Of a change that is no value, such as an indent. */
export function sayRewritten(file: string, values: ContentValues): string {
  return `${nameFile(file, values)}: written differently`;
}

/** A mistake with its field. */
export function sayProblem(problem: ContentProblem, values: ContentValues): string {
  const part = findPartOf(problem.file, problem.path, values);
  return `${part?.name ?? problem.field}: ${sayMistake(part?.field, problem, values)}`;
}

/** What was found and what is wanted. @param field undefined for what is in no form */
export function sayMistake(
  field: FormField | undefined,
  { found, wanted }: Pick<ContentProblem, 'found' | 'wanted'>,
  values: ContentValues,
): string {
  const say = (value: string) => (field === undefined ? value : sayValue(field, value, values));
  const choices = /^one of (.*)$/.exec(wanted)?.[1]?.split(', ').map(say).join(', ');
  const text = found.replace(/^"(.*)"$/s, (_, value: string) => say(value));
  const what = sayFiles(choices === undefined ? wanted : `one of ${choices}`, values);
  if (found === 'nothing') return `missing. Wanted: ${what}`;
  // A list or a record is not in anybody's words.
  return /^(\[(\]$|["[{\d])|\{["}])/.test(text)
    ? `wanted: ${what}`
    : `‘${sayFiles(text, values)}’. Wanted: ${what}`;
}

/** Words in which files are called by their titles. */
function sayFiles(text: string, values: ContentValues): string {
  return text.replace(/(?<![\w/-])[\w-]+(?:\/[\w-]+)*\.(?:json|md|svg)/g, (found) => {
    const file = found.replace(/^content\//, '');
    return findCollection(file) ? nameFile(file, values) : found;
  });
}
