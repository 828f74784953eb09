import { z } from 'zod';
import { type DayTimes, parseDays } from '../content/opening-hours.ts';
import { clockTime, day, text } from './text.ts';

const times = {
  opens: clockTime.optional(),
  closes: clockTime.optional(),
  closed: z.literal(true, { error: 'true, or no "closed"' }).optional(),
};

const hasTimes = z.refine<DayTimes>(
  ({ opens, closes, closed }) =>
    closed ? opens === undefined && closes === undefined : opens !== undefined && closes !== undefined,
  'both "opens" and "closes", or "closed": true alone',
);
const closesLater = z.refine<DayTimes>(({ opens, closes }) => !opens || !closes || opens < closes, {
  path: ['closes'],
  error: 'a closing time after the opening time',
});

const days = text.refine(
  (value) => parseDays(value) !== null,
  'a weekday such as Friday, a range such as Mon-Fri or Monday to Thursday, Daily, or Christmas Eve',
);
const row = z.strictObject({ days, ...times }).check(hasTimes, closesLater);
const specialDay = z.strictObject({ day, name: text, ...times }).check(hasTimes, closesLater);

function listDayNames(days: string): readonly string[] {
  const weekdays = parseDays(days);
  return weekdays?.length ? weekdays : [days];
}

/** content/hours/*.json: one reading of the opening hours (section 9). */
export const hoursSchema = z.strictObject({
  name: text,
  rows: z
    .array(row)
    .min(1)
    .refine((rows) => {
      const named = rows.flatMap((each) => listDayNames(each.days));
      return new Set(named).size === named.length;
    }, 'each day in one row only'),
  specialDays: z
    .array(specialDay)
    .refine((list) => new Set(list.map((each) => each.day)).size === list.length, 'each day once')
    .optional(),
});

export type Hours = z.output<typeof hoursSchema>;

/** content/season/*.json: one reading of the season (section 9). */
export const seasonSchema = z
  .strictObject({ name: text, from: day, to: day, fromWords: text.optional() })
  .refine((season) => season.from <= season.to, {
    path: ['to'],
    error: 'a last day that is not before the first',
  });
