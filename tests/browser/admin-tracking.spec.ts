import { trackOrders } from '../api/orders/made-up-orders.ts';
import { changeDatabase, fillShopWeek, openSignedIn } from '../support/admin-page.ts';
import { expectGoodLooks } from '../support/good-looks.ts';
import { expect, test } from '../support/shop.ts';

// Somebody else has changed an order.
test.use({ expectedMessages: /status of 409/ });

const tracking = (index: number) => `AB${String(100_000_000 + index)}GB`;

test('a pasted list is shown with its buyers before it is saved, and a file read; what is left stays in the box', async ({
  page,
  shop,
}) => {
  const numbers = fillShopWeek(shop, 5);
  changeDatabase(shop, (sqlite) => {
    sqlite.prepare("UPDATE orders SET status = 'cancelled' WHERE order_number = ?").run(numbers[1]);
    sqlite.prepare("UPDATE orders SET status = 'shipped' WHERE order_number = ?").run(numbers[2]);
    trackOrders(sqlite, 'XY987654321GB', `order_number = '${numbers[2]}'`);
  });
  const lines = numbers.map((number, index) => `${number}\t${tracking(index)}`);
  lines.splice(4, 0, 'nonsense');
  const list = page.getByLabel('Order numbers and tracking numbers');
  const check = page.getByRole('button', { name: 'Check the list' });
  const answer = page.getByRole('alert').filter({ hasText: 'Numbers saved' });
  const status = page.getByRole('status').filter({ hasText: 'Numbers saved' });

  await openSignedIn(page, '?view=all');
  await page.goto('/admin/packing');
  await page.getByRole('link', { name: 'Enter tracking numbers' }).click();
  await expect(check).toBeVisible();
  await page.goto('/admin/orders?view=all');
  await page.locator('summary', { hasText: 'Tracking numbers' }).click();
  await check.click();
  await expect(page.getByRole('alert')).toHaveText('Please paste the list, or choose a file.');
  await expect(list).toBeFocused();
  await expect(list).toHaveAttribute('aria-invalid', 'true');
  await list.fill(lines.join('\n'));
  await check.click();
  await expect(page.getByRole('heading', { name: 'Have a look before we save these' })).toBeFocused();
  const review = page.getByRole('form', { name: 'Have a look before we save these' });
  const fresh = review.getByRole('region', { name: 'Ready (3)' }).getByRole('listitem');
  await expect(fresh.first()).toHaveText(`${numbers[0]}, Customer 0: ${tracking(0)}`);
  await expect(review.getByRole('region', { name: 'Left out (2)' }).getByRole('listitem')).toHaveText([
    `${numbers[1]}, Customer 1: It’s cancelled.`,
    'Line 5, “nonsense”: There’s no order number in this line.',
  ]);
  const choice = review.getByLabel(`${numbers[2]}, Customer 2: replace XY987654321GB with ${tracking(2)}`);
  await expect(choice).not.toBeChecked();
  await expectGoodLooks(page);
  await choice.check();
  // Somebody else cancels an order of the preview.
  changeDatabase(shop, (sqlite) =>
    sqlite
      .prepare("UPDATE orders SET status = 'cancelled', version = 2 WHERE order_number = ?")
      .run(numbers[4]),
  );
  await review.getByRole('button', { name: 'Save numbers for 4 orders' }).click();
  await expect(answer).toBeFocused();
  await expect(answer).toContainText('Numbers saved for 3 orders.');
  await expect(answer).toContainText('What wasn’t is still in the list below.3 were left out:');
  await expect(answer.getByRole('listitem').last()).toHaveText(
    new RegExp(`^${numbers[4]}: This order has just`),
  );
  await expect(list).toHaveValue([lines[1], lines[4], lines[5]].join('\n'));
  const entered = await shop.readOrders();
  expect(
    numbers.map((number) => {
      const order = entered.find((each) => each.orderNumber === number);
      return [order?.trackingNumber, order?.status];
    }),
  ).toEqual([
    [tracking(0), 'shipped'],
    [null, 'cancelled'],
    [tracking(2), 'shipped'],
    [tracking(3), 'shipped'],
    [null, 'cancelled'],
  ]);
  // The list shows it without a reload.
  await expect(page.locator(`[id="${numbers[0]}"]`)).toContainText(`${tracking(0)}Royal Mail`);

  // A file, as a spreadsheet saves it, is read into the box, and nothing is saved.
  changeDatabase(shop, (sqlite) =>
    sqlite.exec("UPDATE orders SET status = 'processing' WHERE status = 'cancelled'"),
  );
  const text = `\uFEFFReference,Customer,Tracking number\r\n${numbers[1]},"Ada Holly",${tracking(5)}\r\n${numbers[4]},Ben,${tracking(6)}\r\n`;
  const file = { name: 'parcels.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.getByLabel('Or choose a file (.csv or .txt)').setInputFiles(file);
  await expect(page.getByText('3 lines read from parcels.csv. Nothing is entered yet.')).toBeVisible();
  await expect(list).toHaveValue(/^Reference,Customer/);
  await check.click();
  await review.getByRole('button', { name: 'Save numbers for 2 orders' }).click();
  await expect(status).toBeFocused();
  await expect(list).toHaveValue('');
});
