import type { Page } from '@playwright/test';
import { changeDatabase, openSignedIn } from '../support/admin-page.ts';
import { buyThroughApi } from '../support/buy-through-api.ts';
import { fillWeek } from '../support/fill-week.ts';
import { expectGoodLooks } from '../support/good-looks.ts';
import { expect, test } from '../support/shop.ts';

const WEEK = 'Week of 1 Dec';

async function openDialog(page: Page) {
  await page
    .getByRole('button', { name: `Close this week ${WEEK}` })
    .first()
    .click();
  return page.getByRole('dialog', { name: 'Close the week of 1 Dec' });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a week is cancelled and refunded, and the shop stops selling it', async ({ page, shop, context }) => {
    const numbers = [await buyThroughApi(shop.url), await buyThroughApi(shop.url)];
    await openSignedIn(page, '?week=2025-12-01');
    const dialog = await openDialog(page);
    await expect(dialog).toContainText('2 orders, 4 boxes, £109.40.');
    // Whoever only presses on refunds nobody.
    await expect(dialog.getByRole('button', { name: 'Close this week' })).toBeVisible();
    await dialog.getByLabel('Cancel and refund all').check();
    await expect(dialog.getByLabel('Your words to the buyers')).toHaveValue(/snow has closed our lane/);
    await dialog.getByLabel('Your words to the buyers').fill('The lane is under snow.');
    await dialog.getByRole('button', { name: 'Show the e-mail' }).click();
    await expect(dialog.locator('.mail-preview')).toContainText('Hello Ada Holly,');
    await expect(dialog.locator('.mail-preview')).toContainText('The lane is under snow.');
    await expectGoodLooks(page);
    await dialog.getByRole('button', { name: 'Refund £109.40 for 2 orders' }).click();
    await expect(dialog).toContainText('This cannot be undone.');
    await expectGoodLooks(page);
    await dialog.getByRole('button', { name: 'Yes, refund £109.40' }).click();

    const jobs = page.getByRole('region', { name: 'Closed weeks' });
    await expect(jobs).toBeFocused();
    await expect(jobs).toContainText('The week of 1 Dec is cancelled and refunded: done.');
    await expect(jobs).toContainText('2 of 2');
    await expect(page.locator('tbody').filter({ hasText: numbers[0] ?? '' })).toContainText('Cancelled');
    expect((await shop.readOrders()).map(({ refundedAmount }) => refundedAmount)).toEqual(['54.70', '54.70']);
    await expectGoodLooks(page);

    // Of the shop's own pages, and for a second person.
    const other = await context.newPage();
    await other.goto('/admin/orders?week=2025-12-01');
    await expect(other.getByRole('region', { name: 'Closed weeks' })).toContainText('2 of 2');
    await other.goto('/nordmann-branches');
    const option = other.getByRole('radio', { name: 'Week of 1 Dec' });
    // Before anybody has touched the form.
    await expect(other.locator('#order-weeks .choice').filter({ has: option })).toContainText('closed');
    await expect(option).toBeDisabled();

    // By a button it is on sale again.
    await page
      .getByRole('button', { name: `Closed week: open or empty it ${WEEK}` })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Open this week' }).click();
    await expect(page.getByRole('button', { name: `Close this week ${WEEK}` }).first()).toBeVisible();
    await other.reload();
    const weeks = other.waitForResponse('**/api/branch-boxes/weeks');
    await other.getByLabel('How many boxes?').focus();
    await weeks;
    await expect(option).toBeEnabled();
  });

  test('sixty orders move to another week with few taps', async ({ page, shop }) => {
    changeDatabase(shop, (sqlite) => {
      fillWeek(sqlite, [...Array.from({ length: 60 }, () => ({})), { status: 'shipped' }]);
    });
    await openSignedIn(page, '?week=2025-12-01');
    const startedMs = performance.now();
    const dialog = await openDialog(page);
    await expect(dialog).toContainText('60 orders, 60 boxes');
    await expect(dialog.getByText('1 order is left out')).toBeVisible();
    await dialog.getByLabel('Move all to another week').check();
    await expect(dialog.getByLabel('Move to')).toHaveValue('2025-12-08');
    await expect(dialog.getByLabel('Your words to the buyers')).toHaveValue(/week of 8 December/);
    await dialog.getByRole('button', { name: 'Move 60 orders' }).click();
    await dialog.getByRole('button', { name: 'Yes, move 60 orders' }).click();
    await expect(page.getByRole('region', { name: 'Closed weeks' })).toContainText('60 of 60');
    const seconds = (performance.now() - startedMs) / 1000;
    test.info().annotations.push({
      type: 'figure',
      description: `60 orders: 4 taps, ${seconds.toFixed(1)} s from the first tap to the last order`,
    });
    const weeks = (await shop.readOrders()).map(({ deliveryWeek }) => deliveryWeek);
    expect(weeks.filter((week) => week === '2025-12-08')).toHaveLength(60);
    changeDatabase(shop, (sqlite) => {
      expect(sqlite.prepare("SELECT count(*) FROM outbox WHERE kind = 'order_change'").pluck().get()).toBe(
        60,
      );
    });
  });
});
