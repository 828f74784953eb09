import { ORDER_FIELDS, type OrderEntries } from '#domain/orders/order-fields.ts';
import { keepDraft, readDraft } from './storage.ts';

/** The entries of the order form in this tab, through a reload and on the way back from the checkout. */
export const ORDER_DRAFT_KEY = 'branchBoxOrderDraft';

/** Returns null if there are no readable entries. */
export function readOrderDraft(): OrderEntries | null {
  return readDraft(ORDER_DRAFT_KEY);
}

export function keepOrderDraft(entries: OrderEntries): void {
  keepDraft(ORDER_DRAFT_KEY, Object.fromEntries(ORDER_FIELDS.map((field) => [field, entries[field] ?? ''])));
}
