import type { Kysely, Selectable } from 'kysely';
import { toPence } from '#domain/money.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '#domain/orders/payment-method.ts';
import { jsonList } from '../db/dialect/dialect.ts';
import type { Database, FurtherPaymentsTable, OrdersTable } from '../db/schema.ts';
import type { Payment } from '../payments/payment.ts';

/** A payment for boxes that were added to an order. */
export type FurtherPayment = Omit<Selectable<FurtherPaymentsTable>, 'orderId' | 'createdAt'>;

/** An order's further payments as JSON from a subquery, like its flags. */
export const FURTHER_PAYMENTS = jsonList(
  `'id', id, 'method', method, 'paymentIntentId', payment_intent_id, 'boxes', boxes, 'paidPence', paid_pence,
    'refundedPence', refunded_pence, 'refundFailedPence', refund_failed_pence, 'goodwillPence', goodwill_pence`,
  'further_payments WHERE order_id = orders.id ORDER BY created_at, id',
);

export async function insertFurtherPayment(
  db: Kysely<Database>,
  orderId: string,
  payment: FurtherPayment,
  now: Date,
): Promise<void> {
  await db
    .insertInto('furtherPayments')
    .values({ ...payment, orderId, createdAt: now.toISOString() })
    .execute();
}

export async function updateFurtherPayment(
  db: Kysely<Database>,
  { id, refundedPence, refundFailedPence, goodwillPence }: FurtherPayment,
): Promise<void> {
  await db
    .updateTable('furtherPayments')
    .set({ refundedPence, refundFailedPence, goodwillPence })
    .where('id', '=', id)
    .execute();
}

/** One payment of an order: the first, or a further one. */
export type OrderPayment = Omit<FurtherPayment, 'id' | 'boxes'> & { readonly id: string | null };

interface PaidOrder
  extends Pick<
    Selectable<OrdersTable>,
    | 'paymentMethod'
    | 'paymentIntentId'
    | 'paidAmount'
    | 'refundedPence'
    | 'refundFailedPence'
    | 'goodwillPence'
  > {
  readonly furtherPayments: readonly FurtherPayment[];
}

/**
 * All payments of an order, the first one first. The order's own sums are those of all its payments, so the first
 * payment's are what is left of them without the further ones.
 */
export function listPayments(order: PaidOrder): OrderPayment[] {
  const further = order.furtherPayments;
  const others = sumUp(further);
  const first = {
    id: null,
    method: order.paymentMethod,
    paymentIntentId: order.paymentIntentId,
    paidPence: toPence(order.paidAmount - others.paid),
    refundedPence: toPence(order.refundedPence - others.refunded),
    refundFailedPence: toPence(order.refundFailedPence - others.failed),
    // The order's is 0 once everything has been refunded.
    goodwillPence: toPence(Math.max(0, order.goodwillPence - others.goodwill)),
  };
  return [first, ...further];
}

/** The payment of an order as if it were all of them, because the order's sums are compared with its own. */
export function addOtherPayments(payment: Payment, order: PaidOrder): Payment {
  const others = sumUp(listPayments(order).filter((each) => each.paymentIntentId !== payment.id));
  return {
    ...payment,
    refunded: payment.refunded + others.refunded,
    goodwill: payment.goodwill + others.goodwill,
    failedRefunds: payment.failedRefunds + others.failed,
  };
}

/** What has come in each way and has not been refunded, in pence. */
export function splitByMethod(
  order: PaidOrder & Pick<Selectable<OrdersTable>, 'paymentStatus'>,
): Record<PaymentMethod, number> {
  const payments = order.paymentStatus === 'succeeded' ? listPayments(order) : [];
  const sumOf = (method: PaymentMethod) =>
    payments
      .filter((each) => each.method === method)
      .reduce((sum, { paidPence, refundedPence }) => sum + paidPence - refundedPence, 0);
  return Object.fromEntries(PAYMENT_METHODS.map((method) => [method, sumOf(method)])) as Record<
    PaymentMethod,
    number
  >;
}

function sumUp(payments: readonly Omit<FurtherPayment, 'id' | 'boxes'>[]) {
  const add = (read: (payment: (typeof payments)[number]) => number) =>
    payments.reduce((sum, payment) => sum + read(payment), 0);
  return {
    paid: add(({ paidPence }) => paidPence),
    refunded: add(({ refundedPence }) => refundedPence),
    failed: add(({ refundFailedPence }) => refundFailedPence),
    goodwill: add(({ goodwillPence }) => goodwillPence),
  };
}
