import { sql } from 'kysely';
import { type Pence, toPence } from '#domain/money.ts';
import { type BoxFacts, countBoxes } from '#domain/orders/describe-order.ts';

/** The boxes that refunds pay for, in SQL. Integer division rounds down there. */
const PAID_BACK = sql<number>`(refunded_pence - goodwill_pence) / unit_price_pence`;

/** The standing boxes in SQL. */
export const STANDING_BOXES = sql<number>`CASE WHEN ${PAID_BACK} < quantity THEN quantity - ${PAID_BACK} ELSE 0 END`;

/** What has been refunded between two states of an order. */
export function compareRefunds(before: BoxFacts | undefined, after: BoxFacts): NewRefund {
  const pence = Math.max(0, after.refundedPence - (before?.refundedPence ?? 0));
  const boxes = countBoxes(after).refunded - (before ? countBoxes(before).refunded : 0);
  return { pence: toPence(pence), boxes };
}

/** What has been refunded since an order was last stored. */
export interface NewRefund {
  readonly pence: Pence;
  /** The boxes that it pays for. */
  readonly boxes: number;
}
