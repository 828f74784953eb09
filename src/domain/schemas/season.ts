import { z } from 'zod';
import { day, text } from './text.ts';

/** content/season/*.json: one reading of the season (section 9). */
export const seasonSchema = z
  .strictObject({ name: text, from: day, to: day, fromWords: text.optional() })
  .refine((season) => season.from <= season.to, {
    path: ['to'],
    error: 'a last day that is not before the first',
  });
