import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { openSignedIn } from '../support/admin-page.ts';
import { expect, type Shop } from '../support/shop.ts';
import { expectThanks, payWith } from './checkout/buyer.ts';
import { ANN, chooseWeek, fill, openForm, submit, weeks } from './order/order-page.ts';
import { expectBooks } from './season/books.ts';
import { addOrder, countBoxes, PACKED_WEEK, type Season, takeEarlyOrders, test } from './season/season.ts';

// A season at the farm: 120 orders over five weeks with limits, from the last box to the accounts.

const LAST_WEEK = '2025-12-15';
/** Parcels of the packed week in the first bag. */
const SENT = 20;

// The second of two buyers is refused.
test.use({ expectedMessages: /status of 409/ });

test('a season: sold to the last box, packed, sent, refunded, moved, and accounted for to the penny', async ({
  page,
  browser,
  shop,
}) => {
  test.slow();
  const season = await test.step('118 orders come in', () => takeEarlyOrders(shop.url));
  await test.step('two buyers want the last box', () => sellLastBox(page, browser, shop, season));
  await openSignedIn(page);
  await test.step('the accounts agree before anything is sent', () => expectBooks(page, shop, season));
  await test.step('the week is packed', () => packWeek(page, season));
  await test.step('twenty parcels are sent', () => sendParcels(page, season));
  await expectBooks(page, shop, season);
  await test.step('two orders are refunded', () => refundTwo(page, season));
  await expectBooks(page, shop, season);
  await test.step('one order is moved', () => moveOne(page, season));
  await expectBooks(page, shop, season);
  await test.step('the week is exported for the accounts', () => exportWeek(page, season));
});

/** Both have the form open while one box is left. The second buyer is told before paying, and takes another week. */
async function sellLastBox(page: Page, browser: Browser, shop: Shop, season: Season): Promise<void> {
  const context = await browser.newContext({ baseURL: shop.url });
  const other = await context.newPage();
  for (const [buyer, name] of [
    [page, 'Ann Lee'],
    [other, 'Bob Lee'],
  ] as const) {
    await openForm(buyer);
    await fill(buyer, { ...ANN, 'Your name': name, 'E-mail address': `${name.slice(0, 3)}@example.com` });
    await chooseWeek(buyer, PACKED_WEEK);
  }
  await submit(page).click();
  await expect(page.getByRole('heading', { name: 'Complete Your Order' })).toBeVisible();
  await submit(other).click();
  await expect(other.getByRole('alert')).toContainText('This delivery week is fully booked.');
  await expect(other).toHaveURL('/nordmann-branches#order');
  await payWith(page, '4242424242424242');
  addOrder(season, await expectThanks(page), PACKED_WEEK, 1);

  await other.getByRole('link', { name: 'Choose another week' }).click();
  await expect(other.locator('#order-week')).toBeFocused();
  await expect(weeks(other).filter({ has: other.locator(':disabled') })).toHaveText([
    'Week of 1 Dec sold out',
  ]);
  await chooseWeek(other, LAST_WEEK);
  await expect(other.getByRole('alert')).toHaveCount(0);
  await submit(other).click();
  await payWith(other, '4242424242424242');
  addOrder(season, await expectThanks(other), LAST_WEEK, 1);
  await context.close();
}

async function packWeek(page: Page, season: Season): Promise<void> {
  await filterByWeek(page);
  const orders = ordersOf(season, PACKED_WEEK);
  const boxes = countBoxes(orders.map(([, order]) => order));
  const panel = page.locator('.week-panel');
  await expect(panel).toContainText(`${orders.length} orders, ${boxes} of`);
  await panel.getByRole('link', { name: 'Pick list, slips and labels' }).click();
  await expect(page.locator('.pick-totals > div').first()).toHaveText(`Orders${orders.length}`);
  await expect(page.locator('.pick-totals > div').nth(1)).toHaveText(`Boxes${boxes}`);
  await expect(page.locator('.pick-table tbody tr')).toHaveCount(orders.length);
  const listed = await page
    .locator('.pick-boxes')
    .evaluateAll((cells) => cells.map((cell) => cell.firstChild?.textContent));
  expect(listed.reduce((sum, each) => sum + Number(each), 0)).toBe(boxes);
  await page.getByRole('link', { name: 'Packing slips' }).click();
  await expect(page.getByRole('article')).toHaveCount(boxes);
  await page.getByRole('link', { name: 'Address labels' }).click();
  await expect(page.locator('.label:not(.used)')).toHaveCount(boxes);
  await page.getByRole('link', { name: 'Orders of this week' }).click();
  await expect(page).toHaveURL(`/admin/orders?week=${PACKED_WEEK}`);
}

