import type { Locator, Page } from '@playwright/test';
import type { Database as Connection } from 'better-sqlite3';
import { ORDER_STATUSES } from '../../src/domain/orders/order-status.ts';
import { makeUpOrders } from '../api/orders/made-up-orders.ts';
import {
  changeDatabase,
  fillShopWeek,
  listedCustomers,
  openSignedIn,
  readTiles,
} from '../support/admin-page.ts';
import { buyThroughApi } from '../support/buy-through-api.ts';
import { flagOrders } from '../support/flag-orders.ts';
import { expectGoodLooks } from '../support/good-looks.ts';
import { costOf, LATER } from '../support/sample-order.ts';
import { expect, test } from '../support/shop.ts';
import { addSession } from '../support/shop-data.ts';
import { setTextSize } from '../support/visit-figures.ts';

const LISTED = /\/api\/branch-boxes\/orders\?/;
const FAILED = 'Failed to load orders. Please try again later.';

/** Gives up the confirmation of a customer's order, because nobody has the mailbox. */
function failConfirmation(sqlite: Connection, customerName: string): void {
  const now = new Date().toISOString();
  sqlite
    .prepare(
      `INSERT INTO outbox (id, kind, subject_id, recipient, subject, text_body, html_body, mime_message_id, state,
        attempts, next_attempt_at, last_error, created_at)
      SELECT 'failed-mail', 'order_confirmation', id, customer_email, 'Your order', 'Words', '<p>Words</p>', '<failed@example.com>',
        'failed', 1, ?, 'all recipients were rejected: 550 User unknown', ? FROM orders WHERE customer_name = ?`,
    )
    .run(now, now, customerName);
}

/** Moves the mouse in steps, like a hand, so that the element it leaves gets its events. */
async function point(page: Page, target: Locator): Promise<void> {
  const box = await target.boundingBox();
  if (box) await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 25 });
}

test('a first purchase appears after Refresh, in the specified cells', async ({ page, shop }) => {
  await openSignedIn(page);
  await expect(page.getByRole('heading', { name: 'No orders yet' })).toBeVisible();
  const wide = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  const [menu, status] = await Promise.all(
    ['header', '.admin-status'].map((selector) => page.locator(selector).first().boundingBox()),
  );
  expect((status?.y ?? 0) - (menu ? menu.y + menu.height : 0)).toBeGreaterThan(8);
  if (wide) await page.setViewportSize(wide);
  await expect(
    page.getByText('Orders will appear here when customers place them through your website.'),
  ).toBeVisible();
  const picture = page
    .locator('.panel.empty')
    .evaluate((empty) => getComputedStyle(empty, '::before').background);
  expect(await picture).toMatch(/\/_astro\/mug\.\S+\.svg/);
  await expect(page.getByRole('table')).toBeHidden();
  await expectGoodLooks(page);

  const number = await buyThroughApi(shop.url);
  await page.getByRole('button', { name: 'Refresh' }).click();
  const [order] = await shop.readOrders();
  const row = page.getByRole('row').filter({ hasText: number }).first();
  await expect(page.getByRole('columnheader')).toHaveText([
    'Order',
    'Customer',
    'Items',
    'Total',
    'Status',
    'Date',
    'Tracking',
  ]);
  await expect(row.getByRole('rowheader')).toHaveText(`${number}${String(order?.id).slice(-8)}`);
  const date = new Date(String(order?.createdAt));
  const day = date.toLocaleDateString('en-US', { month: 'short', day: 'numeric', year: 'numeric' });
  await expect(row.getByRole('cell')).toHaveText([
    'Ada Holly for Grace Hillada@example.com01632 960 111 Taunton TA1 1AA',
    `2 boxes£${costOf(1)} each Week of 1 Dec`,
    `£${costOf(2)}`,
    'Processing',
    new RegExp(`^${day}\\s?\\d\\d:\\d\\d$`),
    'Manual processing',
  ]);
  await expect(row.getByRole('link', { name: 'ada@example.com' })).toHaveAttribute(
    'href',
    'mailto:ada@example.com',
  );
  await expect(row.getByRole('link', { name: '01632 960 111' })).toHaveAttribute('href', 'tel:01632960111');
  await expect
    .poll(() => readTiles(page))
    .toEqual({
      'Total Orders': '1',
      'Total Revenue': `£${costOf(2)}`,
      'Total Boxes': '2',
      'With Tracking': '0',
    });
  await expect(page.getByRole('status')).toHaveText(/^1 order\. Loaded at \d\d:\d\d\.$/);
});

