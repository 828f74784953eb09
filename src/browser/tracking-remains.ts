import type { BulkResult } from '#domain/orders/order-changes.ts';
import { splitLines, type TrackingPreview, type TrackingProposal } from '#domain/orders/tracking-list.ts';

/** A line of a pasted list that was not saved. */
export interface LeftLine {
  /** Counted from 1, in the pasted list. */
  readonly line: number;
  readonly text: string;
  readonly error: string;
}

/**
 * The lines of a list that need correcting, in their order: those that the preview rejected, and those refused since.
 * @param entered what was sent, with a result each
 */
export function findLeftLines(
  list: string,
  { leftOut }: Pick<TrackingPreview, 'leftOut'>,
  entered: readonly TrackingProposal[],
  results: readonly BulkResult[],
): LeftLine[] {
  const rows = splitLines(list);
  const refused = entered.flatMap(({ lines }, at) => {
    const result = results[at];
    return result === undefined || result.ok ? [] : lines.map((line) => ({ line, error: result.error }));
  });
  const left = leftOut
    .filter(({ isDone }) => !isDone)
    .flatMap(({ lines, reason }) => lines.map((line) => ({ line, error: reason })));
  return [...left, ...refused]
    .sort((one, other) => one.line - other.line)
    .map(({ line, error }) => ({ line, error, text: rows[line - 1] ?? '' }));
}

/** The remaining lines as a list to correct and send again; empty if there are none. */
export function writeLeftList(left: readonly LeftLine[]): string {
  return left.map(({ text }) => text).join('\n');
}
