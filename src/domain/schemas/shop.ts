import { z } from 'zod';
import { weekdayIndex } from '../dates.ts';
import { TRANSFER_DAYS } from '../orders/payment-method.ts';
import { day, listOf, paragraphs, price, text } from './text.ts';

const week = z.strictObject({
  id: day
    .refine((value) => weekdayIndex(value) === 0, 'the Monday of the delivery week')
    .meta({ title: 'Monday', control: 'day' }),
  boxes: z
    .int({ error: 'a whole number of boxes' })
    .min(0, 'no fewer than 0 boxes')
    .optional()
    .meta({ title: 'Boxes to sell' }),
  orderBy: day.optional().meta({ title: 'Order by' }),
  closed: z.literal(true, { error: 'true, or nothing' }).optional().meta({ title: 'Closed to new orders' }),
});

const days = z
  .int({ error: 'a whole number of days' })
  .min(1, 'at least 1 day')
  .max(60, 'no more than 60 days');

const excludedArea = z.strictObject({
  area: text.meta({ title: 'Area' }),
  prefixes: listOf(
    z.string().regex(/^[A-Z]{1,2}(\d{1,2}[A-Z]?)?$/, 'the beginning of a postcode, such as BT or KW15'),
  )
    .min(1, 'at least one beginning of a postcode')
    .meta({
      title: 'Postcodes begin with',
      description: 'One on each line: BT is all of it, KW15 is one district.',
    }),
});

/** content/shop.json: the shop's products, prices and delivery weeks (section 9). */
export const shopSchema = z
  .strictObject({
    branchBox: z
      .strictObject({
        name: text,
        price: price.meta({ title: 'Price of a box' }),
        description: paragraphs,
        contents: listOf(text)
          .min(1)
          .meta({ title: 'What is in it', description: 'One thing on each line.' }),
      })
      .transform(({ price: pricePence, ...box }) => ({ ...box, pricePence }))
      .meta({ title: 'The box' }),
    weeks: listOf(week).min(1, 'at least one delivery week').meta({
      title: 'Delivery weeks',
      description:
        'Each by its Monday. Without a number there’s no limit. The panel of a week among the orders changes these at once.',
    }),
    cancellationTerms: paragraphs.optional().meta({
      title: 'Cancelling',
      description: 'Shown on the shop page and in the confirmation.',
    }),
    vat: z
      .strictObject({
        number: text.meta({ title: 'VAT number', description: 'Such as GB 123 4567 89.' }),
        ratePercent: z
          .number()
          .gt(0, 'more than 0')
          .max(100, 'no more than 100')
          .meta({ title: 'Rate in per cent' }),
      })
      .optional()
      .meta({ title: 'VAT', description: 'Without it, nothing about VAT is shown.' }),
    transfers: z
      .strictObject({
        remindAfterDays: days.meta({ title: 'Remind the buyer after days' }),
        lapseAfterDays: days.meta({ title: 'Let the boxes go after days' }),
      })
      .refine(({ remindAfterDays, lapseAfterDays }) => remindAfterDays < lapseAfterDays, {
        path: ['lapseAfterDays'],
        error: 'more days than before the reminder',
      })
      .default(TRANSFER_DAYS)
      .meta({
        title: 'Bank transfers',
        description:
          'What buyers by telephone are told when they order. An order that waits already keeps its day.',
      }),
    farmMails: z
      .enum(['both', 'each', 'morning'])
      .default('both')
      .meta({
        title: 'E-mails to the farm',
        description: 'The morning’s e-mail comes at seven while boxes are sold or packed, if there’s news.',
        labels: {
          both: 'One for each order, and one every morning',
          each: 'One for each order',
          morning: 'One every morning',
        },
      }),
    deliveryArea: z
      .strictObject({ notDeliveredTo: listOf(excludedArea).meta({ title: 'Not delivered to' }) })
      .default({ notDeliveredTo: [] })
      .meta({ title: 'Where boxes are not sent', description: 'Leave it empty to deliver everywhere.' }),
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
