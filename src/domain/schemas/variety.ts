import { z } from 'zod';
import { TREE_TYPES } from '../content/trees.ts';
import { paragraphs, price, size, text } from './text.ts';

/** content/varieties/*.md: a kind of tree, with its words for the home page and for the varieties page. */
export const varietySchema = z.strictObject({
  name: text,
  scientificName: text,
  type: z.enum(TREE_TYPES),
  order: z.int(),
  badge: text,
  popular: z.boolean(),
  /** A drawing in src/drawings, and what it shows. */
  image: text,
  imageAlt: text,
  description: paragraphs,
  features: z.array(text).min(1),
  /** The reading of the varieties page. */
  guide: z.strictObject({
    description: paragraphs,
    features: z.array(text).min(1),
    sizesAvailable: size,
    from: price,
  }),
});

export type Variety = z.output<typeof varietySchema>;
