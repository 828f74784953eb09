import { countOf } from '#domain/count.ts';
import { formatSum } from '#domain/money.ts';
import type { WeekPlan } from '#domain/orders/week-jobs.ts';
import { formatBoxes } from '#domain/quantity.ts';

/** `60 orders, 84 boxes, £2,297.40.` */
export function describePlan({ orders, boxes, refund }: WeekPlan): string {
  return `${countOrders(orders)}, ${formatBoxes(boxes)}, ${formatSum(refund)}.`;
}

/** How many orders a job would refund. */
export function countRefunds({ orders, byHand }: WeekPlan): string {
  return countOrders(orders - byHand.length);
}

export function countOrders(orders: number): string {
  return countOf(orders, 'order');
}
