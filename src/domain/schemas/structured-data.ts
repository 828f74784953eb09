import { z } from 'zod';
import { price, slug } from './text.ts';

/** content/structured-data.json: the readings for search engines (section 9). */
export const structuredDataSchema = z.strictObject({
  season: slug,
  hours: slug,
  priceRange: z.strictObject({ low: price, high: price }),
});
