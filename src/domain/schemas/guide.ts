import { z } from 'zod';
import { TREE_TYPES } from '../content/trees.ts';
import { price, size, text } from './text.ts';

/** content/guides/*.json: 'from' prices and sizes at a glance (section 9, visit page guide). */
export const guideSchema = z.strictObject({
  name: text,
  trees: z.array(z.strictObject({ type: z.enum(TREE_TYPES), name: text, sizes: size, from: price })).min(1),
});

export type Guide = z.output<typeof guideSchema>;
