import { formatCount } from '#domain/count.ts';
import type { WeekTotals } from '#domain/orders/order-changes.ts';

/** `38 of 40 boxes`, or `38 boxes` if the week has no limit. */
export function describeBoxes({ boxes, cap }: WeekTotals): string {
  if (cap !== null) return `${formatCount(boxes)} of ${formatCount(cap)} ${cap === 1 ? 'box' : 'boxes'}`;
  return boxes === 1 ? '1 box' : `${formatCount(boxes)} boxes`;
}
