import { z } from 'zod';
import { NAVIGATION_PLACES } from '../navigation.ts';
import { href, lastUnlessNumbered, paragraphs, slug, text } from './text.ts';

/** A question and its answer (section 3). The id is unique in all FAQ files, because it is an anchor. */
export const faqItemSchema = z.strictObject({ id: slug, question: text, answer: paragraphs });

/** content/faq/*.json: one category of questions. */
export const faqSchema = z.strictObject({
  name: text,
  icon: text,
  order: z.int(),
  items: z.array(faqItemSchema).min(1),
});

/** content/synonyms.json: words that mean the same to the FAQ's search. */
export const synonymSchema = z.strictObject({
  id: slug,
  words: z.array(text).min(2),
  /** Questions to suggest when no question or answer contains any of the words. */
  closest: z.array(slug).min(1).optional(),
});

export type FaqItem = z.output<typeof faqItemSchema>;
export type FaqCategory = z.output<typeof faqSchema>;

const link = z.strictObject({ label: text, href });

/** Where a step of the way can be on the drawing `lane-map`. */
const MAP_PLACES = ['motorway', 'junction', 'main-road', 'sign', 'rhyne', 'church', 'lane', 'farm'] as const;
export type MapPlace = (typeof MAP_PLACES)[number];

const point = z
  .strictObject({
    title: text,
    text: text.optional(),
    /** A drawing in src/drawings. */
    icon: text.optional(),
    /** In a gallery: a drawing, or a photograph in content/images. `text` then describes the picture. */
    image: text.optional(),
    /** The price, in words. */
    price: text.optional(),
    link: link.optional(),
    /** A step of the way: the place on the lane map that gets its number and title. */
    onMap: z.enum(MAP_PLACES).optional(),
  })
  .refine(({ image, text: words }) => image === undefined || words !== undefined, {
    path: ['text'],
    error: 'a few words on what the picture shows, for people who do not see it',
  });

const picture = {
  /** A drawing, or a photograph in content/images. */
  image: text.optional(),
  imageAlt: text.optional(),
};

const isDescribed = z.refine<{ image?: string | undefined; imageAlt?: string | undefined }>(
  ({ image, imageAlt }) => image === undefined || imageAlt !== undefined,
  { path: ['imageAlt'], error: 'a few words on what the picture shows, for people who do not see it' },
);

/** A section of a page: heading, text, a picture, a list of points, and buttons or links. */
const section = z
  .strictObject({
    heading: text,
    text: paragraphs.optional(),
    ...picture,
    points: z.array(point).optional(),
    links: z.array(link).optional(),
    /** Small print under the section. */
    note: text.optional(),
  })
  .check(isDescribed);

export const STRUCTURED_DATA_KINDS = ['business', 'product', 'how-to', 'faq', 'tourist-attraction'] as const;

/** Fields for search engines and shared links (section 3, SEO settings). */
const seo = {
  title: text,
  description: text.refine((value) => value.length <= 200, 'at most 200 characters'),
  /** Only if search engines should list another page instead. */
  canonical: z.string().regex(/^\//, 'an address on this site').optional(),
  pageType: z.enum(['website', 'article', 'product']).default('website'),
  /** The drawing for shared links. */
  shareImage: text,
  structuredData: z.array(z.enum(STRUCTURED_DATA_KINDS)).default([]),
  keywords: z.array(text).default([]),
  author: text.optional(),
};

const shared = {
  ...seo,
  /** The page's name in its breadcrumb. */
  breadcrumb: text,
  hero: z
    .strictObject({
      heading: text,
      text: paragraphs.optional(),
      links: z.array(link).optional(),
      ...picture,
    })
    .check(isDescribed),
  /** The reading of each disputed fact that this page shows (decisions on facts that disagree). */
  readings: z
    .strictObject({
      season: slug.optional(),
      hours: slug.optional(),
      /** The home page shows a second reading of the hours in its closing call to action. */
      closingHours: slug.optional(),
      prices: slug.optional(),
      guide: slug.optional(),
      /** Varieties pages show the 'from' prices and sizes of the variety files. */
      varieties: z.literal('guide').optional(),
      facts: z.record(z.string(), slug).optional(),
    })
    .default({}),
  sections: z.record(slug, section).default({}),
};

/** content/pages/**.md: one page. */
export const pageSchema = z.strictObject({
  ...shared,
  /** Where the site links to it, by its `breadcrumb`: the header's menu, the footer. */
  showIn: z.array(z.enum(NAVIGATION_PLACES)).default([]),
  /** Whether the sitemap and search engines list it, and browsers keep it for reading without a signal. */
  listed: z.boolean().default(true),
});

/** content/towns/*.md: the page for visitors from one town. */
export const townSchema = z.strictObject({
  ...shared,
  name: text,
  order: lastUnlessNumbered,
  /** The ids of the journeys on the page. */
  journeys: z.array(slug).min(1),
  /** The questions of its section `faq`. */
  faq: z.array(faqItemSchema).default([]),
});

export type Page = z.output<typeof pageSchema>;
export type Town = z.output<typeof townSchema>;
export type PageSection = z.output<typeof section>;
export type PageLink = z.output<typeof link>;
export type PagePoint = z.output<typeof point>;
