import { readAddress } from '#domain/orders/order-fields.ts';
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
  const lines = listLines(order, MOST_STREET_LINES);
  const size = chooseTextSize(lines, box);
  if (size >= SMALLEST_FOR_LINES) return { lines, size };
  const joined = listLines(order, 1);
  return { lines: joined, size: chooseTextSize(joined, box) };
}

function listLines(order: PackingOrder, mostStreetLines: number): string[] {
  const address = readAddress(order);
  if (address === null) return [];
  const { name, street, town, country } = address;
  return [name, ...limitLines(street, mostStreetLines), town, country ?? ''].filter((line) => line !== '');
}
