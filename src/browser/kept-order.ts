import type { CompletedReceipt } from '#domain/orders/order-outcome.ts';
import { readObject, writeObject } from './storage.ts';

/**
 * The order that this tab completed last, passed to its thank-you, with the link to the buyer's own page. It is stored
 * in this tab's session only, because anybody with the link can see and change the order. The confirmation e-mail has it
 * as well.
 */
export const KEPT_ORDER_KEY = 'manageOrder';

export interface KeptOrder {
  readonly orderNumber: string;
  /** `/order?key=…` */
  readonly address: string;
  /** Undefined once its buyer has changed or cancelled it: its own page says how it is now. */
  readonly receipt?: CompletedReceipt | undefined;
}

/** Does nothing if storage is unavailable: all of it is in the confirmation e-mail. */
export function keepCompletedOrder(order: KeptOrder): void {
  writeObject('sessionStorage', KEPT_ORDER_KEY, order);
}

/** For its own page, once that has changed or cancelled it. */
export function forgetReceipt(): void {
  const kept = readCompletedOrder();
  if (kept) keepCompletedOrder({ ...kept, receipt: undefined });
}

/**
 * The same, for the thank-you, which gives way to the own page of an order that has changed. Name, address and e-mail
 * address are forgotten with it: browsers keep nothing about a buyer whose order is complete.
 */
export function takeCompletedOrder(orderNumber?: string): KeptOrder | undefined {
  const read = () => {
    const kept = readCompletedOrder(orderNumber);
    if (kept && !kept.receipt) location.replace(kept.address);
    return kept;
  };
  addEventListener('pageshow', ({ persisted }) => persisted && read());
  const kept = read();
  if (kept?.receipt)
    keepCompletedOrder({
      ...kept,
      receipt: { ...kept.receipt, privateFacts: [], confirmedTo: null },
    });
  return kept;
}

/** @param orderNumber without it, the order that this tab completed last */
export function readCompletedOrder(orderNumber?: string): KeptOrder | undefined {
  const kept = readObject<KeptOrder>('sessionStorage', KEPT_ORDER_KEY);
  const isMeant = orderNumber === undefined || kept?.orderNumber === orderNumber;
  // We stored it ourselves, but check all the same that the link leads nowhere else.
  if (!kept || !isMeant || !/^\/order\?key=/.test(kept.address)) return undefined;
  return Array.isArray(kept.receipt?.privateFacts) ? kept : { ...kept, receipt: undefined };
}
