import type { StoredOrder } from '#domain/orders/stored-order.ts';
import type { CompletedOrder } from '#domain/payments/payment-answers.ts';
import { ApiError } from './api-client.ts';
import { completeOrder } from './order-calls.ts';
import { forgetStoredOrder, readStoredOrder, storeOrder } from './stored-order.ts';

/**
 * Completes an order whose payment has been made, and forgets its data (section 4, order completion). The payment is
 * written into the stored data first: a reload, a crash or a lost line goes on from there. Called again, it answers
 * with the same order.
 * @param order the order data, where the browser still has them; the service knows what was paid for
 * @throws Error as `completeOrder`
 */
export async function completeStoredOrder(
  order: StoredOrder | null,
  paymentIntentId: string,
): Promise<CompletedOrder> {
  if (order === null) return completeOrder({ paymentIntentId });
  storeOrder({ ...order, paymentIntentId });
  try {
    const completed = await completeOrder({ ...order, paymentIntentId });
    if (readStoredOrder()?.attemptId === order.attemptId) forgetStoredOrder();
    return completed;
  } catch (error) {
    if (readCode(error) !== 'payment_not_found') throw error;
    // The stored order is another one, entered in a second tab while the bank was asked: it stays, unpaid.
    const completed = await completeOrder({ paymentIntentId });
    storeOrder(withoutPayment(order));
    return completed;
  }
}

/** Whether the service has said that nothing was paid: the order can be paid for again. */
export function isUnpaid(error: unknown): boolean {
  return readCode(error) === 'payment_incomplete';
}

/** The order data as they were before the payment. */
export function withoutPayment({ paymentIntentId, ...order }: StoredOrder): StoredOrder {
  return order;
}

/** The service's own sentence about a failed call, where it has answered. */
export function readSentence(error: unknown): string | undefined {
  return readCode(error) === undefined ? undefined : readAnswer(error)?.sentence;
}

function readCode(error: unknown): string | undefined {
  return readAnswer(error)?.code;
}

function readAnswer(error: unknown): ApiError | undefined {
  return error instanceof Error && error.cause instanceof ApiError ? error.cause : undefined;
}
