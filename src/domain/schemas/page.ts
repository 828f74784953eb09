import { z } from 'zod';
import { NAVIGATION_PLACES } from '../navigation.ts';
import {
  href,
  image,
  lastUnlessNumbered,
  listOf,
  paragraphs,
  paragraphsUpTo,
  picture,
  slug,
  text,
  textUpTo,
  words,
} from './text.ts';

/** A question and its answer (section 3). The id is unique in all FAQ files, because it is an anchor. */
const faqItemSchema = z.strictObject({
  id: slug.meta({ from: 'question' }),
  question: text,
  answer: paragraphs,
});

const ABOUT = 'About this category';

/** content/faq/*.json: one category of questions. */
export const faqSchema = z.strictObject({
  name: text.meta({ group: ABOUT }),
  icon: text.meta({ control: 'icon', group: ABOUT }),
  image: image.optional().meta({ description: 'Beside the questions, for decoration.', group: ABOUT }),
  order: z.int().meta({ title: 'Position among the others', description: '1 comes first.', group: ABOUT }),
  items: listOf(faqItemSchema).min(1).meta({ title: 'Questions' }),
});

/** content/synonyms.json: words that mean the same to the FAQ's search. */
export const synonymSchema = z.strictObject({
  id: slug.meta({ from: 'words.0' }),
  words: listOf(text).min(2).meta({
    title: 'Words that mean the same',
    description: 'One on each line, whole words: ‘dog’ and ‘dogs’.',
  }),
  closest: listOf(slug.meta({ control: 'record', of: 'faq' }))
    .min(1)
    .optional()
    .meta({
      title: 'Questions to suggest',
      description: 'For words that are in no question or answer.',
    }),
});

const link = z.strictObject({ label: text.meta({ title: 'Words on it' }), href });

/** Where a point can be on the lane’s map, and how a form says so. */
const PICTURE_PLACES = {
  motorway: 'on the motorway',
  junction: 'at the roundabout',
  'main-road': 'on the main road',
  sign: 'at the brown sign',
  rhyne: 'at the ditch',
  church: 'at the church',
  lane: 'on the lane after the bridge',
  farm: 'at the farm',
};
export type PicturePlace = keyof typeof PICTURE_PLACES;
/** Longer names would touch each other there. */
const LONGEST_IN_PICTURE = 16;

const point = z
  .strictObject({
    title: text,
    text: words.optional(),
    icon: text.optional().meta({
      title: 'Small picture',
      description: 'A plain black sign, for what people look up: phone, map, clock, ticket.',
      control: 'icon',
    }),
    image: image
      .optional()
      .meta({ description: 'In a gallery. The text then says what it shows.', describedBy: 'text' }),
    price: text.optional().meta({ title: 'Price, in words' }),
    link: link.optional(),
    inPicture: z
      .enum(Object.keys(PICTURE_PLACES) as PicturePlace[])
      .optional()
      .meta({
        title: 'Where in the picture',
        description: 'For the steps on the map of ‘Directions’: it shows the title there.',
        labels: PICTURE_PLACES,
      }),
  })
  .refine(({ image, text: words }) => image === undefined || words !== undefined, {
    path: ['text'],
    error: 'a few words on what the picture shows, for people who do not see it',
  })
  .refine(({ inPicture, title }) => inPicture === undefined || title.length <= LONGEST_IN_PICTURE, {
    path: ['title'],
    error: `at most ${LONGEST_IN_PICTURE} letters, so that the picture has room for them`,
  });

/** One label would lie on the other. */
function refuseSamePlace(
  points: readonly { readonly inPicture?: PicturePlace | undefined }[],
  context: z.core.$RefinementCtx,
): void {
  for (const [index, { inPicture }] of points.entries()) {
    if (inPicture === undefined || points.findIndex((other) => other.inPicture === inPicture) === index)
      continue;
    context.addIssue({
      code: 'custom',
      path: [index, 'inPicture'],
      message: 'a place in the picture that no point above it has, or none',
    });
  }
}

const optionalPicture = { image: picture.image.optional(), imageAlt: picture.imageAlt.optional() };

const isDescribed = z.refine<{ image?: string | undefined; imageAlt?: string | undefined }>(
  ({ image, imageAlt }) => image === undefined || imageAlt !== undefined,
  { path: ['imageAlt'], error: 'a few words on what the picture shows, for people who do not see it' },
);

/** A section of a page: heading, text, a picture, a list of points, and buttons or links. */
const section = z
  .strictObject({
    heading: text,
    text: paragraphsUpTo(20_000).optional(),
    ...optionalPicture,
    layout: z
      .enum(['list', 'steps', 'large', 'plate'])
      .optional()
      .meta({
        title: 'How it looks',
        description:
          'Left empty, it is set as its words and picture ask for: a picture beside the words, a cut-out thing in the margin, long words in columns, points side by side.',
        labels: {
          list: 'its points below each other, as lines',
          steps: 'its points as numbered steps',
          large: 'its first paragraph in large letters',
          plate: 'its words in the sky of its picture, which goes from edge to edge',
        },
      }),
    points: listOf(point).superRefine(refuseSamePlace).optional(),
    links: listOf(link).optional().meta({ title: 'Buttons' }),
    note: words.optional().meta({ title: 'Small print below it' }),
  })
  .check(isDescribed);

