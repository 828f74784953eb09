import type { StoredOrder } from '#domain/orders/stored-order.ts';
import type { CompletedOrder } from '#domain/payments/payment-answers.ts';
import { ApiError, callApiForJson } from './api-client.ts';
import { forgetAttempt, keepPaid, type PaidFoliage } from './foliage-storage.ts';
import { keepManageOrderLink } from './manage-order-link.ts';
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
  const { paymentIntentId: _, ...unpaid } = order;
  storeOrder({ ...order, paymentIntentId });
  let isOther = false;
  try {
    const completed = await completeOrder({ ...order, paymentIntentId }).catch((error) => {
      if (!hasCode(error, 'payment_not_found')) throw error;
      // The stored order is another one, entered in a second tab while the bank was asked: it stays, unpaid.
      isOther = true;
      return completeOrder({ paymentIntentId });
    });
    if (isOther) storeOrder(unpaid);
    else if (readStoredOrder()?.attemptId === order.attemptId) forgetStoredOrder();
    return completed;
  } catch (error) {
    if (isUnpaid(error)) storeOrder(unpaid);
    throw error;
  }
}

/** The same for a foliage order. */
export async function completeFoliage(paid: PaidFoliage): Promise<CompletedOrder> {
  keepPaid(paid);
  try {
    const completed = await completeOrder(paid);
    forgetAttempt(paid.attemptId);
    keepPaid(null);
    return completed;
  } catch (error) {
    if (isUnpaid(error)) keepPaid(null);
    throw error;
  }
}

/** Whether the service has said that nothing was paid: the order can be paid for again. */
export function isUnpaid(error: unknown): boolean {
  return hasCode(error, 'payment_incomplete');
}

/** The service's own message about a failed call, where it has one. */
export function readMessage(error: unknown): string | undefined {
  return error instanceof ApiError ? error.error : undefined;
}

/**
 * Tells the service that a payment has been made. Called again, it answers with the same order.
 * @throws ApiError; TypeError where no answer came; Error for an answer without success
 */
async function completeOrder(
  completion: PaidFoliage & Omit<Partial<StoredOrder>, keyof PaidFoliage>,
): Promise<CompletedOrder> {
  const failure = 'Order processing failed';
  const answer = await callApiForJson<Partial<CompletedOrder>>({
    method: 'POST',
    url: '/api/branch-boxes/order',
    payload: completion,
    failure,
  });
  const { success, orderNumber, manageOrder, message } = answer;
  if (success !== true || orderNumber === undefined) {
    throw new Error(`${failure}: ${message ?? 'the answer names no order'}`);
  }
  if (manageOrder !== undefined) keepManageOrderLink({ orderNumber, address: manageOrder });
  return answer as CompletedOrder;
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof ApiError && error.code === code;
}
