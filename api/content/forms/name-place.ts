import type { FormField } from './form-field.ts';
import { nameItem } from './item-names.ts';
import { chooseOption, isValues } from './read-value.ts';

/**
 * A place in a file in the words of its form: `rows[0].closes` is ‘Mon-Sat, Closes’.
 * @param place as `listChanges` names it: items of lists by their number, id or size
 * @param value of the file, to name items by their words
 */
export function namePlaceInForm(field: FormField, value: unknown, place: string): string {
  const words: string[] = [];
  let [part, at, rest]: [FormField, unknown, string] = [field, value, place];
  while (rest !== '') {
    if (part.kind === 'union') part = chooseOption(part, at);
    const [step = '', item, key] = /^\.?(?:\[([^\]]+)\]|([^.[]+))/.exec(rest) ?? [];
    if (part.kind === 'list' && item !== undefined) {
      [part, at] = [part.item, findItem(at, item)];
      words.push(nameItem(part, at) || item);
    } else if (part.kind === 'map') {
      // A name can have dots in it.
      const name = Object.keys(isValues(at) ? at : {}).find((each) => isStart(rest, each)) ?? key ?? rest;
      [part, at, rest] = [
        part.item,
        (at as Record<string, unknown> | undefined)?.[name],
        rest.replace(/^\./, ''),
      ];
      words.push(nameItem(part, at) || name);
      rest = rest.slice(name.length);
      continue;
    } else if (part.kind === 'object' && key !== undefined && part.fields.has(key)) {
      [part, at] = [part.fields.get(key) as FormField, (at as Record<string, unknown> | undefined)?.[key]];
      if (part.kind !== 'list' && part.kind !== 'map') words.push(part.title);
    } else break;
    rest = rest.slice(step.length);
  }
  return words.join(', ') || field.title;
}

function findItem(list: unknown, name: string): unknown {
  const items: unknown[] = Array.isArray(list) ? list : [];
  const named = items.find((each) => isValues(each) && (each.id === name || each.size === name));
  return named ?? items[Number(name)];
}

function isStart(rest: string, name: string): boolean {
  const text = rest.replace(/^\./, '');
  return text === name || text.startsWith(`${name}.`) || text.startsWith(`${name}[`);
}