test('every status has its badge, one box is singular, and tracking has its label', async ({
  page,
  shop,
}) => {
  changeDatabase(shop, (sqlite) => {
    makeUpOrders(sqlite, 11);
    const details = ['£1', `£${costOf(1)}`];
    flagOrders(sqlite, 'paid_amount', { where: "customer_name = 'Customer 4'", details });
    sqlite.exec(`UPDATE orders SET payment_status = 'processing' WHERE customer_name = 'Customer 3';
      UPDATE orders SET payment_status = 'failed' WHERE customer_name = 'Customer 2';
      UPDATE orders SET week = NULL, shipping_address = NULL, shipping_city = NULL, shipping_postcode = NULL,
        customer_phone = NULL WHERE customer_name = 'Customer 0'`);
  });
  await openSignedIn(page);
  // tests/unit/order-page.spec.ts has their words and colours. Each has a mark of its own, too.
  await expect(page.locator('.admin-badge.destructive', { hasText: 'Cancelled' }).first()).toBeVisible();
  const marks = await page
    .locator('.admin-badge')
    .evaluateAll((badges) => badges.map((badge) => getComputedStyle(badge, '::before').content));
  expect(new Set(marks).size).toBe(ORDER_STATUSES.length);
  const group = (name: string) =>
    page.getByRole('rowgroup').filter({ has: page.getByText(name, { exact: true }) });
  await expect(group('Customer 0')).toContainText(`1 box£${costOf(1)} each Week to be agreed`);
  await expect(group('Customer 0')).toContainText('RM000000000GBRoyal Mail');
  await expect(group('Customer 1')).toContainText('Manual processing');
  await expect(group('Customer 2')).toContainText('The payment failed: don’t send it.');
  await expect(group('Customer 3')).toContainText('The payment hasn’t come through yet.');
  await expect(group('Customer 4')).toContainText(`Paid £1, but the order is £${costOf(1)}.`);
  await expectGoodLooks(page);
});

test('the full id appears after 700 ms, the next one at once, and after a pause again after 700 ms', async ({
  page,
  shop,
}) => {
  changeDatabase(shop, (sqlite) => makeUpOrders(sqlite, 3));
  await openSignedIn(page);
  const ids = page.locator('.admin-id');
  const tooltip = page.getByRole('tooltip');
  // With the keyboard, for which there is no delay, `admin-search.spec.ts` has it.
  await ids.first().focus();
  await page.keyboard.press('Escape');
  // High enough for the search and all three orders.
  await page.setViewportSize({ width: 1280, height: 1600 });
  await page.clock.install();
  await page.evaluate(() => scrollTo({ top: 300, behavior: 'instant' }));
  // Only the test moves this clock.
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await point(page, ids.nth(0));
  await page.clock.runFor(650);
  await expect(tooltip).toHaveCount(0);
  await page.clock.runFor(100);
  await expect(tooltip).toHaveText('019a3e00-0000-7000-8000-000000000002');
  await point(page, ids.nth(1));
  await page.clock.runFor(50);
  await expect(tooltip).toHaveText('019a3e00-0000-7000-8000-000000000001');
  await point(page, page.getByLabel('Search orders'));
  await page.clock.runFor(400);
  await expect(tooltip).toHaveCount(0);
  await point(page, ids.nth(2));
  await page.clock.runFor(650);
  await expect(tooltip).toHaveCount(0);
  await page.clock.runFor(100);
  await expect(tooltip).toHaveText('019a3e00-0000-7000-8000-000000000000');
});

