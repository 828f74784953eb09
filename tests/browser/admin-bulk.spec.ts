import type { Locator, Page } from '@playwright/test';
import { changeDatabase, openSignedIn } from '../support/admin-page.ts';
import { fillWeek } from '../support/fill-week.ts';
import { expectGoodLooks } from '../support/good-looks.ts';
import { expect, type Shop, test } from '../support/shop.ts';

/** Creates orders of one box that are ready to pack. The last of the list is the newest. */
function fill(shop: Shop, count: number): string[] {
  let numbers: string[] = [];
  changeDatabase(shop, (sqlite) => {
    numbers = fillWeek(
      sqlite,
      Array.from({ length: count }, () => ({})),
    );
  });
  return numbers;
}

function group(page: Page, number: string): Locator {
  return page.locator('.admin-table tbody').filter({ hasText: number });
}

function box(page: Page, number: string): Locator {
  return page.getByRole('checkbox', { name: `Select ${number}` });
}

const bar = (page: Page) => page.getByRole('group', { name: 'Selected orders' });

async function readStatuses(shop: Shop): Promise<Record<string, string>> {
  const orders = await shop.readOrders();
  return Object.fromEntries(orders.map(({ orderNumber, status }) => [orderNumber, status]));
}

test('several orders are marked as shipped at once, and stay so after a reload', async ({ page, shop }) => {
  const [first = '', second = '', third = ''] = fill(shop, 3);
  await openSignedIn(page);
  await expect(page.getByRole('button', { name: 'Mark shipped' })).toBeHidden();
  await box(page, first).check();
  await expect(bar(page)).toContainText('1 order selected');
  await expect(page.getByLabel('Select all on this page')).toHaveJSProperty('indeterminate', true);
  await box(page, second).check();
  await expect(bar(page)).toContainText('2 orders selected');
  await expectGoodLooks(page);

  await page.getByRole('button', { name: 'Mark shipped' }).click();
  const answer = page.getByRole('status').filter({ hasText: 'marked' });
  await expect(answer).toHaveText('2 orders marked as shipped.Undo');
  await expect(answer).toBeFocused();
  for (const number of [first, second]) await expect(group(page, number)).toContainText('Shipped');
  // To be taken back.
  await expect(box(page, first)).toBeEnabled();
  await expect(group(page, third)).toContainText('Processing');
  expect(await readStatuses(shop)).toEqual({
    [first]: 'shipped',
    [second]: 'shipped',
    [third]: 'processing',
  });
  await page.reload();
  await expect(group(page, first)).toContainText('Shipped');
  await expect(group(page, third)).toContainText('Processing');
});

test.describe(() => {
  test.use({ expectedMessages: /status of (401|502)/ });

  test('orders show as shipped before the response, and as before if it fails', async ({ page, shop }) => {
    const [number = ''] = fill(shop, 1);
    await openSignedIn(page);
    let lose: (() => void) | undefined;
    await page.route('**/api/admin/orders/ship', async (route) => {
      await new Promise<void>((resolve) => {
        lose = resolve;
      });
      await route.fulfill({ status: 502, body: 'lost' });
    });
    await box(page, number).check();
    await page.getByRole('button', { name: 'Mark shipped' }).click();
    await expect(group(page, number)).toContainText('Shipped');
    await expect(bar(page)).toContainText('Marking as shipped...');
    lose?.();
    await expect(page.getByRole('alert')).toContainText('That did not go through.');
    await expect(group(page, number)).toContainText('Processing');
    await expect(box(page, number)).toBeChecked();
    await page.unroute('**/api/admin/orders/ship');
    await page.getByRole('button', { name: 'Mark shipped' }).click();
    await expect(page.getByRole('alert')).toBeHidden();
    await expect(group(page, number)).toContainText('Shipped');
  });

  test('an ended session leads to the sign-in, and nothing is marked', async ({ page, shop }) => {
    const [number = ''] = fill(shop, 1);
    await openSignedIn(page);
    await box(page, number).check();
    changeDatabase(shop, (sqlite) => sqlite.exec('DELETE FROM admin_sessions'));
    await page.getByRole('button', { name: 'Mark shipped' }).click();
    await expect(page.getByText('You have been signed out. Please sign in again.')).toBeVisible();
    changeDatabase(shop, (sqlite) => {
      expect(sqlite.prepare('SELECT order_number, status FROM orders').raw().all()).toEqual([
        [number, 'processing'],
      ]);
    });
  });
});

