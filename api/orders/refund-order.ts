import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { messageOf, type Problem } from '../http/problems.ts';
import { type Result, refuse } from '../http/result.ts';
import { makeOnce } from '../payments/make-once.ts';
import type { PaymentGateway } from '../payments/payment.ts';
import { toListItem } from './order-list.ts';
import { findOrder, type Order } from './orders-repository.ts';
import type { RecordPayment } from './payment-report.ts';
import {
  findRefundRequest,
  finishRefundRequest,
  type StoredRefund,
  takeNextRefundNumber,
} from './refund-requests-repository.ts';
import { type AskedRefund, isRepeatable, startRefund, withdrawRefund } from './start-refund.ts';

export interface RefundDependencies {
  readonly db: Kysely<Database>;
  readonly clock: () => Date;
  readonly gateway: PaymentGateway;
  readonly recordPayment: RecordPayment;
}

/**
 * Refunds boxes of an order, or any sum as goodwill, once per request id. The result is recorded from Stripe's state of the payment, like any
 * other. `payments_unavailable` means that it is unknown whether the refund was made. Repeating the same request finds
 * out.
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
  return started.value.isFinished === 1 ? { ok: true, value: known } : makeRefund(deps, known, started.value);
}

async function makeRefund(
  deps: RefundDependencies,
  known: Order,
  request: StoredRefund,
): Promise<Result<Order>> {
  const asked = {
    paymentIntentId: known.paymentIntentId,
    amount: request.amountPence,
    isGoodwill: request.isGoodwill === 1,
    requestId: request.id,
  };
  const made = await makeOnce<true | null>({
    make: (callNumber) => deps.gateway.createRefund({ ...asked, callNumber }),
    find: () => deps.gateway.findRefundOf(asked),
    callNumber: request.callNumber,
    takeNext: (last) => takeNextRefundNumber(deps.db, request, last),
  });
  if (!made.ok && made.problem.code !== 'refund_refused') return made;
  const fresh = await readAgain(deps, known);
  if (!made.ok) return refuseRefund(deps, request, made.problem);
  if (fresh.ok) await finishRefundRequest(deps.db, request);
  return fresh;
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

/** Records the current state of an order's payment. */
async function readAgain(deps: RefundDependencies, known: Order): Promise<Result<Order>> {
  const payment = await deps.gateway.retrievePayment(known.paymentIntentId);
  if (!payment.ok) return payment;
  const recorded = await deps.recordPayment({ payment: payment.value });
  return { ok: true, value: recorded.outcome === 'recorded' ? recorded.order : known };
}
