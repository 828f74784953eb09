import { z } from 'zod';
import { paragraphs, slug, text } from './text.ts';

/** A question and its answer (section 3). The id is unique in all FAQ files, because it is an anchor. */
export const faqItemSchema = z.strictObject({ id: slug, question: text, answer: paragraphs });

/** content/faq/*.json: one category of questions. */
export const faqSchema = z.strictObject({
  name: text,
  icon: text,
  order: z.int(),
  items: z.array(faqItemSchema).min(1),
});

export type FaqItem = z.output<typeof faqItemSchema>;
export type FaqCategory = z.output<typeof faqSchema>;
