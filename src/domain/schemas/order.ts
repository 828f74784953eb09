import { z } from 'zod';
import { parseDay } from '../dates.ts';
import { WEEK_WANTED } from '../delivery/weeks.ts';
import { parsePounds } from '../money.ts';
import { type DeliveryDetails, type DeliveryField, mapDeliveryFields } from '../orders/order-fields.ts';
import { DELIVERY_RULES } from '../orders/order-rules.ts';
import type { ReadField } from '../plain-text.ts';

/** Makes a schema from one of the domain's own rules, with the rule's message. */
export function ruled<T>(read: ReadField<T>) {
  // The prefault lets the object omit a field: the rule decides whether that is allowed.
  return z
    .unknown()
    .prefault(null)
    .transform((given, context): T => {
      const reading = read(given);
      if ('value' in reading) return reading.value;
      context.addIssue(reading.message);
      return z.NEVER;
    });
}

/** The delivery details of an order. Unknown fields are ignored, not refused. */
export const deliverySchema = z.object(
  mapDeliveryFields((name) => ruled<string | null>(DELIVERY_RULES[name])) as {
    [Name in DeliveryField]: z.ZodType<DeliveryDetails[Name]>;
  },
  'Please send the details as an object.',
);

const QUANTITY_WANTED = 'Please choose a whole number of boxes, and at least 1.';

/** The API accepts whole numbers only. The page's more lenient reading of input does not apply here. */
export const quantity = z.int(QUANTITY_WANTED).min(1, QUANTITY_WANTED);

/** An amount of pounds, as a number or as decimal text, in whole pence. */
export const pounds = z.unknown().transform((given, context) => {
  const pence = parsePounds(given);
  if (pence !== null) return pence;
  context.addIssue('Please give an amount in pounds and whole pence, such as 79.98.');
  return z.NEVER;
});

/** The Monday of a delivery week. The catalogue decides whether it is on sale. */
export const deliveryWeek = z.unknown().transform((given, context) => {
  const day = typeof given === 'string' ? parseDay(given) : null;
  if (day !== null) return day;
  context.addIssue(WEEK_WANTED);
  return z.NEVER;
});

/** The stored checkout order data of section 3, with the delivery week. */
export const orderSchema = deliverySchema.extend({
  quantity,
  /** The price on the page. The server compares it with its own. */
  unitPrice: pounds.optional(),
  totalAmount: pounds.optional(),
  deliveryWeek,
});
