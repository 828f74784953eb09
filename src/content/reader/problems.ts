import { sayCommand } from '#commands';
import { countOf } from '#domain/count.ts';

/** The way from a file's value to a part of it: names of fields, and the positions of items in lists, from 0. */
export type FieldPath = readonly PropertyKey[];

/** A mistake in a content file, in words for its editor. */
export interface ContentProblem {
  /** Path below content/. */
  readonly file: string;
  /** What is called `field`, for programs; undefined for a file that cannot be read. */
  readonly path?: FieldPath;
  /** The field in words, or a line, or `the file`. */
  readonly field: string;
  readonly found: string;
  /** Completes the message "wanted: …". */
  readonly wanted: string;
  /** The year of the season to which everything can be moved instead: the value belongs to it. */
  readonly season?: number;
}

/** A mistake as a check finds it, before its field has words. */
export type Finding = Omit<ContentProblem, 'field'> & { readonly path: FieldPath };

/** A mistake, so that each check says it in a line. */
export function find(file: string, path: FieldPath, found: string, wanted: string): Finding {
  return { file, path, found, wanted };
}

/** Says of each mistake in which field it is. */
export function nameFields(
  findings: readonly Finding[],
  values: Readonly<Record<string, unknown>>,
): ContentProblem[] {
  return findings.map((each) => ({ ...each, field: nameField(values[each.file], each.path) }));
}

const NAMES = ['id', 'size', 'name', 'title', 'days', 'label', 'type'];

/** `groups["nordmann-fir"].sizes["5-6ft"].price`: list items by the name that an editor sees. */
export function nameField(value: unknown, path: FieldPath): string {
  let field = '';
  path.forEach((key, index) => {
    if (typeof key !== 'number') {
      // A name with dots in it, such as that of a figure.
      if (String(key).includes('.')) field += `["${String(key)}"]`;
      else field += field === '' ? String(key) : `.${String(key)}`;
      return;
    }
    // One paragraph is written without a list.
    if (typeof valueAt(value, path.slice(0, index)) === 'string') return;
    const item = valueAt(value, path.slice(0, index + 1)) as Record<string, unknown> | undefined;
    const name = NAMES.map((each) => item?.[each]).find((each) => typeof each === 'string');
    field += name === undefined ? `[${key + 1}]` : `["${name}"]`;
  });
  return field === '' ? 'the file' : field;
}

/** @returns undefined where there is nothing */
export function valueAt(value: unknown, path: FieldPath): unknown {
  return path.reduce<unknown>(
    (each, key) => (each as Record<PropertyKey, unknown> | null | undefined)?.[key],
    value,
  );
}

/** One message with every mistake: file, field, what was found, what is wanted. */
export function formatProblems(problems: readonly ContentProblem[]): string {
  const blocks = problems.map(
    ({ file, field, found, wanted, season }) =>
      `content/${file}\n  field:  ${field}\n  found:  ${found}\n  wanted: ${wanted}` +
      (season === undefined ? '' : `: ${sayCommand('content:season', String(season))}`),
  );
  return [`${countOf(problems.length, 'mistake')} in the content files:`, ...blocks].join('\n\n');
}

/** A content file that cannot be parsed, with a message for its editor. */
export class UnreadableFile extends Error {
  readonly position: string;
  readonly found: string;
  readonly wanted: string;

  constructor(position: string, found: string, wanted: string) {
    super(wanted);
    this.position = position;
    this.found = found;
    this.wanted = wanted;
  }
}

export function firstLine(source: string): string {
  return source.trim().split('\n')[0] || 'nothing';
}
