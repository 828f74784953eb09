import { defineCollection } from 'astro:content';
import { createContentLoader } from './content/content-loader.ts';
import { COLLECTIONS, type CollectionName } from './content/reader/collections.ts';

const names = Object.keys(COLLECTIONS) as CollectionName[];

/** Astro's collections are the content reader's; its schemas have parsed the records already. */
export const collections = Object.fromEntries(
  names.map((name) => [name, defineCollection({ loader: createContentLoader(name) })]),
);
