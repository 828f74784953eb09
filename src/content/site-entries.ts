import { getCollection, getEntry } from 'astro:content';
import type { CollectionName } from './reader/collections.ts';
import { TOKEN_COLLECTIONS, type TokenSources, tokenSourcesOf } from './reader/content-tokens.ts';
import type { ContentEntry } from './reader/parse-content.ts';

/** A record as Astro stores it, with its position in the file. */
export interface SiteEntry<Name extends CollectionName> {
  readonly id: string;
  readonly collection: string;
  readonly data: ContentEntry<Name>['data'] & { readonly order: number };
}

/** The records of a collection, sorted by their `order` field, or else by their position in the file. */
export async function listEntries<Name extends CollectionName>(name: Name): Promise<SiteEntry<Name>[]> {
  const entries = (await getCollection(name)) as unknown as SiteEntry<Name>[];
  return entries.sort((a, b) => a.data.order - b.data.order);
}

/** The content check guarantees that the entry exists; otherwise this throws an Error that names it. */
export async function readEntry<Name extends CollectionName>(
  name: Name,
  id: string,
): Promise<SiteEntry<Name>> {
  const found = (await getEntry(name, id)) as unknown as SiteEntry<Name> | undefined;
  if (found === undefined) throw new Error(`There is no ${id} in the ${name} content.`);
  return found;
}

/** The records whose figures sentences can use. */
export async function readTokenSources(): Promise<TokenSources> {
  const collections = await Promise.all(
    TOKEN_COLLECTIONS.map(async (name) => [name, await listEntries(name)]),
  );
  const sources = tokenSourcesOf(Object.fromEntries(collections));
  if (sources === undefined) throw new Error('There is no farm or no shop in the content.');
  return sources;
}
