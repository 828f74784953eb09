import { labelWeek } from '../delivery/weeks.ts';
import { formatAmount, type Pence, toPence } from '../money.ts';
import { formatBoxes } from '../quantity.ts';
import { type Fact, type KnownDetails, listAddress, listWords } from './order-fields.ts';
import {
  findWeekLoss,
  hasFlag,
  isConfirmable,
  type OrderFlag,
  tellWeekLoss,
  type WeekLoss,
} from './order-flags.ts';
import type { CompletedReceipt, Confirmation } from './order-outcome.ts';
import type { OrderStatus } from './order-status.ts';
import type { Parcel } from './parcels.ts';
import type { PaymentMethod } from './payment-method.ts';

// The one description of an order. Pages, e-mails, papers, files and answers take boxes, money, address and news from
// here, and compose none of it.

/** What decides how many boxes an order has. Sums are whole pence. */
export interface BoxFacts {
  readonly status: OrderStatus;
  /** As ordered, boxes that were refunded included. */
  readonly quantity: number;
  readonly unitPricePence: number;
  readonly refundedPence: number;
  /** The part of the refunds that took no box out of the order. 0 once everything has been refunded. */
  readonly goodwillPence: number;
}

/** What decides where its money is. */
export interface MoneyFacts {
  readonly status: OrderStatus;
  readonly paymentStatus: 'processing' | 'succeeded' | 'failed';
  readonly paymentMethod: PaymentMethod;
  readonly totalPence: Pence;
  /** In the smallest unit of its currency. */
  readonly paidAmount: number;
  /** ISO 4217, in small letters. */
  readonly paidCurrency: string;
  readonly refundedPence: Pence;
  readonly dispute: 'open' | 'won' | 'lost' | null;
  readonly customerEmail: string | null;
}

/** A stored order has all of this. */
export interface OrderFacts extends BoxFacts, MoneyFacts, KnownDetails {
  readonly customerEmail: string | null;
  readonly unitPricePence: Pence;
  readonly refundedPence: Pence;
  /** The Monday of the delivery week. */
  readonly week: string | null;
  readonly flags: readonly OrderFlag[];
  readonly parcels: readonly Parcel[];
}

/** The boxes of an order. */
export interface OrderBoxes {
  readonly ordered: number;
  /** Those that refunds pay for. Goodwill pays for none, and nor does less than a box costs. */
  readonly refunded: number;
  /** Those that are not refunded. */
  readonly left: number;
  readonly toSend: number;
}

export function countBoxes(order: BoxFacts): OrderBoxes {
  const { quantity: ordered, status } = order;
  const paidBack = Math.floor((order.refundedPence - order.goodwillPence) / order.unitPricePence);
  const refunded = Math.min(ordered, paidBack);
  const left = ordered - refunded;
  const isSent = status === 'shipped' || status === 'delivered';
  return { ordered, refunded, left, toSend: isSent || status === 'cancelled' ? 0 : left };
}

/** `2 boxes`, or `2 boxes (3 ordered, 1 refunded)`. */
export function describeBoxes({ ordered, refunded, left }: OrderBoxes): string {
  if (refunded === 0) return formatBoxes(ordered);
  return `${formatBoxes(left)} (${ordered} ordered, ${refunded} refunded)`;
}

/** `2 boxes of Nordmann Fir branches at £39.99 each`. */
export function describeItems(order: BoxFacts): string {
  const [boxes, ...note] = describeBoxes(countBoxes(order)).split(' (');
  const price = `${formatAmount(toPence(order.unitPricePence))}${order.quantity === 1 ? '' : ' each'}`;
  return [`${boxes} of Nordmann Fir branches at ${price}`, ...note].join(' (');
}

/** How much of a payment can still go back, in pence. Nothing of one that has not arrived, or came in other money. */
export function countMoneyLeft(
  order: Pick<MoneyFacts, 'paymentStatus' | 'paidAmount' | 'paidCurrency' | 'refundedPence'>,
): Pence {
  const isPaid = order.paymentStatus === 'succeeded' && order.paidCurrency === 'gbp';
  return toPence(isPaid ? Math.max(0, order.paidAmount - order.refundedPence) : 0);
}

/** What the farm owes to the buyer of a cancelled order, in pence. Nothing if the bank has taken it back already. */
export function countMoneyOwed(order: MoneyFacts): Pence {
  return order.status === 'cancelled' && order.dispute !== 'lost' ? countMoneyLeft(order) : toPence(0);
}

/** Whether everything that was paid has been refunded. */
export function isFullyRefunded({
  refundedPence,
  paidAmount,
}: Pick<MoneyFacts, 'refundedPence' | 'paidAmount'>): boolean {
  return refundedPence > 0 && refundedPence >= paidAmount;
}

/** What a total costs after its refunds. The VAT in it is that of this sum. */
export function countTotalNow({
  totalPence,
  refundedPence,
}: Pick<MoneyFacts, 'totalPence' | 'refundedPence'>): Pence {
  return toPence(Math.max(0, totalPence - refundedPence));
}

/**
 * The refund for a number of boxes. Refunding all that are left refunds the rest of the payment to the penny.
 * @param left how many boxes, and how much money, are not refunded
 */
