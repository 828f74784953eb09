import type { Page } from '@playwright/test';
import { makeUpOrders } from '../api/orders/made-up-orders.ts';
import { changeDatabase, listedCustomers, openSignedIn, readTiles } from '../support/admin-page.ts';
import { expect, test } from '../support/shop.ts';

const customers = (from: number, to: number) =>
  Array.from(
    { length: Math.abs(from - to) + 1 },
    (_, index) => `Customer ${from + Math.sign(to - from) * index}`,
  );

function countCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/branch-boxes/orders') calls.push(searchParams.get('q') ?? '');
  });
  return calls;
}

test('the service searches, filters and sorts, adds up what it lists, and the tiles are of all orders', async ({
  page,
  shop,
}) => {
  changeDatabase(shop, (sqlite) => makeUpOrders(sqlite, 130));
  await openSignedIn(page);
  await expect.poll(() => listedCustomers(page)).toEqual(customers(129, 30));
  const all = {
    'Total Orders': '130',
    'Total Revenue': '£8,834.05',
    'Total Boxes': '323',
    'With Tracking': '13',
  };
  expect(await readTiles(page)).toEqual(all);

  const calls = countCalls(page);
  await page.getByLabel('Search orders').pressSequentially('customer12', { delay: 20 });
  await expect.poll(() => listedCustomers(page)).toEqual([...customers(129, 120), 'Customer 12']);
  expect(calls).toEqual(['customer12']);
  await expect(page).toHaveURL(/\?q=customer12$/);
  await expect(page.getByRole('status')).toHaveText(
    /^11 orders found\. \d+ boxes, £[\d,]+\.\d\d\. Loaded at/,
  );
  expect(await readTiles(page)).toEqual(all);

  await page.getByLabel('Status').selectOption('Shipped');
  await page.getByLabel('Sort by').selectOption('Oldest first');
  const found = ['Customer 12', 'Customer 122', 'Customer 127'];
  await expect.poll(() => listedCustomers(page)).toEqual(found);
  expect(await readTiles(page)).toEqual(all);

  // The URL keeps it through a reload and the back button.
  await page.reload();
  await expect.poll(() => listedCustomers(page)).toEqual(found);
  await page.goBack();
  await expect(page.getByLabel('Sort by')).toHaveValue('newest');
  await expect.poll(() => listedCustomers(page)).toEqual(found.toReversed());

  await page.getByLabel('Search orders').fill('porch');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Instructions: Please leave it in the porch').first()).toBeVisible();

  await page.getByLabel('Search orders').fill('nobody at all');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'No matching orders' })).toBeVisible();
  await expect(page.getByText('No orders yet')).toBeHidden();
  await page.getByRole('button', { name: 'Show all orders' }).click();
  await expect.poll(() => listedCustomers(page)).toEqual(customers(129, 30));
  await expect(page.getByLabel('Search orders')).toHaveValue('');
  await expect(page).toHaveURL(/\/admin\/orders\?view=all$/);

  await test.step('pages follow one another, and come back after a reload', async () => {
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect.poll(() => listedCustomers(page)).toEqual(customers(29, 0));
    await expect(page.getByRole('heading', { name: 'Recent Orders' })).toBeFocused();
    await expect(page.getByText('Page 2 of 2')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Next page' })).toBeHidden();
    await page.reload();
    await expect.poll(() => listedCustomers(page)).toEqual(customers(29, 0));
    await page.getByRole('button', { name: 'Previous page' }).click();
    await expect.poll(() => listedCustomers(page)).toEqual(customers(129, 30));
  });
});

test('the keyboard alone gets from the password to an order’s address', async ({ page, shop }) => {
  changeDatabase(shop, (sqlite) => makeUpOrders(sqlite, 60));
  await page.goto('/admin/orders');
  await page.getByLabel('Password', { exact: true }).focus();
  await page.keyboard.type('correct horse battery staple');
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Orders', exact: true }).focus();
  const names: string[] = [];
  const tab = async () => {
    await page.keyboard.press('Tab');
    names.push(
      await page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent || ''),
    );
  };
  const views = ['To pack', 'Needs a look', 'Sent', 'All', 'To give back', 'Not paid yet'];
  const controls = [...views, 'Refresh', 'admin-q', 'admin-status', 'admin-week', 'admin-sort'];
  for (let time = 0; time < controls.length; time += 1) await tab();
  expect(names).toEqual(controls);
  await tab();
  await expect(page.getByLabel('Select all on this page')).toBeFocused();
  await tab();
  expect(names.at(-1)).toBe('Tracking numbers');
  // A delivered order cannot be selected.
  await tab();
  expect(names.at(-1)).toMatch(/^BB-/);
  await tab();
  await expect(page.getByRole('tooltip')).toHaveText('019a3e00-0000-7000-8000-000000000059');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Grace Hill\n60 High Street\nFlat 5\nTaunton\nTA6 9AA')).toBeVisible();
});
