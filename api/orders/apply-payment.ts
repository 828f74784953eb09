import { randomUUIDv7 } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Payment } from '../payments/payment.ts';
import { type Attempt, updateAttempt } from './attempts-repository.ts';
import { type OrderDetails, pickDetails } from './details.ts';
import { addFlag, renewFlag, secondPaymentFlag } from './flags.ts';
import { type DrawOrderNumber, insertOrder, type Order, updateOrder } from './orders-repository.ts';
import type { Progress } from './payment-progress.ts';

/** What a report of a payment comes with, once its details are put together. */
interface Facts {
  readonly payment: Payment;
  readonly details: OrderDetails;
  readonly now: Date;
}

function isMoving({ state }: Payment): boolean {
  return state === 'succeeded' || state === 'processing';
}

/** Nothing leads back from `settled`, and an older payment that came to nothing does not close the attempt. */
export async function settleAttempt(
  trx: Transaction<Database>,
  attempt: Attempt,
  payment: Payment,
  now: Date,
): Promise<void> {
  const isItsOwn = attempt.payment_intent_id === null || attempt.payment_intent_id === payment.id;
  if (attempt.state === 'settled' || (!isItsOwn && !isMoving(payment))) return;
  const state = payment.state === 'succeeded' ? 'settled' : payment.state === 'cancelled' ? 'closed' : 'open';
  if (state === attempt.state && attempt.payment_intent_id === payment.id) return;
  const changes = { state, payment_intent_id: payment.id, updated_at: now.toISOString() } as const;
  await updateAttempt(trx, attempt.id, changes);
}

/** An order out of its attempt, whatever the payment says that it was for: that is what flags are for. */
export function createOrder(
  trx: Transaction<Database>,
  { attempt, progress, payment, details, now }: Facts & { attempt: Attempt; progress: Progress },
  draw: DrawOrderNumber,
): Promise<Order> {
  const order = {
    ...details,
    ...progress,
    id: randomUUIDv7(),
    attempt_id: attempt.id,
    payment_intent_id: payment.id,
    quantity: attempt.quantity,
    unit_price_pence: attempt.unit_price_pence,
    total_pence: attempt.total_pence,
    paid_amount: payment.amount,
    paid_currency: payment.currency,
    tracking_number: null,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  };
  return insertOrder(trx, { ...order, flag: renewFlag(null, order) }, draw);
}

/** The order one step further, or itself when nothing about it changes. */
export async function advanceOrder(
  trx: Transaction<Database>,
  { known, progress, payment, details, now }: Facts & { known: Order; progress: Progress | null },
): Promise<Order> {
  const isFilled = JSON.stringify(details) !== JSON.stringify(pickDetails(known));
  if (!progress && !isFilled) return known;
  const paid = {
    payment_intent_id: payment.id,
    paid_amount: payment.amount,
    paid_currency: payment.currency,
  };
  const changes = { ...details, ...(progress && { ...progress, ...paid }), updated_at: now.toISOString() };
  return updateOrder(trx, known.id, { ...changes, flag: renewFlag(known.flag, { ...known, ...changes }) });
}

/** Whether it comes on top of the one that the order has. One that failed may be replaced. */
export function isAnotherPayment(known: Order, payment: Payment): boolean {
  return known.payment_intent_id !== payment.id && known.payment_status !== 'failed';
}

export async function flagSecondPayment(
  trx: Transaction<Database>,
  { known, payment, now }: Facts & { known: Order },
): Promise<Order> {
  const flag = isMoving(payment) ? addFlag(known.flag, secondPaymentFlag(payment.id)) : known.flag;
  return flag === known.flag ? known : updateOrder(trx, known.id, { flag, updated_at: now.toISOString() });
}
