import { z } from 'zod';
import { weekdayIndex } from '../dates.ts';
import { day, paragraphs, price, text } from './text.ts';

const week = z.strictObject({
  id: day.refine((value) => weekdayIndex(value) === 0, 'the Monday of the delivery week'),
  boxes: z.int({ error: 'a whole number of boxes' }).min(0, 'no fewer than 0 boxes').optional(),
  orderBy: day.optional(),
});

const excludedArea = z.strictObject({
  area: text,
  prefixes: z
    .array(
      z.string().regex(/^[A-Z]{1,2}(\d{1,2}[A-Z]?)?$/, 'the beginning of a postcode, such as BT or KW15'),
    )
    .min(1, 'at least one beginning of a postcode'),
});

/** content/shop.json: the shop's products, prices and delivery weeks (section 9). */
export const shopSchema = z
  .strictObject({
    branchBox: z
      .strictObject({
        name: text,
        price,
        description: paragraphs,
        contents: z.array(text).min(1),
      })
      .transform(({ price: pricePence, ...box }) => ({ ...box, pricePence })),
    weeks: z.array(week).min(1, 'at least one delivery week'),
    /** Shown on the shop page and in the confirmation. */
    cancellationTerms: paragraphs.optional(),
    vat: z
      .strictObject({
        number: text,
        ratePercent: z.number().gt(0, 'more than 0').max(100, 'no more than 100'),
      })
      .optional(),
    /** Postcodes without delivery. Without this field, every postcode gets delivery. */
    deliveryArea: z.strictObject({ notDeliveredTo: z.array(excludedArea) }).default({ notDeliveredTo: [] }),
  })
  .superRefine((shop, context) => {
    shop.weeks.forEach((each, index) => {
      const earlier = shop.weeks.slice(0, index);
      if (earlier.some((other) => other.id >= each.id)) {
        context.addIssue({
          code: 'custom',
          path: ['weeks', index, 'id'],
          message: 'weeks in order, each one once',
        });
      }
    });
  });

export type Shop = z.output<typeof shopSchema>;
