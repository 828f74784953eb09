import { readTrackingList } from '#domain/tracking-list.ts';
import type { TrackingAnswer } from './admin-bulk-calls.ts';

/** A line of a pasted list that was left out. */
export interface LeftLine {
  /** From 1, in the list as it was pasted. */
  readonly line: number;
  readonly text: string;
  readonly error: string;
}

/** The service takes a first line without an order number for a heading, and the first that is left may be such a one. */
const HEADING = 'Order number, tracking number';

/** The lines of a list that could not be read or were refused, in their order. */
export function findLeftLines(list: string, { results, mistakes }: TrackingAnswer): LeftLine[] {
  const rows = list.split(/\r\n|\r|\n/);
  const { lines } = readTrackingList(list);
  const refused = results.flatMap((result) => {
    if (result.ok) return [];
    const line = lines.find(({ orderNumber }) => orderNumber === result.orderNumber)?.line ?? 0;
    return [{ line, error: result.error }];
  });
  return [...mistakes, ...refused]
    .sort((one, other) => one.line - other.line)
    .map(({ line, error }) => ({ line, error, text: rows[line - 1] ?? '' }));
}

/** The list of the lines that were left out, to be mended and sent again; empty when there are none. */
export function writeLeftList(left: readonly LeftLine[]): string {
  return left.length === 0 ? '' : [HEADING, ...left.map(({ text }) => text)].join('\n');
}
