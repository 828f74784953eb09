import type { z } from 'zod';
import { farmSchema } from '#domain/schemas/farm.ts';
import { hoursSchema, seasonSchema } from '#domain/schemas/hours.ts';
import { noticeSchema } from '#domain/schemas/notice.ts';
import { faqSchema, pageSchema, synonymSchema, townSchema } from '#domain/schemas/page.ts';
import { priceListSchema } from '#domain/schemas/price-list.ts';
import {
  careStepSchema,
  extraSchema,
  factsSchema,
  guideSchema,
  journeySchema,
  redirectSchema,
  serviceSchema,
  standSchema,
  structuredDataSchema,
  testimonialSchema,
  troubleshootingSchema,
} from '#domain/schemas/records.ts';
import { shopSchema } from '#domain/schemas/shop.ts';
import { silhouetteSchema, varietySchema } from '#domain/schemas/variety.ts';

/** Where the editor lists a collection. */
export const COLLECTION_GROUPS = {
  daily: 'Changed most',
  words: 'Words',
  trees: 'Trees and stands',
  details: 'Details',
  rare: 'Rarely needed',
} as const;

interface Collection {
  /** A glob. */
  readonly files: string;
  readonly shape: 'record' | 'list';
  readonly schema: z.ZodType;
  /** For editors: what the files are about, in a few words and in a sentence. */
  readonly title: string;
  readonly about: string;
  readonly group: keyof typeof COLLECTION_GROUPS;
  /** What one file is called, if the editor can add one. */
  readonly one?: string;
  /** Whether the file may be missing. */
  readonly optional?: true;
}

/**
 * Which files in content/ contain which records. `record`: one record per file, named by the file. `list`: one file
 * with a list of records, each named by its `id`. `optional`: the file may be missing. In the order of the editor.
 */
