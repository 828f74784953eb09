import { changeDatabase, fillShopWeek, openSignedIn } from '../support/admin-page.ts';
import { buyThroughApi } from '../support/buy-through-api.ts';
import { flagOrders } from '../support/flag-orders.ts';
import { expectGoodLooks } from '../support/good-looks.ts';
import { costOf } from '../support/sample-order.ts';
import { expect, test } from '../support/shop.ts';
import { PHONE } from '../support/visit-figures.ts';

const NUMBER = 'AB123456789GB';

test.use({ expectedMessages: /status of (422|409)/ });

test.describe('on a phone', () => {
  test.use(PHONE);

  test('an order is found, its address changed, refunded in part and posted, and the list is where it was', async ({
    page,
    shop,
  }) => {
    fillShopWeek(shop, 20);
    const number = await buyThroughApi(shop.url);
    changeDatabase(shop, (sqlite) =>
      sqlite.exec(
        `UPDATE orders SET created_at = '2025-10-01T09:00:00.000Z' WHERE order_number = '${number}'`,
      ),
    );
    await openSignedIn(page, '?view=all');
    await page.getByRole('link', { name: number }).click();
    await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible();

    await page.getByText('Status, week, address, note …').click();
    await page.getByLabel('Postcode').fill('TA');
    await page.getByLabel('Town').fill('Wells');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('alert')).toBeFocused();
    await page.getByRole('link', { name: /^We need the full UK postcode/ }).click();
    await expect(page.getByLabel('Postcode')).toBeFocused();
    await expect(page.getByLabel('Town')).toHaveValue('Wells');
    await expectGoodLooks(page);
    await page.getByLabel('Postcode').fill('BA5 2AA');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('status')).toHaveText('Saved.');
    await expect(page.locator('.order-facts')).toContainText('Wells');

    await page.getByText('Refund boxes, or a sum').click();
    await expect(page.getByLabel('What goes back?').locator('option')).toHaveText([
      `1 box: £${costOf(1)}`,
      `2 boxes, all that’s left: £${costOf(2)}`,
      'Another sum, as goodwill: they keep their boxes',
    ]);
    await page.getByText('Cancel the order').click();
    await expect(page.getByRole('button', { name: `Cancel and refund £${costOf(2)}` })).toBeVisible();
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    await expect(page.getByRole('status')).toHaveText(/^Refunded. £\d+\.\d\d went back to the buyer/);
    await page.getByLabel('Tracking number (optional)').fill(NUMBER);
    await page.getByRole('button', { name: 'Mark as sent' }).click();
    await expect(page.getByRole('status')).toContainText('Saved.');
    await expect(page.locator('.order-history')).toContainText(`£${costOf(1)} went back to the buyer.`);
    expect((await shop.readOrders()).find(({ orderNumber }) => orderNumber === number)).toMatchObject({
      shippingCity: 'Wells',
      refundedAmount: costOf(1),
      status: 'shipped',
      trackingNumber: NUMBER,
    });
    await expectGoodLooks(page);

    await page.getByRole('link', { name: 'Back to the orders' }).click();
    await expect(page).toHaveURL(`${shop.url}/admin/orders?view=all#${number}`);
    const link = page.getByRole('link', { name: number, exact: true });
    await expect(link).toBeFocused();
    await expect(link).toBeInViewport();
    await link.click();
    await page.goBack();
    await expect(link).toBeFocused();
    await expect(link).toBeInViewport();
  });
});

test('on a wide screen an order that needs a look says why, and leads to what settles it', async ({
  page,
  shop,
}) => {
  const number = await buyThroughApi(shop.url);
  changeDatabase(shop, (sqlite) => {
    flagOrders(sqlite, 'week_full');
    sqlite.exec(`UPDATE outbox SET state = 'failed', last_error = 'recipients were rejected: 550'`);
  });
  await openSignedIn(page);
  await page.goto(`/admin/orders/${number}`);
  await page.getByRole('link', { name: 'Refund', exact: true }).first().click();
  await expect(page.getByLabel('What goes back?')).toBeInViewport();
  await page.getByRole('link', { name: 'Send it again' }).click();
  await expect(page.getByLabel('Another address')).toBeInViewport();
  await expectGoodLooks(page);
  await page.getByRole('link', { name: 'Move to another week' }).click();
  const week = page.getByLabel('Delivery week');
  await expect(week).toBeInViewport();
  await week.selectOption('Week of 15 Dec');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('status')).toContainText('Saved.');
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('status')).toContainText('Undone.');
});