async function sendParcels(page: Page, season: Season): Promise<void> {
  const sent = ordersOf(season, PACKED_WEEK).slice(0, SENT);
  await page.locator('summary', { hasText: 'Enter tracking numbers' }).click();
  const lines = sent.map(([number], index) => `${number}\tAB${100_000_000 + index}GB`);
  await page.getByLabel('Order numbers and tracking numbers').fill(lines.join('\n'));
  await page.getByRole('button', { name: 'Check the list' }).click();
  await page.getByRole('button', { name: `Enter ${SENT} tracking numbers` }).click();
  await expect(
    page.getByRole('status').filter({ hasText: `${SENT} tracking numbers entered.` }),
  ).toBeFocused();
  for (const [, order] of sent) Object.assign(order, { status: 'shipped', isTracked: true });
  const left = ordersOf(season, PACKED_WEEK).slice(SENT);
  await page.reload();
  await page.goto(`/admin/packing?week=${PACKED_WEEK}`);
  const numbers = page.locator('.pick-table tbody th');
  await expect(numbers).toHaveCount(left.length);
  expect((await numbers.allTextContents()).sort()).toEqual(left.map(([number]) => number).sort());
}

/** One complete order, which is then not sent, and one box of an order of three. */
async function refundTwo(page: Page, season: Season): Promise<void> {
  const waiting = ordersOf(season, '2025-12-08');
  const [whole, wholeOrder] = find(waiting, 2);
  const [part, partOrder] = find(waiting, 3);
  await refund(page, whole, 2, '£54.70');
  Object.assign(wholeOrder, { refunded: 2, status: 'cancelled' });
  await expect(page.locator('.office-head')).toContainText('Cancelled');
  await refund(page, part, 1, '£27.35');
  partOrder.refunded = 1;
  await expect(page.locator('.office-head')).toContainText('Processing');
}

async function refund(page: Page, number: string, boxes: number, amount: string): Promise<void> {
  await openOrder(page, number);
  await page.getByText('Refund boxes, or a sum').click();
  await page.getByLabel('What goes back?').selectOption(`${boxes}`);
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(page.getByText('The refund is made.')).toBeVisible();
  await expect(page.locator('.receipt')).toContainText(`${amount} refunded`);
}

async function moveOne(page: Page, season: Season): Promise<void> {
  const [number, order] = find(ordersOf(season, '2025-12-08'), 4);
  await openOrder(page, number);
  await page.getByText('Status, week, address, note …').click();
  await page.getByLabel('Delivery week').selectOption(LAST_WEEK);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('status')).toContainText('Saved.');
  order.week = LAST_WEEK;
  await expect(page.locator('.office-head')).toContainText('Week of 15 Dec');
}

async function exportWeek(page: Page, season: Season): Promise<void> {
  await filterByWeek(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.locator('.week-panel').getByRole('link', { name: 'Orders as CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`branch-boxes-${PACKED_WEEK}.csv`);
  const text = await readFile(await file.path(), 'utf8');
  const numbers = text.match(/^BB-[^,]*/gm) ?? [];
  expect(numbers.sort()).toEqual(
    ordersOf(season, PACKED_WEEK)
      .map(([number]) => number)
      .sort(),
  );
}

async function filterByWeek(page: Page): Promise<void> {
  await page.goto('/admin/orders');
  await page.getByLabel('Delivery week').selectOption('Week of 1 Dec');
  await expect(page).toHaveURL(/\?week=2025-12-01$/);
  await expect(page.locator('.week-panel')).toBeVisible();
}

async function openOrder(page: Page, number: string): Promise<void> {
  await page.goto(`/admin/orders?q=${number}`);
  await expect(page.locator('.admin-table tbody')).toHaveCount(1);
  await page.getByRole('link', { name: number, exact: true }).click();
}

function ordersOf(season: Season, id: string) {
  return [...season].filter(([, order]) => order.week === id);
}

/** The first order of this many boxes without a refund. */
function find(orders: ReturnType<typeof ordersOf>, boxes: number) {
  const found = orders.find(([, order]) => order.boxes === boxes && order.refunded === 0);
  if (found === undefined) throw new Error(`No order has ${boxes} boxes.`);
  return found;
}
