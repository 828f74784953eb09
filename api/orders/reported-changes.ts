import { toPence } from '#domain/money.ts';
import { type BoxFacts, countBoxes, isFullyRefunded } from '#domain/orders/describe-order.ts';
import { type OrderFlag, WEEK_FLAGS } from '#domain/orders/order-flags.ts';
import type { OrderStatus } from '#domain/orders/order-status.ts';
import type { MoneyBack, Payment, PaymentState } from '../payments/payment.ts';
import type { NewOrder, NewRefund } from './change-order.ts';
import { addFlag, dropFlags } from './flags.ts';
import type { Order, OrderChanges } from './orders-repository.ts';

/** The changes to an order from the refunds and disputes of its payments. Null if nothing is new. */
export function decideMoneyBack(known: NewOrder, payment: MoneyBack): OrderChanges | null {
  const sums = addUp(known, payment);
  // Never back to null, because a report from before the dispute can arrive after it.
  const dispute = payment.dispute ?? known.dispute;
  const isNews =
    sums.refundedPence !== known.refundedPence ||
    sums.goodwillPence !== known.goodwillPence ||
    sums.refundFailedPence !== known.refundFailedPence ||
    dispute !== known.dispute;
  if (!isNews) return null;
  const order = { ...known, ...sums, dispute };
  // A fully refunded order is cancelled, unless its parcel is already on its way.
  const isUnsent = order.status === 'processing' || order.status === 'pending';
  const isOff = isUnsent && isFullyRefunded(order);
  return {
    ...sums,
    dispute,
    flags: renewMoneyFlags(known, order),
    ...(isOff && { status: 'cancelled' }),
  };
}

/**
 * The sums of all refunds and of failed refunds only grow, so an outdated report changes nothing. Their difference is
 * what was refunded.
 */
function addUp(known: NewOrder, { refunded, goodwill, failedRefunds }: MoneyBack) {
  const everKnown = known.refundedPence + known.refundFailedPence;
  const everRefunded = Math.max(everKnown, refunded + failedRefunds);
  const failed = Math.max(known.refundFailedPence, failedRefunds);
  const isOutdated = everRefunded > refunded + failedRefunds || failed > failedRefunds;
  const isAll = everRefunded - failed >= known.paidAmount;
  return {
    refundedPence: toPence(everRefunded - failed),
    refundFailedPence: toPence(failed),
    goodwillPence: isOutdated ? known.goodwillPence : toPence(isAll ? 0 : goodwill),
  };
}

/** What has been refunded between two states of an order. */
export function compareRefunds(before: BoxFacts | undefined, after: BoxFacts): NewRefund {
  const pence = Math.max(0, after.refundedPence - (before?.refundedPence ?? 0));
  const boxes = countBoxes(after).refunded - (before ? countBoxes(before).refunded : 0);
  return { pence: toPence(pence), boxes };
}

function renewMoneyFlags(known: NewOrder, order: NewOrder): readonly OrderFlag[] {
  let { flags } = known;
  if (order.refundFailedPence > known.refundFailedPence) flags = addFlag(flags, 'refund_failed');
  else if (order.refundedPence > known.refundedPence) flags = dropFlags(flags, 'refund_failed');
  if (isFullyRefunded(order)) {
    flags = dropFlags(flags, 'cancelled_unrefunded', 'cancelled_by_buyer', 'outside_area', ...WEEK_FLAGS);
  }
  if (order.dispute === known.dispute) return flags;
  flags = dropFlags(flags, 'dispute_open', 'dispute_lost');
  // A dispute that was won needs no attention.
  return order.dispute === null || order.dispute === 'won'
    ? flags
    : addFlag(flags, `dispute_${order.dispute}`);
}

/**
 * The changes to an order from Stripe's review and the card network's fraud warning. Null if nothing is new. The order
 * is held back while a review is open, and after a fraud warning until the farm has decided. States never go back, so
 * an outdated report changes nothing.
 */
export function decideDoubts(
  known: NewOrder,
  { review: reported }: Payment,
  isFraudWarned: boolean,
): OrderChanges | null {
  const review = known.review === 'closed' ? 'closed' : (reported ?? known.review);
  const warned = known.fraudWarning ?? (isFraudWarned ? 'open' : null);
  const fraudWarning = warned === 'open' && isFullyRefunded(known) ? 'decided' : warned;
  if (review === known.review && fraudWarning === known.fraudWarning) return null;
  let flags = dropFlags(known.flags, 'review', 'fraud_warning');
  if (review === 'open') flags = addFlag(flags, 'review');
  if (fraudWarning === 'open') flags = addFlag(flags, 'fraud_warning');
  return { review, fraudWarning, flags };
}

export interface Progress {
  readonly status: OrderStatus;
  readonly paymentStatus: Order['paymentStatus'];
}

/**
 * The effect of a payment's state on an order, or on the lack of one. Null if nothing changes. Reports arrive late and
 * out of order, so `succeeded` is final.
 */
export function decideProgress(
  order: Pick<Order, 'status' | 'paymentStatus'> | undefined,
  state: PaymentState,
): Progress | null {
  if (state === 'succeeded')
    return order ? succeed(order) : { status: 'processing', paymentStatus: 'succeeded' };
  if (state === 'processing' || state === 'authorised')
    return order ? resume(order) : { status: 'pending', paymentStatus: 'processing' };
  return order ? fail(order) : null;
}

function succeed({ status, paymentStatus }: Progress): Progress | null {
  if (paymentStatus === 'succeeded') return null;
  const waitedForMoney = status === 'pending' || paymentStatus === 'failed';
  return { status: waitedForMoney ? 'processing' : status, paymentStatus: 'succeeded' };
}

/** After a failed payment, the buyer may pay the same intent in another way. */
function resume({ status, paymentStatus }: Progress): Progress | null {
  if (paymentStatus !== 'failed') return null;
  return { status: status === 'cancelled' ? 'pending' : status, paymentStatus: 'processing' };
}

function fail({ status, paymentStatus }: Progress): Progress | null {
  if (paymentStatus !== 'processing') return null;
  return { status: status === 'pending' ? 'cancelled' : status, paymentStatus: 'failed' };
}

/** Flags a second payment until it is fully refunded, or a person has settled it. */
export function flagSecondPayment(known: Order, payment: Payment, isSettled = false): OrderChanges | null {
  if (isSettled) return null;
  const flagged = addFlag(known.flags, 'second_payment', payment.id);
  const isFlagged = flagged === known.flags;
  if (payment.refunded > 0 && payment.refunded >= payment.amount) {
    const isOther = ({ code, details: [id] }: OrderFlag) => code !== 'second_payment' || id !== payment.id;
    return isFlagged ? { flags: known.flags.filter(isOther) } : null;
  }
  return isMoving(payment) && !isFlagged ? { flags: flagged } : null;
}

/** Whether the money has arrived, is authorised, or is on its way. */
export function isMoving({ state }: Payment): boolean {
  return state === 'succeeded' || state === 'authorised' || state === 'processing';
}
