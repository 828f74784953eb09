import { formatAmount, type Pence } from './money.ts';

/** For a farm that is registered for VAT, from content/shop.json. */
export interface Vat {
  readonly number: string;
  readonly ratePercent: number;
}

/**
 * The VAT within a total that includes it: a sixth at 20 %. Rounded to the nearest penny, half a penny up, once for the
 * whole total and not for each box.
 */
export function findVatWithin(total: Pence, { ratePercent }: Pick<Vat, 'ratePercent'>): Pence {
  return Math.round((total * ratePercent) / (100 + ratePercent)) as Pence;
}

/** `Includes VAT of £13.33 at 20% (VAT number GB 123 4567 89)`. */
export function describeVat(total: Pence, vat: Vat): string {
  return `Includes VAT of ${formatAmount(findVatWithin(total, vat))} at ${vat.ratePercent}% (VAT number ${vat.number})`;
}
