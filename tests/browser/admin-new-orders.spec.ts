import type { Page } from '@playwright/test';
import { makeUpOrders } from '../api/orders/made-up-orders.ts';
import { changeDatabase, enterPassword, listedCustomers, openSignedIn } from '../support/admin-page.ts';
import { buyThroughApi } from '../support/buy-through-api.ts';
import { expectGoodLooks } from '../support/good-looks.ts';
import { ADMIN_PASSWORD, expect, test } from '../support/shop.ts';

const MINUTE_MS = 60_000;

/** The paths of the browser's requests, in order. */
function watchCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname);
  });
  return calls;
}

async function showPage(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, state);
}

const COUNT = '/api/admin/orders/count';
const news = (page: Page) => page.getByRole('status').getByRole('button');

test.use({ expectedMessages: /ERR_FAILED/ });

test('new orders are announced, and shown on request', async ({ page, shop }) => {
  changeDatabase(shop, (sqlite) => makeUpOrders(sqlite, 3));
  await page.clock.install();
  await openSignedIn(page);
  const calls = watchCalls(page);
  await page.clock.runFor(MINUTE_MS);
  await expect.poll(() => calls).toEqual([COUNT]);
  await expect(news(page)).toBeHidden();

  await buyThroughApi(shop.url);
  await page.clock.runFor(MINUTE_MS);
  await expect(news(page)).toHaveText('1 new order – Refresh');
  await buyThroughApi(shop.url);
  await buyThroughApi(shop.url);
  await page.clock.runFor(MINUTE_MS);
  await expect(news(page)).toHaveText('3 new orders – Refresh');
  // The list has not changed.
  expect(await listedCustomers(page)).toEqual(['Customer 2', 'Customer 1', 'Customer 0']);
  expect(new Set(calls)).toEqual(new Set([COUNT]));
  await expectGoodLooks(page);

  // A request that fails is ignored, and the next minute asks again.
  await page.route(`**${COUNT}*`, (route) => route.abort(), { times: 1 });
  const failed = page.waitForEvent('requestfailed');
  await page.clock.runFor(MINUTE_MS);
  await failed;
  await expect(page.getByRole('alert')).toBeHidden();
  await expect(news(page)).toHaveText('3 new orders – Refresh');

  await news(page).click();
  await expect(page.getByRole('region', { name: 'Orders', exact: true })).toBeFocused();
  await expect.poll(async () => (await listedCustomers(page)).length).toBe(6);
  await expect(news(page)).toBeHidden();
  await page.clock.runFor(MINUTE_MS);
  await expect.poll(() => calls.at(-1)).toBe(COUNT);
  await expect(news(page)).toBeHidden();
});

test('a hidden page makes no requests, and asks when it becomes visible', async ({ page, shop }) => {
  await page.clock.install();
  await openSignedIn(page);
  const calls = watchCalls(page);
  await showPage(page, 'hidden');
  await buyThroughApi(shop.url);
  await page.clock.runFor(10 * MINUTE_MS);
  expect(calls).toEqual([]);
  await showPage(page, 'visible');
  await expect(news(page)).toHaveText('1 new order – Refresh');
  expect(calls).toEqual([COUNT]);
});

test.describe(() => {
  test.use({ expectedMessages: /status of 401/ });

  test('the requests wait when the session ends, and the list stays below the sign-in', async ({
    page,
    shop,
  }) => {
    changeDatabase(shop, (sqlite) => makeUpOrders(sqlite, 3));
    await page.clock.install();
    await openSignedIn(page);
    changeDatabase(shop, (sqlite) => sqlite.exec('DELETE FROM admin_sessions'));
    const calls = watchCalls(page);
    const answered = page.waitForResponse((response) => response.url().includes(COUNT));
    await page.clock.runFor(MINUTE_MS);
    expect((await answered).status()).toBe(401);
    await page.clock.runFor(5 * MINUTE_MS);
    await showPage(page, 'hidden');
    await showPage(page, 'visible');
    await page.clock.runFor(MINUTE_MS);
    expect(calls).toEqual([COUNT]);
    expect(await listedCustomers(page)).toHaveLength(3);
    await expect(page.getByText('You have been signed out. Please sign in again.')).toBeVisible();
    await enterPassword(page, ADMIN_PASSWORD);
    await expect.poll(() => calls.filter((call) => call === COUNT).length).toBe(2);
  });
});
