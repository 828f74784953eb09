import type { Transaction } from 'kysely';
import { londonDay } from '#domain/dates.ts';
import { describeExclusion } from '#domain/delivery/delivery-area.ts';
import { isOnSale } from '#domain/delivery/weeks.ts';
import { toPence } from '#domain/money.ts';
import { WEEK_FLAGS } from '#domain/orders/order-flags.ts';
import type { Database } from '../db/schema.ts';
import type { Payment } from '../payments/payment.ts';
import type { Catalogue } from '../site/catalogue.ts';
import { type Attempt, updateAttempt } from './attempts-repository.ts';
import { changeOrder, recordNewOrder } from './change-order.ts';
import { type OrderDetails, pickDetails } from './details.ts';
import { hasRoom } from './find-room.ts';
import { addFlag, dropFlag, OUTSIDE_AREA_FLAG, renewFlag, secondPaymentFlag } from './flags.ts';
import { type DrawOrderNumber, deriveOrderId } from './order-identity.ts';
import { insertOrder, type Order } from './orders-repository.ts';
import type { Progress } from './payment-progress.ts';

/** What a report of a payment comes with, once its details are put together. */
interface Facts {
  readonly payment: Payment;
  readonly details: OrderDetails;
  readonly catalogue: Pick<Catalogue, 'weeks' | 'deliveryArea'>;
  readonly now: Date;
}

/** Whether money is there, promised by the card, or on its way. */
export function isMoving({ state }: Payment): boolean {
  return state === 'succeeded' || state === 'authorised' || state === 'processing';
}

/** Nothing leads back from `settled`, and an older payment that came to nothing does not close the attempt. */
export async function settleAttempt(
  trx: Transaction<Database>,
  attempt: Attempt,
  payment: Payment,
  now: Date,
): Promise<void> {
  const isItsOwn = attempt.paymentIntentId === null || attempt.paymentIntentId === payment.id;
  if (attempt.state === 'settled' || (!isItsOwn && !isMoving(payment))) return;
  const state = payment.state === 'succeeded' ? 'settled' : payment.state === 'cancelled' ? 'closed' : 'open';
  if (state === attempt.state && attempt.paymentIntentId === payment.id) return;
  const changes = { state, paymentIntentId: payment.id, updatedAt: now.toISOString() } as const;
  await updateAttempt(trx, attempt.id, changes);
}

interface NewOrderFacts extends Facts {
  readonly attempt: Attempt;
  readonly progress: Progress;
  /** Whether the shop had lost it: then it is of the day on which it was bought, when its week was still open. */
  readonly isRebuilt: boolean;
}

/** An order out of its attempt, whatever the payment says that it was for: that is what flags are for. */
export async function createOrder(
  trx: Transaction<Database>,
  { attempt, progress, isRebuilt, payment, details, catalogue, now }: NewOrderFacts,
  draw: DrawOrderNumber,
): Promise<Order> {
  const orderedAt = isRebuilt ? payment.createdAt : now;
  const order = {
    ...details,
    ...progress,
    id: deriveOrderId(attempt.id),
    attemptId: attempt.id,
    paymentIntentId: payment.id,
    quantity: attempt.quantity,
    unitPricePence: attempt.unitPricePence,
    totalPence: attempt.totalPence,
    paidAmount: payment.amount,
    paidCurrency: payment.currency,
    refundedPence: toPence(0),
    trackingNumber: null,
    createdAt: orderedAt.toISOString(),
    updatedAt: now.toISOString(),
  };
  const placed = flagArea(renewFlag(null, order), order, catalogue);
  const flag = await flagWeek(trx, placed, { ...order, attempt }, { catalogue, now, orderedAt });
  const stored = await insertOrder(trx, { ...order, flag }, draw);
  await recordNewOrder(trx, stored, { now, isRebuilt });
  return stored;
}

/** The order one step further, or itself when nothing about it changes. */
export async function advanceOrder(
  trx: Transaction<Database>,
  facts: Facts & { attempt: Attempt; known: Order; progress: Progress | null },
): Promise<Order> {
  const { attempt, known, progress, payment, details, catalogue, now } = facts;
  const isFilled = JSON.stringify(details) !== JSON.stringify(pickDetails(known));
  if (!progress && !isFilled) return known;
  const paid = {
    paymentIntentId: payment.id,
    paidAmount: payment.amount,
    paidCurrency: payment.currency,
  };
  const changes = { ...details, ...(progress && { ...progress, ...paid }) };
  const isPlaced = known.shippingPostcode === null;
  const judged = renewFlag(known.flag, { ...known, ...changes });
  const renewed = isPlaced ? flagArea(judged, changes, catalogue) : judged;
  const isDated = known.week === null && changes.week !== null;
  const flag = isDated
    ? await flagWeek(trx, renewed, { ...known, ...changes, attempt }, { catalogue, now, orderedAt: now })
    : renewed;
  return changeOrder(trx, known, { ...changes, flag }, { actor: 'payment', now });
}

/** The flag of an order whose address has just become known, with a sentence more where it is not delivered to. */
function flagArea(
  flag: string | null,
  { shippingPostcode }: OrderDetails,
  { deliveryArea }: Facts['catalogue'],
): string | null {
  const exclusion = describeExclusion(shippingPostcode ?? '', deliveryArea);
  return exclusion === undefined ? flag : addFlag(flag, OUTSIDE_AREA_FLAG);
}

/** The flag of an order that is about to be stored in a week, with a sentence more where the week has gone. */
async function flagWeek(
  trx: Transaction<Database>,
  flag: string | null,
  { week: id, quantity, attempt }: { week: string | null; quantity: number; attempt: Attempt },
  { catalogue, now, orderedAt }: Pick<Facts, 'catalogue' | 'now'> & { readonly orderedAt: Date },
): Promise<string | null> {
  const week = catalogue.weeks.find((each) => each.id === id);
  if (!week) return flag;
  if (!isOnSale(week, londonDay(orderedAt))) return addFlag(flag, WEEK_FLAGS.closed);
  const isPlaced = await hasRoom(trx, { attempt, week: id, quantity }, catalogue.weeks, now);
  return isPlaced ? flag : addFlag(flag, WEEK_FLAGS.full);
}

/** Whether it comes on top of the one that the order has. One that failed may be replaced. */
export function isAnotherPayment(known: Order, payment: Payment): boolean {
  return known.paymentIntentId !== payment.id && known.paymentStatus !== 'failed';
}

/** Flags a second payment until all of it has gone back. */
export async function flagSecondPayment(
  trx: Transaction<Database>,
  { known, payment, now }: Facts & { known: Order },
): Promise<Order> {
  const sentence = secondPaymentFlag(payment.id);
  const flag =
    payment.refunded > 0 && payment.refunded >= payment.amount
      ? dropFlag(known.flag, sentence)
      : isMoving(payment)
        ? addFlag(known.flag, sentence)
        : known.flag;
  return flag === known.flag ? known : changeOrder(trx, known, { flag }, { actor: 'payment', now });
}
