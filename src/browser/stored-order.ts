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
import { readObject, readText, writeObject, writeText } from './storage.ts';

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
  markSeen(order);
  return writeObject('localStorage', STORED_ORDER_KEY, order);
}

/** The order that this tab stored or showed last. Another one was stored by another tab. */
const SEEN_KEY = 'branchBoxOrderSeen';

/** Notes that this tab has shown the stored order. */
export function markSeen({ attemptId }: StoredOrder): void {
  writeText('sessionStorage', SEEN_KEY, attemptId);
}

/** The order that another tab has stored and `entered` would replace, or null. It is not replaced without a question. */
export function findOtherTabsOrder(entered: EnteredOrder): StoredOrder | null {
  const stored = readStoredOrder();
  if (stored === null || isSameOrder(stored, entered)) return null;
  const seen = readText('sessionStorage', SEEN_KEY);
  return seen === undefined || seen === stored.attemptId ? null : stored;
}

/** Why the last checkout could not be started, passed from there to the order form. */
export const REFUSED_KEY = 'branchBoxRefused';

export interface RefusedCheckout {
  /** The service's own message, if it has one. */
  readonly reason?: string | undefined;
  /** Whether another week, or fewer boxes, would help. */
  readonly isAboutWeek?: boolean | undefined;
}

/** @param refused null to forget it */
export function keepRefused(refused: RefusedCheckout | null): void {
  writeObject('sessionStorage', REFUSED_KEY, refused);
}

export function readRefused(): RefusedCheckout | null {
  return readObject('sessionStorage', REFUSED_KEY);
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

function forgetOrderDraft(): void {
  keepDraft(ORDER_DRAFT_KEY, null);
}
