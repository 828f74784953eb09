import { z } from 'zod';
import { VARIETY_KINDS } from '../content/trees.ts';
import { listOf, price, size, slug, text, treeType, words } from './text.ts';

const pricedSize = z.strictObject({
  size,
  price,
  notes: text.optional().meta({ title: 'Note beside the price' }),
  popular: z.boolean().optional().meta({ title: 'Marked as popular' }),
});

const priceGroup = z.strictObject({
  id: slug.meta({ from: 'trees.0.name' }),
  trees: listOf(
    z.strictObject({
      type: treeType,
      name: text,
      variety: z.enum(VARIETY_KINDS).optional().meta({ title: 'Its needles' }),
    }),
  )
    .min(1)
    .meta({ title: 'Trees', description: 'Several if they cost the same.', group: 'Which trees these are' }),
  sizes: listOf(pricedSize)
    .min(1)
    .refine((sizes) => new Set(sizes.map((each) => each.size)).size === sizes.length, 'each size once')
    .meta({ title: 'Sizes and prices', main: 'price' }),
});

const ABOUT = 'About this list';

/**
 * content/prices/*.json: one price list (section 9). Lists of one `kind` price the same things, and `npm run
 * content:report` shows where they differ.
 */
export const priceListSchema = z.strictObject({
  name: text.meta({
    title: 'Name of this list',
    description: 'For you only; no page shows it.',
    group: ABOUT,
  }),
  kind: z.enum(['retail', 'pick-your-own', 'wholesale']).meta({
    title: 'What is sold',
    group: ABOUT,
    labels: { retail: 'Cut trees', 'pick-your-own': 'Pick your own', wholesale: 'Wholesale' },
  }),
  note: words.optional().meta({ title: 'Note below the list', group: ABOUT }),
  groups: listOf(priceGroup)
    .min(1)
    .refine((groups) => new Set(groups.map(({ id }) => id)).size === groups.length, 'each group once')
    .meta({ title: 'Kinds of tree' }),
});

export type PriceList = z.output<typeof priceListSchema>;
type PriceGroup = PriceList['groups'][number];

/** One tree of a price list and the price of each of its sizes (section 3, price list entry). */
export type PricedTree = PriceGroup['trees'][number] & {
  readonly id: string;
  readonly sizes: readonly PriceGroup['sizes'][number][];
};
