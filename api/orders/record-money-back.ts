import type { Transaction, Updateable } from 'kysely';
import { toPence } from '#domain/money.ts';
import { WEEK_FLAGS } from '#domain/orders/order-flags.ts';
import type { Database, OrdersTable } from '../db/schema.ts';
import type { Payment } from '../payments/payment.ts';
import { changeOrder } from './change-order.ts';
import {
  addFlag,
  CANCELLED_BY_BUYER,
  CANCELLED_FLAG,
  DISPUTE_FLAGS,
  dropFlag,
  FAILED_REFUND_FLAG,
  OUTSIDE_AREA_FLAG,
} from './flags.ts';
import type { Order } from './orders-repository.ts';
import { isFullyRefunded } from './refunded-boxes.ts';

/** The order with what Stripe says of refunds and disputes of its payment, or itself when nothing about them is new. */
export async function recordMoneyBack(
  trx: Transaction<Database>,
  known: Order,
  payment: Payment,
  now: Date,
): Promise<Order> {
  const sums = addUp(known, payment);
  // Never back to none: a report that was asked for before the dispute can arrive after it.
  const dispute = payment.dispute ?? known.dispute;
  const isNews =
    sums.refundedPence !== known.refundedPence ||
    sums.refundFailedPence !== known.refundFailedPence ||
    dispute !== known.dispute;
  if (!isNews) return known;
  const order = { ...known, ...sums, dispute };
  const changes = { ...sums, dispute, flag: renewMoneyFlags(known, order), ...cancelRefunded(order) };
  return changeOrder(trx, known, changes, { actor: 'payment', now });
}

/**
 * What was ever refunded and what of that has failed can only have grown, whatever a report says that was overtaken by
 * another on its way. What went back is the difference.
 */
function addUp(known: Order, { refunded, failedRefunds }: Payment) {
  const everRefunded = Math.max(known.refundedPence + known.refundFailedPence, refunded + failedRefunds);
  const failed = Math.max(known.refundFailedPence, failedRefunds);
  return { refundedPence: toPence(everRefunded - failed), refundFailedPence: toPence(failed) };
}

/** Nothing is sent that was paid back; a parcel on its way stays what it is. */
function cancelRefunded(order: Order): Updateable<OrdersTable> {
  const isUnsent = order.status === 'processing' || order.status === 'pending';
  return isUnsent && isFullyRefunded(order) ? { status: 'cancelled' } : {};
}

function renewMoneyFlags(known: Order, order: Order): string | null {
  let flag = known.flag;
  if (order.refundFailedPence > known.refundFailedPence) flag = addFlag(flag, FAILED_REFUND_FLAG);
  else if (order.refundedPence > known.refundedPence) flag = dropFlag(flag, FAILED_REFUND_FLAG);
  if (isFullyRefunded(order)) {
    flag = dropFlag(
      flag,
      CANCELLED_FLAG,
      CANCELLED_BY_BUYER,
      OUTSIDE_AREA_FLAG,
      ...Object.values(WEEK_FLAGS),
    );
  }
  if (order.dispute === known.dispute) return flag;
  flag = dropFlag(flag, ...Object.values(DISPUTE_FLAGS));
  return order.dispute === null || order.dispute === 'won'
    ? flag
    : addFlag(flag, DISPUTE_FLAGS[order.dispute]);
}
