import type { Page } from '@playwright/test';
import { changeDatabase, fillShopWeek, openSignedIn } from '../support/admin-page.ts';
import { standInForCamera } from '../support/camera-stand-in.ts';
import { type OrderChanges, PACKED_WEEK } from '../support/fill-week.ts';
import { expectGoodLooks } from '../support/good-looks.ts';
import { startRecordingProxy } from '../support/recording-proxy.ts';
import { ADMIN_PASSWORD, expect, type Shop, test } from '../support/shop.ts';

// A phone of the farm: the camera is a stand-in that shows whatever code the test holds in front of it.
test.use({
  viewport: { width: 390, height: 844 },
  serviceWorkers: 'allow',
  // Without signal, and after a session has ended.
  expectedMessages: /ERR_INTERNET_DISCONNECTED|Failed to fetch|net::ERR|401 \(Unauthorized\)/,
});

const PAGE = '/admin/packing/scan';
const tracking = (index: number) => `AB${String(100_000_000 + index)}GB`;

/** Fills the week and opens the page, over a line of its own if there is one. @returns the codes on each order's slips */
async function openScan(
  page: Page,
  shop: Shop,
  orders: readonly OrderChanges[],
  url = shop.url,
): Promise<string[][]> {
  await standInForCamera(page);
  const numbers = fillShopWeek(shop, orders);
  await openSignedIn(page);
  await page.goto(`/admin/packing?week=${PACKED_WEEK}&view=slips`);
  const labels = await page
    .locator('.packing-slip .qr')
    .evaluateAll((codes) => codes.map((code) => code.getAttribute('aria-label') ?? ''));
  const codes = labels.map((label) => label.replace('QR code of ', ''));
  await page.goto(url + PAGE);
  await expect(page.getByText('on this phone, as of')).toBeVisible();
  await page.getByRole('button', { name: 'Start the camera' }).click();
  return numbers.map((number) => codes.filter((code) => code.startsWith(number)));
}

const verdict = (page: Page) => page.locator('.scan-verdict');

/** The names and towns on the phone; null if there are none. */
const readKeptWeek = (page: Page) => page.evaluate(() => localStorage.getItem('scan-week'));

/** Holds a code in front of the camera until the page says something. */
async function show(page: Page, code: string, expected: string | RegExp): Promise<void> {
  await page.evaluate((shown) => Object.assign(window, { shown }), code);
  await expect(verdict(page)).toContainText(expected);
}

test('a slip and its parcel are sent, of three boxes one after the other', async ({ page, shop }) => {
  const [[one = ''] = [], three = []] = await openScan(page, shop, [{}, { quantity: 3 }]);
  await show(page, one, 'Now the parcel');
  await expectGoodLooks(page);
  await show(page, tracking(0), 'Sent');
  await show(page, three[0] ?? '', 'Box 1 of 3');
  await show(page, tracking(1), '1 parcel sent, of 3 boxes');
  await show(page, three[1] ?? '', 'Box 2 of 3, 1 parcel sent');
  await show(page, tracking(2), '2 parcels sent, of 3 boxes');
  await show(page, three[2] ?? '', 'Box 3 of 3, 2 parcels sent');
  await show(page, tracking(3), 'all 3 boxes are sent');
  await expectGoodLooks(page);
  await expect(page.getByText('Every scan has been sent.')).toBeVisible();
  expect(await shop.readOrders()).toMatchObject([{ status: 'shipped' }, { status: 'shipped' }]);
  // The last one was a mistake.
  await page.getByRole('button', { name: `Take back ${tracking(3)}` }).click();
  await expect(verdict(page)).toContainText('Taken back');
  await show(page, three[2] ?? '', 'Box 3 of 3, 2 parcels sent');
  // Signing out forgets the orders, wherever it is done.
  await page.goto('/admin/orders');
  expect(await readKeptWeek(page)).toContain('Taunton');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect.poll(() => readKeptWeek(page)).toBeNull();
});

