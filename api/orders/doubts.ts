import type { Transaction } from 'kysely';
import { FRAUD_WARNING_FLAG } from '#domain/orders/order-flags.ts';
import type { Database } from '../db/schema.ts';
import type { Payment } from '../payments/payment.ts';
import { changeOrder } from './change-order.ts';
import { addFlag, dropFlag, REVIEW_FLAG } from './flags.ts';
import type { Order } from './orders-repository.ts';
import { isFullyRefunded } from './refunded-boxes.ts';

/**
 * The order with what Stripe and the card network think of its payment, or itself when that is nothing new. It is held
 * back while a review is open, and after a warning of fraud until the farm has decided. Nothing leads back: a report
 * that was overtaken on its way changes nothing.
 */
export async function recordDoubts(
  trx: Transaction<Database>,
  known: Order,
  { review: reported }: Payment,
  isFraudWarned: boolean,
  now: Date,
): Promise<Order> {
  const review = known.review === 'closed' ? 'closed' : (reported ?? known.review);
  const warned = known.fraudWarning ?? (isFraudWarned ? 'open' : null);
  const fraudWarning = warned === 'open' && isFullyRefunded(known) ? 'decided' : warned;
  if (review === known.review && fraudWarning === known.fraudWarning) return known;
  let flag = dropFlag(known.flag, REVIEW_FLAG, FRAUD_WARNING_FLAG);
  if (review === 'open') flag = addFlag(flag, REVIEW_FLAG);
  if (fraudWarning === 'open') flag = addFlag(flag, FRAUD_WARNING_FLAG);
  return changeOrder(trx, known, { review, fraudWarning, flag }, { actor: 'payment', now });
}
