import {
  type EnteredOrder,
  isSameOrder,
  parseStoredOrder,
  STORED_ORDER_KEY,
  type StoredOrder,
} from '#domain/orders/stored-order.ts';
import { forgetOrderDraft } from './order-draft.ts';
import { createUuid } from './random-id.ts';
import { readText, writeObject } from './storage.ts';

/** Where an order is entered, and where the buyer is thanked. */
export const ORDER_PATH = '/nordmann-branches';
/** Where it is paid for, and where one that is paid is completed. */
export const CHECKOUT_PATH = '/branch-box-checkout';

/** The order that was entered and not completed yet; null when there is none, or none that can be read. */
export function readStoredOrder(): StoredOrder | null {
  return parseStoredOrder(readText('localStorage', STORED_ORDER_KEY) ?? '');
}

/** Keeps the order. @returns whether the browser has let us */
export function storeOrder(order: StoredOrder): boolean {
  return writeObject('localStorage', STORED_ORDER_KEY, order);
}

/** Forgets the order, after it has been completed, and what was entered for it. */
export function forgetStoredOrder(): void {
  forgetOrderDraft();
  writeObject('localStorage', STORED_ORDER_KEY, null);
}

/** Whether an order has been paid for and not completed: it must not be overwritten. */
export function hasPaidOrder(): boolean {
  return readStoredOrder()?.paymentIntentId !== undefined;
}

/**
 * Keeps what was entered for the checkout. The same order again is the same purchase; any other gets an id of its own,
 * so that its payment is another one too.
 * @returns whether the browser has let us
 */
export function storeEnteredOrder(entered: EnteredOrder): boolean {
  const stored = readStoredOrder();
  const isSame = stored !== null && isSameOrder(stored, entered);
  const replaces = isSame ? stored.replaces : stored?.attemptId;
  const attemptId = isSame ? stored.attemptId : createUuid();
  return storeOrder({ ...entered, attemptId, ...(replaces !== undefined && { replaces }) });
}