test('a slip that is no longer true stops the packer at once, and a number can be typed', async ({
  page,
  shop,
}) => {
  const [[gone = ''] = [], [moved = ''] = [], [fine = ''] = []] = await openScan(page, shop, [{}, {}, {}]);
  const change = (code: string, changes: string) =>
    changeDatabase(shop, (sqlite) =>
      sqlite.prepare(`UPDATE orders SET ${changes} WHERE order_number = ?`).run(code.slice(0, 11)),
    );
  change(gone, "status = 'cancelled'");
  change(moved, "shipping_address = '9 Low Street'");
  await page.reload();
  await expect(page.getByText('on this phone, as of')).toBeVisible();
  const type = async (text: string) => {
    await page.getByLabel(/^Or type/).fill(text);
    await page.getByRole('button', { name: 'Enter' }).click();
  };
  await type(gone);
  await expect(verdict(page)).toContainText('Stop: cancelled');
  await expectGoodLooks(page);
  await type(moved);
  await expect(verdict(page)).toContainText('Stop: changed');
  await type('BB-ZZZZ-ZZZ');
  await expect(verdict(page)).toContainText('Unknown');
  await type(fine.slice(3, 11).toLowerCase());
  // What has changed since the slip was printed is not known from the number alone.
  await expect(verdict(page)).toContainText('Compare the name, town and boxes with the slip.');
  await type('soon');
  await expect(verdict(page)).toContainText('Not read');
  await type('ab 1000 0000 0gb');
  await expect(verdict(page)).toContainText('Sent');
  await type(fine);
  await expect(verdict(page)).toContainText('Already sent');
  await type(moved.slice(0, 11));
  await expect(verdict(page)).toContainText('Now the parcel');
  await type('AB100000000GB');
  await expect(verdict(page)).toContainText('Stop: another order');
  // Somebody has ended this phone's session.
  changeDatabase(shop, (sqlite) => sqlite.exec('DELETE FROM admin_sessions'));
  await page.reload();
  await page.getByRole('link', { name: 'Sign in' }).click();
  expect(await readKeptWeek(page)).toBeNull();
  await page.getByLabel('Password', { exact: true }).fill(ADMIN_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('3 orders are on this phone')).toBeVisible();
});

test('without signal, scans wait on the phone, over a reload, and are handed in later', async ({
  page,
  context,
  shop,
}) => {
  const line = await startRecordingProxy(shop.url);
  const slips = await openScan(page, shop, [{}, {}, {}], line.url);
  const [[one = ''] = [], [two = ''] = []] = slips;
  await page.evaluate(async (path) => {
    const parts = performance.getEntriesByType('resource').map(({ name }) => name);
    const own = [path, ...parts.filter((each) => each.includes('/_astro/'))];
    const isKept = (each: string) => caches.match(each, { ignoreSearch: true });
    while (!(await Promise.all(own.map(isKept))).every(Boolean))
      await new Promise((done) => setTimeout(done, 100));
  }, PAGE);
  // Nothing else of the farm's pages is kept.
  const kept = await page.evaluate(async () =>
    (await (await caches.open('kept-pages')).keys()).map(({ url }) => new URL(url).pathname),
  );
  expect(kept.filter((path) => path.startsWith('/admin') || path.startsWith('/api'))).toEqual([PAGE]);
  // The browser alone let a request of the reloaded page through once in ten runs.
  await line.cut();
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText('3 orders are on this phone')).toBeVisible();
  await page.getByRole('button', { name: 'Start the camera' }).click();
  for (const [index, code] of [one, two].entries()) {
    await show(page, code, 'Now the parcel');
    await show(page, tracking(index), 'Sent');
  }
  await expect(page.getByText('2 scans wait on this phone, because there’s no signal.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('2 scans wait on this phone')).toBeVisible();
  expect((await shop.readOrders()).map(({ status }) => status)).toEqual(Array(3).fill('processing'));
  // Meanwhile its buyer has cancelled one.
  changeDatabase(shop, (sqlite) =>
    sqlite
      .prepare("UPDATE orders SET status = 'cancelled', version = 2 WHERE order_number = ?")
      .run(two.slice(0, 11)),
  );
  await line.mend();
  await context.setOffline(false);
  // By itself, as soon as there is signal.
  await expect(page.getByRole('heading', { name: 'Refused (1)' })).toBeVisible();
  await expect(verdict(page)).toContainText('Stop: cancelled');
  await expect(page.getByText('Every scan has been sent.')).toBeVisible();
  const done = Object.fromEntries(
    (await shop.readOrders()).map(({ orderNumber, status }) => [orderNumber, status]),
  );
  expect(done).toMatchObject({ [one.slice(0, 11)]: 'shipped', [two.slice(0, 11)]: 'cancelled' });
  await page.reload();
  await page.getByRole('button', { name: /^I have seen to/ }).click();
  await expect(page.getByRole('heading', { name: 'Refused' })).toHaveCount(0);
  // Signing out forgets the orders.
  await page.getByText('More', { exact: true }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/admin/sign-in**');
  expect(await readKeptWeek(page)).toBeNull();
  await line.cut();
});
