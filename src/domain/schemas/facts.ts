import { z } from 'zod';
import { slug, text } from './text.ts';

const fact = z.union(
  [
    z.strictObject({ label: text, value: text }),
    z.strictObject({ label: text, readings: z.record(slug, text) }),
  ],
  { error: 'a label with either a value or readings' },
);

/**
 * content/facts/*.json: figures that sentences use as tokens, such as `{care.trunk-trim}`. A figure that pages disagree
 * on has `readings`, and each page names one of them.
 */
export const factsSchema = z.strictObject({ name: text, facts: z.record(slug, fact) });

export type Facts = z.output<typeof factsSchema>;
