import { z } from 'zod';
import { DELIVERY_RULES, type ReadField } from '../delivery/delivery.ts';

/** A schema of one of the domain's own rules, with the rule's sentence as its message. */
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
  {
    customerName: ruled(DELIVERY_RULES.customerName),
    customerEmail: ruled(DELIVERY_RULES.customerEmail),
    customerPhone: ruled(DELIVERY_RULES.customerPhone),
    shippingAddress: ruled(DELIVERY_RULES.shippingAddress),
    shippingCity: ruled(DELIVERY_RULES.shippingCity),
    shippingPostcode: ruled(DELIVERY_RULES.shippingPostcode),
    shippingCountry: ruled(DELIVERY_RULES.shippingCountry),
    specialInstructions: ruled(DELIVERY_RULES.specialInstructions),
  },
  'Please send the details as an object.',
);