export const COLLECTIONS = {
  prices: {
    files: 'prices/*.json',
    shape: 'record',
    schema: priceListSchema,
    title: 'Prices',
    about: 'What each size of each tree costs.',
    group: 'daily',
    one: 'price list',
  },
  hours: {
    files: 'hours/*.json',
    shape: 'record',
    schema: hoursSchema,
    title: 'Opening hours',
    about: 'From when to when, and single days such as a late night.',
    group: 'daily',
    one: 'opening hours',
  },
  shop: {
    files: 'shop.json',
    shape: 'record',
    schema: shopSchema,
    title: 'Branch boxes',
    about: 'What a box costs and holds, its delivery weeks, and where boxes are not sent.',
    group: 'daily',
  },
  seasons: {
    files: 'season/*.json',
    shape: 'record',
    schema: seasonSchema,
    title: 'Season',
    about: 'First and last day.',
    group: 'daily',
    one: 'season',
  },
  faq: {
    files: 'faq/*.json',
    shape: 'record',
    schema: faqSchema,
    title: 'Questions',
    about: 'Questions and answers.',
    group: 'daily',
    one: 'category of questions',
  },
  guides: {
    files: 'guides/*.json',
    shape: 'record',
    schema: guideSchema,
    title: 'Prices at a glance',
    about: 'The lowest price and the sizes of each tree.',
    group: 'daily',
    one: 'overview of prices',
  },
  farm: {
    files: 'farm.json',
    shape: 'record',
    schema: farmSchema,
    title: 'The farm',
    about: 'Address, telephone, e-mail, bank account, links to tickets and maps.',
    group: 'daily',
  },
  notices: {
    files: 'notices.json',
    shape: 'list',
    schema: noticeSchema,
    optional: true,
    title: 'Notices',
    about: 'A line on every page, such as ‘Closed today’. It is shown at once.',
    group: 'daily',
  },
  structuredData: {
    files: 'structured-data.json',
    shape: 'record',
    schema: structuredDataSchema,
    title: 'For search engines',
    about: 'The season, hours and prices that search engines are told.',
    group: 'rare',
  },
  facts: {
    files: 'facts/*.json',
    shape: 'record',
    schema: factsSchema,
    title: 'Numbers we quote',
    about: 'How much to trim, how long a tree lasts: numbers in our sentences.',
    group: 'details',
    one: 'group of numbers',
  },
  varieties: {
    files: 'varieties/*.md',
    shape: 'record',
    schema: varietySchema,
    title: 'Kinds of tree',
    about: 'What we say about each kind, with its picture.',
    group: 'trees',
    one: 'kind of tree',
  },
  silhouettes: {
    files: 'silhouettes/*.svg',
    shape: 'record',
    schema: silhouetteSchema,
    title: 'Tree shapes',
    about: 'The shape of each kind, drawn beside its prices.',
    group: 'trees',
  },
  stands: {
    files: 'stands/*.json',
    shape: 'record',
    schema: standSchema,
    title: 'Tree stands',
    about: 'What we say about each stand, and what it costs.',
    group: 'trees',
    one: 'tree stand',
  },
  services: {
    files: 'services.json',
    shape: 'list',
    schema: serviceSchema,
    title: 'Services',
    about: 'What we do for you.',
    group: 'details',
  },
  testimonials: {
    files: 'testimonials.json',
    shape: 'list',
    schema: testimonialSchema,
    title: 'What customers say',
    about: 'Quotes, with stars.',
    group: 'words',
  },
  extras: {
    files: 'extras.json',
    shape: 'list',
    schema: extraSchema,
    title: 'Extras',
    about: 'What is free, and what costs extra.',
    group: 'details',
  },
  journeys: {
    files: 'journeys.json',
    shape: 'list',
    schema: journeySchema,
    title: 'Driving times',
    about: 'How long it takes to get here from each town.',
    group: 'details',
  },
  synonyms: {
    files: 'synonyms.json',
    shape: 'list',
    schema: synonymSchema,
    title: 'Other words people search for',
    about: 'What else people call things.',
    group: 'rare',
  },
  careSteps: {
    files: 'care/steps.json',
    shape: 'list',
    schema: careStepSchema,
    title: 'Care: steps',
    about: 'How to look after a tree, step by step.',
    group: 'words',
  },
  troubleshooting: {
    files: 'care/troubleshooting.json',
    shape: 'list',
    schema: troubleshootingSchema,
    title: 'Care: problems',
    about: 'What can go wrong with a tree, and what helps.',
    group: 'words',
  },
  redirects: {
    files: 'redirects.json',
    shape: 'list',
    schema: redirectSchema,
    title: 'Old links',
    about: 'Where they lead now.',
    group: 'rare',
  },
  towns: {
    files: 'towns/*.md',
    shape: 'record',
    schema: townSchema,
    title: 'Town pages',
    about: 'The pages for visitors from one town.',
    group: 'words',
    one: 'town page',
  },
  pages: {
    files: 'pages/**/*.md',
    shape: 'record',
    schema: pageSchema,
    title: 'Pages',
    about: 'Words, buttons and pictures of each page.',
    group: 'words',
    one: 'page',
  },
} as const satisfies Record<string, Collection>;

export type CollectionName = keyof typeof COLLECTIONS;

/**
 * The globs as patterns, with `*` for a name and `**` for any folders. Node's `matchesGlob` reads a glob anew each time,
 * and a page of the editor asks some thousand times.
 */
const PATTERNS = Object.entries(COLLECTIONS).map(([name, { files }]) => {
  const parts = { '.': '\\.', '**/': '(?:[^/]+/)*', '*': '[^/]*' };
  const pattern = files.replace(/\*\*\/|[.*]/g, (part) => parts[part as keyof typeof parts]);
  return [name as CollectionName, new RegExp(`^${pattern}$`)] as const;
});

/** The collection that a file belongs to, such as `prices` for `prices/home.json`. */
export function findCollection(file: string): CollectionName | undefined {
  return PATTERNS.find(([, pattern]) => pattern.test(file))?.[0];
}
