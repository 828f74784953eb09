/** A mistake in a content file, in words for its editor. */
export interface ContentProblem {
  /** Path below content/. */
  readonly file: string;
  /** Path of the field in the file, or a line, or `the file`. */
  readonly field: string;
  readonly found: string;
  /** Completes the message "wanted: …". */
  readonly wanted: string;
  /** The year of the season to which everything can be moved instead: the value belongs to it. */
  readonly season?: number;
}

/** One message with every mistake: file, field, what was found, what is wanted. */
export function formatProblems(problems: readonly ContentProblem[]): string {
  const count = problems.length === 1 ? 'One mistake' : `${problems.length} mistakes`;
  const blocks = problems.map(
    ({ file, field, found, wanted, season }) =>
      `content/${file}\n  field:  ${field}\n  found:  ${found}\n  wanted: ${wanted}` +
      (season === undefined ? '' : `: npm run content:season -- ${season}`),
  );
  return [`${count} in the content files:`, ...blocks].join('\n\n');
}

/** A content file that cannot be parsed, with a message for its editor. */
export class UnreadableFile extends Error {
  readonly place: string;
  readonly found: string;
  readonly wanted: string;

  constructor(place: string, found: string, wanted: string) {
    super(wanted);
    this.place = place;
    this.found = found;
    this.wanted = wanted;
  }
}

export function firstLine(source: string): string {
  return source.trim().split('\n')[0] || 'nothing';
}
