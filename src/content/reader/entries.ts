import { PAGES, pagePath, townPath } from '#domain/pages.ts';
import type { CollectionName } from './collections.ts';
import type { Content, ContentEntry } from './parse-content.ts';
import type { FieldPath } from './problems.ts';

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
