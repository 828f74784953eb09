import type { ContentValues } from '../reader/read-files.ts';

/** One changed value. `field` is empty for a whole file; an absent side means added or removed. */
export interface ContentChange {
  file: string;
  field: string;
  old: unknown;
  new: unknown;
}

/** Every value that differs between two readings of the content, in file order. */
export function listChanges(before: ContentValues, after: ContentValues): ContentChange[] {
  const files = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return files.flatMap((file) => {
    if (!(file in before)) return [{ file, field: '', old: undefined, new: 'new file' }];
    if (!(file in after)) return [{ file, field: '', old: 'file removed', new: undefined }];
    return compareFields(file, flatten(before[file]), flatten(after[file]));
  });
}

function compareFields(
  file: string,
  before: Map<string, unknown>,
  after: Map<string, unknown>,
): ContentChange[] {
  const fields = new Set([...before.keys(), ...after.keys()]);
  return [...fields]
    .filter((field) => before.get(field) !== after.get(field))
    .map((field) => ({ file, field, old: before.get(field), new: after.get(field) }));
}

/** Leaf values by path: `groups[nordmann].sizes[4-5ft].price`. An empty list or record counts as a leaf. */
export function flatten(
  value: unknown,
  path = '',
  leaves = new Map<string, unknown>(),
): Map<string, unknown> {
  const entries = listEntries(value, path);
  if (entries === undefined) leaves.set(path, value);
  else if (entries.length === 0) leaves.set(path, JSON.stringify(value));
  else for (const [childPath, child] of entries) flatten(child, childPath, leaves);
  return leaves;
}

function listEntries(value: unknown, path: string): [string, unknown][] | undefined {
  if (Array.isArray(value)) {
    const names = nameItems(value);
    return value.map((item, index) => [`${path}[${names?.[index] ?? index}]`, item]);
  }
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).map(([key, child]) => [path ? `${path}.${key}` : key, child]);
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
