import { z } from 'zod';
import { type DayTimes, parseDays } from '../content/opening-hours.ts';
import { clockTime, day, listOf, text } from './text.ts';

export const times = {
  opens: clockTime.optional(),
  closes: clockTime.optional(),
  closed: z.literal(true, { error: 'true, or nothing' }).optional().meta({ title: 'Closed all day' }),
};

const hasTimes = z.refine<DayTimes>(
  ({ opens, closes, closed }) =>
    closed ? opens === undefined && closes === undefined : opens !== undefined && closes !== undefined,
  'both times, opening and closing, or ‘closed’ without them',
);
export const closesLater = z.refine<DayTimes>(({ opens, closes }) => !opens || !closes || opens < closes, {
  path: ['closes'],
  error: 'a closing time after the opening time',
});

const days = text
  .refine(
    (value) => parseDays(value) !== null,
    'a weekday such as Friday, a range such as Mon-Fri or Monday to Thursday, Daily, or Christmas Eve',
  )
  .meta({ title: 'Days' });
const row = z.strictObject({ days, ...times }).check(hasTimes, closesLater);
// The service shows it too, and knows no tokens.
const name = text.regex(/^[^{}]*$/, 'words without { }').meta({ title: 'What it is' });
const specialDay = z.strictObject({ day, name, ...times }).check(hasTimes, closesLater);

function listDayNames(days: string): readonly string[] {
  const weekdays = parseDays(days);
  return weekdays?.length ? weekdays : [days];
}

/** content/hours/*.json: one reading of the opening hours (section 9). */
export const hoursSchema = z.strictObject({
  name: text.meta({ title: 'Name of these hours', description: 'For you only; no page shows it.' }),
  rows: listOf(row)
    .min(1)
    .refine((rows) => {
      const named = rows.flatMap((each) => listDayNames(each.days));
      return new Set(named).size === named.length;
    }, 'each day in one row only')
    .meta({
      title: 'Hours of the week',
      description:
        'Write days as Friday, Mon-Fri, Monday to Thursday, Daily or Christmas Eve. Pages show them as written, with a proper dash.',
    }),
  specialDays: listOf(specialDay)
    .refine((list) => new Set(list.map((each) => each.day)).size === list.length, 'each day once')
    .optional()
    .meta({
      title: 'Single days',
      description: 'Such as a late night, or Boxing Day, closed. They go before the hours of the week.',
    }),
});

/** content/season/*.json: one reading of the season (section 9). */
export const seasonSchema = z
  .strictObject({
    name: text.meta({ title: 'Name of this season', description: 'For you only; no page shows it.' }),
    from: day.meta({ title: 'First day' }),
    to: day.meta({ title: 'Last day' }),
    fromWords: text.optional().meta({
      title: 'The start, in words',
      description: 'Shown instead of the first day, such as ‘late November’.',
    }),
  })
  .refine((season) => season.from <= season.to, {
    path: ['to'],
    error: 'a last day that is not before the first',
  });
