import { z } from 'zod';
import {
  lastUnlessNumbered,
  lines,
  listOf,
  paragraphs,
  picture,
  price,
  size,
  slug,
  text,
  treeType,
  words,
} from './text.ts';

/** content/services.json: a service card (section 3). */
export const serviceSchema = z.strictObject({
  id: slug.meta({ from: 'title' }),
  icon: text.meta({ control: 'icon' }),
  title: text,
  description: words,
  priceText: text.meta({ title: 'Price, in words' }),
});
/** content/testimonials.json: a quote. `sample` marks one that no real customer said. */
export const testimonialSchema = z.strictObject({
  id: slug.meta({ from: 'author' }),
  text: text.meta({ title: 'What they say', control: 'long' }),
  author: text.meta({ title: 'Who says it' }),
  rating: z
    .int({ error: 'a whole number of stars' })
    .min(1, 'stars from 1 to 5')
    .max(5, 'stars from 1 to 5')
    .meta({ title: 'Stars', description: 'From 1 to 5.' }),
  sample: z.boolean().meta({ title: 'Made up: nobody really said it' }),
});

/** content/extras.json: what comes with a visit or a tree, and its price (section 9, extras). */
export const extraSchema = z.strictObject({
  id: slug.meta({ from: 'name' }),
  name: text,
  cost: text.meta({ title: 'What it costs, in words' }),
  description: words,
});

/** content/journeys.json: a journey to the farm, in minutes by car (section 9, journey times). */
export const journeySchema = z
  .strictObject({
    id: slug.meta({ from: 'name' }),
    name: text.meta({ title: 'From where' }),
    minutes: listOf(z.int({ error: 'a whole number of minutes' }).min(1))
      .min(1)
      .max(2, 'one or two numbers')
      .meta({
        title: 'Minutes by car',
        description: 'One number, or on two lines the shorter and the longer one.',
      }),
    bearing: z.number().min(0).max(359).meta({
      title: 'Direction on the map',
      description: 'In degrees, seen from the farm: 0 is north, 90 east, 180 south, 270 west.',
    }),
    route: words.meta({ title: 'The way' }),
    highlight: text.optional().meta({ title: 'Worth saying' }),
  })
  .refine(({ minutes: [low = 0, high = low] }) => low <= high, {
    path: ['minutes'],
    error: 'the shorter time first',
  });
export type Journey = z.output<typeof journeySchema>;

/** content/care/steps.json: one step of caring for a tree (section 3, care step). */
export const careStepSchema = z.strictObject({
  id: slug.meta({ from: 'title' }),
  number: z.int(),
  title: text,
  description: words.meta({ title: 'In short' }),
  detail: paragraphs.meta({ title: 'In full' }),
  ...picture,
});

/** content/care/troubleshooting.json: a problem with a tree and its solution (section 3). */
export const troubleshootingSchema = z.strictObject({
  id: slug.meta({ from: 'problem' }),
  problem: text,
  solution: words,
  severity: z.enum(['high', 'medium', 'low']).meta({
    title: 'How urgent it is',
    labels: { high: 'See to this first', medium: 'See to this soon', low: 'No hurry' },
  }),
});
export type Troubleshooting = z.output<typeof troubleshootingSchema>;

/** content/redirects.json: an old path and its replacement. */
export const redirectSchema = z.strictObject({
  id: slug.meta({ from: 'from' }),
  from: z
    .string()
    .max(500, 'at most 500 characters')
    .regex(
      /^\/([\w.~-]+(\/[\w.~-]+)*)?(\?[\w.~%&=+-]+)?$/,
      'an address on this site such as /about, /about.html or /news?page=2',
    )
    .meta({ title: 'Old address', control: 'link' }),
  to: z
    .string()
    .max(500, 'at most 500 characters')
    .regex(/^\/([a-z0-9/-]+)?(#[a-z0-9-]+)?$/, 'an address on this site such as /about-us')
    .meta({ title: 'Page that replaces it', control: 'link' }),
});

const fact = z
  .strictObject({
    label: text.meta({ title: 'What it is' }),
    value: text.optional().meta({ title: 'Figure, in words' }),
    readings: z.record(slug, text).optional().meta({
      title: 'Readings',
      description: 'In place of the one figure, where pages disagree. Each page says which one it shows.',
    }),
  })
  .refine(({ value, readings }) => (value === undefined) !== (readings === undefined), {
    path: ['value'],
    error: 'either one figure, or readings for pages that disagree',
  });

/**
 * content/facts/*.json: figures that sentences use as tokens, such as `{care.trunk-trim}`. A figure that pages disagree
 * on has `readings`, and each page names one of them.
 */
export const factsSchema = z.strictObject({
  name: text,
  facts: z.record(slug, fact).meta({ title: 'Figures' }),
});

/** content/guides/*.json: 'from' prices and sizes at a glance (section 9, visit page guide). */
export const guideSchema = z.strictObject({
  name: text,
  trees: listOf(
    z.strictObject({
      type: treeType,
      name: text,
      sizes: size.meta({ title: 'Heights' }),
      from: price.meta({ title: 'Price from' }),
    }),
  )
    .min(1)
    .meta({ main: 'from' }),
});

export type Guide = z.output<typeof guideSchema>;

/** content/stands/*.json: a kind of tree stand and its models (section 9). */
export const standSchema = z.strictObject({
  name: text,
  order: lastUnlessNumbered,
  badge: text.optional().meta({ title: 'Badge', description: 'A word or two on its picture.' }),
  onHomePage: z.boolean().default(false).meta({
    title: 'On the home page too',
    description: 'The home page shows a few of them, and links to the others.',
  }),
  ...picture,
  description: paragraphs,
  features: lines.optional().meta({ description: 'On the home page. One on each line.' }),
  models: listOf(
    z.strictObject({
      name: text,
      suits: text.optional().meta({ title: 'What it suits' }),
      price: price.meta({ title: 'Price' }),
    }),
  )
    .min(1)
    .meta({ title: 'Models and prices', main: 'price' }),
});

/** content/structured-data.json: the readings for search engines (section 9). */
export const structuredDataSchema = z.strictObject({
  season: slug.meta({ control: 'record', of: 'seasons' }),
  hours: slug.meta({ title: 'Opening hours', control: 'record', of: 'hours' }),
  priceRange: z.strictObject({ low: price.meta({ title: 'From' }), high: price.meta({ title: 'To' }) }),
});
