import type { Person } from '#domain/people.ts';
import { messageOf, type Result, refuse } from '../../http/problems.ts';
import type { PaymentGateway } from '../../payments/payment-gateway.ts';
import { changeOrder } from '../change-order.ts';
import { findOrder, type Order } from '../orders-repository.ts';
import { compareRefunds, decideMoneyBack } from '../sale/decide-payment.ts';
import { type RecordingShop, recordPayment } from '../sale/record-payment.ts';
import {
  type AskedRefund,
  findRefundRequest,
  isRepeatable,
  type StoredRefund,
  startRefund,
  updateRefundRequest,
  withdrawRefund,
} from './start-refund.ts';

/**
 * Refunds boxes of an order, or any sum as goodwill, once per request id. What goes back to a card is recorded from
 * Stripe's state of the payment, like any other. Money that came in another way the farm gives back by hand.
 * `payments_unavailable` means that it is unknown whether the refund was made. Repeating the same request finds out.
 */
export async function refundOrder(
  shop: RecordingShop,
  id: string,
  refund: AskedRefund,
  person?: Person,
): Promise<Result<Order>> {
  const known = await findOrder(shop.db, id);
  if (!known) return refuse({ code: 'order_not_found' });
  if (!isRepeatable(await findRefundRequest(shop.db, id), refund.requestId, shop.clock())) {
    // A refund made in Stripe's dashboard may not be recorded yet, and would be paid twice.
    const fresh = await readAgain(shop, known);
    if (!fresh.ok) return fresh;
  }
  const started = await shop.db
    .transaction()
    .execute((trx) => startRefund(trx, id, refund, shop.clock(), person));
  if (!started.ok) return started;
  if (started.value.isFinished === 1) return { ok: true, value: known };
  return makeRefund(shop, known, started.value, person);
}

async function makeRefund(
  shop: RecordingShop,
  known: Order,
  request: StoredRefund,
  person: Person | undefined,
): Promise<Result<Order>> {
  const made = await askStripe(shop.gateway, known, request);
  if (!made.ok && made.problem.code !== 'refund_refused') return made;
  const fresh = await readAgain(shop, known);
  if (!made.ok) {
    await withdrawRefund(shop.db, request, messageOf(made.problem), shop.clock());
    return made;
  }
  if (!fresh.ok) return fresh;
  return { ok: true, value: await finishRefund(shop, request, person) };
}

/** Nothing for money that the farm gives back by hand. */
async function askStripe(
  gateway: PaymentGateway,
  { paymentIntentId }: Order,
  { id: requestId, amountPence: amount, isGoodwill }: StoredRefund,
): Promise<Result<null>> {
  if (paymentIntentId === null) return { ok: true, value: null };
  return gateway.createRefund({ paymentIntentId, amount, isGoodwill: isGoodwill === 1, requestId });
}

/** Records what the farm gives back by hand, once, and finishes the request. */
async function finishRefund(
  { db, clock, mails }: RecordingShop,
  request: StoredRefund,
  person: Person | undefined,
): Promise<Order> {
  return db.transaction().execute(async (trx) => {
    const known = await findOrder(trx, request.orderId);
    if (!known) throw new Error(`The order ${request.orderId} is gone.`);
    const stored = await findRefundRequest(trx, request.orderId);
    const isOpen = stored?.id === request.id && stored.isFinished === 0;
    await updateRefundRequest(trx, request, { isFinished: 1 });
    if (!isOpen || known.paymentIntentId !== null) return known;
    const now = clock();
    const changes = decideMoneyBack(known, {
      refunded: known.refundedPence + request.amountPence,
      goodwill: known.goodwillPence + (request.isGoodwill === 1 ? request.amountPence : 0),
      failedRefunds: known.refundFailedPence,
      dispute: null,
    });
    const order = await changeOrder(trx, known, changes ?? {}, { actor: 'admin', person, now });
    await mails.refund(trx, order, compareRefunds(known, order), now);
    return order;
  });
}

async function readAgain(shop: RecordingShop, known: Order): Promise<Result<Order>> {
  if (known.paymentIntentId === null) return { ok: true, value: known };
  const payment = await shop.gateway.retrievePayment(known.paymentIntentId);
  if (!payment.ok) return payment;
  const recorded = await recordPayment(shop, { payment: payment.value });
  return { ok: true, value: recorded.outcome === 'recorded' ? recorded.order : known };
}
