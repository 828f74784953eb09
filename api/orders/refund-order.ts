import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { messageOf, type Problem } from '../http/problems.ts';
import { type Result, refuse } from '../http/result.ts';
import { makeOnce } from '../payments/make-once.ts';
import type { PaymentGateway } from '../payments/payment.ts';
import { listPayments } from './further-payments.ts';
import { toListItem } from './order-list.ts';
import { findOrder, type Order } from './orders-repository.ts';
import type { RecordDependencies, RecordPayment } from './payment-report.ts';
import { recordByHand } from './refund-by-hand.ts';
import type { RefundPart } from './refund-parts.ts';
import {
  findRefundRequest,
  finishRefundRequest,
  type StoredRefund,
  takeNextRefundNumber,
} from './refund-requests-repository.ts';
import { compareRefunds } from './refunded-boxes.ts';
import { type AskedRefund, isRepeatable, startRefund, withdrawRefund } from './start-refund.ts';

export interface RefundDependencies {
  readonly db: Kysely<Database>;
  readonly clock: () => Date;
  readonly gateway: PaymentGateway;
  readonly recordPayment: RecordPayment;
  readonly enqueueRefundMail: RecordDependencies['enqueueRefundMail'];
}

/**
 * Refunds boxes of an order, or any sum as goodwill, once per request id. What goes back to a card is recorded from
 * Stripe's state of the payment, like any other. Money that came in another way the farm gives back by hand.
 * `payments_unavailable` means that it is unknown whether the refund was made. Repeating the same request finds out.
 */
export async function refundOrder(
  deps: RefundDependencies,
  id: string,
  refund: AskedRefund,
  person?: string,
): Promise<Result<Order>> {
  const known = await findOrder(deps.db, id);
  if (!known) return refuse({ code: 'order_not_found' });
  if (!isRepeatable(await findRefundRequest(deps.db, id), refund.requestId, deps.clock())) {
    // A refund made in Stripe's dashboard may not be recorded yet, and would be paid twice.
    const fresh = await readAgain(deps, known);
    if (!fresh.ok) return fresh;
  }
  const started = await deps.db
    .transaction()
    .execute((trx) => startRefund(trx, id, refund, deps.clock(), person));
  if (!started.ok) return started;
  if (started.value.isFinished === 1) return { ok: true, value: known };
  return makeRefund(deps, known, started.value, person);
}

async function makeRefund(
  deps: RefundDependencies,
  known: Order,
  request: StoredRefund,
  person: string | undefined,
): Promise<Result<Order>> {
  const parts = readParts(request, known);
  for (const [index, part] of parts.entries()) {
    const made = await makePart(deps, request, part, index);
    if (made.ok) continue;
    if (made.problem.code !== 'refund_refused') return made;
    await readAgain(deps, known);
    return refuseRefund(deps, request, made.problem);
  }
  const fresh = await readAgain(deps, known);
  if (!fresh.ok) return fresh;
  return { ok: true, value: await finishRefund(deps, request, parts, person) };
}

/** A request of an earlier version has no parts: it is of the only payment. */
function readParts({ parts, amountPence }: StoredRefund, known: Order): RefundPart[] {
  const stored: RefundPart[] = JSON.parse(parts);
  const { paymentMethod: method, paymentIntentId } = known;
  return stored.length > 0 ? stored : [{ id: null, method, paymentIntentId, pence: amountPence }];
}

/** Refunds one payment at Stripe. Nothing for money that the farm gives back by hand. */
async function makePart(
  { db, gateway }: RefundDependencies,
  request: StoredRefund,
  { paymentIntentId, pence }: RefundPart,
  index: number,
): Promise<Result<true | null>> {
  if (paymentIntentId === null) return { ok: true, value: null };
  const asked = {
    paymentIntentId,
    amount: pence,
    isGoodwill: request.isGoodwill === 1,
    requestId: index === 0 ? request.id : `${request.id}-${index + 1}`,
  };
  const find = () => gateway.findRefundOf(asked);
  // The parts share the number of the call. After a retry it is another one for those that were made before.
  const found: Result<true | null> = request.callNumber > 1 ? await find() : { ok: true, value: null };
  if (!found.ok || found.value !== null) return found;
  return makeOnce<true | null>({
    make: (callNumber) => gateway.createRefund({ ...asked, callNumber }),
    find,
    callNumber: request.callNumber,
    takeNext: (last) => takeNextRefundNumber(db, request, last),
  });
}

/** Records what the farm gives back by hand, once, and finishes the request. */
async function finishRefund(
  { db, clock, enqueueRefundMail }: RefundDependencies,
  request: StoredRefund,
  parts: readonly RefundPart[],
  person: string | undefined,
): Promise<Order> {
  return db.transaction().execute(async (trx) => {
    const known = await findOrder(trx, request.orderId);
    if (!known) throw new Error(`The order ${request.orderId} is gone.`);
    const stored = await findRefundRequest(trx, request.orderId);
    const isOpen = stored?.id === request.id && stored.isFinished === 0;
    const byHand = isOpen ? parts.filter(({ paymentIntentId }) => paymentIntentId === null) : [];
    await finishRefundRequest(trx, request);
    if (byHand.length === 0) return known;
    const now = clock();
    const isGoodwill = request.isGoodwill === 1;
    const order = await recordByHand(trx, known, byHand, { isGoodwill, person, now });
    await enqueueRefundMail(trx, order, compareRefunds(known, order), now);
    return order;
  });
}

/** The refusal, with the order as it is now. */
async function refuseRefund(
  { db, clock }: RefundDependencies,
  request: StoredRefund,
  problem: Problem,
): Promise<Result<Order>> {
  await withdrawRefund(db, request, messageOf(problem), clock());
  const order = await findOrder(db, request.orderId);
  return refuse({ ...problem, ...(order && { details: { order: toListItem(order) } }) });
}

/** Records the current state of an order's card payments. */
async function readAgain(deps: RefundDependencies, known: Order): Promise<Result<Order>> {
  let order = known;
  for (const { paymentIntentId } of listPayments(known)) {
    if (paymentIntentId === null) continue;
    const payment = await deps.gateway.retrievePayment(paymentIntentId);
    if (!payment.ok) return payment;
    const recorded = await deps.recordPayment({ payment: payment.value });
    if (recorded.outcome === 'recorded') order = recorded.order;
  }
  return { ok: true, value: order };
}
