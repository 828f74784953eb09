import type { CompletedOrder } from '#domain/orders/order-outcome.ts';
import { ApiError, callApiForJson } from './api-client.ts';
import { keepCompletedOrder } from './kept-order.ts';
import type { Kept } from './stored-order.ts';

/**
 * Completes the order of a payment that has been made, then deletes its stored data (section 4, order completion). It
 * stores the payment first, so that it can continue after a reload, a crash or a lost connection. A second call returns
 * the same order.
 * @param purchase its data, if the browser still has them; the service knows what was paid for
 * @throws Error as `askForOrder`
 */
export async function completeOrder<Purchase extends { readonly attemptId: string }>(
  purchase: Purchase | null,
  paymentIntentId: string,
  kept: Kept<Purchase>,
): Promise<CompletedOrder> {
  if (purchase === null) return askForOrder({ paymentIntentId });
  kept.markPaid(purchase, paymentIntentId);
  let isOther = false;
  try {
    const completed = await askForOrder({ ...purchase, paymentIntentId }).catch((error) => {
      if (!hasCode(error, 'payment_not_found')) throw error;
      // The stored purchase is a different one, entered in another tab during the bank's check. It stays, unpaid.
      isOther = true;
      return askForOrder({ paymentIntentId });
    });
    if (isOther) kept.markPaid(purchase, undefined);
    else kept.forget(purchase);
    return completed;
  } catch (error) {
    if (isUnpaid(error)) kept.markPaid(purchase, undefined);
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
async function askForOrder(payload: { readonly paymentIntentId: string }): Promise<CompletedOrder> {
  const failure = 'Order processing failed';
  const answer = await callApiForJson<Partial<CompletedOrder>>({
    method: 'POST',
    url: '/api/branch-boxes/order',
    payload,
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
