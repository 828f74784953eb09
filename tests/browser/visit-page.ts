import type { Page, Response } from '@playwright/test';
import { CHECKOUT, makeOrder, seedOrder } from '../support/seeded-order.ts';
import { payButton } from './checkout/buyer.ts';

/**
 * Opens any page of the site like a visitor who belongs there, because the checkout redirects visitors without an
 * order.
 */
export async function visitPage(page: Page, path: string): Promise<Response | null> {
  if (path === CHECKOUT) await seedOrder(page, makeOrder());
  const response = await page.goto(path === '/404' ? '/no-such-page' : path);
  const hasScript = (await page.locator('script').count()) > 0;
  if (path === CHECKOUT && hasScript) await payButton(page).waitFor();
  return response;
}
