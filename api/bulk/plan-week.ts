import type { Kysely } from 'kysely';
import { toPence, toPounds } from '#domain/money.ts';
import { countBoxes } from '#domain/orders/describe-order.ts';
import { isConfirmable } from '#domain/orders/order-flags.ts';
import { isSentInPart } from '#domain/orders/parcels.ts';
import type { LeftOutOrders, WeekPlan } from '#domain/orders/week-jobs.ts';
import type { Database } from '../db/schema.ts';
import { listPayments } from '../orders/further-payments.ts';
import type { Order } from '../orders/orders-repository.ts';
import { findStandingOrders } from '../orders/week-jobs-repository.ts';
import type { Catalogue } from '../site/catalogue.ts';

/** Why a closing week's order is left to a person; null if it can be moved or refunded with the others. */
export function explainLeftOut(order: Order): string | null {
  if (order.status === 'cancelled') return 'It is cancelled.';
  if (order.status !== 'processing' && order.status !== 'pending') return 'It has been sent.';
  if (order.paymentStatus !== 'succeeded') return 'Its payment has not come through.';
  if (isSentInPart(order)) return 'Some of its boxes are on their way.';
  if (order.dispute === 'open') return 'The buyer’s bank disputes its payment.';
  if (order.dispute === 'lost') return 'The buyer’s bank has taken its payment back.';
  // That its week is gone is what is being settled.
  return isConfirmable(order.flags) ? null : 'Somebody needs to look at it first.';
}

/** Whether money for it came in cash or by bank transfer, so that the farm gives it back by hand. */
function isRefundedByHand(order: Order): boolean {
  return listPayments(order).some(({ paymentIntentId }) => paymentIntentId === null);
}

/** Those that a job can refund. */
export function listRefundable(orders: readonly Order[]): Order[] {
  return orders.filter((order) => !isRefundedByHand(order));
}

/** The orders of a week that a job takes, and those that it leaves out. */
export async function sortOrders(
  db: Kysely<Database>,
  week: string,
): Promise<{ taken: Order[]; leftOut: LeftOutOrders[] }> {
  const taken: Order[] = [];
  const others = new Map<string, string[]>();
  for (const order of await findStandingOrders(db, week)) {
    const reason = explainLeftOut(order);
    if (reason === null) taken.push(order);
    else others.set(reason, [...(others.get(reason) ?? []), order.orderNumber]);
  }
  return { taken, leftOut: [...others].map(([reason, orderNumbers]) => ({ reason, orderNumbers })) };
}

/** What closing a week would do. */
export async function planWeek(
  db: Kysely<Database>,
  week: string,
  { weeks }: Pick<Catalogue, 'weeks'>,
): Promise<WeekPlan> {
  const { taken, leftOut } = await sortOrders(db, week);
  const sum = (read: (order: Order) => number) => taken.reduce((total, order) => total + read(order), 0);
  return {
    week,
    isClosed: weeks.find(({ id }) => id === week)?.isClosed ?? false,
    orders: taken.length,
    boxes: sum((order) => countBoxes(order).left),
    refund: toPounds(toPence(sum(countMoney))),
    byHand: taken.filter(isRefundedByHand).map(({ orderNumber }) => orderNumber),
    leftOut,
  };
}

/** What a job would refund, in pence. */
function countMoney(order: Order): number {
  return isRefundedByHand(order) ? 0 : order.paidAmount - order.refundedPence;
}
