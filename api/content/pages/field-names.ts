import { COLLECTIONS, findCollection } from '#content/reader/collections.ts';
import { type FormField, makeFormField, makeListField } from '../forms/form-field.ts';

/**
 * What the form of a file calls a field: `Delivery weeks 2, Last day to order`. A place that is no field, such as
 * `line 3`, stays as it is.
 * @param path with items by their number from 1 or their name: `weeks[2].orderBy`, `groups["spruce"].sizes["5-6ft"].price`
 */
export function nameFieldOf(file: string, path: string): string {
  const name = findCollection(file);
  if (name === undefined) return path;
  const { shape, schema, title } = COLLECTIONS[name];
  const form = shape === 'list' ? makeListField(schema, title) : makeFormField(schema, title);
  const steps = path.match(/\[[^\]]+\]|[^.[\]]+/g) ?? [];
  return walk(form, steps)?.join(', ') ?? path;
}

/** The names along a path. @returns undefined if the form has no such field */
function walk(field: FormField, [step, ...rest]: readonly string[]): string[] | undefined {
  if (step === undefined) return [];
  if (field.kind === 'union') {
    const found = field.options.map((option) => walk(option, [step, ...rest]));
    return found.find((names) => names !== undefined);
  }
  if (field.kind === 'object') {
    const child = field.fields.get(step);
    return child && nameChild(child.title, child, rest);
  }
  if (field.kind === 'map') return nameChild(step, field.item, rest);
  const [, item] = /^\["?(.+?)"?\]$/.exec(step) ?? [];
  if (item === undefined) return undefined;
  return field.kind === 'list' ? nameChild(item, field.item, rest) : [item];
}

/** With the number of an item beside the name of its list. */
function nameChild(title: string, child: FormField, rest: readonly string[]): string[] | undefined {
  const names = walk(child, rest);
  if (names === undefined) return undefined;
  if (!rest[0]?.startsWith('[')) return [title, ...names];
  const [number, ...others] = names;
  return [`${title} ${number}`, ...others];
}
