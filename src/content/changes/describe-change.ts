import { countOf } from '#domain/count.ts';
import { formatDay, parseDay } from '#domain/dates.ts';
import type { ContentValues } from '../reader/read-files.ts';
import type { ContentChange } from './list-changes.ts';

/** What is read of the records that are named in words. They are raw, so any part may be absent. */
interface Named {
  name?: string;
  groups?: { id: string; trees?: { name: string }[] }[];
  models?: { name: string }[];
  branchBox?: { name?: string };
}

/** One change in words: `Norway Spruce 7-8ft (prices/home.json): £42 to £44, on 3 pages`. */
export function describeChange(change: ContentChange, values: ContentValues): string {
  const { file, field } = change;
  if (field === '') return `${file}: ${change.new ?? change.old}`;
  const place = namePlace(file, field, values);
  if (change.old === undefined) return `${place}: new, ${show(change.new)}`;
  if (change.new === undefined) return `${place}: removed, was ${show(change.old)}`;
  const [old, now] = cutToDifference(show(change.old, false), show(change.new, false));
  return `${place}: ${old} ${isPrice(change.new) ? 'to' : '→'} ${now}${countPages(file, field, values)}`;
}

/**
 * What a value is called: the tree, size and list of a price, because lists share trees and sizes; the box; a model of a
 * stand; else file and field.
 */
export function namePlace(file: string, field: string, values: ContentValues): string {
  const record = (values[file] ?? {}) as Named;
  const [, group, size] = PRICE_OF_SIZE.exec(field) ?? [];
  const trees = record.groups?.find(({ id }) => id === group)?.trees?.map(({ name }) => name);
  if (size !== undefined && trees) return `${trees.join(' and ')} ${size} (${file})`;
  if (file === 'shop.json' && field === 'branchBox.price') return record.branchBox?.name ?? field;
  const model = record.models?.[Number(/^models\[(\d+)\]\.price$/.exec(field)?.[1])];
  return model ? model.name : `${file}, ${field}`;
}

const PRICE_OF_SIZE = /^groups\[([^\]]+)\]\.sizes\[([^\]]+)\]\.price$/;

/** How many pages show a tree's price; nothing for other values, whose pages are not known here. */
function countPages(file: string, field: string, values: ContentValues): string {
  if (!PRICE_OF_SIZE.test(field)) return '';
  const id = /^prices\/(.+)\.json$/.exec(file)?.[1];
  const { length } = Object.values(values).filter(
    (value) => (value as { readings?: { prices?: string } } | null)?.readings?.prices === id,
  );
  return `, on ${countOf(length, 'page')}`;
}

function isPrice(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith('£');
}

const LONGEST_VALUE = 60;
const LETTERS_BEFORE_DIFFERENCE = 20;

function show(value: unknown, isShort = true): string {
  const day = typeof value === 'string' ? parseDay(value) : null;
  if (day) return formatDay(day, 'full');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = String(value).replaceAll(/\s+/g, ' ');
  return isShort ? shorten(text) : text;
}

function shorten(text: string): string {
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE - 1)}…` : text;
}

/** Two long texts from shortly before the first letter that differs, as one sees nothing in two equal beginnings. */
function cutToDifference(old: string, now: string): [string, string] {
  const longest = Math.max(old.length, now.length);
  let start = 0;
  while (start < longest && old[start] === now[start]) start++;
  const from = longest > LONGEST_VALUE ? Math.max(0, start - LETTERS_BEFORE_DIFFERENCE) : 0;
  const cut = (text: string) => shorten(from > 0 ? `…${text.slice(from)}` : text);
  return [cut(old), cut(now)];
}