test('an order that another admin has changed is refused by name and not overwritten', async ({
  page,
  context,
  shop,
}) => {
  const [first = '', second = '', third = ''] = fill(shop, 3);
  await openSignedIn(page);
  const other = await context.newPage();
  await other.goto(`/admin/orders?q=${second}`);
  await expect(group(other, second)).toBeVisible();

  await page.getByLabel('Select all on this page').check();
  await expect(bar(page)).toContainText('3 orders selected');
  await other.locator('.admin-delivery summary').first().click();
  await other.locator('.admin-form [name="deliveryWeek"]').selectOption('Week of 8 Dec');
  await other.getByRole('button', { name: 'Save changes' }).click();
  await expect(other.getByText('Saved.')).toBeVisible();

  await page.getByRole('button', { name: 'Mark shipped' }).click();
  const answer = page.getByRole('alert');
  await expect(answer).toBeFocused();
  await expect(answer).toContainText('2 orders marked as shipped.1 order was left alone:');
  await expect(answer.getByRole('listitem')).toHaveText(
    `${second}: Somebody else has just changed this order. Look at it again, and then decide.`,
  );
  expect(await readStatuses(shop)).toEqual({
    [first]: 'shipped',
    [second]: 'processing',
    [third]: 'shipped',
  });
  // The page shows the other person's change by now, so the next try is a decision.
  await expect(group(page, second)).toContainText('Week of 8 Dec');
  await expectGoodLooks(page);
  await box(page, second).check();
  await page.getByRole('button', { name: 'Mark shipped' }).click();
  await expect(page.getByText('1 order marked as shipped.')).toBeVisible();
  expect((await readStatuses(shop))[second]).toBe('shipped');
});

test('only orders that are ready to pack are selected, page by page', async ({ page, shop }) => {
  let marked = '';
  changeDatabase(shop, (sqlite) => {
    const plain = Array.from({ length: 53 }, () => ({}));
    const numbers = fillWeek(sqlite, [...plain, { flag: 'Ask first.' }, { status: 'delivered' }]);
    marked = numbers[53] ?? '';
  });
  await openSignedIn(page);
  await page.getByLabel('Select all on this page').check();
  await expect(bar(page)).toContainText('48 orders selected');
  // Somebody must check it first, and it is not on the packing list.
  await expect(box(page, marked)).toBeDisabled();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText('Page 2 of 2')).toBeVisible();
  await expect(page.getByLabel('Select all on this page')).not.toBeChecked();
  await expect(page.getByRole('button', { name: 'Mark shipped' })).toBeHidden();
  await page.getByLabel('Select all on this page').check();
  await page.getByRole('button', { name: 'Mark shipped' }).click();
  await expect(page.getByText('5 orders marked as shipped.')).toBeVisible();
  expect(Object.values(await readStatuses(shop)).filter((status) => status === 'shipped')).toHaveLength(5);
});

test('works with the keyboard alone at 320 px, with targets large enough for a finger', async ({
  page,
  shop,
}) => {
  const numbers = fill(shop, 12);
  await page.setViewportSize({ width: 320, height: 640 });
  await openSignedIn(page);
  for (const target of await page.locator('.admin-select, .bulk-fold > summary').all()) {
    const size = await target.boundingBox();
    expect(size?.height).toBeGreaterThanOrEqual(44);
    expect(size?.width).toBeGreaterThanOrEqual(44);
  }
  await page.getByLabel('Select all on this page').focus();
  await page.keyboard.press('Space');
  await expect(bar(page)).toContainText('12 orders selected');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Mark shipped' })).toBeFocused();
  // Down the list and back up: the bar stays within reach, and covers nothing that has the focus.
  await box(page, numbers[0] ?? '').focus();
  await page.keyboard.press('Space');
  await expect(bar(page)).toContainText('11 orders selected');
  await expect(bar(page)).toBeInViewport();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  const [focused, sticky] = await Promise.all([
    page.locator(':focus').boundingBox(),
    bar(page).boundingBox(),
  ]);
  expect((focused?.y ?? 0) + (focused?.height ?? 0)).toBeLessThanOrEqual(sticky?.y ?? 0);
  await page.getByRole('button', { name: 'Mark shipped' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('11 orders marked as shipped.')).toBeVisible();
});
