import { z } from 'zod';
import { paragraphs, price, size, text, treeType } from './text.ts';

/**
 * content/varieties/*.md: a kind of tree, with its text for the home page and the varieties page. Its outline is the
 * file of the same name in content/silhouettes.
 */
export const varietySchema = z.strictObject({
  name: text,
  scientificName: text,
  /** The name that price lists and guides use. */
  type: treeType,
  order: z.int(),
  badge: text,
  popular: z.boolean(),
  /** A drawing in src/drawings or a photograph in content/images, and its description. */
  image: text,
  imageAlt: text,
  description: paragraphs,
  features: z.array(text).min(1),
  /** The varieties page's reading. */
  guide: z.strictObject({
    description: paragraphs,
    features: z.array(text).min(1),
    sizesAvailable: size,
    from: price,
  }),
});

export type Variety = z.output<typeof varietySchema>;

/** content/silhouettes/*.svg: the one path of the drawing, and its bounding box. */
export const silhouetteSchema = z.strictObject({
  viewBox: z
    .string({ error: 'four numbers: viewBox="0 0 60 100"' })
    .regex(/^(-?\d+(\.\d+)? ){3}\d+(\.\d+)?$/, 'four numbers: viewBox="0 0 60 100"'),
  path: text,
});
