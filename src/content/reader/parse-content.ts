import { matchesGlob } from 'node:path';
import type { z } from 'zod';
import { COLLECTIONS, type CollectionName } from './collections.ts';
import type { ContentProblem } from './problems.ts';
import type { ContentValues } from './read-files.ts';
import { describeIssue } from './schema-issues.ts';

/** One record of a collection and its place. */
export interface ContentEntry<Name extends CollectionName> {
  readonly id: string;
  readonly file: string;
  /** Where the record starts in its file: empty, or `["netting"]` in a list. */
  readonly place: string;
  readonly data: z.output<(typeof COLLECTIONS)[Name]['schema']>;
}

/** Every collection, parsed. Records with mistakes are reported and left out. */
export type Content = { readonly [Name in CollectionName]: readonly ContentEntry<Name>[] };

/**
 * Parses the raw records with their schemas.
 * @param unreadable files with a mistake of their own, which are not missing
 */
export function parseContent(
  values: ContentValues,
  unreadable: readonly string[] = [],
): { content: Content; problems: ContentProblem[] } {
  const problems: ContentProblem[] = [];
  const unread = new Set(Object.keys(values));
  const content = Object.fromEntries(
    (Object.keys(COLLECTIONS) as CollectionName[]).map((name) => {
      const files = Object.keys(values).filter((file) => matchesGlob(file, COLLECTIONS[name].files));
      for (const file of files) unread.delete(file);
      return [name, files.flatMap((file) => parseFile(name, file, values[file], problems))];
    }),
  ) as unknown as Content;
  for (const file of unread) {
    problems.push({
      file,
      field: 'the file',
      found: 'a file that nothing reads',
      wanted: `a name that fits: ${Object.values(COLLECTIONS)
        .map(({ files }) => files)
        .join(', ')}`,
    });
  }
  return {
    content,
    problems: [...problems, ...missingFiles(content, [...Object.keys(values), ...unreadable])],
  };
}

function parseFile(name: CollectionName, file: string, value: unknown, problems: ContentProblem[]) {
  const { shape } = COLLECTIONS[name];
  if (shape === 'record') return parseRecord(name, file, '', idOf(file), value, problems);
  if (!Array.isArray(value)) {
    problems.push({
      file,
      field: 'the file',
      found: describeValue(value),
      wanted: 'a list of records in [ ]',
    });
    return [];
  }
  const seen = new Set<string>();
  return value.flatMap((each, index) => {
    const id = typeof each?.id === 'string' ? each.id : `#${index + 1}`;
    if (seen.has(id)) {
      problems.push({ file, field: `["${id}"].id`, found: `"${id}" twice`, wanted: 'each id once' });
    }
    seen.add(id);
    return parseRecord(name, file, `["${id}"]`, id, each, problems);
  });
}

function parseRecord(
  name: CollectionName,
  file: string,
  place: string,
  id: string,
  value: unknown,
  problems: ContentProblem[],
) {
  const { schema } = COLLECTIONS[name];
  const result = (schema as z.ZodType).safeParse(value);
  if (result.success) return [{ id, file, place, data: result.data }];
  problems.push(...result.error.issues.map((issue) => describeIssue(issue, { file, place, value, schema })));
  return [];
}

/** The id of `season/trees.json` is `trees`, of `pages/admin/orders.md` `admin/orders`, of `farm.json` `farm`. */
function idOf(file: string): string {
  return file.replace(/\.(json|md|svg)$/, '').replace(/^[^/]+\//, '');
}

function missingFiles(content: Content, files: readonly string[]): ContentProblem[] {
  return (Object.keys(COLLECTIONS) as CollectionName[])
    .filter((name) => content[name].length === 0 && !('optional' in COLLECTIONS[name]))
    .filter((name) => !files.some((file) => matchesGlob(file, COLLECTIONS[name].files)))
    .map((name) => ({
      file: COLLECTIONS[name].files,
      field: 'the file',
      found: 'nothing',
      wanted: 'at least one such file',
    }));
}

/** A value in a form that an editor recognises. */
export function describeValue(value: unknown): string {
  return value === undefined ? 'nothing' : (JSON.stringify(value) ?? String(value));
}
