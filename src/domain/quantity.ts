import type { Pence } from './money.ts';

/** The most that Stripe charges at once in pounds: eight digits of pence. There is no other cap (section 5). */
export const LARGEST_CHARGE_PENCE = 99_999_999;

/**
 * What a buyer typed as a number of boxes, read as section 5 rules for the page: its leading whole number;
 * anything that has none, or a lower one, becomes 1. The API does not do this: it refuses.
 */
export function readQuantity(typed: string): number {
  const quantity = Number.parseInt(typed, 10);
  return Number.isSafeInteger(quantity) && quantity >= 1 ? quantity : 1;
}

/** `1 box`, `2 boxes`. */
export function formatBoxes(count: number): string {
  return count === 1 ? '1 box' : `${count} boxes`;
}

/** For a quantity beyond `findLargestQuantity`. */
export function tooManyBoxesMessage(unitPrice: Pence): string {
  return `One payment can hold ${findLargestQuantity(unitPrice)} boxes at most. Please contact us for more.`;
}

/** The most boxes of this price that one payment can hold. */
export function findLargestQuantity(unitPrice: Pence): number {
  return Math.floor(LARGEST_CHARGE_PENCE / unitPrice);
}
