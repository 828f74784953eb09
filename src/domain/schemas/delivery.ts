import { z } from 'zod';
import { type DeliveryDetails, type DeliveryField, mapDeliveryFields } from '../orders/order-fields.ts';
import { DELIVERY_RULES, type ReadField } from '../orders/order-rules.ts';

/** A schema of one of the domain's own rules, with the rule's message. */
export function ruled<T>(read: ReadField<T>) {
  // The prefault lets a field be left out of the object: whether it may be is for the rule to say.
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

/** The delivery details of an order. Fields that it does not know are left out, not refused. */
export const deliverySchema = z.object(
  mapDeliveryFields((name) => ruled<string | null>(DELIVERY_RULES[name])) as {
    [Name in DeliveryField]: z.ZodType<DeliveryDetails[Name]>;
  },
  'Please send the details as an object.',
);
