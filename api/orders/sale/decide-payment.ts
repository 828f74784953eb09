import { londonDay, parseDay } from '#domain/dates.ts';
import { describeExclusion } from '#domain/delivery/delivery-area.ts';
import { isOnSale, sundayOf } from '#domain/delivery/weeks.ts';
import { toPence } from '#domain/money.ts';
import { isFullyRefunded } from '#domain/orders/describe-order.ts';
import type { OrderFlag } from '#domain/orders/order-flags.ts';
import type { Payment } from '../../payments/payment.ts';
import type { Catalogue } from '../../site/catalogue.ts';
import type { Attempt } from '../attempts-repository.ts';
import type { NewOrder, NewRefund } from '../change-order.ts';
import { type OrderDetails, pickDetails } from '../details.ts';
import { addFlag, renewFlags } from '../flags.ts';
import { deriveOrderId } from '../order-identity.ts';
import type { Order, OrderChanges } from '../orders-repository.ts';
import {
  compareRefunds,
  decideDoubts,
  decideMoneyBack,
  decideProgress,
  flagSecondPayment,
  type Progress,
} from '../reported-changes.ts';

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
  if (!known) {
    if (!progress) return { outcome: 'unpaid' };
    const made = makeOrder(facts, progress);
    const order = { ...made, ...decideReported(made, facts) };
    return { outcome: 'new', made, order, mails: decideMails(undefined, order, facts) };
  }
  const isOther = isAnotherPayment(known, payment);
  const first = isOther
    ? flagSecondPayment(known, payment, facts.isSettledByHand)
    : advanceOrder(known, facts, progress);
  const advanced = { ...known, ...first };
  const reported = decideReported(advanced, facts);
  if (first === null && reported === null) return { outcome: 'known', changes: null, mails: NO_MAILS };
  const changes = { ...first, ...reported };
  return { outcome: 'known', changes, mails: decideMails(known, { ...known, ...changes }, facts) };
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

function advanceOrder(known: Order, facts: PaymentFacts, progress: Progress | null): OrderChanges | null {
  const { payment, details, now } = facts;
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
