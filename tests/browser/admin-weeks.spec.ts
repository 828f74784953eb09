import { makeUpOrders } from '../api/orders/made-up-orders.ts';
import { changeDatabase, fillShopWeek, listedCustomers, openSignedIn } from '../support/admin-page.ts';
import { delay } from '../support/delay.ts';
import { expectGoodLooks } from '../support/good-looks.ts';
import { BOX_PENCE, costOf, LATER } from '../support/sample-order.ts';
import { expect, test } from '../support/shop.ts';
import { addSession } from '../support/shop-data.ts';
import { watchVisit } from '../support/visit-figures.ts';

test('a week is listed and downloaded, and all of them from Today', async ({ page, shop }) => {
  changeDatabase(shop, (sqlite) => makeUpOrders(sqlite, 20));
  await openSignedIn(page, '?week=nonsense');
  await expect.poll(async () => (await listedCustomers(page)).length).toBe(20);
  const week = page.getByLabel('Delivery week');
  await week.selectOption('Week of 1 Dec');
  await expect(page).toHaveURL(/\?week=2025-12-01$/);
  const ofWeek = ['Customer 17', 'Customer 12', 'Customer 7', 'Customer 2'];
  await expect.poll(() => listedCustomers(page)).toEqual(ofWeek);
  await page.getByLabel('Status').selectOption('Pending');
  await expect(page.getByRole('heading', { name: 'No matching orders' })).toBeVisible();
  await expect(page.getByText('Nothing was found for this status and week.', { exact: true })).toBeVisible();
  // What can be done with the week stays.
  await expect(page.getByRole('region', { name: 'Week of 1 Dec' })).toBeVisible();
  // tests/api/orders/csv.spec.ts has what is in the files.
  const download = async (name: string, role: 'link' | 'button' = 'link') => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole(role, { name, exact: true }).first().click(),
    ]);
    return file.suggestedFilename();
  };
  expect(await download('Orders as CSV Week of 1 Dec')).toBe('branch-boxes-2025-12-01.csv');
  // One that is over and forgotten.
  await page.goto('/admin/orders?week=2024-12-02');
  await expect(week).toHaveValue('2024-12-02');
  await expect(page.getByRole('heading', { name: 'Nothing in this week' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all orders' }).click();
  await expect(week).toHaveValue('');
  await page.goto('/admin');
  expect(await download('Orders of all weeks as CSV')).toBe('branch-boxes.csv');
  await page.getByLabel('Payments and refunds for').selectOption({ index: 12 });
  expect(await download('Download as CSV', 'button')).toMatch(/^payments-20\d\d-\d\d\.csv$/);
});

test('weeks that load before the orders wait for them, so that nothing moves', async ({ page, shop }) => {
  changeDatabase(shop, (sqlite) => makeUpOrders(sqlite, 5));
  const readFigures = await watchVisit(page, await page.context().newCDPSession(page));
  const orders = await delay(page, /\/api\/branch-boxes\/orders\?/);
  await addSession(page.context());
  const [weeks] = await Promise.all([
    page.waitForResponse('**/api/admin/weeks'),
    page.goto('/admin/orders?week=2025-12-01'),
  ]);
  await weeks.finished();
  // Two frames, in which it would be drawn.
  await readFigures();
  const panel = page.getByRole('region', { name: 'Week of 1 Dec' });
  await expect(panel).toHaveCount(0);
  orders.release();
  await expect(panel).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Recent Orders' })).toBeVisible();
  expect((await readFigures()).shifts).toEqual([]);
});

test('sums of the chosen week, and after shipping orders', async ({ page, shop }) => {
  const numbers = fillShopWeek(shop, [
    { quantity: 2 },
    { quantity: 3 },
    { quantity: 1, status: 'shipped' },
    { quantity: 4, status: 'cancelled', refundedPence: 4 * BOX_PENCE },
    { quantity: 1, week: LATER },
  ]);
  changeDatabase(shop, (sqlite) => sqlite.exec('UPDATE orders SET paid_amount = total_pence'));
  // A limit as the farm sets it in its content. The API tests cover how it gets there.
  await page.route('**/api/admin/weeks', async (route) => {
    const answer = await route.fetch();
    const weeks: { week: string; cap: number | null }[] = await answer.json();
    const capped = weeks.map((each) => ({ ...each, cap: each.week === '2025-12-01' ? 40 : each.cap }));
    await route.fulfill({ response: answer, json: capped });
  });
  await openSignedIn(page, '?week=2025-12-01');
  const panel = page.getByRole('region', { name: 'Week of 1 Dec' });
  await expect(panel).toContainText(
    `3 orders, 6 of 40 boxes, 5 to pack, 1 sent, £${costOf(6)} after refunds.`,
  );
  await expect(panel.getByRole('link', { name: 'Pick list, slips and labels' })).toHaveAttribute(
    'href',
    '/admin/packing?week=2025-12-01',
  );
  await expectGoodLooks(page);

  await page.getByRole('checkbox', { name: `Select ${numbers[1]}` }).check();
  await page.getByRole('button', { name: 'Mark as sent' }).click();
  await expect(panel).toContainText(`2 to pack, 4 sent, £${costOf(6)} after refunds.`);
});
