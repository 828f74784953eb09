import type { Page } from '@playwright/test';
import { STORED_ORDER_KEY, type StoredOrder } from '../../../src/domain/orders/stored-order.ts';
import { CHECKOUT, makeOrder, seedOrder } from '../../support/seeded-order.ts';
import { expect } from '../../support/shop.ts';

/** The farm's phone number in content/farm.json. */
export const PHONE = '01632 960 214';

/** Opens the checkout of an order and waits until it can be paid. */
export async function openCheckout(page: Page, changes: Partial<StoredOrder> = {}): Promise<StoredOrder> {
  const order = makeOrder(changes);
  await seedOrder(page, order);
  await page.goto(CHECKOUT);
  // Waits for the event, where `expect` asks now and then.
  await payButton(page).and(page.locator(':enabled')).waitFor();
  return order;
}

export async function enterCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry date').fill('12 / 40');
  await page.getByLabel('Security code').fill('123');
}

export async function payWith(page: Page, number: string): Promise<void> {
  await enterCard(page, number);
  await payButton(page).click();
}

/** Found by its role in the page, because its text changes while it works. */
export const payButton = (page: Page) => page.locator('button[type="submit"]');
export const toast = (page: Page) => page.locator('.toast[data-state="open"]');
export const thanks = (page: Page) => page.getByRole('heading', { name: 'Thanks! Your order was received.' });

/** The browser's remaining data about the order. */
export function readStored(page: Page): Promise<StoredOrder | null> {
  return page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null'), STORED_ORDER_KEY);
}

/** Expects the thank-you, with its number in the URL and on the page, and empty storage. */
export async function expectThanks(page: Page): Promise<string> {
  await thanks(page).waitFor();
  await expect(thanks(page)).toBeFocused();
  const { pathname, searchParams } = new URL(page.url());
  const orderNumber = searchParams.get('orderNumber') ?? '';
  expect(pathname).toBe('/nordmann-branches');
  expect([...searchParams.keys()].sort()).toEqual(['orderNumber', 'success']);
  expect(orderNumber).toMatch(/^BB-\w{4}-\w{3}$/);
  await expect(page.getByText(`Your order number is ${orderNumber}`)).toBeVisible();
  expect(await readStored(page)).toBeNull();
  return orderNumber;
}
