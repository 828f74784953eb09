import { trackOrders } from '../api/orders/made-up-orders.ts';
import { changeDatabase } from '../support/admin-page.ts';
import { buyThroughApi } from '../support/buy-through-api.ts';
import { flagOrders } from '../support/flag-orders.ts';
import { expectGoodLooks } from '../support/good-looks.ts';
import { listFaults } from '../support/page-faults.ts';
import { costOf } from '../support/sample-order.ts';
import { expect, test } from '../support/shop.ts';
import { setTextSize } from '../support/visit-figures.ts';

test.describe('with invalid and expired requests', () => {
  test.use({ expectedMessages: /status of (410|422)/ });

  test('the buyer’s own page, from the order until its link expires', async ({ page, shop }) => {
    const orderNumber = await buyThroughApi(shop.url);
    await expect.poll(() => shop.output()).toMatch(/\/order\?key=[\w-]{54}/);
    const [address = ''] = /\/order\?key=[\w-]{54}/.exec(shop.output()) ?? [];
    const change = (columns: string) =>
      changeDatabase(shop, (sqlite) => sqlite.exec(`UPDATE orders SET ${columns}`));
    // Makes this order changeable on any day.
    changeDatabase(shop, (sqlite) => flagOrders(sqlite, 'week_closed'));
    const heading = page.getByRole('heading', { name: 'Sorry, we can’t deliver in your week' });
    // It is come back to without its key in sight.
    await page.goto(address);
    await page.reload();
    await expect(heading).toBeVisible();
    await page.goto('/prices');
    await page.goBack();
    await expect(heading).toBeVisible();
    await expect(page).toHaveURL('/order');
    // What its buyer has come for is open: another week, or the money.
    await expect(page.getByRole('button', { name: 'Have my money back' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Order more boxes' })).toHaveCount(0);
    await expectGoodLooks(page);
    await page.setViewportSize({ width: 390, height: 664 });
    await setTextSize(page, 32);
    expect(await page.evaluate(listFaults), 'with text at 200 %').toEqual([]);
    await setTextSize(page, 16);

    // tests/api/orders/manage-order.spec.ts has what can be changed until when, and what comes back.
    await expect(page.getByLabel('Delivery week')).toHaveValue('');
    await page.getByLabel('Delivery week').selectOption('Week of 8 Dec');
    await page.getByLabel('Town or city').fill('Wells');
    await page.getByLabel('Postcode').fill('BA5');
    await page.getByRole('button', { name: 'Save the changes' }).click();
    await expect(page.getByRole('alert')).toBeFocused();
    await page.getByLabel('Postcode').fill('BA5 2AA');
    await page.getByRole('button', { name: 'Save the changes' }).click();
    await expect(page.getByRole('status')).toHaveText('Your changes have been saved.');
    await expect(page.getByRole('heading', { name: `Order ${orderNumber}` })).toBeVisible();

    await page.getByRole('link', { name: 'Order more boxes' }).click();
    await expect(page).toHaveURL('/nordmann-branches#order-form');
    await expect(page.getByLabel('Town or city')).toHaveValue('Wells');
    await expect(page.getByLabel('E-mail address')).toHaveValue('ada@example.com');
    await expect(page.getByLabel('Week of 8 Dec')).toBeChecked();
    await expect(page.getByLabel('How many boxes?')).toHaveValue('1');
    await page.getByLabel('How many boxes?').fill('3');
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await expect(page.getByText(`Pay £${costOf(3)}`)).toBeVisible();
    await page.goto('about:blank');

    // Only while a week's Monday is less than three weeks ago.
    const soon = new Date().toISOString().slice(0, 10);
    changeDatabase(shop, (sqlite) => {
      sqlite.exec("UPDATE orders SET flags = '[]'");
      trackOrders(sqlite, 'QJ123456789GB');
    });
    change(`status = 'shipped', week = '${soon}'`);
    await page.goto(address);
    await expect(page.getByText('Your branches are on their way.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Track your parcel' })).toHaveAttribute(
      'href',
      /QJ123456789GB/,
    );
    await expect(page.locator('.receipt')).toContainText('BA5 2AA');

    change("week = '2025-12-01', created_at = '2025-11-01T12:00:00.000Z'");
    await page.reload();
    await expect(page).toHaveTitle(/^Link expired: /);
    await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible();
    await expect(page.locator('.order-frame').getByRole('link')).toHaveAttribute('href', /^tel:/);
    await expectGoodLooks(page);
  });
});
