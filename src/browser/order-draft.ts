import { ORDER_FIELDS, type OrderEntries } from '#domain/orders/order-fields.ts';
import { keepDraft, readDraft } from './form-draft.ts';

/** What has been entered into the order form so far, kept for this tab: over a reload, and the way back from the checkout. */

/** The key in session storage. */
export const ORDER_DRAFT_KEY = 'branchBoxOrderDraft';

/** The entries that are kept; null when there are none that can be read. */
export function readOrderDraft(): OrderEntries | null {
  return readDraft(ORDER_DRAFT_KEY);
}

/** Keeps what a buyer has entered. */
export function keepOrderDraft(entries: OrderEntries): void {
  keepDraft(ORDER_DRAFT_KEY, Object.fromEntries(ORDER_FIELDS.map((field) => [field, entries[field] ?? ''])));
}

/** Forgets the entries. */
export function forgetOrderDraft(): void {
  keepDraft(ORDER_DRAFT_KEY, null);
}
