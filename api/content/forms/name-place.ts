import type { FormField } from './form-field.ts';
import { nameItem } from './item-names.ts';
import { chooseOption, isValues, joinPath } from './read-value.ts';

/** A place in a file as its form has it. */
export interface FormPlace {
  /** `rows[0].closes` is ‘Mon-Sat, Closes’. For the whole file, its title. */
  readonly name: string;
  /** As far as the form has it. */
  readonly field: FormField;
  /** Of its control: `rows.0.closes`. */
  readonly path: string;
}

/**
 * A place in a file in the words of its form.
 * @param place as `listChanges` names it: items of lists by their number, id or size
 * @param value of the file, to name items by their words
 */
export function findPlaceInForm(field: FormField, value: unknown, place: string): FormPlace {
  const words: string[] = [];
  let [part, at, rest, path]: [FormField, unknown, string, string] = [field, value, place, ''];
  while (rest !== '') {
    if (part.kind === 'union') part = chooseOption(part, at);
    const [step = '', item, key] = /^\.?(?:\[([^\]]+)\]|([^.[]+))/.exec(rest) ?? [];
    if (part.kind === 'list' && item !== undefined) {
      const index = findItem(at, item);
      [part, at, path] = [part.item, (at as unknown[] | undefined)?.[index], joinPath(path, index)];
      words.push(nameItem(part, at) || item);
    } else if (part.kind === 'map') {
      // A name can have dots in it.
      const names = Object.keys(isValues(at) ? at : {});
      const name = names.find((each) => isStart(rest, each)) ?? key ?? rest;
      [part, at, path] = [
        part.item,
        (at as Record<string, unknown> | undefined)?.[name],
        joinPath(path, names.indexOf(name)),
      ];
      words.push((part.kind !== 'leaf' && nameItem(part, at)) || name);
      rest = rest.replace(/^\./, '').slice(name.length);
      continue;
    } else if (part.kind === 'object' && key !== undefined && part.fields.has(key)) {
      [part, at] = [part.fields.get(key) as FormField, (at as Record<string, unknown> | undefined)?.[key]];
      if (part.kind !== 'list' && part.kind !== 'map') words.push(part.title);
      path = joinPath(path, key);
    } else break;
    rest = rest.slice(step.length);
  }
  if (words.length === 0 || part.kind === 'list' || part.kind === 'map') words.push(part.title);
  return { name: words.join(', '), field: part, path };
}

function findItem(list: unknown, name: string): number {
  const items: unknown[] = Array.isArray(list) ? list : [];
  const named = items.findIndex((each) => isValues(each) && (each.id === name || each.size === name));
  return named === -1 ? Number(name) : named;
}

function isStart(rest: string, name: string): boolean {
  const text = rest.replace(/^\./, '');
  return text === name || text.startsWith(`${name}.`) || text.startsWith(`${name}[`);
}
