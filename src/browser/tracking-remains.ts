import type { BulkResult } from '#domain/orders/order-changes.ts';
import { splitLines, type TrackingPreview, type TrackingProposal } from '#domain/orders/tracking-list.ts';

/** A line of a pasted list that was left out. */
export interface LeftLine {
  /** From 1, in the list as it was pasted. */
  readonly line: number;
  readonly text: string;
  readonly error: string;
}

/** The service takes a first line without an order number for a heading, and the first that is left may be such a one. */
const HEADING = 'Order number, tracking number';

/**
 * The lines of a list that want mending, in their order: those that the preview left out, and those refused since.
 * @param entered what was sent, with a result each
 */
export function findLeftLines(
  list: string,
  { leftOut }: Pick<TrackingPreview, 'leftOut'>,
  entered: readonly TrackingProposal[],
  results: readonly BulkResult[],
): LeftLine[] {
  const rows = splitLines(list);
  const refused = entered.flatMap(({ line }, at) => {
    const result = results[at];
    return result === undefined || result.ok ? [] : [{ line, error: result.error }];
  });
  const left = leftOut.filter(({ isDone }) => !isDone).map(({ line, reason }) => ({ line, error: reason }));
  return [...left, ...refused]
    .sort((one, other) => one.line - other.line)
    .map(({ line, error }) => ({ line, error, text: rows[line - 1] ?? '' }));
}

/** The list of the lines that were left out, to be mended and sent again; empty when there are none. */
export function writeLeftList(left: readonly LeftLine[]): string {
  return left.length === 0 ? '' : [HEADING, ...left.map(({ text }) => text)].join('\n');
}
