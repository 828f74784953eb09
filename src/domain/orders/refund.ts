import type { Pence } from '../money.ts';

/** The facts that decide the amount of a refund, in whole pence. */
export interface RefundFacts {
  readonly quantity: number;
  readonly unitPence: number;
  readonly paidPence: number;
  /** The amount refunded so far. */
  readonly refundedPence: number;
  /** The part of it that was goodwill. 0 once everything has been refunded. */
  readonly goodwillPence: number;
}

/** How many whole boxes the refunded amount pays for. Goodwill pays for none, and nor does less than a box costs. */
export function countRefundedBoxes({
  quantity,
  unitPence,
  refundedPence,
  goodwillPence,
}: Omit<RefundFacts, 'paidPence'>): number {
  return Math.min(quantity, Math.floor((refundedPence - goodwillPence) / unitPence));
}

/** Boxes that have not been refunded. */
export function countBoxesLeft(facts: Omit<RefundFacts, 'paidPence'>): number {
  return facts.quantity - countRefundedBoxes(facts);
}

/** The refund for a number of boxes. Refunding all remaining boxes refunds the remaining payment to the penny. */
export function priceRefund(facts: RefundFacts, boxes: number): Pence {
  const left = facts.paidPence - facts.refundedPence;
  const isRest = boxes === countBoxesLeft(facts);
  return (isRest ? left : Math.min(boxes * facts.unitPence, left)) as Pence;
}
