import { z } from 'zod';
import { day, slug, text } from './text.ts';

/** content/notices.json: a short message on every page from its first to its last day, such as a closure for snow. */
export const noticeSchema = z
  .strictObject({
    id: slug,
    text,
    from: day,
    to: day,
    /** An earlier day from which it announces its days. */
    shownFrom: day.optional(),
  })
  .refine((notice) => notice.from <= notice.to, {
    path: ['to'],
    error: 'a last day that is not before the first',
  })
  .refine(({ shownFrom, from }) => shownFrom === undefined || shownFrom <= from, {
    path: ['shownFrom'],
    error: 'a day that is not after its first day',
  });

export type Notice = z.output<typeof noticeSchema>;
