import { isRecord } from '#content/reader/page-body.ts';
import { valueAt } from '#content/reader/problems.ts';
import { readLine } from '#domain/plain-text.ts';
import type { FieldProblem } from '#forms/field.ts';
import type { Entries } from '../../http/request-body.ts';
import { toSlug } from '../files/file-names.ts';
import { ACTION, changeLists, NEW_KEY, readAction } from './change-lists.ts';
import { controlId, joinPath } from './find-part.ts';
import { findProblems } from './find-problems.ts';
import type { ContentForm, FormField, ListField, MapField, ObjectField } from './form-field.ts';
import { readLeaf } from './leaf-values.ts';

/** What a form's controls have beside their values: where an item of a list or map was, and its name. */
export const ITEM_FROM = '@from';
export const MAP_KEY = '@key';

/** Which item each was in the list that the file has: the file's own value of it is needed at the next reading too. */
export type Origins = WeakMap<object, number>;

/** What somebody has sent: a changed list to show again, or a value to keep. */
export interface SentForm {
  readonly value: unknown;
  readonly origins: Origins;
  readonly problems: readonly FieldProblem[];
  /** What a button has changed, a list or an item of it; undefined if the form is to be saved. */
  readonly changed: string | undefined;
}

/**
 * Reads a form that was sent.
 * @param before the raw value that it was made from; undefined for a new file
 */
export function readSentForm({ field, schema }: ContentForm, entries: Entries, before: unknown): SentForm {
  const origins: Origins = new WeakMap();
  const action = readAction(entries[ACTION]);
  const value = readValue(field, '', before, { entries, origins, isShownAgain: action !== undefined });
  if (action === undefined) {
    const problems = [...findProblems(field, schema, value), ...findUnadded(entries)];
    return { value, origins, problems, changed: undefined };
  }
  const { opened, message } = changeLists(field, value, action, entries);
  const problems = message === undefined ? [] : [{ controlId: controlId(opened), message }];
  return { value, origins, problems, changed: opened };
}

/** Names of new items whose ‘Add one’ nobody has pressed: saved without a word, they would be lost. */
function findUnadded(entries: Entries): FieldProblem[] {
  return Object.keys(entries).flatMap((name) => {
    if (!name.endsWith(NEW_KEY) || readLine(entries[name] ?? '') === '') return [];
    return [{ controlId: controlId(name), message: 'Press ‘Add one’ below this, or leave it empty.' }];
  });
}

type Values = Record<string, unknown>;

interface Reading {
  readonly entries: Entries;
  /** Gets the number that each item of a list had in the file. */
  readonly origins: Origins;
  /**
   * Whether the value has empty records and lists where nothing is, so that the form shows them again. Otherwise what is
   * empty and need not be there is left out, and what is made from another field is filled in.
   */
  readonly isShownAgain: boolean;
}

/** @param before the raw value that the form was made from. What the form does not show is taken from it. */
function readValue(field: FormField, path: string, before: unknown, form: Reading): unknown {
  if (field.kind === 'leaf') return readLeaf(field, form.entries, path, before);
  if (field.kind === 'kept') return before;
  const value =
    field.kind === 'list'
      ? readList(field, path, Array.isArray(before) ? before : [], form)
      : field.kind === 'map'
        ? readMap(field, path, isRecord(before) ? before : {}, form)
        : readObject(field, path, isRecord(before) ? before : {}, form);
  if (form.isShownAgain || field.isRequired || !isNothing(value)) return value;
  // What was empty in the file may stay so.
  return typeof before === 'object' && before !== null && isNothing(before) ? value : undefined;
}

function readObject({ fields }: ObjectField, path: string, old: Values, form: Reading): Values {
  const value: Values = {};
  for (const key of new Set([...Object.keys(old), ...fields.keys()])) {
    const part = fields.get(key);
    const read = part ? readValue(part, joinPath(path, key), old[key], form) : old[key];
    if (read !== undefined) value[key] = read;
  }
  // Nothing is made where nobody has entered anything.
  if (form.isShownAgain || isNothing(value)) return value;
  for (const [key, field] of fields) {
    if (value[key] !== undefined || field.from === undefined) continue;
    const text = findText(value, field.from);
    if (text !== undefined) value[key] = makeFrom(text, field);
  }
  return value;
}

function readList({ item }: ListField, path: string, old: readonly unknown[], form: Reading): unknown[] {
  const items: unknown[] = [];
  for (let index = 0; joinPath(joinPath(path, index), ITEM_FROM) in form.entries; index++) {
    const itemPath = joinPath(path, index);
    const from = form.entries[joinPath(itemPath, ITEM_FROM)] ?? '';
    const read = readValue(item, itemPath, from === '' ? undefined : old[Number(from)], form) ?? {};
    if (typeof read === 'object' && from !== '') form.origins.set(read, Number(from));
    if (form.isShownAgain || !isNothing(read)) items.push(read);
  }
  if (!form.isShownAgain && item.kind === 'object' && item.fields.get('id')?.from !== undefined)
    numberIds(items, form.origins);
  return items;
}

function readMap({ item }: MapField, path: string, old: Values, form: Reading): Values {
  const value: Values = {};
  for (let index = 0; joinPath(joinPath(path, index), MAP_KEY) in form.entries; index++) {
    const itemPath = joinPath(path, index);
    const key = form.entries[joinPath(itemPath, MAP_KEY)] ?? '';
    // It would change the record's prototype.
    if (key === '' || key === '__proto__') continue;
    const was = Object.hasOwn(old, key) ? old[key] : undefined;
    const read = readValue(item, itemPath, was, form) ?? '';
    if (form.isShownAgain || item.kind !== 'leaf' || !isNothing(read) || read === was) value[key] = read;
  }
  return value;
}

/** Two new items with the same words get different ids. */
function numberIds(items: unknown[], origins: Origins): void {
  const taken = new Set<unknown>();
  for (const isNew of [false, true]) {
    for (const item of items) {
      if (!isRecord(item) || origins.has(item) === isNew) continue;
      const id = item.id;
      for (let number = 2; isNew && taken.has(item.id); number++) item.id = `${id}-${number}`;
      taken.add(item.id);
    }
  }
}

function makeFrom(text: string, field: FormField): string {
  if (field.kind !== 'leaf') return text;
  if (field.control === 'slug') return toSlug(text);
  return field.control === 'tree-type' ? toSlug(text).replaceAll('-', '_') : text;
}

function findText(value: unknown, path: string): string | undefined {
  const found = valueAt(value, path.split('.'));
  return typeof found === 'string' && found !== '' ? found : undefined;
}

/** Whether nobody has entered anything into it. A box that is not ticked is nothing too. */
function isNothing(value: unknown): boolean {
  if (value === undefined || value === '' || value === false) return true;
  return typeof value === 'object' && value !== null && Object.values(value).every(isNothing);
}