test.describe('when loading fails', () => {
  test.use({ expectedMessages: /status of 503|ERR_FAILED/ });

  test('the page says so once, keeps what it has, and can try again', async ({ page, shop }) => {
    changeDatabase(shop, (sqlite) => makeUpOrders(sqlite, 3));
    // The list works without the weeks.
    await page.route('**/api/admin/weeks', (route) => route.fulfill({ status: 503, body: 'down' }));
    await page.route('**/api/admin/session', (route) => route.abort());
    await addSession(page.context());
    await page.goto('/admin/orders');
    await expect(page.getByRole('alert')).toContainText(FAILED);
    await page.unroute('**/api/admin/session');
    const [answer, calls] = [Promise.withResolvers<void>(), [] as string[]];
    await page.route(LISTED, async (route) => {
      calls.push(route.request().url());
      await answer.promise;
      await route.fulfill({ status: 503, body: 'down' });
    });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('status')).toHaveText('Loading orders...');
    await expect(page.locator('.spinner')).toBeVisible();
    answer.resolve();
    await expect(page.getByRole('alert')).toContainText(FAILED);
    await expect(page.getByRole('button', { name: 'Show all orders' })).toBeHidden();
    await expectGoodLooks(page);
    expect(calls).toHaveLength(1);
    await page.unroute(LISTED);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Customer 2', { exact: true })).toBeVisible();
    await expect(page.getByRole('alert')).toBeHidden();
    const weeks = page.getByLabel('Delivery week').getByRole('option');
    await expect(weeks).toHaveCount(1);
    await page.unroute('**/api/admin/weeks');
    await page.route(LISTED, (route) => route.abort(), { times: 1 });
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByRole('alert')).toContainText(FAILED);
    await expect(page.getByText('Customer 2', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByRole('alert')).toBeHidden();
    await expect(weeks).not.toHaveCount(1);
  });
});

test.describe('in season', () => {
  test.use({ now: '2025-11-27T09:00:00Z' });

  test('what is packed next comes first, then what needs a look, with its reason and what settles it', async ({
    page,
    shop,
  }) => {
    const labelProblem = 'Royal Mail: no such postcode.';
    fillShopWeek(shop, [{}, {}, { labelProblem }, { status: 'shipped' }, { week: LATER }]);
    changeDatabase(shop, (sqlite) => {
      flagOrders(sqlite, 'week_full', { where: "customer_name = 'Customer 1'" });
      failConfirmation(sqlite, 'Customer 0');
    });
    await openSignedIn(page);
    const views = page.getByRole('navigation', { name: 'Views' });
    const current = views.locator('[aria-current="page"]');
    const menu = page.getByRole('navigation', { name: 'Farm office' });
    await expect(current).toHaveText('To pack');
    await expect(page.getByRole('status').first()).toHaveText(
      /^2 orders to pack, up to the week of 1 Dec\. Loaded/,
    );
    expect(await listedCustomers(page)).toEqual(['Customer 2', 'Customer 0']);
    await expect(menu.getByRole('link', { name: 'Orders 2 need a look' })).toBeVisible();
    await expect(menu.getByRole('link', { name: 'E-mails 1 failed' })).toBeVisible();
    await expect(page.getByText('The confirmation didn’t arrive: there seems to be no such')).toHaveCount(1);

    await views.getByRole('link', { name: 'Needs a look 2' }).click();
    await expect(page).toHaveURL(/\?view=look$/);
    await expect.poll(() => listedCustomers(page)).toEqual(['Customer 2', 'Customer 1']);
    await expect(page.getByText('The week filled up while')).toBeVisible();
    await expect(page.getByText('Buy its label by hand. Royal Mail: no such postcode.')).toBeVisible();
    await page
      .locator('.admin-table tbody', { hasText: 'Buy its label' })
      .getByRole('link', { name: /^BB-/ })
      .click();
    await page.getByLabel('Tracking number (optional)').fill('AB123456789GB');
    await page.getByRole('button', { name: 'Mark as sent' }).click();
    await page.getByRole('link', { name: 'Back to the orders' }).click();
    await expect(menu.getByRole('link', { name: 'Orders 1 need a look' })).toBeVisible();

    await views.getByRole('link', { name: 'Sent' }).click();
    await expect.poll(() => listedCustomers(page)).toEqual(['Customer 3', 'Customer 2']);
    await page.goBack();
    await expect(current).toHaveText(/^Needs a look/);
    // Every other page says the same: the service writes them all alike.
    await menu.getByRole('link', { name: 'Packing' }).click();
    await expect(menu.getByRole('link', { name: 'Orders 1 need a look' })).toBeVisible();
    await expect(menu.getByRole('link', { name: 'E-mails 1 failed' })).toBeVisible();
    await expect(page.getByRole('contentinfo')).toHaveCount(0);
  });
});

