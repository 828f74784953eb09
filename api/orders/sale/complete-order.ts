import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { type Problem, type Result, refuse } from '../../http/problems.ts';
import type { Payment } from '../../payments/payment.ts';
import type { PaymentGateway } from '../../payments/payment-gateway.ts';
import { findAttempt } from '../attempts-repository.ts';
import { fillDetails, isComplete, isSameBuyer, type OrderDetails, paymentDetails } from '../details.ts';
import { findOrder, type Order } from '../orders-repository.ts';
import { describeDetails, readDetails } from './purchase-record.ts';
import { type RecordingShop, recordPayment } from './record-payment.ts';

const SOLD_OUT =
  'While you were paying, the last boxes of this week went to somebody else. No money was taken: please choose another week.';

export interface Completion {
  /** At least one of the two: the payment, or the Checkout Session it was made on. */
  readonly paymentIntentId?: string | undefined;
  readonly checkoutSessionId?: string | undefined;
  /** The attempt that the page believes is paid. If given, it is checked. */
  readonly attemptId?: string | undefined;
  readonly given: OrderDetails;
  /** Counts a question to Stripe. @returns the problem if it is one too many */
  readonly countAsking: (isKnown: boolean) => Promise<Problem | null>;
}

/**
 * Completes an order when the buyer's page reports its payment, after asking Stripe. A second call answers with the
 * same order. Data that differ from the stored attempt change nothing.
 */
export async function completeOrder(shop: RecordingShop, completion: Completion): Promise<Result<Order>> {
  const done = await findDone(shop.db, completion.paymentIntentId);
  if (done) return checkBuyer(done, completion);
  const tooMany = await completion.countAsking(await isStarted(shop.db, completion));
  if (tooMany) return refuse(tooMany);
  const paymentIntentId = await findPaymentId(shop.gateway, completion);
  if (!paymentIntentId.ok) return paymentIntentId;
  const found = await findDone(shop.db, paymentIntentId.value);
  if (found) return checkBuyer(found, completion);

  const asked = await shop.gateway.retrievePayment(paymentIntentId.value);
  if (!asked.ok) return asked;
  const payment = asked.value;
  const recorded = await recordPayment(shop, { payment, given: completion.given });
  if (recorded.outcome === 'foreign') return refuse({ code: 'payment_not_found' });
  if (recorded.outcome === 'not_taken') return refuse({ code: 'payment_incomplete', error: SOLD_OUT });
  if (recorded.outcome !== 'recorded' || recorded.order.paymentStatus === 'failed') {
    return refuse({ code: 'payment_incomplete', details: { paymentStatus: payment.status } });
  }
  await noteDetails(shop.gateway, payment, recorded.order);
  return checkBuyer(recorded.order, completion);
}

async function isStarted(
  db: Kysely<Database>,
  { paymentIntentId = '', checkoutSessionId = '' }: Completion,
): Promise<boolean> {
  const attempt =
    (await findAttempt(db, paymentIntentId, 'paymentIntentId')) ??
    (await findAttempt(db, checkoutSessionId, 'checkoutSessionId'));
  return attempt !== undefined;
}

async function findDone(db: Kysely<Database>, payment: string | undefined): Promise<Order | undefined> {
  const order = payment === undefined ? undefined : await findOrder(db, payment, 'paymentIntentId');
  return order?.paymentStatus === 'succeeded' && isComplete(order) ? order : undefined;
}

/** Stores the details of this call at Stripe, in case the shop loses its disk. */
async function noteDetails(gateway: PaymentGateway, payment: Payment, order: Order): Promise<void> {
  const noted = fillDetails(readDetails(payment), paymentDetails(payment));
  if (isComplete(noted) || !isComplete(order)) return;
  // A failure is only logged, because the order is stored.
  await gateway.addMetadata(payment.id, describeDetails(order));
}

async function findPaymentId(gateway: PaymentGateway, completion: Completion): Promise<Result<string>> {
  const { paymentIntentId, checkoutSessionId } = completion;
  if (paymentIntentId !== undefined) return { ok: true, value: paymentIntentId };
  const session = await gateway.retrieveSession(checkoutSessionId ?? '');
  if (!session.ok) return session;
  const id = session.value.paymentIntentId;
  return id === null ? refuse({ code: 'payment_incomplete' }) : { ok: true, value: id };
}

function checkBuyer(order: Order, { attemptId, given }: Completion): Result<Order> {
  if (attemptId !== undefined && attemptId !== order.attemptId) return refuse({ code: 'payment_not_found' });
  if (!isSameBuyer(order, given)) return refuse({ code: 'payment_not_yours' });
  return { ok: true, value: order };
}
