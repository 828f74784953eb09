import type { Entries } from '../../http/request-body.ts';
import type { FormField, ListField, MapField, ObjectField, UnionField } from './form-field.ts';
import { readLeaf } from './leaf-values.ts';

type Values = Readonly<Record<string, unknown>>;

/** What a form's controls have beside their values: where an item of a list or map was, its name, and its kind. */
export const ITEM_FROM = '@from';
export const MAP_KEY = '@key';
export const UNION_OPTION = '@kind';

/** The path of a part: `rows.0.opens`. The path of the whole file is empty. */
export function joinPath(path: string, step: string | number): string {
  return path === '' ? String(step) : `${path}.${step}`;
}

/** Where each item was in the list that the file has: the file's own value of it is needed at the next reading too. */
export type Origins = WeakMap<object, number>;

/**
 * The raw value that a form's entries describe, with empty records and lists for what is not there: the form shows both
 * alike, and `completeValue` leaves them out.
 * @param before the raw value that the form was made from. What the form does not show is taken from it.
 * @param origins gets the place that each item of a list had in it
 */
export function readValue(
  field: FormField,
  entries: Entries,
  path: string,
  before: unknown,
  origins: Origins,
): unknown {
  if (field.kind === 'leaf') return readLeaf(field, entries, path, before);
  if (field.kind === 'list') return readList(field, entries, path, before, origins);
  if (field.kind === 'map') return readMap(field, entries, path, before, origins);
  if (field.kind === 'object') return readObject(field, entries, path, before, origins);
  if (field.kind === 'union') {
    const option = optionOf(field, entries, path, before);
    const isSame = option === chooseOption(field, before);
    return readValue(option, entries, path, isSame ? before : undefined, origins);
  }
  return before;
}

function readObject(field: ObjectField, entries: Entries, path: string, before: unknown, origins: Origins) {
  const old = isValues(before) ? before : {};
  const keys = new Set([...Object.keys(old), ...field.fields.keys()]);
  const value: Record<string, unknown> = {};
  for (const key of keys) {
    const part = field.fields.get(key);
    const read = part ? readValue(part, entries, joinPath(path, key), old[key], origins) : old[key];
    if (read !== undefined) value[key] = read;
  }
  return value;
}

function readList(field: ListField, entries: Entries, path: string, before: unknown, origins: Origins) {
  const old = Array.isArray(before) ? before : [];
  const items: unknown[] = [];
  for (let index = 0; `${path === '' ? '' : `${path}.`}${index}.${ITEM_FROM}` in entries; index++) {
    const itemPath = joinPath(path, index);
    const from = entries[joinPath(itemPath, ITEM_FROM)] ?? '';
    const item = readValue(
      field.item,
      entries,
      itemPath,
      from === '' ? undefined : old[Number(from)],
      origins,
    );
    if (typeof item === 'object' && item !== null && from !== '') origins.set(item, Number(from));
    items.push(item ?? {});
  }
  return items;
}

function readMap(field: MapField, entries: Entries, path: string, before: unknown, origins: Origins) {
  const old = isValues(before) ? before : {};
  const value: Record<string, unknown> = {};
  for (let index = 0; joinPath(joinPath(path, index), MAP_KEY) in entries; index++) {
    const itemPath = joinPath(path, index);
    const key = entries[joinPath(itemPath, MAP_KEY)] ?? '';
    // It would change the record's prototype.
    if (key === '' || key === '__proto__') continue;
    const was = Object.hasOwn(old, key) ? old[key] : undefined;
    value[key] = readValue(field.item, entries, itemPath, was, origins) ?? '';
  }
  return value;
}

function optionOf(field: UnionField, entries: Entries, path: string, before: unknown): FormField {
  const chosen = field.options[Number(entries[joinPath(path, UNION_OPTION)] ?? Number.NaN)];
  return chosen ?? chooseOption(field, before);
}

/** The option of a union that a value is of: the first whose fields hold all of the value's, or else the first. */
export function chooseOption({ options }: UnionField, value: unknown): FormField {
  const keys = isValues(value) ? Object.keys(value) : [];
  const found = options.find((each) => each.kind === 'object' && keys.every((key) => each.fields.has(key)));
  return found ?? (options[0] as FormField);
}

export function isValues(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
