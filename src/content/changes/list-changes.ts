import { formatDay, parseDay } from '#domain/dates.ts';
import type { ContentValues } from '../reader/parse-content.ts';
import { type FieldPath, nameField } from '../reader/problems.ts';

/** One changed value. A path is empty for a whole file; an absent side means added or removed. */
export interface ContentChange {
  readonly file: string;
  /** Where it is in the new value, or if it is there no longer, in the old one. */
  readonly path: FieldPath;
  readonly old: unknown;
  readonly new: unknown;
}

/** Every value that differs between two readings of the content, in file order. */
export function listChanges(before: ContentValues, after: ContentValues): ContentChange[] {
  const files = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return files.flatMap((file) => {
    if (!(file in before)) return [{ file, path: [], old: undefined, new: 'new file' }];
    if (!(file in after)) return [{ file, path: [], old: 'file removed', new: undefined }];
    const [old, now] = [nameLeaves(before[file]), nameLeaves(after[file])];
    return [...new Set([...old.keys(), ...now.keys()])].flatMap((name): ContentChange[] => {
      const [was, is] = [old.get(name), now.get(name)];
      const path = (is ?? was)?.path ?? [];
      return was?.value === is?.value ? [] : [{ file, path, old: was?.value, new: is?.value }];
    });
  });
}

/** A value that is no list and no record, or an empty one, as JSON, and the way to it. */
export interface Leaf {
  readonly path: FieldPath;
  readonly value: unknown;
}

/** The leaves by names that stay the same when other items come or go: `groups[nordmann].sizes[4-5ft].price`. */
export function nameLeaves(
  value: unknown,
  name = '',
  path: FieldPath = [],
  leaves = new Map<string, Leaf>(),
): Map<string, Leaf> {
  if (typeof value !== 'object' || value === null) return leaves.set(name, { path, value });
  const names = Array.isArray(value) ? nameItems(value) : undefined;
  const entries = Object.entries(value);
  if (entries.length === 0) leaves.set(name, { path, value: JSON.stringify(value) });
  for (const [key, child] of entries) {
    const step = Array.isArray(value) ? Number(key) : key;
    const ownName = Array.isArray(value) ? `[${names?.[Number(key)] ?? key}]` : `.${key}`;
    nameLeaves(child, name + ownName, [...path, step], leaves);
  }
  return leaves;
}

/**
 * What tells the items of a list apart: their `id`, or the `size` of a price. A line inserted at the top then does not
 * look like a change of them all.
 */
function nameItems(items: readonly Record<string, unknown>[]): string[] | undefined {
  return ['id', 'size']
    .map((key) => items.map((item) => item?.[key]))
    .find(
      (names): names is string[] =>
        names.every((name) => typeof name === 'string') && new Set(names).size === names.length,
    );
}

/** One change by file and field: `prices/home.json, groups["norway-spruce"].sizes["7-8ft"].price: £42 to £44`. */
export function formatChange(change: ContentChange, before: ContentValues, after: ContentValues): string {
  const { file, path } = change;
  if (path.length === 0) return `${file}: ${change.new ?? change.old}`;
  const values = change.new === undefined ? before : after;
  return `${file}, ${nameField(values[file], path)}: ${describeChange(change)}`;
}

/** `£42 to £44`, `a → b`, `new, a` or `removed, was b`. @param say a text in other words */
export function describeChange(
  { old, new: now }: Pick<ContentChange, 'old' | 'new'>,
  say: (text: string) => string = sayDay,
): string {
  const show = (value: unknown) => {
    if (typeof value === 'boolean') return value ? 'yes' : 'no';
    return (typeof value === 'string' ? say(value) : String(value)).replaceAll(/\s+/g, ' ');
  };
  if (old === undefined) return `new, ${shorten(show(now))}`;
  if (now === undefined) return `removed, was ${shorten(show(old))}`;
  const between = String(now).startsWith('£') ? 'to' : '→';
  return cutToDifference(show(old), show(now)).join(` ${between} `);
}

function sayDay(text: string): string {
  const day = parseDay(text);
  return day ? formatDay(day, 'full') : text;
}

const LONGEST_VALUE = 60;
const LETTERS_BEFORE_DIFFERENCE = 20;

function shorten(text: string): string {
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE - 1)}…` : text;
}

/** Two long texts from shortly before the first letter that differs, as one sees nothing in two equal beginnings. */
function cutToDifference(old: string, now: string): string[] {
  const longest = Math.max(old.length, now.length);
  let start = 0;
  while (start < longest && old[start] === now[start]) start++;
  const from = longest > LONGEST_VALUE ? Math.max(0, start - LETTERS_BEFORE_DIFFERENCE) : 0;
  return [old, now].map((text) => shorten(from > 0 ? `…${text.slice(from)}` : text));
}
