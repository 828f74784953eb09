import type { Page } from '@playwright/test';
import { makeUpOrders } from '../api/orders/made-up-orders.ts';
import {
  changeDatabase,
  enterPassword,
  fillShopWeek,
  listedCustomers,
  openSignedIn,
} from '../support/admin-page.ts';
import { buyThroughApi } from '../support/buy-through-api.ts';
import { ADMIN_PASSWORD, expect, type Shop, test } from '../support/shop.ts';

// Who sees the list of orders, for how long, and what it asks by itself meanwhile.

test.use({ expectedMessages: /status of (401|429)|ERR_FAILED/ });

const MINUTE_MS = 60_000;
const COUNT = '/api/admin/orders/count';
const passwordField = (page: Page) => page.getByLabel('Password', { exact: true });
const news = (page: Page) => page.getByRole('status').getByRole('button');
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' });

function endSession(shop: Shop): void {
  changeDatabase(shop, (sqlite) => sqlite.exec('DELETE FROM admin_sessions'));
}

/** The paths of the browser's requests, in order. */
function watchCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && pathname !== '/api/events') calls.push(pathname);
  });
  return calls;
}

async function showPage(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, state);
}

test('the list asks for the password before any order, comes with its search, and forgets all at the end', async ({
  page,
  shop,
}) => {
  const calls = watchCalls(page);
  fillShopWeek(shop, 2);
  await page.goto('/admin/orders?q=Customer+0');
  const heading = page.getByRole('heading', { name: 'Sign in' });
  await expect(heading).toBeVisible();
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/);
  await expect(passwordField(page)).toHaveAttribute('autocomplete', 'current-password');
  await expect(page.getByLabel('Name', { exact: true })).toHaveAttribute('autocomplete', 'username');
  await enterPassword(page, 'wrong');
  await expect(page.getByRole('alert')).toContainText('That password isn’t right. Please try again.');
  expect(calls).toEqual([]);
  await enterPassword(page, ADMIN_PASSWORD);
  await expect(page).toHaveURL(`${shop.url}/admin/orders?q=Customer+0`);
  await expect.poll(() => listedCustomers(page)).toEqual(['Customer 0']);
  const kept = await page.evaluate(() => JSON.stringify([document.cookie, localStorage, sessionStorage]));
  expect(kept).toBe('["",{},{}]');

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(heading).toBeVisible();
  expect((await page.request.get(`${shop.url}/api/branch-boxes/orders`)).status()).toBe(401);
  await page.goBack();
  await expect(heading).toBeVisible();
});

test('when the session ends, its people sign in over the page, which keeps what is typed and follows their role', async ({
  page,
  shop,
}) => {
  const [number] = fillShopWeek(shop, 2);
  changeDatabase(shop, (sqlite) => {
    const { hash } = sqlite.prepare('SELECT password_hash AS hash FROM people').get() as { hash: string };
    sqlite
      .prepare(
        `INSERT INTO people (id, name, name_key, role, password_hash) VALUES ('ben', 'Ben', 'ben', 'packer', ?)`,
      )
      .run(hash);
  });
  await openSignedIn(page);
  await expect(page.getByRole('columnheader', { name: 'Total' })).toBeVisible();
  await page.locator('summary', { hasText: 'Tracking numbers' }).click();
  const list = page.getByLabel('Order numbers and tracking numbers');
  await list.fill(`${number}\tAB100000001GB`);
  endSession(shop);
  const check = page.getByRole('button', { name: 'Check the list' });
  await check.click();
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await enterPassword(page, 'wrong');
  await expect(dialog(page).getByRole('alert')).toContainText('That password isn’t right. Please try again.');
  await dialog(page).getByLabel('Show the password').check();
  await expect(passwordField(page)).toHaveAttribute('type', 'text');
  await expect(dialog(page)).toContainText('Forgotten your password?');
  await enterPassword(page, ADMIN_PASSWORD);
  await expect(dialog(page)).toBeHidden();
  await expect(list).toHaveValue(`${number}\tAB100000001GB`);
  await expect(page.getByText('You’d been signed out, so this wasn’t done.')).toBeVisible();
  await check.click();
  const enter = page.getByRole('button', { name: 'Save numbers for 1 order' });
  // The check must be answered while the session lasts.
  await expect(enter).toBeVisible();
  endSession(shop);
  await enter.click();
  await enterPassword(page, ADMIN_PASSWORD);
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByText('Numbers saved for 1 order.')).toBeVisible();
  expect(await shop.db.selectFrom('parcels').select('trackingNumber').execute()).toEqual([
    { trackingNumber: 'AB100000001GB' },
  ]);

  // A read is made again by itself. Packers are told no sums.
  await list.fill('BB-');
  endSession(shop);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Ben');
  await enterPassword(page, ADMIN_PASSWORD);
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByText('Loading orders...')).toBeHidden();
  await expect(list).toHaveValue('BB-');
  await expect(page.getByRole('columnheader', { name: 'Total' })).toBeHidden();
  await expect(page.getByRole('region', { name: 'Orders', exact: true })).not.toContainText(/£|@/);
});

test('new orders are asked for once a minute while the page is seen, and shown on request alone', async ({
  page,
  shop,
}) => {
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
  await page.clock.runFor(MINUTE_MS);
  await expect(news(page)).toHaveText('2 new orders – Refresh');
  // The list has not changed.
  expect(await listedCustomers(page)).toEqual(['Customer 2', 'Customer 1', 'Customer 0']);
  expect(new Set(calls)).toEqual(new Set([COUNT]));

  // A request that fails is ignored, and the next minute asks again.
  await page.route(`**${COUNT}*`, (route) => route.abort(), { times: 1 });
  const failed = page.waitForEvent('requestfailed');
  await page.clock.runFor(MINUTE_MS);
  await failed;
  await expect(page.getByRole('alert')).toBeHidden();
  await news(page).click();
  await expect(page.getByRole('region', { name: 'Orders', exact: true })).toBeFocused();
  await expect.poll(async () => (await listedCustomers(page)).length).toBe(5);
  await expect(news(page)).toBeHidden();

  // A hidden page makes no requests, and coming back to it reads nothing else, whatever the browser says of it.
  calls.length = 0;
  await showPage(page, 'hidden');
  await buyThroughApi(shop.url);
  await page.clock.runFor(10 * MINUTE_MS);
  expect(calls).toEqual([]);
  await showPage(page, 'visible');
  await page.evaluate(() => {
    for (const name of ['focus', 'offline', 'online']) window.dispatchEvent(new Event(name));
  });
  await expect(news(page)).toHaveText('1 new order – Refresh');
  expect(new Set(calls)).toEqual(new Set([COUNT]));

  // They wait when the session ends, and the list stays below the sign-in.
  endSession(shop);
  const answered = page.waitForResponse((response) => response.url().includes(COUNT));
  await page.clock.runFor(MINUTE_MS);
  expect((await answered).status()).toBe(401);
  calls.length = 0;
  await page.clock.runFor(5 * MINUTE_MS);
  await showPage(page, 'hidden');
  await showPage(page, 'visible');
  expect(calls).toEqual([]);
  expect(await listedCustomers(page)).toHaveLength(5);
  await expect(page.getByText('You’ve been signed out. Please sign in again.')).toBeVisible();
  await enterPassword(page, ADMIN_PASSWORD);
  await expect.poll(() => calls.filter((call) => call === COUNT).length).toBe(1);
});
