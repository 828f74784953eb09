/**
 * Why a person must check an order before it is sent: the message of each code, with the details that are stored with
 * it.
 */
const MESSAGES = {
  /** Details: the amount paid and the total of the order. */
  paid_amount: ([paid, total]) => `Paid ${paid}, but the order is ${total}.`,
  abroad: () => 'The delivery address is outside the United Kingdom.',
  /** By the farm, without its payment going back, or before the payment came in. */
  cancelled_unrefunded: () =>
    'The order is cancelled, but its payment hasn’t gone back: refund it, or take the order back to processing.',
  /** The order was paid before its delivery details arrived. */
  missing_details: () => 'Delivery details are missing: ask the buyer for them.',
  /**
   * A wallet's address is known only after the payment, which keeps its order. Cleared when the buyer gives another
   * address.
   */
  outside_area: () => 'We don’t deliver to this postcode: ask the buyer for another address, or refund it.',
  refund_failed: () =>
    'A refund didn’t reach the buyer, and the money has come back to us: pay it back another way, or refund it again.',
  /** While Stripe waits for a person to review the payment. */
  review: () =>
    'Stripe asks for a review of this payment: approve or refund it on Stripe’s own pages, and send nothing until then.',
  dispute_open: () => 'The buyer’s bank disputes this payment: answer it on Stripe’s own pages.',
  dispute_lost: () => 'The buyer’s bank has taken this payment back.',
  /** A paid order stays valid if its week has filled up meanwhile. The buyer gets the same news in other words. */
  week_full: () => 'The week filled up while this was being paid for: move it to another week, or refund it.',
  week_closed: () => 'The week closed while this was being paid for: move it to another week, or refund it.',
  /** Until everything is refunded, or the farm decides to send the order anyway. */
  fraud_warning: () =>
    'The buyer’s bank warns that this payment may be fraud: refund it, unless you know the buyer.',
  /** The farm must refund the payment. */
  cancelled_by_buyer: () => 'The buyer has cancelled this order: refund it.',
  /** Details: the payment's id. */
  second_payment: ([id]) => `Another payment was made for this order (${id}): refund one of them.`,
  /** From a version without codes. */
  note: ([text]) => text ?? '',
} satisfies Record<string, (details: readonly string[]) => string>;

export type OrderFlagCode = keyof typeof MESSAGES;

export const ORDER_FLAG_CODES = Object.keys(MESSAGES) as OrderFlagCode[];

export interface OrderFlag {
  readonly code: OrderFlagCode;
  readonly details: readonly string[];
}

/** Reasons that no longer matter once the order is sent, or cancelled and refunded. */
export const SENDING_FLAGS: readonly OrderFlagCode[] = [
  'paid_amount',
  'abroad',
  'cancelled_unrefunded',
  'missing_details',
  'outside_area',
  'dispute_lost',
  'week_full',
  'week_closed',
  'note',
];

export const WEEK_FLAGS: readonly OrderFlagCode[] = ['week_full', 'week_closed'];

/** All messages for a person to read; empty without flags. */
export function describeFlags(flags: readonly OrderFlag[]): string {
  return flags.map(({ code, details }) => MESSAGES[code](details)).join(' ');
}

/** Whether an order has one of these flags. */
export function hasFlag(flags: readonly OrderFlag[], ...codes: readonly OrderFlagCode[]): boolean {
  return flags.some(({ code }) => codes.includes(code));
}

/** Whether the order has no flags, except that its week is no longer available. The confirmation then says so. */
export function isConfirmable(flags: readonly OrderFlag[]): boolean {
  return flags.every(({ code }) => WEEK_FLAGS.includes(code));
}

/** Why a paid order needs another week: it filled up or closed while the buyer was paying. */
export type WeekLoss = 'full' | 'closed';

const LOSSES: Readonly<Record<WeekLoss, string>> = {
  full: 'the last boxes of your week went to somebody else',
  closed: 'your week closed for orders',
};

/** What its buyer is told: the news, and how it came about. */
export function describeWeekLoss(loss: WeekLoss): readonly [news: string, more: string] {
  return [
    'Sorry, we can’t deliver in your week',
    `While you were paying, ${LOSSES[loss]}. Your order is safe: choose another week, or have your money back.`,
  ];
}

/** The same as one text. */
export function tellWeekLoss(loss: WeekLoss): string {
  return describeWeekLoss(loss).join('. ');
}

/** Why it needs another week; null if it does not. */
export function findWeekLoss(flags: readonly OrderFlag[]): WeekLoss | null {
  if (hasFlag(flags, 'week_closed')) return 'closed';
  return hasFlag(flags, 'week_full') ? 'full' : null;
}

export function isSameFlag(one: OrderFlag, other: OrderFlag): boolean {
  return one.code === other.code && JSON.stringify(one.details) === JSON.stringify(other.details);
}
