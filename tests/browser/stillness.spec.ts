import type { Page } from '@playwright/test';
import { enterPassword } from '../support/admin-page.ts';
import { CHECKOUT, makeOrder, seedOrder } from '../support/seeded-order.ts';
import { ADMIN_PASSWORD, expect, test } from '../support/shop.ts';
import { watchVisit } from '../support/visit-figures.ts';
import { expectThanks, payButton, payWith } from './checkout/buyer.ts';

// The pages that start with script, from a purchase to its packing. budgets.spec.ts covers those without.

const VIEWPORTS = [
  { width: 412, height: 823 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];

const ordersList = (page: Page) => page.getByRole('heading', { name: 'Recent orders' });

for (const viewport of VIEWPORTS) {
  test(`nothing moves by itself where script renders the page, ${viewport.width} px wide`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    const readFigures = await watchVisit(page, await page.context().newCDPSession(page));
    const expectStill = async (name: string) =>
      expect((await readFigures()).shifts, `${name}: nothing moves`).toEqual([]);

    await seedOrder(page, makeOrder());
    await page.goto(CHECKOUT);
    await expect(payButton(page)).toBeEnabled();
    await expectStill('checkout');
    await payWith(page, '4242 4242 4242 4242');
    await expectThanks(page);
    await expectStill('thank-you');

    await page.goto('/nordmann-foliage-payment');
    await page.waitForLoadState('networkidle');
    await expectStill('foliage');

    await page.goto('/seo-monitor');
    await expect(page.getByText('Checks finished.')).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expectStill('SEO monitor');

    await page.goto('/admin/orders');
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
    await expectStill('sign-in');
    await enterPassword(page, ADMIN_PASSWORD);
    await expect(ordersList(page)).toBeVisible();
    await page.reload();
    await expect(ordersList(page)).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expectStill('orders');
    for (const path of ['/admin/packing', '/admin/messages', '/admin/mails']) {
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      await expectStill(path);
    }
  });
}
