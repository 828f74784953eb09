import { z } from 'zod';
import { VARIETY_KINDS } from '../content/trees.ts';
import { price, size, slug, text, treeType } from './text.ts';

const pricedSize = z.strictObject({
  size,
  price,
  notes: text.optional(),
  popular: z.boolean().optional(),
});

const priceGroup = z.strictObject({
  id: slug,
  /** The trees with these prices; several if they cost the same. */
  trees: z
    .array(z.strictObject({ type: treeType, name: text, variety: z.enum(VARIETY_KINDS).optional() }))
    .min(1),
  sizes: z
    .array(pricedSize)
    .min(1)
    .refine((sizes) => new Set(sizes.map((each) => each.size)).size === sizes.length, 'each size once'),
});

/**
 * content/prices/*.json: one price list (section 9). Lists of one `kind` price the same things, and `npm run
 * content:report` shows where they differ.
 */
export const priceListSchema = z.strictObject({
  name: text,
  kind: z.enum(['retail', 'pick-your-own', 'wholesale']),
  note: text.optional(),
  groups: z
    .array(priceGroup)
    .min(1)
    .refine((groups) => new Set(groups.map(({ id }) => id)).size === groups.length, 'each group id once'),
});

export type PriceList = z.output<typeof priceListSchema>;
export type PriceGroup = PriceList['groups'][number];

/** One tree of a price list and the price of each of its sizes (section 3, price list entry). */
export type PricedTree = PriceGroup['trees'][number] & {
  readonly id: string;
  readonly sizes: readonly PriceGroup['sizes'][number][];
};
