import type { ContentValues } from '../content/reader/read-files.ts';

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

/** Leaf values by path: `rows[nordmann].prices[0]`. An empty list or record counts as a leaf. */
function flatten(value: unknown, path = '', leaves = new Map<string, unknown>()): Map<string, unknown> {
  const entries = listEntries(value, path);
  if (entries === undefined) leaves.set(path, value);
  else if (entries.length === 0) leaves.set(path, JSON.stringify(value));
  else for (const [childPath, child] of entries) flatten(child, childPath, leaves);
  return leaves;
}

function listEntries(value: unknown, path: string): [string, unknown][] | undefined {
  if (Array.isArray(value)) {
    const ids = value.map((item) => item?.id);
    // By id where there is one, so that a line inserted at the top does not look like a change of them all.
    const hasIds = ids.every((id) => typeof id === 'string') && new Set(ids).size === ids.length;
    return value.map((item, index) => [`${path}[${hasIds ? ids[index] : index}]`, item]);
  }
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).map(([key, child]) => [path ? `${path}.${key}` : key, child]);
}

// A changed paragraph should not push the columns apart; the table names the field, the editor has the text.
const WIDEST_VALUE = 40;

/** The changes as a table in plain text: file, field, old, new. */
export function formatChanges(changes: ContentChange[]): string {
  const rows = [
    ['file', 'field', 'old', 'new'],
    ...changes.map((change) => [change.file, change.field, show(change.old), show(change.new)]),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  lines.splice(1, 0, widths.map((width) => '-'.repeat(width)).join('  '));
  return lines.join('\n');
}

function show(value: unknown): string {
  if (value === undefined) return '–';
  const text = String(value).replaceAll(/\s+/g, ' ');
  return text.length > WIDEST_VALUE ? `${text.slice(0, WIDEST_VALUE - 1)}…` : text;
}
