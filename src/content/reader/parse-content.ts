import type { z } from 'zod';
import { PAGES, pagePath, townPath } from '#domain/pages.ts';
import { COLLECTIONS, type CollectionName, findCollection } from './collections.ts';
import { type ContentProblem, type FieldPath, type Finding, find, nameFields } from './problems.ts';
import { describeIssue } from './schema-issues.ts';

/** The raw records of content/ by file: `prices/home.json`, or the frontmatter of `pages/visit.md`. */
export type ContentValues = Record<string, unknown>;

/** One record of a collection, and where it stands. */
export interface ContentEntry<Name extends CollectionName> {
  readonly id: string;
  readonly file: string;
  /** Where the record starts in its file: empty, or its place in a list. */
  readonly path: FieldPath;
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
  const findings: Finding[] = [];
  const unread = new Set(Object.keys(values));
  const content = Object.fromEntries(
    (Object.keys(COLLECTIONS) as CollectionName[]).map((name) => {
      const files = Object.keys(values).filter((file) => findCollection(file) === name);
      for (const file of files) unread.delete(file);
      return [name, files.flatMap((file) => parseFile(name, file, values[file], findings))];
    }),
  ) as unknown as Content;
  for (const file of unread) {
    const known = Object.values(COLLECTIONS).map(({ files }) => files);
    findings.push(find(file, [], 'a file that nothing reads', `a name that fits: ${known.join(', ')}`));
  }
  return {
    content,
    problems: nameFields(
      [...findings, ...missingFiles(content, [...Object.keys(values), ...unreadable])],
      values,
    ),
  };
}

function parseFile(name: CollectionName, file: string, value: unknown, findings: Finding[]) {
  const { shape } = COLLECTIONS[name];
  if (shape === 'record') return parseRecord(name, file, [], idOf(file), value, findings);
  if (!Array.isArray(value)) {
    findings.push(find(file, [], JSON.stringify(value), 'a list of records in [ ]'));
    return [];
  }
  const seen = new Set<string>();
  return value.flatMap((each, index) => {
    const id = typeof each?.id === 'string' ? each.id : `#${index + 1}`;
    if (seen.has(id)) {
      findings.push({ file, path: [index, 'id'], found: `"${id}" twice`, wanted: 'each id once' });
    }
    seen.add(id);
    return parseRecord(name, file, [index], id, each, findings);
  });
}

function parseRecord(
  name: CollectionName,
  file: string,
  path: FieldPath,
  id: string,
  value: unknown,
  findings: Finding[],
) {
  const { schema } = COLLECTIONS[name];
  const result = (schema as z.ZodType).safeParse(value);
  if (result.success) return [{ id, file, path, data: result.data }];
  findings.push(...result.error.issues.map((issue) => describeIssue(issue, { file, path, value, schema })));
  return [];
}

/** The id of `season/trees.json` is `trees`, of `pages/contact-us/thank-you.md` `contact-us/thank-you`, of `farm.json` `farm`. */
function idOf(file: string): string {
  return file.replace(/\.(json|md|svg)$/, '').replace(/^[^/]+\//, '');
}

function missingFiles(content: Content, files: readonly string[]): Finding[] {
  return (Object.keys(COLLECTIONS) as CollectionName[])
    .filter((name) => content[name].length === 0 && !('optional' in COLLECTIONS[name]))
    .filter((name) => !files.some((file) => findCollection(file) === name))
    .map((name) => find(COLLECTIONS[name].files, [], 'nothing', 'at least one such file'));
}

/** A record of any collection. */
export type AnyEntry = ContentEntry<CollectionName> & { collection: CollectionName };

export function allEntries(content: Content): AnyEntry[] {
  return (Object.keys(content) as CollectionName[]).flatMap((collection) =>
    (content[collection] as readonly ContentEntry<CollectionName>[]).map((entry) => ({
      ...entry,
      collection,
    })),
  );
}

export function ids(entries: readonly { id: string }[]): string[] {
  return entries.map(({ id }) => id);
}

/** Completes the message "wanted: …" for a name that must be one of a list. */
export function oneOf(names: readonly string[]): string {
  return `one of ${names.join(', ')}`;
}

/** The path of every page. */
export function pagePaths(content: Content): string[] {
  const own = [
    ...Object.values(PAGES).map(({ path }) => path),
    ...content.pages.map(({ id }) => pagePath(id)),
  ];
  return [...new Set(own), ...content.towns.map(({ id }) => townPath(id))];
}

/** Every string of a value, and the way to it. */
export function* strings(value: unknown, path: FieldPath = []): Generator<[path: FieldPath, text: string]> {
  if (typeof value === 'string') yield [path, value];
  else if (value !== null && typeof value === 'object') {
    for (const [key, each] of Object.entries(value)) {
      yield* strings(each, [...path, Array.isArray(value) ? Number(key) : key]);
    }
  }
}
