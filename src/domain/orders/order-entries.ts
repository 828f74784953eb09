import { type DeliveryArea, describeExclusion } from '../delivery/delivery-area.ts';
import { WEEK_WANTED } from '../delivery/weeks.ts';
import { multiplyPence, type Pence, toPounds } from '../money.ts';
import { findLargestQuantity, readQuantity, tooManyBoxesMessage } from '../quantity.ts';
import {
  DELIVERY_FIELD_NAMES,
  ORDER_FIELDS,
  type OrderEntries,
  type OrderErrors,
  type OrderField,
} from './order-fields.ts';
import { DELIVERY_RULES } from './order-rules.ts';
import type { EnteredDelivery, EnteredOrder } from './stored-order.ts';

/**
 * Reads the order from the form, in the browser. The service applies the same rules to the request.
 * @param unitPrice the price per box on the page
 */
export function readOrder(
  entries: OrderEntries,
  unitPrice: Pence,
  area: DeliveryArea,
): { readonly order: EnteredOrder } | { readonly errors: OrderErrors } {
  const errors: Partial<Record<OrderField, string>> = {};
  for (const field of ORDER_FIELDS) {
    const message = checkOrderField(field, entries, unitPrice, area);
    if (message !== undefined) errors[field] = message;
  }
  if (Object.keys(errors).length > 0) return { errors };
  const quantity = readQuantity(entries.quantity ?? '');
  const delivery = DELIVERY_FIELD_NAMES.flatMap((field) => {
    const reading = DELIVERY_RULES[field](entries[field]);
    const value = 'value' in reading ? reading.value : '';
    return value === null ? [] : [[field, value]];
  });
  return {
    order: {
      quantity,
      unitPrice: toPounds(unitPrice),
      totalAmount: toPounds(multiplyPence(unitPrice, quantity)),
      deliveryWeek: entries.deliveryWeek ?? '',
      ...(Object.fromEntries(delivery) as EnteredDelivery),
    },
  };
}

/** The message for one field; undefined if it is valid. */
export function checkOrderField(
  field: OrderField,
  entries: OrderEntries,
  unitPrice: Pence,
  area: DeliveryArea,
): string | undefined {
  const typed = entries[field] ?? '';
  if (field === 'quantity') {
    return readQuantity(typed) > findLargestQuantity(unitPrice) ? tooManyBoxesMessage(unitPrice) : undefined;
  }
  // The form's list and the service decide which weeks are on sale.
  if (field === 'deliveryWeek') return typed === '' ? WEEK_WANTED : undefined;
  const reading = DELIVERY_RULES[field](typed);
  if ('message' in reading) return reading.message;
  return field === 'shippingPostcode' ? describeExclusion(typed, area) : undefined;
}