export function priceRefund(
  left: { readonly boxes: number; readonly pence: number; readonly unitPence: number },
  boxes: number,
): Pence {
  return toPence(boxes === left.boxes ? left.pence : Math.min(boxes * left.unitPence, left.pence));
}

/** The total, and what refunds have left of it. */
export function listSums(order: Pick<MoneyFacts, 'totalPence' | 'refundedPence'>): Fact[] {
  const { totalPence, refundedPence } = order;
  const total = ['Total', formatAmount(totalPence)] as const;
  if (refundedPence === 0) return [total];
  return [
    total,
    ['Refunded', formatAmount(refundedPence)],
    ['Total now', formatAmount(countTotalNow(order))],
  ];
}

/** What an order is and costs, and when it comes, for its buyer. Nothing private. */
export function listFacts(order: OrderFacts): Fact[] {
  return [
    ['Quantity', describeBoxes(countBoxes(order))],
    ...listSums(order),
    ['Delivery', labelWeek(order.week)],
  ];
}

/** Where it goes, and what its buyer has written. */
export function listPrivateFacts(order: KnownDetails): Fact[] {
  return [
    ['Deliver to', listAddress(order).join('\n') || 'Not given yet'],
    ...listWords(order, 'buyerLabel'),
  ];
}

/** How far an order is, for its buyer. */
export function describeState(order: OrderFacts): string {
  const { status, paymentStatus, paymentMethod, flags } = order;
  if (status === 'cancelled') {
    const who = hasFlag(flags, 'cancelled_by_buyer') ? 'You’ve' : 'We’ve';
    return `${who} cancelled this order, and nothing will be sent. ${describeMoneyBack(order)}`;
  }
  const news = order.customerEmail === null ? '' : ' We’ll e-mail you when it has come through.';
  if (paymentStatus === 'processing' && paymentMethod === 'bank') {
    return `We’ve set ${formatBoxes(countBoxes(order).left)} aside for you, and are waiting for your bank transfer.${news}`;
  }
  if (paymentStatus === 'processing') {
    return `Your bank is still confirming your payment. You don’t need to pay again.${news}`;
  }
  if (paymentStatus === 'failed') return 'Your payment didn’t come through, so nothing will be sent.';
  if (status === 'shipped') return 'Your branches are on their way.';
  if (status === 'delivered') return 'Your branches have been delivered.';
  const loss = findLossToSettle(order);
  if (loss) return tellWeekLoss(loss);
  return 'We have your payment, and will cut and pack your branches in the week you chose.';
}

/** The week in which its buyer can expect it; null while it is still to be agreed, such as after a lost one. */
export function findAgreedWeek({ week, flags }: Pick<OrderFacts, 'week' | 'flags'>): string | null {
  return findWeekLoss(flags) === null ? week : null;
}

/** Why its buyer is asked for another week; null for an order that goes in its own, or not at all. */
export function findLossToSettle({
  status,
  paymentStatus,
  flags,
}: Pick<OrderFacts, 'status' | 'paymentStatus' | 'flags'>): WeekLoss | null {
  return status === 'processing' && paymentStatus === 'succeeded' ? findWeekLoss(flags) : null;
}

/** What happens to the money of a cancelled order, for its buyer. It promises nothing that no one has to do. */
export function describeMoneyBack(order: MoneyFacts): string {
  if (order.paymentStatus === 'failed') return 'You haven’t been charged.';
  if (order.paymentStatus === 'processing')
    return 'If your payment still arrives, it isn’t lost: we’ll get in touch about it.';
  if (order.dispute === 'lost') return 'Your bank has given your payment back to you.';
  const owed = countMoneyOwed(order);
  if (owed === 0 && order.refundedPence > 0) return `We’ve refunded ${formatAmount(order.refundedPence)}.`;
  const what = owed === 0 ? 'your payment' : formatAmount(owed);
  const news = order.customerEmail === null ? '' : ', and write to you when we have';
  return `We’ll send ${what} back ${describeWayBack(order)}${news}.`;
}

/** How the buyer gets money back, for the middle of a sentence. */
export function describeWayBack({ paymentMethod }: Pick<MoneyFacts, 'paymentMethod'>): string {
  return { card: 'to the card you paid with', cash: 'to you in cash', bank: 'to your bank account' }[
    paymentMethod
  ];
}

/** How its buyer hears that the order is made. */
export function chooseConfirmation({
  customerEmail,
  flags,
}: Pick<OrderFacts, 'customerEmail' | 'flags'>): Confirmation {
  if (customerEmail === null) return 'no_address';
  return isConfirmable(flags) ? 'mailed' : 'after_look';
}

/**
 * The order for its thank-you and its own page. Only for its buyer.
 * @param isPrivate whether address and words are no longer shown
 */
export function describeReceipt(order: OrderFacts, isPrivate: boolean): CompletedReceipt {
  const facts = listFacts({ ...order, week: findAgreedWeek(order) });
  return {
    // Nothing of a cancelled order is sent in any week.
    facts: order.status === 'cancelled' ? facts.filter(([name]) => name !== 'Delivery') : facts,
    privateFacts: isPrivate ? [] : listPrivateFacts(order),
    confirmedTo: chooseConfirmation(order) === 'mailed' ? order.customerEmail : null,
  };
}
