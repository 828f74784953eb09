import { z } from 'zod';
import { paragraphs, price, size, text, treeType } from './text.ts';

/**
 * content/varieties/*.md: a kind of tree, with its words for the home page and for the varieties page. Its outline is
 * content/silhouettes/*.svg of the same name.
 */
export const varietySchema = z.strictObject({
  name: text,
  scientificName: text,
  /** By which price lists and guides name it. */
  type: treeType,
  order: z.int(),
  badge: text,
  popular: z.boolean(),
  /** A drawing in src/drawings or a photograph in content/images, and what it shows. */
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

/** content/silhouettes/*.svg: what its one path draws, and the box that it is drawn close into. */
export const silhouetteSchema = z.strictObject({
  viewBox: z
    .string({ error: 'four numbers: viewBox="0 0 60 100"' })
    .regex(/^(-?\d+(\.\d+)? ){3}\d+(\.\d+)?$/, 'four numbers: viewBox="0 0 60 100"'),
  path: text,
});
