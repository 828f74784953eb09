import { findCollection } from '#content/reader/collections.ts';
import { isRecord } from '#content/reader/page-body.ts';
import type { ContentValues } from '#content/reader/parse-content.ts';
import type { FieldPath } from '#content/reader/problems.ts';
import { formatDay, parseDay } from '#domain/dates.ts';
import { type FormField, findForm } from './form-field.ts';

/** A part of a file as its form has it. */
export interface FormPart {
  /** `rows[0].closes` is ‘Mon-Sat, Closes’. For the whole file, its title. */
  readonly name: string;
  readonly field: FormField;
  readonly value: unknown;
  /** Of its control, where the items of a map are counted: `rows.0.closes`. */
  readonly path: string;
}

/** The way to a part's control: `rows.0.opens`. That of the whole file is empty. */
export function joinPath(path: string, step: string | number): string {
  return path === '' ? String(step) : `${path}.${step}`;
}

/** `f-rows-0-opens` for `rows.0.opens`. */
export function controlId(path: string): string {
  return path === '' ? 'f' : `f-${path.replaceAll(/[.@]/g, '-')}`;
}

/** @param value of the file, to name items by their words */
export function findPart(whole: FormField, wholeValue: unknown, steps: FieldPath): FormPart {
  const words: string[] = [];
  let [field, value, path] = [whole, wholeValue, ''];
  for (const key of steps) {
    const step = String(key);
    const inner =
      isRecord(value) || Array.isArray(value) ? (value as Record<string, unknown>)[step] : undefined;
    if (field.kind === 'list') {
      words.push(nameItem(field.item, inner) || String(Number(step) + 1));
      [field, path] = [field.item, joinPath(path, step)];
    } else if (field.kind === 'map') {
      const index = Object.keys(isRecord(value) ? value : {}).indexOf(step);
      if (index < 0) break;
      words.push((field.item.kind !== 'leaf' && nameItem(field.item, inner)) || step);
      [field, path] = [field.item, joinPath(path, index)];
    } else {
      const part: FormField | undefined = field.kind === 'object' ? field.fields.get(step) : undefined;
      if (part === undefined) break;
      if (part.kind !== 'list' && part.kind !== 'map') words.push(part.title);
      [field, path] = [part, joinPath(path, step)];
    }
    value = inner;
  }
  if (words.length === 0 || field.kind === 'list' || field.kind === 'map') words.push(field.title);
  return { name: words.join(', '), field, value, path };
}

/** A part of a content file. @returns undefined for what has no form */
export function findPartOf(
  file: string,
  path: FieldPath | undefined,
  values: ContentValues,
): FormPart | undefined {
  const collection = findCollection(file);
  if (collection === undefined || path === undefined) return undefined;
  return findPart(findForm(collection).field, values[file], path);
}

/** Not what an editor knows an item by. */
const NAMELESS = [
  'slug',
  'picture',
  'icon',
  'tree-type',
  'link',
  'switch',
  'only-true',
  'yes-or-no',
  'number',
  'price',
];
const LONGEST = 60;

/** The field of an item that it is called by, such as `heading` or `question`. */
export function nameField(item: FormField): string | undefined {
  if (item.kind !== 'object') return undefined;
  return [...item.fields].find(
    ([, field]) => field.kind === 'leaf' && !NAMELESS.includes(field.control),
  )?.[0];
}

/** What an item of a list is called: its first words, or those of its parts. Empty for a new one. */
export function nameItem(field: FormField, value: unknown): string {
  if (typeof value === 'string') return shorten(value);
  if (field.kind === 'list' && Array.isArray(value)) {
    return shorten(
      value
        .map((each) => nameItem(field.item, each))
        .filter(Boolean)
        .join(' and '),
    );
  }
  if (field.kind !== 'object' || !isRecord(value)) return '';
  const key = nameField(field);
  if (key !== undefined) return nameItem(field.fields.get(key) as FormField, [value[key]].flat().join(', '));
  const parts = [...field.fields].map(([name, part]) =>
    part.kind === 'list' ? nameItem(part, value[name]) : '',
  );
  return parts.find(Boolean) ?? '';
}

function shorten(text: string): string {
  const day = parseDay(text);
  if (day !== null) return formatDay(day, 'full');
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}
