import { z } from 'zod';

export const EVENT_KINDS = ['view', 'click', 'search'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

const words = z.string().trim().min(1).max(100);

/** A page view, click or search (section 7), as a page reports it. Nothing in it says who the visitor is. */
export const analyticsEventSchema = z.strictObject({
  kind: z.enum(EVENT_KINDS),
  /** The page, without its query, in which a name or an address may stand. */
  path: z
    .string()
    .max(200)
    .regex(/^\/[^\s?#]*$/),
  category: words.optional(),
  label: words.optional(),
  value: z.union([words, z.number().transform(String)]).optional(),
  /** Section 7 knows this one only. */
  region: z.literal('Somerset').default('Somerset'),
});

export type AnalyticsEvent = z.output<typeof analyticsEventSchema>;
