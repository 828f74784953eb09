import type { WeekTotals } from '#domain/order-changes.ts';

const COUNT = new Intl.NumberFormat('en-GB');
const POUNDS = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' });

export function formatCount(count: number): string {
  return COUNT.format(count);
}

export function formatRevenue({ revenue }: WeekTotals): string {
  return POUNDS.format(Number(revenue));
}

/** `38 of 40 boxes`, or `38 boxes` where the week has no cap. */
export function describeBoxes({ boxes, cap }: WeekTotals): string {
  if (cap !== null) return `${formatCount(boxes)} of ${formatCount(cap)} ${cap === 1 ? 'box' : 'boxes'}`;
  return boxes === 1 ? '1 box' : `${formatCount(boxes)} boxes`;
}
