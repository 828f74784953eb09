import type { Page } from '@playwright/test';
import { PACKED_WEEK, takeEarlyOrders, test } from '../browser/season/season.ts';
import { changeDatabase, openSignedIn } from '../support/admin-page.ts';
import { flagOrders } from '../support/flag-orders.ts';
import { expect, type Shop } from '../support/shop.ts';
import { capture } from './capture.ts';

// The farm's busy weeks with all orders of a season, and a buyer's own order.

const WIDTHS = [390, 1280];
const WEEK = `?week=${PACKED_WEEK}`;

test.use({ colorScheme: 'light' });

test('the season', async ({ page, shop }) => {
  test.setTimeout(600_000);
  const show = (name: string) => capture(page, `season ${name}`, 'light', WIDTHS);
  await takeEarlyOrders(shop.url);
  addProblems(shop);
  await openSignedIn(page);
  await page.getByText('Week totals').click();
  await show('1 all orders');
  await openOrders(page, WEEK);
  await show('2 week');

  for (const index of [1, 2, 3]) await page.locator('.admin-select input').nth(index).check();
  await page.locator('summary', { hasText: 'Enter tracking numbers' }).click();
  const numbers = await page.locator('.admin-number').allInnerTexts();
  const lines = numbers.slice(5, 11).map((number, index) => `${number}\tAB${100_000_000 + index}GB`);
  await page.getByLabel('Order numbers and tracking numbers').fill([...lines, 'nonsense'].join('\n'));
  await page.getByRole('button', { name: 'Check the list' }).click();
  await expect(page.getByText('Check before anything is entered')).toBeVisible();
  await show('3 tracking checked');
  await page.getByRole('button', { name: 'Enter 6 tracking numbers' }).click();
  await expect(page.getByText('6 tracking numbers entered.')).toBeVisible();
  await show('3 tracking entered');

  await page.goto(`/admin/orders/${numbers[12]}`);
  await show('4 one order');
  await page.getByText('Refund boxes, or a sum').click();
  await show('5 refund');
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(page.getByText('The refund is made.')).toBeVisible();
  await show('6 refunded');
  await openOrders(page, '?q=flagged');
  await show('7 look at first');

  for (const [name, address] of [
    ['8 packing', '/admin/packing'],
    ['9 pick list', `/admin/packing${WEEK}`],
    ['10 slips', `/admin/packing${WEEK}&view=slips`],
    ['11 labels', `/admin/packing${WEEK}&view=labels`],
    ['12 messages', '/admin/messages'],
    ['13 mails', '/admin/mails'],
    ['14 own order', /\/order\?key=[\w-]+/.exec(shop.output())?.[0] ?? ''],
  ] as const) {
    await page.goto(address);
    await show(name);
  }
});

async function openOrders(page: Page, query: string): Promise<void> {
  await page.goto(`/admin/orders${query}`);
  await expect(page.locator('.admin-table')).toBeVisible();
}

/** Problems of a season: flagged orders, failed e-mails, and messages. */
function addProblems(shop: Shop): void {
  changeDatabase(shop, (sqlite) => {
    sqlite.exec(
      "UPDATE orders SET customer_name = 'Flagged Buyer' WHERE id IN (SELECT id FROM orders LIMIT 2)",
    );
    flagOrders(sqlite, 'week_full', { where: "customer_name = 'Flagged Buyer'" });
    sqlite.exec(
      `UPDATE outbox SET state = 'failed', last_error = 'Can''t send mail - all recipients were rejected: 550 5.1.1 No such user'
       WHERE id IN (SELECT id FROM outbox ORDER BY id LIMIT 3)`,
    );
    const message = sqlite.prepare(
      `INSERT INTO messages (id, name, email, phone, subject, message, contact_preference, created_at)
       VALUES (@id, @name, @email, '01632 960123', @subject, @message, 'email', '2025-11-20T09:30:00.000Z')`,
    );
    for (const [index, name] of ['Ada Ash', 'Ben Birch', 'Cara Cherry'].entries()) {
      message.run({
        id: `message-${index}`,
        name,
        email: `${name.replace(' ', '.').toLowerCase()}@example.com`,
        subject: 'Do you have tall trees?',
        message: 'Do you have one of ten feet?\nIt is for a hall with a high ceiling, near Taunton.',
      });
    }
  });
}
