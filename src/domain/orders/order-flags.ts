/**
 * Why a person must look at an order before anything is sent: what each code says to that person, with the details
 * that are stored with it.
 */
const MESSAGES = {
  /** What was paid, and what the order is. */
  paid_amount: ([paid, total]) => `Paid ${paid}, but the order is ${total}.`,
  abroad: () => 'The delivery address is outside the United Kingdom.',
  cancelled_early: () => 'The order was cancelled before its payment came through: refund it or send it.',
  /** An order that was paid before its delivery details arrived, until they do. */
  missing_details: () => 'Delivery details are missing: ask the buyer for them.',
  /** Addresses of wallets are known only with the payment, which keeps its order. Until the buyer gives another. */
  outside_area: () => 'We do not deliver to this postcode: ask the buyer for another address, or refund it.',
  refund_failed: () =>
    'A refund did not reach the buyer, and the money is with us again: pay it back another way, or refund it again.',
  /** While Stripe waits for a person to look at the payment. */
  review: () =>
    'Stripe asks for a review of this payment: approve or refund it on Stripe’s own pages, and send nothing until then.',
  dispute_open: () => 'The buyer’s bank disputes this payment: answer it on Stripe’s own pages.',
  dispute_lost: () => 'The buyer’s bank has taken this payment back.',
  /** A payment keeps its order, also when its week has gone meanwhile. The buyer is told the same in their own words. */
  week_full: () => 'The week filled up while this was being paid for: move it to another week, or refund it.',
  week_closed: () => 'The week closed while this was being paid for: move it to another week, or refund it.',
  /** Until all of the money has gone back, or the farm says that the order is sent all the same. */
  fraud_warning: () =>
    'The buyer’s bank warns that this payment may be a fraud: refund it, unless you know the buyer.',
  /** The money is the farm's to send back. */
  cancelled_by_buyer: () => 'The buyer has cancelled this order: refund it.',
  /** The payment's id. */
  second_payment: ([id]) => `Another payment was made for this order (${id}): refund one of them.`,
  /** Of a version before there were codes. */
  note: ([text]) => text ?? '',
} satisfies Record<string, (details: readonly string[]) => string>;

export type OrderFlagCode = keyof typeof MESSAGES;
export const ORDER_FLAG_CODES = Object.keys(MESSAGES) as readonly OrderFlagCode[];

export interface OrderFlag {
  readonly code: OrderFlagCode;
  readonly details: readonly string[];
}

export const WEEK_FLAGS: readonly OrderFlagCode[] = ['week_full', 'week_closed'];

/** All of them for a person to read; empty for none. */
export function describeFlags(flags: readonly OrderFlag[]): string {
  return flags.map(({ code, details }) => MESSAGES[code](details)).join(' ');
}

/** Whether it has one of these. */
export function hasFlag(flags: readonly OrderFlag[], ...codes: readonly OrderFlagCode[]): boolean {
  return flags.some(({ code }) => codes.includes(code));
}

/** Whether an order waits for another week. */
export function hasWeekFlag(flags: readonly OrderFlag[]): boolean {
  return hasFlag(flags, ...WEEK_FLAGS);
}

export function isSameFlag(one: OrderFlag, other: OrderFlag): boolean {
  return one.code === other.code && JSON.stringify(one.details) === JSON.stringify(other.details);
}
