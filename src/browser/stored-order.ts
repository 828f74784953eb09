import { parseStoredOrder, STORED_ORDER_KEY, type StoredOrder } from '#domain/orders/stored-order.ts';
import { forgetOrderDraft } from './order-draft.ts';

/** The order that was entered and not completed yet; null when there is none, or none that can be read. */
export function readStoredOrder(): StoredOrder | null {
  try {
    return parseStoredOrder(localStorage.getItem(STORED_ORDER_KEY) ?? '');
  } catch {
    return null;
  }
}

/** Keeps the order. @returns whether the browser has let us: some keep their storage closed, or full */
export function storeOrder(order: StoredOrder): boolean {
  try {
    localStorage.setItem(STORED_ORDER_KEY, JSON.stringify(order));
    return true;
  } catch {
    return false;
  }
}

/** Forgets the order, after it has been completed, and what was entered for it. */
export function forgetStoredOrder(): void {
  forgetOrderDraft();
  try {
    localStorage.removeItem(STORED_ORDER_KEY);
  } catch {
    // Where nothing can be kept, nothing is there.
  }
}
