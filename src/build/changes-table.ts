import type { ContentChange } from './content-changes.ts';

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