test('fifty orders are short on a phone, and a dozen fill a screen on a desk', async ({ page, shop }) => {
  fillShopWeek(shop, 50);
  // Both sums beneath the tiles.
  changeDatabase(shop, (sqlite) =>
    sqlite.exec(`
      UPDATE orders SET refunded_pence = unit_price_pence WHERE id IN (SELECT id FROM orders ORDER BY created_at LIMIT 1);
      UPDATE orders SET payment_status = 'processing', payment_method = 'bank', status = 'pending'
        WHERE id IN (SELECT id FROM orders ORDER BY created_at LIMIT 1 OFFSET 1);
    `),
  );
  await page.setViewportSize({ width: 390, height: 844 });
  await openSignedIn(page);
  const orders = page.locator('.admin-table tbody');
  await expect(orders).toHaveCount(50);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(13_000);
  const first = orders.first();
  const table = page.locator('.admin-table');
  expect((await table.boundingBox())?.y).toBeLessThanOrEqual(300);
  for (const text of ['BB-', 'Processing', 'Customer 49', '1 box', 'Week of 1 Dec', 'customer49@', 'Manual'])
    await expect(first.getByText(text).first()).toBeVisible();
  // Text of twice the size still has an order on the first screen, and its number is not under its box.
  await setTextSize(page, 32);
  expect((await table.boundingBox())?.y).toBeLessThanOrEqual(780);
  const tick = await first.getByRole('checkbox').boundingBox();
  const number = await first.getByRole('link', { name: /^BB-/ }).boundingBox();
  expect(number?.x).toBeGreaterThanOrEqual((tick?.x ?? 0) + (tick?.width ?? 0));
  await setTextSize(page, 16);
  await page.setViewportSize({ width: 320, height: 844 });
  expect((await page.locator('.admin-views').boundingBox())?.height).toBeLessThanOrEqual(52);
  await expect(page.getByLabel('Delivery week')).toBeHidden();
  await page.getByRole('button', { name: 'Filters' }).click();
  await expect(page.getByLabel('Delivery week')).toBeVisible();
  for (const target of await page
    .locator(':is(.office-header a, .admin-views a, .admin-filters):visible')
    .all()) {
    expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }

  // The menu is one line, with no word cut, and what has no room in it is one tap away.
  const menu = page.getByRole('navigation', { name: 'Farm office' });
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    expect((await page.locator('.office-header').boundingBox())?.height).toBeLessThanOrEqual(52);
    await expect(menu.getByRole('link')).toHaveText(['Today', 'Orders', 'Packing']);
    await menu.getByText('More').click();
    await expect(menu.getByRole('link')).toHaveCount(12);
    for (const target of await menu.getByRole('link').or(menu.getByRole('button')).all())
      await expect(target).toBeInViewport({ ratio: 1 });
    await menu.getByText('More').click();
  }

  // What is selected stays in reach, wherever the page is.
  await orders.last().getByRole('checkbox').check();
  await page.evaluate(() => scrollTo(0, 0));
  await expect(page.getByRole('button', { name: 'Mark as sent' })).toBeInViewport({ ratio: 1 });
  await orders.last().getByRole('checkbox').uncheck();

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/admin/orders?week=2025-12-01');
  await expect(page.getByRole('region', { name: 'Week of 1 Dec' })).toBeVisible();
  expect((await table.boundingBox())?.y).toBeLessThanOrEqual(360);
  // Three lines each, with all that is specified in sight.
  const heights = await orders
    .filter({ hasNot: page.locator('.alert') })
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height));
  expect(Math.max(...heights)).toBeLessThanOrEqual(76);
});
