import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { STORED_ORDER_KEY, type StoredOrder } from '../../src/domain/orders/stored-order.ts';
import { costOf } from './sample-order.ts';

export const CHECKOUT = '/branch-box-checkout';

/** An order as the order form stores it in the browser. */
export function makeOrder(changes: Partial<StoredOrder> = {}): StoredOrder {
  return {
    quantity: 2,
    unitPrice: costOf(1),
    totalAmount: costOf(changes.quantity ?? 2),
    customerName: 'Ann Ash',
    customerEmail: 'ann@example.com',
    shippingAddress: '1 High Street\nThe Mews',
    shippingCity: 'Taunton',
    shippingPostcode: 'TA1 1AA',
    shippingCountry: 'GB',
    specialInstructions: 'Please leave it in the porch.',
    deliveryWeek: '2025-11-24',
    attemptId: randomUUID(),
    ...changes,
  };
}

/** Puts the order into the storage before the first page runs, once: a completed order must stay gone. */
export async function seedOrder(target: Page | BrowserContext, order: StoredOrder): Promise<void> {
  await target.addInitScript(
    ([key, json]) => {
      const flag = `seeded ${json}`;
      if (localStorage.getItem(flag) !== null) return;
      localStorage.setItem(flag, '');
      localStorage.setItem(key, json);
    },
    [STORED_ORDER_KEY, JSON.stringify(order)] as const,
  );
}
