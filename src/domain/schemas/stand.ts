import { z } from 'zod';
import { paragraphs, price, text } from './text.ts';

/** content/stands/*.json: a kind of tree stand and its models (section 9). */
export const standSchema = z.strictObject({
  name: text,
  order: z.int(),
  badge: text.optional(),
  image: text,
  imageAlt: text,
  description: paragraphs,
  features: z.array(text).min(1),
  models: z.array(z.strictObject({ name: text, suits: text.optional(), price })).min(1),
});

export type Stand = z.output<typeof standSchema>;
