import { toSlug } from '../to-slug.ts';
import type { FormField, LeafField, ListField, MapField, ObjectField } from './form-field.ts';
import { chooseOption, isValues, type Origins } from './read-value.ts';

type Changeable = Record<string, unknown>;

/**
 * Makes a value that was read from a form what the file is to have, in place: what is empty and need not be there is
 * left out, and what is made from another field is filled in.
 * @param before the raw value that the form was made from; what was empty in it may stay empty
 */
export function completeValue(field: FormField, value: unknown, before: unknown, origins: Origins): unknown {
  if (field.kind === 'union') return completeValue(chooseOption(field, value), value, before, origins);
  if (field.kind === 'object' && isValues(value)) {
    completeObject(field, value as Changeable, before, origins);
  } else if (field.kind === 'list' && Array.isArray(value)) completeList(field, value, before, origins);
  else if (field.kind === 'map' && isValues(value)) completeMap(field, value as Changeable, before, origins);
  else return value;
  if (field.isRequired || !isNothing(value)) return value;
  return typeof before === 'object' && before !== null && isNothing(before) ? value : undefined;
}

function completeObject({ fields }: ObjectField, value: Changeable, before: unknown, origins: Origins): void {
  const old = isValues(before) ? before : {};
  for (const [key, field] of fields) {
    const completed = completeValue(field, value[key], old[key], origins);
    if (completed === undefined) delete value[key];
    else value[key] = completed;
  }
  // Nothing is made where nobody has entered anything.
  if (isNothing(value)) return;
  for (const [key, field] of fields) {
    const text =
      value[key] === undefined && field.from !== undefined ? findText(value, field.from) : undefined;
    if (text !== undefined) value[key] = makeFrom(text, field);
  }
}

function completeList({ item }: ListField, value: unknown[], before: unknown, origins: Origins): void {
  const old = Array.isArray(before) ? before : [];
  for (const each of value) completeValue(item, each, old[originOf(each, origins)], origins);
  value.splice(0, value.length, ...value.filter((each) => !isNothing(each)));
  if (item.kind === 'object' && item.fields.get('id')?.from !== undefined) numberIds(value, origins);
}

function completeMap({ item }: MapField, value: Changeable, before: unknown, origins: Origins): void {
  const old = isValues(before) ? before : {};
  for (const [key, each] of Object.entries(value)) {
    completeValue(item, each, old[key], origins);
    if (item.kind === 'leaf' && isNothing(each) && each !== old[key]) delete value[key];
  }
}

function originOf(item: unknown, origins: Origins): number {
  return (typeof item === 'object' && item !== null ? origins.get(item) : undefined) ?? -1;
}

/** Two new items with the same words get different ids. */
function numberIds(items: unknown[], origins: Origins): void {
  const taken = new Set<unknown>();
  for (const isNew of [false, true]) {
    for (const item of items) {
      if (!isValues(item) || origins.has(item) === isNew) continue;
      const id = item.id;
      for (let number = 2; isNew && taken.has(item.id); number++) (item as Changeable).id = `${id}-${number}`;
      taken.add(item.id);
    }
  }
}

function makeFrom(text: string, field: FormField): string {
  const control = (field as LeafField).control;
  if (control === 'slug') return toSlug(text);
  return control === 'tree-type' ? toSlug(text).replaceAll('-', '_') : text;
}

/** The text at a path such as `trees.0.name`. */
function findText(value: unknown, path: string): string | undefined {
  const found = path
    .split('.')
    .reduce<unknown>((part, key) => (part as Changeable | undefined)?.[key], value);
  return typeof found === 'string' && found !== '' ? found : undefined;
}

/** Whether nobody has entered anything into it. A box that is not ticked is nothing too. */
function isNothing(value: unknown): boolean {
  if (value === undefined || value === '' || value === false) return true;
  return typeof value === 'object' && value !== null && Object.values(value).every(isNothing);
}
