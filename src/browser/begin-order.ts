import { type EnteredOrder, isSameOrder } from '#domain/orders/order-entries.ts';
import type { PagePath } from '#domain/pages.ts';
import { createUuid } from './random-id.ts';
import { readStoredOrder, storeOrder } from './stored-order.ts';

/** Where an order is paid for, and one that is paid is completed. */
export const CHECKOUT_ADDRESS = '/branch-box-checkout' satisfies PagePath;

/** Whether an order has been paid for and not completed: it must not be overwritten. */
export function hasPaidOrder(): boolean {
  return readStoredOrder()?.paymentIntentId !== undefined;
}

/**
 * Keeps the order for the checkout. The same order again is the same purchase; any other gets an id of its own, so
 * that its payment is another one too.
 * @returns whether the browser has let us keep it
 */
export function beginOrder(entered: EnteredOrder): boolean {
  const stored = readStoredOrder();
  const isSame = stored !== null && isSameOrder(stored, entered);
  const replaces = isSame ? stored.replaces : stored?.attemptId;
  const attemptId = isSame ? stored.attemptId : createUuid();
  return storeOrder({ ...entered, attemptId, ...(replaces !== undefined && { replaces }) });
}
