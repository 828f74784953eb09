import { defineCollection } from 'astro:content';
import { file, glob } from 'astro/loaders';
import { z } from 'zod';
import { COLLECTIONS, type CollectionName } from './content/collections.ts';

/**
 * Reads the files that the collection names; the same ones that the content check reads. The words are rendered as they
 * are read, and not kept as written too.
 */
function loader(name: CollectionName) {
  const { files, shape } = COLLECTIONS[name];
  return shape === 'list'
    ? file(`content/${files}`, { parser: withOrder })
    : glob({ base: 'content', pattern: files, generateId, retainBody: false });
}

/** Astro keeps records by id; `order` keeps the place that an editor gave each in its list. */
function withOrder(source: string): Record<string, unknown>[] {
  return JSON.parse(source).map((record: object, order: number) => ({ ...record, order }));
}

/** The schema of a list's records with the `order` that the loader adds. */
function ordered<Shape extends z.core.$ZodShape>({ shape }: z.ZodObject<Shape>) {
  return z.strictObject({ ...shape, order: z.int() });
}

/** `pages/admin/orders.md` is known as `admin/orders`, `season/trees.json` as `trees`. */
function generateId({ entry }: { entry: string }): string {
  return entry.replace(/\.(json|md)$/, '').replace(/^[^/]+\//, '');
}

// One by one, because Astro takes the type of each collection from here.
export const collections = {
  farm: defineCollection({ loader: loader('farm'), schema: COLLECTIONS.farm.schema }),
  shop: defineCollection({ loader: loader('shop'), schema: COLLECTIONS.shop.schema }),
  structuredData: defineCollection({
    loader: loader('structuredData'),
    schema: COLLECTIONS.structuredData.schema,
  }),
  seasons: defineCollection({ loader: loader('seasons'), schema: COLLECTIONS.seasons.schema }),
  hours: defineCollection({ loader: loader('hours'), schema: COLLECTIONS.hours.schema }),
  facts: defineCollection({ loader: loader('facts'), schema: COLLECTIONS.facts.schema }),
  prices: defineCollection({ loader: loader('prices'), schema: COLLECTIONS.prices.schema }),
  guides: defineCollection({ loader: loader('guides'), schema: COLLECTIONS.guides.schema }),
  varieties: defineCollection({ loader: loader('varieties'), schema: COLLECTIONS.varieties.schema }),
  stands: defineCollection({ loader: loader('stands'), schema: COLLECTIONS.stands.schema }),
  services: defineCollection({ loader: loader('services'), schema: ordered(COLLECTIONS.services.schema) }),
  testimonials: defineCollection({
    loader: loader('testimonials'),
    schema: ordered(COLLECTIONS.testimonials.schema),
  }),
  extras: defineCollection({ loader: loader('extras'), schema: ordered(COLLECTIONS.extras.schema) }),
  journeys: defineCollection({ loader: loader('journeys'), schema: ordered(COLLECTIONS.journeys.schema) }),
  faq: defineCollection({ loader: loader('faq'), schema: COLLECTIONS.faq.schema }),
  careSteps: defineCollection({ loader: loader('careSteps'), schema: ordered(COLLECTIONS.careSteps.schema) }),
  troubleshooting: defineCollection({
    loader: loader('troubleshooting'),
    schema: ordered(COLLECTIONS.troubleshooting.schema),
  }),
  redirects: defineCollection({ loader: loader('redirects'), schema: ordered(COLLECTIONS.redirects.schema) }),
  towns: defineCollection({ loader: loader('towns'), schema: COLLECTIONS.towns.schema }),
  pages: defineCollection({ loader: loader('pages'), schema: COLLECTIONS.pages.schema }),
};
