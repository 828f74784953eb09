import { ORDER_FIELDS, type OrderEntries } from '#domain/order-entries.ts';

/** What has been entered into the order form so far, kept for this tab: over a reload, and the way back from the checkout. */

/** The key in session storage. */
export const ORDER_DRAFT_KEY = 'branchBoxOrderDraft';

/** The entries that are kept; null when there are none that can be read. */
export function readOrderDraft(): OrderEntries | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(ORDER_DRAFT_KEY) ?? 'null');
    return typeof kept === 'object' && kept !== null ? (kept as OrderEntries) : null;
  } catch {
    return null;
  }
}

/** Keeps what a buyer has entered. Where the browser keeps its storage closed, nothing is kept. */
export function keepOrderDraft(entries: OrderEntries): void {
  const typed = ORDER_FIELDS.map((field) => [field, entries[field] ?? '']);
  try {
    sessionStorage.setItem(ORDER_DRAFT_KEY, JSON.stringify(Object.fromEntries(typed)));
  } catch {
    // The form works without.
  }
}

/** Forgets the entries. */
export function forgetOrderDraft(): void {
  try {
    sessionStorage.removeItem(ORDER_DRAFT_KEY);
  } catch {
    // Where nothing can be kept, nothing is there.
  }
}
