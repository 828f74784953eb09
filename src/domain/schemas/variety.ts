import { z } from 'zod';
import {
  lastUnlessNumbered,
  lines,
  paragraphs,
  picture,
  price,
  size,
  text,
  textUpTo,
  treeType,
} from './text.ts';

/**
 * content/varieties/*.md: a kind of tree, with its text for the home page and the varieties page. Its outline is the
 * file of the same name in content/silhouettes, or else a plain tree.
 */
export const varietySchema = z.strictObject({
  name: text,
  scientificName: text.optional(),
  type: treeType.meta({
    title: 'Name in price lists',
    description: 'Such as silver_fir: price lists use it, so do not change it later.',
    from: 'name',
  }),
  order: lastUnlessNumbered,
  badge: text
    .optional()
    .meta({ title: 'Badge', description: 'A word or two on its picture, such as Premium.' }),
  popular: z.boolean().default(false).meta({ title: 'Marked as popular' }),
  ...picture,
  description: paragraphs,
  features: lines,
  guide: z
    .strictObject({
      description: paragraphs.optional(),
      features: lines.optional(),
      sizesAvailable: size.meta({ title: 'Heights' }),
      from: price.meta({ title: 'Price from' }),
      twig: text.optional().meta({ title: 'Below the drawing of its twig' }),
    })
    .meta({
      title: 'On the page about all kinds',
      description: 'Without words of its own, that page has those above.',
    }),
});

export type Variety = z.output<typeof varietySchema>;

/** content/silhouettes/*.svg: the one path of the drawing, and its bounding box. */
export const silhouetteSchema = z.strictObject({
  viewBox: z
    .string({ error: 'four numbers: viewBox="0 0 60 100"' })
    .regex(/^(-?\d+(\.\d+)? ){3}\d+(\.\d+)?$/, 'four numbers: viewBox="0 0 60 100"'),
  path: textUpTo(20_000),
});
