import { COLLECTIONS, type CollectionName, findCollection } from '#content/reader/collections.ts';
import { isRecord } from '#content/reader/page-body.ts';
import { type ContentValues, strings } from '#content/reader/parse-content.ts';
import { isPhotograph } from '#domain/content/photographs.ts';
import { isListed, pagePath, townPath } from '#domain/pages.ts';

/** What a form offers to choose from: records, pictures and names that the content has. */
export interface FormChoices {
  /** Ids and names of a collection's records; of `faq` the questions. */
  listRecords(collection: string): [id: string, name: string][];
  /** The pages that words can link to: their paths and names. */
  readonly pages: readonly (readonly [path: string, name: string])[];
  /** The figures that pages disagree on, by their names in sentences. */
  readonly facts: ReadonlyMap<string, FactChoice>;
  readonly photographs: readonly string[];
  /** Those that the content shows somewhere: nobody else can know which ones fit. */
  readonly drawings: readonly string[];
  readonly icons: readonly string[];
  readonly treeTypes: readonly (readonly [type: string, name: string])[];
}

/** What a figure is called, and what can be shown of it. */
interface FactChoice {
  readonly label: string;
  readonly readings: readonly (readonly [id: string, words: string])[];
}

/** Of the content as drafted. */
export function makeChoices(values: ContentValues, photographs: readonly string[]): FormChoices {
  const all = Object.values(values).flatMap((value) => [...strings(value)]);
  const named = (...fields: PropertyKey[]) =>
    unique(all.flatMap(([path, text]) => (fields.includes(path.at(-1) ?? '') ? text : [])));
  return {
    listRecords: (collection) => listRecords(values, collection),
    pages: listPages(values),
    facts: new Map(listFacts(values)),
    photographs,
    drawings: named('image', 'shareImage').filter((name) => !isPhotograph(name)),
    icons: named('icon'),
    treeTypes: listTreeTypes(values),
  };
}

function listPages(values: ContentValues): [path: string, name: string][] {
  return Object.entries(values)
    .flatMap(([file, value]): [string, string][] => {
      const collection = findCollection(file);
      if (collection !== 'pages' && collection !== 'towns') return [];
      const path = collection === 'pages' ? pagePath(idOf(file)) : townPath(idOf(file));
      const { breadcrumb, listed } = toRecord(value);
      return isListed(path) && listed !== false ? [[path, String(breadcrumb ?? path)]] : [];
    })
    .sort(([, one], [, other]) => one.localeCompare(other, 'en-GB'));
}

function listFacts(values: ContentValues): [name: string, fact: FactChoice][] {
  return Object.keys(values).flatMap((file) => {
    if (findCollection(file) !== 'facts') return [];
    const group = idOf(file);
    return Object.entries(toRecord(toRecord(values[file]).facts)).flatMap(
      ([id, fact]): [string, FactChoice][] => {
        const { label, readings } = toRecord(fact);
        if (readings === undefined) return [];
        const words = Object.entries(toRecord(readings)).map(([each, text]) => [each, String(text)] as const);
        return [[`${group}.${id}`, { label: String(label), readings: words }]];
      },
    );
  });
}

function idOf(file: string): string {
  return file.replace(/^[^/]+\//, '').replace(/\.\w+$/, '');
}

export function listRecords(values: ContentValues, collection: string): [id: string, name: string][] {
  const files = Object.keys(values).filter((file) => findCollection(file) === collection);
  const { shape } = COLLECTIONS[collection as CollectionName];
  return files.flatMap((file): [string, string][] => {
    const record = toRecord(values[file]);
    if (shape === 'list' || collection === 'faq') {
      const items = shape === 'list' ? values[file] : record.items;
      return (Array.isArray(items) ? items : [])
        .map(toRecord)
        .map(({ id, question, name, from }) => [String(id), String(question ?? name ?? from ?? id)]);
    }
    const id = idOf(file);
    return [[id, String(record.name ?? id)]];
  });
}

/** All that the content has, each called by its name, or the first one that a price list gives it. */
export function listTreeTypes(values: ContentValues): [type: string, name: string][] {
  const named = Object.entries(values).flatMap(([file, value]) => {
    const { type, name, groups } = toRecord(value);
    if (findCollection(file) === 'varieties') return [{ type, name }];
    if (findCollection(file) !== 'prices' || !Array.isArray(groups)) return [];
    return groups.flatMap((group) => toRecord(group).trees ?? []).map(toRecord);
  });
  const kinds = new Map<string, string>();
  // The kinds of tree come after the prices.
  for (const { type, name } of named) if (typeof type === 'string') kinds.set(type, String(name ?? type));
  return [...kinds].sort(([, one], [, other]) => one.localeCompare(other));
}

/** Another file's mistake is named on the page for publishing, and must not stop this one's form. */
function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}