const STRUCTURED_DATA_KINDS = ['business', 'product', 'how-to', 'faq', 'tourist-attraction'] as const;

const SEARCH = 'Search engines and shared links';

/** Fields for search engines and shared links (section 3, SEO settings). */
const seo = {
  title: text.meta({
    title: 'Title in search engines',
    description: 'Browsers show it in the tab too. Leave it empty to use the heading.',
    from: 'hero.heading',
    group: SEARCH,
  }),
  description: textUpTo(200).meta({
    title: 'Description in search engines',
    description: 'What the page is about, in at most 200 characters.',
    control: 'long',
    group: SEARCH,
  }),
  canonical: z
    .string()
    .max(200, 'at most 200 characters')
    .regex(/^\//, 'an address on this site')
    .optional()
    .meta({
      title: 'Page to list instead',
      control: 'link',
      description: 'Only if search engines should list another page of this site instead, such as /visit.',
      group: SEARCH,
    }),
  pageType: z
    .enum(['website', 'article', 'product'])
    .default('website')
    .meta({ title: 'Kind of page', group: SEARCH }),
  shareImage: image.meta({ title: 'Picture for shared links', group: SEARCH }),
  structuredData: listOf(z.enum(STRUCTURED_DATA_KINDS))
    .default([])
    .meta({ title: 'What search engines are told it is', group: SEARCH }),
  keywords: listOf(text)
    .default([])
    .meta({ title: 'Search words', description: 'One on each line.', group: SEARCH }),
  author: text.optional().meta({ title: 'Author', group: SEARCH }),
};

const shared = {
  ...seo,
  breadcrumb: text.meta({
    title: 'Name of the page',
    description: 'As the menu and other pages call it. Leave it empty to use the heading.',
    from: 'hero.heading',
  }),
  hero: z
    .strictObject({
      heading: text,
      text: paragraphs.optional(),
      links: listOf(link).optional().meta({ title: 'Buttons' }),
      ...optionalPicture,
      layout: z
        .enum(['across', 'full', 'small'])
        .optional()
        .meta({
          title: 'How it looks',
          description: 'Left empty, the picture stands beside the words.',
          labels: {
            across: 'a wide picture from edge to edge, the words below',
            full: 'on a wide screen the words stand on the picture, which must go on to its left, as the home page’s does',
            small: 'the words, with a small picture beside them',
          },
        }),
    })
    .check(isDescribed)
    .meta({ title: 'Top of the page' }),
  // Decisions on facts that disagree.
  readings: z
    .strictObject({
      season: slug.optional().meta({ control: 'record', of: 'seasons' }),
      hours: slug.optional().meta({ title: 'Opening hours', control: 'record', of: 'hours' }),
      closingHours: slug.optional().meta({
        title: 'Opening hours at the end of the page',
        description: 'The home page shows other hours there.',
        control: 'record',
        of: 'hours',
      }),
      prices: slug.optional().meta({ control: 'record', of: 'prices' }),
      guide: slug.optional().meta({ title: 'Prices at a glance', control: 'record', of: 'guides' }),
      varieties: z
        .literal('guide')
        .optional()
        .meta({
          title: 'Prices of the kinds of tree',
          labels: { guide: 'the ‘from’ prices and heights that each kind has' },
        }),
      facts: z.record(z.string(), slug).optional().meta({ title: 'Numbers we quote', of: 'facts' }),
    })
    .default({})
    .meta({
      title: 'Which prices, hours and figures it shows',
      description: 'Where there are several, each page names the one that it shows.',
    }),
  sections: z.record(slug, section).default({}),
};

/** content/pages/**.md: one page. */
export const pageSchema = z.strictObject({
  ...shared,
  showIn: listOf(
    z
      .enum(NAVIGATION_PLACES)
      .meta({ labels: { menu: 'the menu at the top', footer: 'the foot of each page' } }),
  )
    .default([])
    .meta({ title: 'Link to it from', description: 'For pages that you have added.' }),
  listed: z.boolean().default(true).meta({
    title: 'Anybody may find it',
    description: 'Search engines list it, and browsers keep it for reading without a signal.',
  }),
});

/** content/towns/*.md: the page for visitors from one town. */
export const townSchema = z.strictObject({
  ...shared,
  name: text.meta({ title: 'Name of the town' }),
  order: lastUnlessNumbered,
  journeys: listOf(slug.meta({ control: 'record', of: 'journeys' }))
    .min(1)
    .meta({ title: 'Driving times on the page' }),
  faq: listOf(faqItemSchema).default([]).meta({ title: 'Questions' }),
});

export type Page = z.output<typeof pageSchema>;
export type Town = z.output<typeof townSchema>;
export type PageSection = z.output<typeof section>;
export type PagePoint = z.output<typeof point>;
