import { z } from 'zod';
import { price, size, text, treeType } from './text.ts';

/** content/guides/*.json: 'from' prices and sizes at a glance (section 9, visit page guide). */
export const guideSchema = z.strictObject({
  name: text,
  trees: z.array(z.strictObject({ type: treeType, name: text, sizes: size, from: price })).min(1),
});

export type Guide = z.output<typeof guideSchema>;
