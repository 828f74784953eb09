import { z } from 'zod';
import { type DeliveryDetails, type DeliveryField, mapDeliveryFields } from '../orders/order-fields.ts';
import { DELIVERY_RULES, type ReadField } from '../orders/order-rules.ts';

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
