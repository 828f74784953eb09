import { formatDay, parseDay } from '#domain/dates.ts';
import type { FormField } from './form-field.ts';
import { chooseOption, isValues } from './read-value.ts';

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
  if (item.kind === 'union') return nameField(item.options[0] as FormField);
  if (item.kind !== 'object') return undefined;
  return [...item.fields].find(
    ([, field]) => field.kind === 'leaf' && !NAMELESS.includes(field.control),
  )?.[0];
}

/** What an item of a list is called: its first words, or those of its parts. Empty for a new one. */
export function nameItem(field: FormField, value: unknown): string {
  if (field.kind === 'union') return nameItem(chooseOption(field, value), value);
  if (typeof value === 'string') return shorten(value);
  if (field.kind === 'list' && Array.isArray(value)) {
    return shorten(
      value
        .map((each) => nameItem(field.item, each))
        .filter(Boolean)
        .join(' and '),
    );
  }
  if (field.kind !== 'object' || !isValues(value)) return '';
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
