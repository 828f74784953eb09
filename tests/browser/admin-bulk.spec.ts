import type { Locator, Page, Route } from '@playwright/test';
import { changeDatabase, enterPassword, fillShopWeek, openSignedIn } from '../support/admin-page.ts';
import { buyThroughApi } from '../support/buy-through-api.ts';
import type { OrderChanges } from '../support/fill-week.ts';
import { expectGoodLooks } from '../support/good-looks.ts';
import { costOf, LATER } from '../support/sample-order.ts';
import { ADMIN_PASSWORD, expect, type Shop, test } from '../support/shop.ts';

function group(page: Page, number = ''): Locator {
  return page.locator('.admin-table tbody').filter({ hasText: number });
}

function box(page: Page, number = ''): Locator {
  return page.getByRole('checkbox', { name: `Select ${number}` });
}

const bar = (page: Page) => page.getByRole('group', { name: 'Selected orders' });

async function readStatuses(shop: Shop, numbers: readonly string[]): Promise<(string | undefined)[]> {
  const orders = await shop.readOrders();
  return numbers.map((number) => orders.find(({ orderNumber }) => orderNumber === number)?.status);
}

test('chosen orders are changed one request each, stopped, gone on with, and undone', async ({
  page,
  shop,
}) => {
  const numbers = fillShopWeek(shop, [{}, {}, {}, {}]);
  // So that everything that can be packed is on the page.
  await openSignedIn(page, '?view=pack');
  await expect(page.getByRole('button', { name: 'Mark as sent' })).toBeHidden();
  await box(page, numbers[0]).check();
  await expect(bar(page)).toContainText('1 order selected');
  await expect(page.getByLabel('Select all on this page')).toHaveJSProperty('indeterminate', true);
  await page.getByLabel('Select all on this page').check();
  await expect(bar(page)).toContainText('4 orders selected');

  let [sent, letOn] = [0, () => {}];
  await page.route('**/admin/orders/BB-*', async (route) => {
    sent += 1;
    if (sent === 2) await new Promise<void>((resolve) => (letOn = resolve));
    await route.continue();
  });
  await page.getByRole('button', { name: 'Mark as sent' }).click();
  const progress = page.getByRole('group', { name: 'Marking as sent' });
  await expect(progress).toContainText('Marking as sent: 1 of 4');
  await expect(progress).toBeFocused();
  // First come first, and shown as soon as it is so.
  await expect(group(page, numbers[0])).toContainText('Shipped');
  await expectGoodLooks(page);
  await page.getByRole('button', { name: 'Stop' }).click();
  letOn();
  const answer = page.locator('.bulk-answer');
  await expect(answer).toContainText('2 orders marked as sent.');
  await expect(answer).toContainText(/Stopped\. 2 orders are still to do\..*BB-/);
  await expect(answer).toBeFocused();
  expect((await readStatuses(shop, numbers)).toSorted()).toEqual([
    ...['processing', 'processing'],
    ...['shipped', 'shipped'],
  ]);
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(answer).toHaveText('4 orders marked as sent.UndoClose');
  expect(sent).toBe(4);
  await expect(page.getByRole('heading', { name: 'Everything is packed' })).toBeVisible();

  await expect(answer).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(answer).toHaveText('4 orders are as before.Close');
  await expect(answer).toBeFocused();
  expect(new Set(await readStatuses(shop, numbers))).toEqual(new Set(['processing']));
  changeDatabase(shop, (sqlite) => {
    expect(sqlite.prepare("SELECT count(*) FROM outbox WHERE kind = 'tracking'").pluck().get()).toBe(0);
  });
});

