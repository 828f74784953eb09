import type { Pence } from '../money.ts';

/** What a refund of boxes hangs on. Money is in whole pence. */
export interface RefundFacts {
  readonly quantity: number;
  readonly unitPence: number;
  readonly paidPence: number;
  /** What has gone back so far. */
  readonly refundedPence: number;
}

/** Whole boxes that what went back pays for. A part of a box's price, given back as a kindness, refunds none. */
export function countRefundedBoxes({
  quantity,
  unitPence,
  refundedPence,
}: Omit<RefundFacts, 'paidPence'>): number {
  return Math.min(quantity, Math.floor(refundedPence / unitPence));
}

/** Boxes that have not been refunded. */
export function countBoxesLeft(facts: Omit<RefundFacts, 'paidPence'>): number {
  return facts.quantity - countRefundedBoxes(facts);
}

/** What so many boxes come to: with all that are left goes all that is left of the payment, to the penny. */
export function priceRefund(facts: RefundFacts, boxes: number): Pence {
  const left = facts.paidPence - facts.refundedPence;
  const isRest = boxes === countBoxesLeft(facts);
  return (isRest ? left : Math.min(boxes * facts.unitPence, left)) as Pence;
}
