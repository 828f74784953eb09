import { z } from 'zod';
import { lastUnlessNumbered, paragraphs, price, size, text, treeType } from './text.ts';

/**
 * content/varieties/*.md: a kind of tree, with its text for the home page and the varieties page. Its outline is the
 * file of the same name in content/silhouettes, or else a plain tree.
 */
export const varietySchema = z.strictObject({
  name: text,
  scientificName: text.optional(),
  /** The name that price lists and guides use. */
  type: treeType,
  order: lastUnlessNumbered,
  badge: text.optional(),
  popular: z.boolean().default(false),
  /** A drawing in src/drawings or a photograph in content/images, and its description. */
  image: text,
  imageAlt: text,
  description: paragraphs,
  features: z.array(text).min(1),
  /** The varieties page's reading. Without words of its own it has those above. */
  guide: z.strictObject({
    description: paragraphs.optional(),
    features: z.array(text).min(1).optional(),
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
