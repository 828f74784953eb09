import { z } from 'zod';
import { DAY_GROUPS, type DayGroup } from '../content/opening-hours.ts';
import { clockTime, day, text } from './text.ts';

const dayGroups = Object.keys(DAY_GROUPS) as [DayGroup, ...DayGroup[]];

const row = z
  .strictObject({ days: z.enum(dayGroups), opens: clockTime, closes: clockTime })
  .refine((value) => value.opens < value.closes, {
    path: ['closes'],
    error: 'a closing time after the opening time',
  });

/** content/hours/*.json: one reading of the opening hours (section 9). */
export const hoursSchema = z.strictObject({
  name: text,
  rows: z
    .array(row)
    .min(1)
    .refine((rows) => new Set(rows.map(({ days }) => days)).size === rows.length, 'each row of days once'),
});

export type Hours = z.output<typeof hoursSchema>;

/** content/season/*.json: one reading of the season (section 9). */
export const seasonSchema = z
  .strictObject({ name: text, from: day, to: day, fromWords: text.optional() })
  .refine((season) => season.from <= season.to, {
    path: ['to'],
    error: 'a last day that is not before the first',
  });
