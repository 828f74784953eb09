import { ORDER_FIELDS, type OrderEntries } from '#domain/orders/order-fields.ts';
import {
  type EnteredOrder,
  isSameOrder,
  parseStoredOrder,
  STORED_ORDER_KEY,
  type StoredOrder,
} from '#domain/orders/stored-order.ts';
import { keepDraft, readDraft } from './form-draft.ts';
import { createUuid } from './random-id.ts';
import { readText, writeObject } from './storage.ts';

/** Where an order is entered, and where the buyer returns for the thanks. */
export const ORDER_PATH = '/nordmann-branches';
/** Where an order is paid for and completed. */
export const CHECKOUT_PATH = '/branch-box-checkout';

/** Returns the order that is entered but not completed, or null if there is no readable one. */
export function readStoredOrder(): StoredOrder | null {
  return parseStoredOrder(readText('localStorage', STORED_ORDER_KEY) ?? '');
}

/** @returns whether the browser allowed it */
export function storeOrder(order: StoredOrder): boolean {
  return writeObject('localStorage', STORED_ORDER_KEY, order);
}

/** Deletes a completed order and its form entries. */
export function forgetStoredOrder(): void {
  forgetOrderDraft();
  writeObject('localStorage', STORED_ORDER_KEY, null);
}

/** Whether an order is paid for but not completed. It must not be overwritten. */
export function hasPaidOrder(): boolean {
  return readStoredOrder()?.paymentIntentId !== undefined;
}

/**
 * Stores the order for the checkout. The same order again is the same purchase; a different one gets a new id, and so
 * its own payment.
 * @returns whether the browser allowed it
 */
export function storeEnteredOrder(entered: EnteredOrder): boolean {
  const stored = readStoredOrder();
  const isSame = stored !== null && isSameOrder(stored, entered);
  const replaces = isSame ? stored.replaces : stored?.attemptId;
  const attemptId = isSame ? stored.attemptId : createUuid();
  return storeOrder({ ...entered, attemptId, ...(replaces !== undefined && { replaces }) });
}

/** Keeps the entries of the order form in this tab, through a reload and on the way back from the checkout. */

export const ORDER_DRAFT_KEY = 'branchBoxOrderDraft';

/** Returns null if there are no readable entries. */
export function readOrderDraft(): OrderEntries | null {
  return readDraft(ORDER_DRAFT_KEY);
}

export function keepOrderDraft(entries: OrderEntries): void {
  keepDraft(ORDER_DRAFT_KEY, Object.fromEntries(ORDER_FIELDS.map((field) => [field, entries[field] ?? ''])));
}

export function forgetOrderDraft(): void {
  keepDraft(ORDER_DRAFT_KEY, null);
}
