import type { Page } from '@playwright/test';
import { trackOrders } from '../api/orders/made-up-orders.ts';
import { changeDatabase, openSignedIn } from '../support/admin-page.ts';
import { fillWeek } from '../support/fill-week.ts';
import { expectGoodLooks } from '../support/good-looks.ts';
import { expect, type Shop, test } from '../support/shop.ts';

// Somebody else has changed an order.
test.use({ expectedMessages: /status of 409/ });

function fill(shop: Shop, count: number): string[] {
  let numbers: string[] = [];
  changeDatabase(shop, (sqlite) => {
    numbers = fillWeek(
      sqlite,
      Array.from({ length: count }, () => ({ trackingNumber: null })),
    );
  });
  return numbers;
}

const tracking = (index: number) => `AB${String(100_000_000 + index)}GB`;
const list = (page: Page) => page.getByLabel('Order numbers and tracking numbers');
const check = (page: Page) => page.getByRole('button', { name: 'Check the list' });

async function openPanel(page: Page): Promise<void> {
  await page.locator('summary', { hasText: 'Enter tracking numbers' }).click();
}

async function readTracking(shop: Shop): Promise<Record<string, unknown>> {
  const orders = await shop.readOrders();
  return Object.fromEntries(
    orders.map(({ orderNumber, trackingNumber, status }) => [orderNumber, [trackingNumber, status]]),
  );
}

test('pasted lines show each order with its buyer before anything is saved', async ({ page, shop }) => {
  const numbers = fill(shop, 14);
  const name = (index: number) => `Customer ${index}`;
  const lines = numbers.map((number, index) => `${number}\t${tracking(index)}`);
  lines[3] = 'nonsense';
  // One that does not exist, one cancelled, one already done, and one with another number.
  lines[6] = `BB-ZZZZ-ZZZ\t${tracking(6)}`;
  const change = (index: number, status: string, number: string | null) =>
    changeDatabase(shop, (sqlite) => {
      sqlite.prepare('UPDATE orders SET status = ? WHERE order_number = ?').run(status, numbers[index]);
      if (number !== null) trackOrders(sqlite, number, `order_number = '${numbers[index]}'`);
    });
  change(7, 'cancelled', null);
  change(8, 'shipped', tracking(8));
  change(9, 'shipped', 'XY987654321GB');
  await openSignedIn(page);
  await openPanel(page);
  await check(page).click();
  await expect(page.getByRole('alert')).toHaveText('Please paste the list, or choose a file.');
  await expect(list(page)).toBeFocused();
  await expect(list(page)).toHaveAttribute('aria-invalid', 'true');
  await list(page).fill(lines.join('\n'));
  await check(page).click();
  await expect(page.getByRole('heading', { name: 'Check before anything is entered' })).toBeFocused();
  const review = page.getByRole('form', { name: 'Check before anything is entered' });
  const fresh = review.getByRole('region', { name: 'To be entered (9)' }).getByRole('listitem');
  await expect(fresh).toHaveCount(9);
  await expect(fresh.first()).toHaveText(`${numbers[0]}, ${name(0)}: ${tracking(0)}`);
  await expect(review.getByRole('region', { name: 'Left out (4)' }).getByRole('listitem')).toHaveText([
    'Line 4: There is no order number in this line.',
    'BB-ZZZZ-ZZZ: There is no such order.',
    `${numbers[7]}, ${name(7)}: It is cancelled.`,
    `${numbers[8]}, ${name(8)}: It has already been sent with this.`,
  ]);
  const choice = review.getByLabel(`${numbers[9]}, ${name(9)}: replace XY987654321GB by ${tracking(9)}`);
  await expect(choice).not.toBeChecked();
  await expectGoodLooks(page);
  expect((await readTracking(shop))[numbers[0] ?? '']).toEqual([null, 'processing']);
  await review.getByRole('button', { name: 'Back to the list' }).click();
  await expect(list(page)).toBeFocused();
  await expect(list(page)).toHaveValue(lines.join('\n'));
  await check(page).click();
  await choice.check();
  // Somebody else cancels an order of the preview.
  changeDatabase(shop, (sqlite) =>
    sqlite
      .prepare("UPDATE orders SET status = 'cancelled', version = 2 WHERE order_number = ?")
      .run(numbers[11]),
  );
  await review.getByRole('button', { name: 'Enter 10 tracking numbers' }).click();

  const answer = page.getByRole('alert').filter({ hasText: 'entered' });
  await expect(answer).toBeFocused();
  await expect(answer).toContainText('9 tracking numbers entered.');
  await expect(answer).toContainText('What was not is still in the list below.4 were left out:');
  await expect(answer.getByRole('listitem')).toHaveText([
    'Line 4: There is no order number in this line.',
    'BB-ZZZZ-ZZZ: There is no such order.',
    `${numbers[7]}: It is cancelled.`,
    new RegExp(`^${numbers[11]}: Somebody else`),
  ]);
  const left = [3, 6, 7, 11].map((index) => lines[index]);
  await expect(list(page)).toHaveValue(left.join('\n'));
  const done = await readTracking(shop);
  numbers.forEach((number, index) => {
    const isLeft = [3, 6].includes(index);
    const isCancelled = [7, 11].includes(index);
    const expected = isLeft
      ? [null, 'processing']
      : isCancelled
        ? [null, 'cancelled']
        : [tracking(index), 'shipped'];
    expect(done[number], number).toEqual(expected);
  });
  // The list shows it without a reload. The newest order was the last line.
  await expect(page.locator('.admin-table tbody').first()).toContainText(`${tracking(13)}Royal Mail`);

  // After a correction, the rest is saved.
  await list(page).fill(`${numbers[3]};${tracking(3)}\n${numbers[6]};${tracking(6)}`);
  await check(page).click();
  await review.getByRole('button', { name: 'Enter 2 tracking numbers' }).click();
  await expect(page.getByRole('status').filter({ hasText: '2 tracking numbers entered.' })).toBeFocused();
  await expect(list(page)).toHaveValue('');
});

test('a file is read into the box, and nothing is saved', async ({ page, shop }) => {
  const [first = '', second = ''] = fill(shop, 2);
  await openSignedIn(page);
  await openPanel(page);
  // As a spreadsheet saves it.
  const text = `\uFEFFReference,Customer,Tracking number\r\n${first},"Ada Holly",${tracking(1)}\r\n${second},Ben,${tracking(2)}\r\n`;
  const file = { name: 'parcels.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.getByLabel('Or choose a file (.csv or .txt)').setInputFiles(file);
  await expect(page.getByText('3 lines read from parcels.csv. Nothing is entered yet.')).toBeVisible();
  await expect(list(page)).toHaveValue(/^Reference,Customer/);
  await check(page).click();
  await page.getByRole('button', { name: 'Enter 2 tracking numbers' }).click();
  await expect(page.getByRole('status').filter({ hasText: '2 tracking numbers entered.' })).toBeFocused();
});
