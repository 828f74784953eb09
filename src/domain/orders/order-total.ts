import { formatAmount, multiplyPence, type Pence } from '../money.ts';
import { findLargestQuantity, formatBoxes } from '../quantity.ts';

/** `£39.99 a box, delivery included. Total for 2 boxes: £79.98` */
export function describeTotal(quantity: number, unitPrice: Pence): string {
  const each = `${formatAmount(unitPrice)} a box, delivery included.`;
  if (quantity > findLargestQuantity(unitPrice)) return each;
  return `${each} Total for ${formatBoxes(quantity)}: ${formatAmount(multiplyPence(unitPrice, quantity))}`;
}
