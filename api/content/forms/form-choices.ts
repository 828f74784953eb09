import { COLLECTIONS, type CollectionName, findCollection } from '#content/reader/collections.ts';
import { strings } from '#content/reader/entries.ts';
import type { ContentValues } from '#content/reader/read-files.ts';
import { isPhotograph } from '#domain/content/photographs.ts';
import { isValues } from './read-value.ts';

/** What a form offers to choose from: records, pictures and names that the content has. */
export interface FormChoices {
  /** Ids and names of a collection's records; of `faq` the questions. */
  listRecords(collection: string): [id: string, name: string][];
  /** The file names in images/. */
  readonly photographs: readonly string[];
  /** Those that the content shows somewhere: nobody else can know which ones fit. */
  readonly drawings: readonly string[];
  readonly icons: readonly string[];
  readonly treeTypes: readonly string[];
}

/** Of the content as drafted. */
export function makeChoices(values: ContentValues, photographs: readonly string[]): FormChoices {
  const all = Object.values(values).flatMap((value) => [...strings(value, '')]);
  const named = (field: RegExp) => unique(all.flatMap(([path, text]) => (field.test(path) ? text : [])));
  return {
    listRecords: (collection) => listRecords(values, collection),
    photographs,
    drawings: named(/(^|\.)(image|shareImage)$/).filter((name) => !isPhotograph(name)),
    icons: named(/(^|\.)icon$/),
    treeTypes: named(/(^|\.)type$/),
  };
}

function listRecords(values: ContentValues, collection: string): [id: string, name: string][] {
  const files = Object.keys(values).filter((file) => findCollection(file) === collection);
  const { shape } = COLLECTIONS[collection as CollectionName];
  return files.flatMap((file): [string, string][] => {
    const record = toRecord(values[file]);
    if (shape === 'list' || collection === 'faq') {
      const items = shape === 'list' ? values[file] : record.items;
      return (Array.isArray(items) ? items : [])
        .map(toRecord)
        .map(({ id, question, name }) => [String(id), String(question ?? name ?? id)]);
    }
    const id = file.replace(/^[^/]+\//, '').replace(/\.\w+$/, '');
    return [[id, String(record.name ?? id)]];
  });
}

/** Another file's mistake is named on the page for publishing, and must not stop this one's form. */
function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return isValues(value) ? value : {};
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}
