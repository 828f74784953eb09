import type { Page } from '@playwright/test';
import { changeDatabase, enterPassword, openSignedIn } from '../support/admin-page.ts';
import { fillWeek } from '../support/fill-week.ts';
import { expectGoodLooks } from '../support/good-looks.ts';
import { ADMIN_PASSWORD, expect, type Shop, test } from '../support/shop.ts';

test.use({ expectedMessages: /status of 401/ });

function endSession(shop: Shop): void {
  changeDatabase(shop, (sqlite) => sqlite.exec('DELETE FROM admin_sessions'));
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' });
const list = (page: Page) => page.getByLabel('Order numbers and tracking numbers');

test('a list of tracking numbers survives the end of the session', async ({ page, shop }) => {
  let number = '';
  changeDatabase(shop, (sqlite) => {
    number = fillWeek(sqlite, [{ trackingNumber: null }, { trackingNumber: null }])[0] ?? '';
  });
  await openSignedIn(page);
  await page.locator('summary', { hasText: 'Enter tracking numbers' }).click();
  await list(page).fill(`${number}\tAB100000001GB`);
  endSession(shop);
  const check = page.getByRole('button', { name: 'Check the list' });
  await check.click();
  await expect(dialog(page)).toBeVisible();
  await expectGoodLooks(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await enterPassword(page, 'wrong');
  await expect(dialog(page).getByRole('alert')).toHaveText('That password is not right. Please try again.');
  await enterPassword(page, ADMIN_PASSWORD);
  await expect(dialog(page)).toBeHidden();
  await expect(list(page)).toHaveValue(`${number}\tAB100000001GB`);
  await expect(page.getByText('You had been signed out, so this was not done.')).toBeVisible();
  await check.click();
  const enter = page.getByRole('button', { name: 'Enter 1 tracking number' });
  // The check must be answered while the session lasts.
  await expect(enter).toBeVisible();
  endSession(shop);
  await enter.click();
  await enterPassword(page, ADMIN_PASSWORD);
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByText('1 tracking number entered.')).toBeVisible();
  changeDatabase(shop, (sqlite) => {
    const read = sqlite
      .prepare(
        'SELECT parcels.tracking_number FROM parcels JOIN orders ON orders.id = order_id WHERE order_number = ?',
      )
      .pluck();
    expect(read.get(number)).toBe('AB100000001GB');
  });
});

test('a read is made again by itself, and what is typed beside it stays', async ({ page, shop }) => {
  changeDatabase(shop, (sqlite) => fillWeek(sqlite, [{ customerName: 'Holly' }, { customerName: 'Ivy' }]));
  await openSignedIn(page, '?view=all');
  await page.locator('summary', { hasText: 'Enter tracking numbers' }).click();
  const list = page.getByLabel('Order numbers and tracking numbers');
  await list.fill('BB-');
  endSession(shop);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await enterPassword(page, ADMIN_PASSWORD);
  await expect(page.getByText('Loading orders...')).toBeHidden();
  await expect(list).toHaveValue('BB-');
});

test('the page follows the role of whoever signs in over it', async ({ page, shop }) => {
  changeDatabase(shop, (sqlite) => {
    fillWeek(sqlite, [{}]);
    const { hash } = sqlite.prepare('SELECT password_hash AS hash FROM people').get() as { hash: string };
    sqlite
      .prepare(
        `INSERT INTO people (id, name, name_key, role, password_hash) VALUES ('ben', 'Ben', 'ben', 'packer', ?)`,
      )
      .run(hash);
  });
  await openSignedIn(page);
  await expect(page.getByRole('columnheader', { name: 'Total' })).toBeVisible();
  endSession(shop);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Ben');
  await enterPassword(page, ADMIN_PASSWORD);
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole('columnheader', { name: 'Total' })).toBeHidden();
  await expect(page.getByRole('region', { name: 'Orders', exact: true })).not.toContainText(/£|@/);
  await expectGoodLooks(page);
});
