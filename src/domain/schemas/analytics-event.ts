import { z } from 'zod';
import { EVENT_KINDS, LONGEST_PATH, LONGEST_WORDS, REGION } from '../analytics.ts';

const words = z.string().trim().min(1).max(LONGEST_WORDS);

/** A page view, click or search (section 7), as a page reports it. It does not identify the visitor. */
export const analyticsEventSchema = z.strictObject({
  kind: z.enum(EVENT_KINDS),
  /** Without the query, which may contain a name or an address. */
  path: z
    .string()
    .max(LONGEST_PATH)
    .regex(/^\/[^\s?#]*$/),
  category: words.optional(),
  label: words.optional(),
  value: z.union([words, z.number().transform(String)]).optional(),
  region: z.literal(REGION).default(REGION),
});

export type AnalyticsEvent = z.output<typeof analyticsEventSchema>;
