import { londonDay, parseDay } from '#domain/dates.ts';
import { describeExclusion } from '#domain/delivery/delivery-area.ts';
import { isOnSale, sundayOf } from '#domain/delivery/weeks.ts';
import { toPence } from '#domain/money.ts';
import { type BoxFacts, countBoxes, isFullyRefunded } from '#domain/orders/describe-order.ts';
import { type OrderFlag, WEEK_FLAGS } from '#domain/orders/order-flags.ts';
import type { OrderStatus } from '#domain/orders/order-status.ts';
import type { MoneyBack, Payment, PaymentState } from '../../payments/payment.ts';
import type { Catalogue } from '../../site/catalogue.ts';
import type { Attempt } from '../attempts-repository.ts';
import type { NewOrder, NewRefund } from '../change-order.ts';
import { type OrderDetails, pickDetails } from '../details.ts';
import { addFlag, dropFlags, renewFlags } from '../flags.ts';
import { deriveOrderId } from '../order-identity.ts';
import type { Order, OrderChanges } from '../orders-repository.ts';

/** Everything needed to decide about a reported payment. */
export interface PaymentFacts {
  readonly attempt: Attempt;
  readonly known: Order | undefined;
  readonly payment: Payment;
  readonly details: OrderDetails;
  /** Whether the report comes from the buyer's page, which knows the week. */
  readonly isFromBuyer: boolean;
  readonly isFraudWarned: boolean;
  /** Whether a person has settled this payment, which is the order's second one. */
  readonly isSettledByHand?: boolean;
  /**
   * Whether the shop had lost the order. Then it counts as ordered on the day of its purchase, when its week was still
   * open.
   */
  readonly isRebuilt: boolean;
  readonly catalogue: Pick<Catalogue, 'weeks' | 'deliveryArea'>;
  readonly hasRoom: boolean;
  readonly now: Date;
}

export type PaymentDecision =
  /** Nothing has been paid, or the page is about to send missing data. */
  | { readonly outcome: 'unpaid' }
  /** The authorised payment is cancelled. */
  | { readonly outcome: 'not_taken' }
  | {
      readonly outcome: 'new';
      /** The order as its payment made it. `order` also has later news, such as a refund. */
      readonly made: NewOrder;
      readonly order: NewOrder;
      readonly mails: OrderMails;
    }
  | {
      readonly outcome: 'known';
      readonly known: Order;
      readonly changes: OrderChanges | null;
      readonly mails: OrderMails;
    };

interface OrderMails {
  /** The confirmation to the buyer and the notification to the farm. */
  readonly isConfirmed: boolean;
  readonly refund: NewRefund;
}

const NO_MAILS: OrderMails = { isConfirmed: false, refund: { pence: toPence(0), boxes: 0 } };

/** How long a payment without a week waits for the page's own call, which has it. After that it is captured anyway. */
const UNDATED_MS = 3_600_000;

/** Decides about a payment. A pure function, so that every case can be tested without a database. */
export function decidePayment(facts: PaymentFacts): PaymentDecision {
  const { attempt, known, payment, details, now } = facts;
  if (payment.state === 'authorised') {
    // The webhook usually comes first, and does not know the week that the page is about to send.
    const isYoung = now.getTime() - Date.parse(attempt.createdAt) < UNDATED_MS;
    if (details.week === null && !facts.isFromBuyer && isYoung) return { outcome: 'unpaid' };
    if (!mayTakeMoney(facts)) return { outcome: 'not_taken' };
  }
  const progress = decideProgress(known, payment.state);
  const before = known ?? (progress && makeOrder(facts, progress));
  if (!before) return { outcome: 'unpaid' };
  const first = known ? advanceOrder(known, facts, progress) : null;
  const made = { ...before, ...first };
  const reported = decideReported(made, facts);
  if (known && first === null && reported === null)
    return { outcome: 'known', known, changes: null, mails: NO_MAILS };
  const order = { ...made, ...reported };
  const mails = decideMails(known, order, facts);
  return known
    ? { outcome: 'known', known, changes: { ...first, ...reported }, mails }
    : { outcome: 'new', made, order, mails };
}

/** Whether an authorised payment may be captured: its order has its boxes and no other payment. */
function mayTakeMoney({ known, payment, hasRoom }: PaymentFacts): boolean {
  if (known && isAnotherPayment(known, payment)) return false;
  // The boxes of a known order already count as sold.
  return (known !== undefined && known.paymentStatus !== 'failed') || hasRoom;
}

/** Whether it is a second payment for the order. A failed payment may be replaced. */
function isAnotherPayment(known: Order, payment: Payment): boolean {
  return known.paymentIntentId !== payment.id && known.paymentStatus !== 'failed';
}

/** Makes an order from its attempt, even if the payment differs. Differences become flags. */
function makeOrder(facts: PaymentFacts, progress: Progress): NewOrder {
  const { attempt, payment, details, isRebuilt, now } = facts;
  const orderedAt = isRebuilt ? payment.createdAt : now;
  const { id: paymentIntentId, amount: paidAmount, currency: paidCurrency } = payment;
  const paid = { ...progress, paymentIntentId, paidAmount, paidCurrency };
  const order = draftOrder(attempt, details, paid, { orderedAt, now });
  return { ...order, flags: flagWeek(flagArea(renewFlags([], order), facts), facts, orderedAt) };
}

