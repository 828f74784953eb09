import { z } from 'zod';
import { closesLater, times } from './hours.ts';
import { day, slug, text } from './text.ts';

/**
 * content/notices.json: a short message on every page from its first to its last day, such as a closure for snow. With
 * times or `closed`, every page, calendar and search engine has these hours for its days.
 */
export const noticeSchema = z
  .strictObject({
    id: slug,
    text,
    from: day,
    to: day,
    /** An earlier day from which it announces its days. */
    shownFrom: day.optional(),
    ...times,
  })
  .refine((notice) => notice.from <= notice.to, {
    path: ['to'],
    error: 'a last day that is not before the first',
  })
  .refine(({ shownFrom, from }) => shownFrom === undefined || shownFrom <= from, {
    path: ['shownFrom'],
    error: 'a day that is not after its first day',
  })
  .refine(
    ({ opens, closes, closed }) =>
      (opens === undefined) === (closes === undefined) && !(closed && opens !== undefined),
    '"closed": true, or both "opens" and "closes", or none of them',
  )
  .check(closesLater);

export type Notice = z.output<typeof noticeSchema>;
