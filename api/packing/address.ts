import { nameOnParcel } from '#domain/orders/order-fields.ts';
import type { PackingOrder } from './packing-repository.ts';
import { chooseTextSize, limitLines, type TextBox } from './text-size.ts';

const MOST_STREET_LINES = 4;
/** In points. Below this size, joining the lines of a street is better than printing them smaller. */
const SMALLEST_FOR_LINES = 7;

/**
 * Name, street and town as lines, and their size in points. The postcode has a line of its own, so that it is never cut
 * off.
 */
export function fitAddress(order: PackingOrder, box: TextBox): { lines: string[]; size: number } {
  const lines = listAddressLines(order, MOST_STREET_LINES);
  const size = chooseTextSize(lines, box);
  if (size >= SMALLEST_FOR_LINES) return { lines, size };
  const joined = listAddressLines(order, 1);
  return { lines: joined, size: chooseTextSize(joined, box) };
}

function listAddressLines(order: PackingOrder, mostStreetLines: number): string[] {
  const street = (order.shippingAddress ?? '').split('\n').filter((line) => line !== '');
  const { shippingCountry: country } = order;
  return [
    nameOnParcel(order) ?? '',
    ...limitLines(street, mostStreetLines),
    order.shippingCity ?? '',
    // Such an order is flagged. Somebody who prints it anyway must see the country.
    country === null || country === 'GB' ? '' : country,
  ].filter((line) => line !== '');
}
