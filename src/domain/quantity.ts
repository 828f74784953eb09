import { countOf } from './count.ts';
import { formatAmount, multiplyPence, type Pence } from './money.ts';

/** Stripe's maximum for one charge in pounds: eight digits of pence. There is no other limit (section 5). */
const LARGEST_CHARGE_PENCE = 99_999_999;

/**
 * Reads a number of boxes as section 5 asks of the page: the leading whole number, or 1 if there is none or it is
 * lower. The API refuses such values instead.
 */
export function readQuantity(typed: string): number {
  const quantity = Number.parseInt(typed, 10);
  return quantity >= 1 ? Math.min(quantity, Number.MAX_SAFE_INTEGER) : 1;
}

/** `1 box`, `2 boxes`. */
export function formatBoxes(count: number): string {
  return countOf(count, 'box', 'boxes');
}

/** For a quantity above `findLargestQuantity`. */
export function tooManyBoxesMessage(unitPrice: Pence): string {
  return `You can order up to ${findLargestQuantity(unitPrice)} boxes at once. Please contact us for more.`;
}

/** How many boxes of this price fit in one payment. */
export function findLargestQuantity(unitPrice: Pence): number {
  return Math.floor(LARGEST_CHARGE_PENCE / unitPrice);
}

/** `Total for 2 boxes: £79.98`; empty if one payment cannot hold it. */
export function describeTotal(quantity: number, unitPrice: Pence): string {
  if (quantity > findLargestQuantity(unitPrice)) return '';
  return `Total for ${formatBoxes(quantity)}: ${formatAmount(multiplyPence(unitPrice, quantity))}`;
}
