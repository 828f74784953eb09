import { defineCollection } from 'astro:content';
import { createContentLoader } from './content/content-loader.ts';
import { COLLECTIONS, type CollectionName } from './content/reader/collections.ts';

const names = Object.keys(COLLECTIONS) as CollectionName[];

/** The content reader fills Astro's collections. Its schemas have already parsed the records. */
export const collections = Object.fromEntries(
  names.map((name) => [name, defineCollection({ loader: createContentLoader(name) })]),
);
