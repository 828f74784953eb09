import { z } from 'zod';
import { lastUnlessNumbered, paragraphs, price, size, slug, text, treeType } from './text.ts';

/** content/services.json: a service card (section 3). */
export const serviceSchema = z.strictObject({
  id: slug,
  icon: text,
  title: text,
  description: text,
  priceText: text,
});
export type Service = z.output<typeof serviceSchema>;

/** content/testimonials.json: a quote. `sample` marks one that no real customer said. */
export const testimonialSchema = z.strictObject({
  id: slug,
  text,
  author: text,
  rating: z.int({ error: 'a whole number of stars' }).min(1, 'stars from 1 to 5').max(5, 'stars from 1 to 5'),
  sample: z.boolean(),
});
export type Testimonial = z.output<typeof testimonialSchema>;

/** content/extras.json: what comes with a visit or a tree, and its price (section 9, extras). */
export const extraSchema = z.strictObject({ id: slug, name: text, cost: text, description: text });
export type Extra = z.output<typeof extraSchema>;

/** content/journeys.json: a journey to the farm, in minutes by car (section 9, journey times). */
export const journeySchema = z
  .strictObject({
    id: slug,
    name: text,
    minutes: z
      .array(z.int({ error: 'a whole number of minutes' }).min(1))
      .min(1)
      .max(2, 'one or two numbers'),
    /** Compass bearing from the farm to the place, in degrees, for the map. */
    bearing: z.number().min(0).max(359),
    route: text,
    highlight: text.optional(),
  })
  .refine(({ minutes: [low = 0, high = low] }) => low <= high, {
    path: ['minutes'],
    error: 'the shorter time first',
  });
export type Journey = z.output<typeof journeySchema>;

/** content/care/steps.json: one step of caring for a tree (section 3, care step). */
export const careStepSchema = z.strictObject({
  id: slug,
  number: z.int(),
  title: text,
  description: text,
  detail: paragraphs,
  image: text,
  imageAlt: text,
});
export type CareStep = z.output<typeof careStepSchema>;

/** content/care/troubleshooting.json: a problem with a tree and its solution (section 3). */
export const troubleshootingSchema = z.strictObject({
  id: slug,
  problem: text,
  solution: text,
  severity: z.enum(['high', 'medium', 'low']),
});
export type Troubleshooting = z.output<typeof troubleshootingSchema>;

/** content/redirects.json: an old path and its replacement. */
export const redirectSchema = z.strictObject({
  id: slug,
  from: z.string().regex(/^\/[a-z0-9/-]+$/, 'an address on this site such as /about'),
  to: z.string().regex(/^\/([a-z0-9/-]+)?(#[a-z0-9-]+)?$/, 'an address on this site such as /about-us'),
});

const fact = z.union(
  [
    z.strictObject({ label: text, value: text }),
    z.strictObject({ label: text, readings: z.record(slug, text) }),
  ],
  { error: 'a label with either a value or readings' },
);

/**
 * content/facts/*.json: figures that sentences use as tokens, such as `{care.trunk-trim}`. A figure that pages disagree
 * on has `readings`, and each page names one of them.
 */
export const factsSchema = z.strictObject({ name: text, facts: z.record(slug, fact) });

export type Facts = z.output<typeof factsSchema>;

/** content/guides/*.json: 'from' prices and sizes at a glance (section 9, visit page guide). */
export const guideSchema = z.strictObject({
  name: text,
  trees: z.array(z.strictObject({ type: treeType, name: text, sizes: size, from: price })).min(1),
});

export type Guide = z.output<typeof guideSchema>;

/** content/stands/*.json: a kind of tree stand and its models (section 9). */
export const standSchema = z.strictObject({
  name: text,
  order: lastUnlessNumbered,
  badge: text.optional(),
  /** The home page shows a few of them, and links to the others. */
  onHomePage: z.boolean().default(false),
  image: text,
  imageAlt: text,
  description: paragraphs,
  features: z.array(text).min(1),
  models: z.array(z.strictObject({ name: text, suits: text.optional(), price })).min(1),
});

export type Stand = z.output<typeof standSchema>;

/** content/structured-data.json: the readings for search engines (section 9). */
export const structuredDataSchema = z.strictObject({
  season: slug,
  hours: slug,
  priceRange: z.strictObject({ low: price, high: price }),
});