/** What the payment itself changes of an order. Null if nothing. */
function advanceOrder(known: Order, facts: PaymentFacts, progress: Progress | null): OrderChanges | null {
  const { payment, details, now } = facts;
  if (isAnotherPayment(known, payment)) return flagSecondPayment(known, payment, facts.isSettledByHand);
  const isFilled = JSON.stringify(details) !== JSON.stringify(pickDetails(known));
  if (!progress && !isFilled) return null;
  const { id: paymentIntentId, amount: paidAmount, currency: paidCurrency } = payment;
  const changes = {
    ...details,
    ...(progress && { ...progress, paymentIntentId, paidAmount, paidCurrency }),
  };
  const renewed = renewFlags(known.flags, { ...known, ...changes });
  const located = known.shippingPostcode === null ? flagArea(renewed, facts) : renewed;
  const isDated = known.week === null && changes.week !== null;
  if (isDated) return { ...changes, flags: flagWeek(located, facts, now) };
  // Ordered in time, but the farm has closed the week while the money was on its way.
  const week = facts.catalogue.weeks.find(({ id }) => id === changes.week);
  const isTooLate = progress?.paymentStatus === 'succeeded' && week?.closed === true;
  return { ...changes, flags: isTooLate ? addFlag(located, 'week_closed') : located };
}

/** Adds a flag if a newly known address is outside the delivery area, unless the farm has accepted it. */
function flagArea(
  flags: readonly OrderFlag[],
  { attempt, details, catalogue }: PaymentFacts,
): readonly OrderFlag[] {
  if (attempt.takenBy !== null) return flags;
  const exclusion = describeExclusion(details.shippingPostcode ?? '', catalogue.deliveryArea);
  return exclusion === undefined ? flags : addFlag(flags, 'outside_area');
}

/** Adds a flag if the order's week is no longer available. The farm may have chosen a closed one. */
function flagWeek(
  flags: readonly OrderFlag[],
  { attempt, details, catalogue, hasRoom }: PaymentFacts,
  orderedAt: Date,
): readonly OrderFlag[] {
  const week = catalogue.weeks.find(({ id }) => id === details.week);
  if (!week) return flags;
  if (attempt.takenBy === null && !isOnSale(week, londonDay(orderedAt))) return addFlag(flags, 'week_closed');
  return hasRoom ? flags : addFlag(flags, 'week_full');
}

function decideReported<Known extends NewOrder>(
  order: Known,
  { payment, isFraudWarned }: PaymentFacts,
): OrderChanges | null {
  if (order.paymentIntentId !== payment.id) return null;
  // A payment that is never captured is not refunded either.
  const moneyBack = payment.state === 'succeeded' ? decideMoneyBack(order, payment) : null;
  const doubts = decideDoubts({ ...order, ...moneyBack }, payment, isFraudWarned);
  return moneyBack === null && doubts === null ? null : { ...moneyBack, ...doubts };
}

function decideMails(
  known: Order | undefined,
  order: NewOrder,
  { isRebuilt, now }: PaymentFacts,
): OrderMails {
  const isHistory = isRebuilt && isDeliveredSince(order, now);
  if (order.paymentStatus !== 'succeeded' || isHistory) return NO_MAILS;
  // Fully refunded buyers get no confirmation.
  return { isConfirmed: !isFullyRefunded(order), refund: compareRefunds(known, order) };
}

/**
 * Whether an order's week has passed since its purchase, so that a mail about it would only confuse. In the sandbox,
 * past weeks can be ordered too.
 */
function isDeliveredSince({ week, createdAt }: Pick<Order, 'week' | 'createdAt'>, now: Date): boolean {
  const monday = parseDay(week ?? '');
  if (monday === null) return false;
  const sunday = sundayOf(monday);
  return londonDay(new Date(createdAt)) <= sunday && sunday < londonDay(now);
}

/** How an order is, or will be, paid for. */
export interface DraftPayment extends Progress {
  /** Null if it is not paid by card. */
  readonly paymentIntentId: string | null;
  /** In the smallest unit of the currency. */
  readonly paidAmount: number;
  readonly paidCurrency: string;
}

/** The order that an attempt becomes, without its flags. */
export function draftOrder(
  attempt: Attempt,
  details: OrderDetails,
  payment: DraftPayment,
  { orderedAt, now }: { readonly orderedAt: Date; readonly now: Date },
): Omit<NewOrder, 'flags'> {
  return {
    ...details,
    ...payment,
    id: deriveOrderId(attempt.id),
    attemptId: attempt.id,
    paymentMethod: attempt.paymentMethod,
    takenBy: attempt.takenBy,
    takenById: attempt.takenById,
    quantity: attempt.quantity,
    unitPricePence: attempt.unitPricePence,
    totalPence: attempt.totalPence,
    refundedPence: toPence(0),
    refundFailedPence: toPence(0),
    goodwillPence: toPence(0),
    dispute: null,
    review: null,
    fraudWarning: null,
    parcels: [],
    labelProblem: null,
    internalNote: null,
    createdAt: orderedAt.toISOString(),
    updatedAt: now.toISOString(),
  };
}

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
function decideDoubts(
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

interface Progress {
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
function flagSecondPayment(known: Order, payment: Payment, isSettled = false): OrderChanges | null {
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
