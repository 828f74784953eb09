import type { Page } from '@playwright/test';
import { changeDatabase, openSignedIn } from '../support/admin-page.ts';
import { fillWeek, type OrderChanges } from '../support/fill-week.ts';
import { expectGoodLooks } from '../support/good-looks.ts';
import { expect, type Shop, test } from '../support/shop.ts';

function fill(shop: Shop, orders: readonly OrderChanges[]): string[] {
  let numbers: string[] = [];
  changeDatabase(shop, (sqlite) => {
    numbers = fillWeek(sqlite, orders);
  });
  return numbers;
}

async function readStatuses(shop: Shop): Promise<string[]> {
  return (await shop.readOrders()).map(({ status }) => status).sort();
}

const box = (page: Page, number = '') => page.getByRole('checkbox', { name: `Select ${number}` });

test('the last orders of a view are marked by mistake, and undone with the keyboard', async ({
  page,
  shop,
}) => {
  fill(shop, [{}, {}]);
  // So that everything that can be packed is on the page.
  await openSignedIn(page, '?view=pack');
  await page.getByLabel('Select all on this page').check();
  await page.getByRole('button', { name: 'Mark shipped' }).click();
  const outcome = page.locator('.bulk-answer');
  await expect(outcome).toContainText('2 orders marked as shipped.');
  await expect(page.getByRole('heading', { name: 'Everything is packed' })).toBeVisible();
  await expect(outcome).toBeFocused();
  await expectGoodLooks(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(outcome).toHaveText('2 orders are as before.');
  await expect(outcome).toBeFocused();
  await expect(page.getByLabel('Select all on this page')).toBeVisible();
  expect(await readStatuses(shop)).toEqual(['processing', 'processing']);
  changeDatabase(shop, (sqlite) => {
    expect(sqlite.prepare("SELECT count(*) FROM outbox WHERE kind = 'tracking'").pluck().get()).toBe(0);
  });
});

test('an order changed meanwhile is named, and buyers who know are counted', async ({ page, shop }) => {
  const [first = '', second = ''] = fill(shop, [{}, {}]);
  await openSignedIn(page, '?week=2025-12-01');
  await page.getByLabel('Select all on this page').check();
  await page.getByRole('button', { name: 'Mark shipped' }).click();
  await expect(page.locator('.bulk-answer')).toContainText('2 orders marked as shipped.');
  changeDatabase(shop, (sqlite) => {
    sqlite.exec("UPDATE outbox SET state = 'sent' WHERE kind = 'tracking'");
    sqlite.prepare('UPDATE orders SET version = version + 1 WHERE order_number = ?').run(second);
  });
  await page.getByRole('button', { name: 'Undo' }).click();
  const outcome = page.getByRole('alert');
  await expect(outcome).toContainText('1 order is as before. 1 buyer had already been told.');
  await expect(outcome.getByRole('listitem')).toContainText(second);
  await expect(box(page, first)).toBeEnabled();
  // The other one can still be taken back on purpose.
  await box(page, second).check();
  await page.getByRole('button', { name: 'Back to processing' }).click();
  await expect(page.getByText('1 order taken back to processing.')).toBeVisible();
  expect(await readStatuses(shop)).toEqual(['processing', 'processing']);
});

test('orders move to a week that has room for some of them, on a phone, and back', async ({ page, shop }) => {
  const numbers = fill(shop, [{}, {}, {}]);
  await page.setViewportSize({ width: 390, height: 844 });
  await openSignedIn(page);
  await page.getByLabel('Select all on this page').check();
  await expect(page.getByRole('group', { name: 'Selected orders' })).toBeInViewport();
  await expectGoodLooks(page);
  await page.getByRole('button', { name: 'More…' }).click();
  const dialog = page.getByRole('dialog', { name: '3 orders selected' });
  await dialog.getByRole('button', { name: 'Move 3 orders' }).click();
  await expect(dialog.getByText('Please choose a delivery week.')).toBeVisible();
  await dialog.getByLabel('Move to').selectOption('Week of 8 Dec');
  await expect(dialog.getByText('3 boxes.')).toBeVisible();
  await dialog.getByLabel('A sentence of your own').fill('Snow has closed our lane.');
  await expectGoodLooks(page);
  await dialog.getByRole('button', { name: 'Move 3 orders' }).click();
  await expect(page.getByText('3 orders moved to the week of 8 Dec.')).toBeVisible();
  await expect(
    page
      .locator('tbody')
      .filter({ hasText: numbers[0] ?? '' })
      .getByText('Week of 8 Dec')
      .first(),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('3 orders are as before.')).toBeVisible();
  expect((await shop.readOrders()).map(({ deliveryWeek }) => deliveryWeek)).toEqual(
    Array(3).fill('2025-12-01'),
  );
});

test('a pasted list is undone', async ({ page, shop }) => {
  const numbers = fill(shop, [{ trackingNumber: null }, {}]);
  await openSignedIn(page);
  await page.getByText('Enter tracking numbers').click();
  const list = numbers.map((number, at) => `${number}, AB10000000${at}GB`).join('\n');
  await page.getByLabel('Order numbers and tracking numbers').fill(list);
  await page.getByRole('button', { name: 'Check the list' }).click();
  await page.getByRole('button', { name: 'Enter 2 tracking numbers' }).click();
  await expect(page.getByText('2 tracking numbers entered.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('2 orders are as before.')).toBeVisible();
  expect((await shop.readOrders()).map(({ trackingNumber }) => trackingNumber)).toEqual([null, null]);
  expect(await readStatuses(shop)).toEqual(['processing', 'processing']);
});

test('a second payment is settled where it is shown', async ({ page, shop }) => {
  fill(shop, [{}]);
  changeDatabase(shop, (sqlite) => {
    sqlite.exec(
      `INSERT INTO order_flags (order_id, code, details) SELECT id, 'second_payment', '["pi_other"]' FROM orders`,
    );
  });
  await openSignedIn(page, '?view=look');
  await page.getByRole('button', { name: 'I have refunded the other payment' }).click();
  await expect(page.getByRole('button', { name: 'I have refunded the other payment' })).toBeHidden();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing needs a look' })).toBeVisible();
});
