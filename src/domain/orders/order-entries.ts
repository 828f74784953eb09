import { type DeliveryArea, describeExclusion } from '../delivery/delivery-area.ts';
import { multiplyPence, type Pence, toPounds } from '../money.ts';
import { findLargestQuantity, readQuantity, tooManyBoxesMessage } from '../quantity.ts';
import { DELIVERY_FIELD_NAMES, DELIVERY_RULES, type DeliveryField } from './order-fields.ts';
import type { EnteredDelivery, StoredOrder } from './stored-order.ts';

/** What a buyer fills in. The country is fixed. */
export type OrderField = 'quantity' | 'deliveryWeek' | Exclude<DeliveryField, 'shippingCountry'>;

/** In the order of the form. */
export const ORDER_FIELDS: readonly OrderField[] = [
  'quantity',
  'deliveryWeek',
  ...DELIVERY_FIELD_NAMES.filter((name) => name !== 'shippingCountry'),
];

/** The form's fields by their names, as they were typed. Hidden fields too. */
export type OrderEntries = Readonly<Record<string, string>>;

/** A message for each field that needs mending. */
export type OrderErrors = Readonly<Partial<Record<OrderField, string>>>;

/** An order as the form describes it, before it is anybody's purchase. */
export type EnteredOrder = Omit<StoredOrder, 'attemptId' | 'replaces' | 'paymentIntentId'>;

/**
 * Reads the order out of the form, in the page. The service holds the same rules against what it is sent.
 * @param unitPrice what the page shows for a box
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

/** What to tell the buyer about one field; undefined when all is well. */
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
  // Whether the week is on sale is for the list that the form offers, and for the service.
  if (field === 'deliveryWeek') return typed === '' ? 'Please choose one of the delivery weeks.' : undefined;
  const reading = DELIVERY_RULES[field](typed);
  if ('message' in reading) return reading.message;
  return field === 'shippingPostcode' ? describeExclusion(typed, area) : undefined;
}

/** Whether an order that is kept is the one that has just been entered: the same purchase, then. */
export function isSameOrder(stored: StoredOrder, entered: EnteredOrder): boolean {
  const { attemptId, replaces, paymentIntentId, ...kept } = stored;
  const names = new Set([...Object.keys(kept), ...Object.keys(entered)]) as Set<keyof EnteredOrder>;
  return [...names].every((name) => kept[name] === entered[name]);
}
