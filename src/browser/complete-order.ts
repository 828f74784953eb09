import type { CompletedOrder } from '#domain/orders/order-outcome.ts';
import type { StoredOrder } from '#domain/orders/stored-order.ts';
import { ApiError, callApiForJson } from './api-client.ts';
import { forgetAttempt, keepPaid, type PaidFoliage } from './foliage-storage.ts';
import { keepCompletedOrder } from './kept-order.ts';
import { forgetStoredOrder, readStoredOrder, storeOrder } from './stored-order.ts';

/**
 * Completes the order of a payment that has been made, then deletes its stored data (section 4, order completion). It
 * stores the payment first, so that it can continue after a reload, a crash or a lost connection. A second call returns
 * the same order.
 * @param order the order data, if the browser still has them; the service knows what was paid for
 * @throws Error as `completeOrder`
 */
export async function completeStoredOrder(
  order: StoredOrder | null,
  paymentIntentId: string,
): Promise<CompletedOrder> {
  if (order === null) return completeOrder({ paymentIntentId });
  const { paymentIntentId: _, ...unpaid } = order;
  // Another tab may have stored its own order since. It stays, and the service knows this one.
  const store = (kept: StoredOrder) => {
    if ((readStoredOrder() ?? order).attemptId === order.attemptId) storeOrder(kept);
  };
  store({ ...order, paymentIntentId });
  let isOther = false;
  try {
    const completed = await completeOrder({ ...order, paymentIntentId }).catch((error) => {
      if (!hasCode(error, 'payment_not_found')) throw error;
      // The stored order is a different one, entered in another tab during the bank's check. It stays, unpaid.
      isOther = true;
      return completeOrder({ paymentIntentId });
    });
    if (isOther) store(unpaid);
    else if (readStoredOrder()?.attemptId === order.attemptId) forgetStoredOrder();
    return completed;
  } catch (error) {
    if (isUnpaid(error)) store(unpaid);
    throw error;
  }
}

/** Does the same for a foliage order. */
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

/** Whether the service says that nothing was paid, so that the order can be paid for again. */
export function isUnpaid(error: unknown): boolean {
  return hasCode(error, 'payment_incomplete');
}

/** The service's own message about a failed request, if it has one. */
export function readMessage(error: unknown): string | undefined {
  return error instanceof ApiError ? error.error : undefined;
}

/**
 * Tells the service that a payment has been made. A second call returns the same order.
 * @throws ApiError; TypeError without a response; Error for a response that reports no success
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
  const { success, orderNumber, manageOrder, receipt, message } = answer;
  if (success !== true || orderNumber === undefined) {
    throw new Error(`${failure}: ${message ?? 'the answer names no order'}`);
  }
  if (manageOrder !== undefined) keepCompletedOrder({ orderNumber, address: manageOrder, receipt });
  return answer as CompletedOrder;
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof ApiError && error.code === code;
}