test.describe(() => {
  test.use({ expectedMessages: /status of (401|409|502)/ });

  test('what needs a look or somebody else has changed is left out by name, and buyers who know are counted', async ({
    page,
    shop,
  }) => {
    const week = { week: LATER };
    const others = Array<OrderChanges>(50).fill({});
    const orders = fillShopWeek(shop, [week, week, week, { ...week, flag: 'Ask first.' }, ...others]);
    const [first = '', second = '', third = '', marked = ''] = orders;
    await openSignedIn(page, '?view=all');
    await page.getByLabel('Select all on this page').check();
    await expect(bar(page)).toContainText('54 orders selected');
    // The choice is of one list.
    await page.getByLabel('Delivery week').first().selectOption('2025-12-08');
    await expect(page.getByText(/^4 orders found/)).toBeVisible();
    await expect(bar(page)).not.toContainText('selected');
    await page.getByLabel('Select all on this page').check();
    changeDatabase(shop, (sqlite) => {
      // The same, by somebody who has packed it too.
      sqlite
        .prepare("UPDATE orders SET version = version + 1, status = 'shipped' WHERE order_number = ?")
        .run(second);
    });
    await page.getByRole('button', { name: 'Mark as sent' }).click();
    const answer = page.getByRole('alert');
    await expect(answer).toBeFocused();
    await expect(answer).toContainText('2 orders marked as sent.2 were left out:');
    await expect(answer.getByRole('listitem')).toHaveText([
      `${marked}: Somebody needs to look at it first.`,
      `${second}: This order has just changed. Look at it again, and then decide.`,
    ]);
    await expectGoodLooks(page);
    changeDatabase(shop, (sqlite) => {
      sqlite.exec("UPDATE outbox SET state = 'sent' WHERE kind = 'tracking'");
      sqlite.prepare('UPDATE orders SET version = version + 1 WHERE order_number = ?').run(third);
    });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(answer).toContainText('1 order is as before. 1 buyer had already been told.');
    await expect(answer.getByRole('listitem')).toContainText(third);
    // It can still be taken back on purpose.
    await box(page, third).check();
    await page.getByRole('button', { name: 'Back to processing' }).click();
    await expect(page.getByText('1 order taken back to processing.')).toBeVisible();
    expect(await readStatuses(shop, [first, second, third, marked])).toEqual([
      ...['processing', 'shipped', 'processing', 'processing'],
    ]);
  });

  test('a lost answer or session breaks it off, and it goes on from there', async ({ page, shop }) => {
    fillShopWeek(shop, [{}, {}]);
    await openSignedIn(page);
    const loseAnswer = async (route: Route) => {
      // It is done, but nobody hears of it.
      await route.fetch();
      await route.fulfill({ status: 502, body: 'lost' });
    };
    await page.route('**/admin/orders/BB-*', loseAnswer, { times: 1 });
    await page.getByLabel('Select all on this page').check();
    await page.getByRole('button', { name: 'Mark as sent' }).click();
    await expect(page.getByRole('alert')).toContainText('That didn’t go through.');
    await expect(page.getByRole('alert')).toContainText('2 orders are still to do');
    changeDatabase(shop, (sqlite) => sqlite.exec('DELETE FROM admin_sessions'));
    await page.getByRole('button', { name: 'Go on' }).click();
    await enterPassword(page, ADMIN_PASSWORD);
    await expect(page.getByRole('alert')).toContainText('You’d been signed out');
    await page.getByRole('button', { name: 'Go on' }).click();
    await expect(page.getByText('2 orders marked as sent.')).toBeVisible();
    changeDatabase(shop, (sqlite) => {
      expect(sqlite.prepare('SELECT status FROM orders').pluck().all()).toEqual(['shipped', 'shipped']);
    });
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, editsContent: true });

  test('a week closes, and all its orders are moved, or refunded, in the farm’s words', async ({
    page,
    context,
    shop,
  }) => {
    const paid = [await buyThroughApi(shop.url), await buyThroughApi(shop.url)];
    fillShopWeek(shop, 3);
    changeDatabase(shop, (sqlite) => {
      sqlite.exec(`UPDATE orders SET payment_method = 'cash' WHERE id IN (SELECT id FROM orders
        WHERE order_number NOT IN ('${paid.join("', '")}') LIMIT 1)`);
      // Its money is still to come.
      sqlite.exec(`UPDATE orders SET payment_method = 'bank', payment_status = 'processing', status = 'pending' WHERE id IN
        (SELECT id FROM orders WHERE order_number NOT IN ('${paid.join("', '")}') AND payment_method = 'card' LIMIT 1)`);
    });
    await openSignedIn(page, '?week=2025-12-01');
    const panel = page.getByRole('region', { name: 'Week of 1 Dec' });
    const sale = panel.getByRole('link', { name: /^Change or close/ });
    // What is folded leaves the list in sight.
    expect((await page.locator('.admin-table').boundingBox())?.y).toBeLessThanOrEqual(300);
    await panel.locator('summary').click();
    await sale.click();
    await expect(page.getByLabel('Boxes to sell')).toBeFocused();
    await page.getByLabel('Closed to new orders').check();
    await expectGoodLooks(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('status')).toContainText('Week of 1 Dec: closed to new orders.');
    await page.getByRole('link', { name: 'The orders of this week' }).click();
    await expect(panel.getByText('closed to new orders. Its orders stay')).toBeVisible();
    const other = await context.newPage();
    await other.goto('/nordmann-branches');
    await expect(other.getByRole('radio', { name: 'Week of 1 Dec' })).toBeDisabled();
    await page.bringToFront();

    await page.getByLabel('Select all on this page').check();
    await page.getByRole('button', { name: 'More…' }).click();
    const dialog = page.getByRole('dialog', { name: '5 orders selected' });
    await dialog.getByRole('button', { name: 'Move 5 orders' }).click();
    await expect(dialog.getByText('Please choose a delivery week.')).toBeVisible();
    await dialog.getByLabel('Cancel and refund').check();
    await expect(dialog.getByLabel('Your words to the buyers')).toHaveValue(/snow has closed our lane/);
    await expect(dialog.getByText('2 orders will be left out.')).toBeVisible();
    await expectGoodLooks(page);
    await dialog.getByLabel('Move to another week').check();
    await dialog.getByLabel('Move to', { exact: true }).selectOption('2025-12-08');
    await expect(dialog.getByLabel('Your words to the buyers')).toHaveValue(/week of 8 December/);
    await dialog.getByRole('button', { name: 'Move 5 orders' }).click();
    await expect(page.getByText('5 orders moved to the week of 8 Dec.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Show them there' })).toHaveAttribute(
      'href',
      '?week=2025-12-08',
    );
    await page.getByRole('button', { name: 'Undo' }).click();
    const undone = page.getByText('5 orders are as before.');
    await expect(undone).toBeVisible();
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(undone).toBeHidden();
    changeDatabase(shop, (sqlite) => {
      expect(sqlite.prepare("SELECT count(*) FROM outbox WHERE kind = 'order_change'").pluck().get()).toBe(0);
      sqlite.exec(
        `UPDATE orders SET week = '2025-12-15' WHERE order_number NOT IN ('${paid.join("', '")}') AND payment_method <> 'cash'`,
      );
    });

    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByLabel('Select all on this page').check();
    await page.getByRole('button', { name: 'More…' }).click();
    await page.getByLabel('Cancel and refund').check();
    await page.getByLabel('Your words to the buyers').fill('The lane is under snow.');
    await page.getByRole('button', { name: `Refund £${costOf(4)} for 2 orders` }).click();
    const answer = page.getByRole('alert');
    await expect(answer).toContainText('2 orders cancelled and refunded.1 was left out:');
    await expect(answer.getByRole('listitem')).toContainText('It wasn’t paid by card');
    await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden();
    const orders = (await shop.readOrders()).filter(({ orderNumber }) => paid.includes(orderNumber));
    expect(orders.map(({ status, refundedAmount }) => [status, refundedAmount])).toEqual(
      Array(2).fill(['cancelled', costOf(2)]),
    );
    changeDatabase(shop, (sqlite) => {
      const letters = sqlite.prepare("SELECT text_body FROM outbox WHERE kind = 'refund'").pluck().all();
      expect(letters).toEqual(Array(2).fill(expect.stringContaining('The lane is under snow.')));
    });
    await sale.click();
    await page.getByLabel('Closed to new orders').uncheck();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('status')).toContainText('open to new orders again');
  });
});

test('works with the keyboard alone at 320 px, with targets large enough for a finger', async ({
  page,
  shop,
}) => {
  const numbers = fillShopWeek(shop, 12);
  await page.setViewportSize({ width: 320, height: 640 });
  await openSignedIn(page);
  for (const target of await page.locator('.admin-select, .bulk-fold > summary').all()) {
    const size = await target.boundingBox();
    expect(size?.height).toBeGreaterThanOrEqual(44);
    expect(size?.width).toBeGreaterThanOrEqual(44);
  }
  await page.getByLabel('Select all on this page').focus();
  await page.keyboard.press('Space');
  await expect(bar(page)).toContainText('12 orders selected');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Mark as sent' })).toBeFocused();
  // Down the list and back up: the bar stays within reach, and covers nothing that has the focus.
  await box(page, numbers[0] ?? '').focus();
  await page.keyboard.press('Space');
  await expect(bar(page)).toContainText('11 orders selected');
  await expect(bar(page)).toBeInViewport();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  const [focused, sticky] = await Promise.all([
    page.locator(':focus').boundingBox(),
    bar(page).boundingBox(),
  ]);
  expect((focused?.y ?? 0) + (focused?.height ?? 0)).toBeLessThanOrEqual(sticky?.y ?? 0);
});
