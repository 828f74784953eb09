import type { Locator, Page } from '@playwright/test';
import { describeFlags } from '../../src/domain/orders/order-flags.ts';
import { changeDatabase, enterPassword, openSignedIn } from '../support/admin-page.ts';
import { buyThroughApi } from '../support/buy-through-api.ts';
import { flagOrders } from '../support/flag-orders.ts';
import { expectGoodLooks } from '../support/good-looks.ts';
import { ADMIN_PASSWORD, expect, type Shop, test } from '../support/shop.ts';

const NUMBER = 'AB123456789GB';
const CHANGED = 'Somebody else has just changed this order. Look at it again, and then decide.';
const ORDER_CALL = /\/api\/admin\/orders\/[^/]+$/;
const REFUND_CALL = /\/api\/admin\/orders\/[^/]+\/refunds$/;

/** Opens the details of the only order in the list. */
async function openOrder(page: Page): Promise<void> {
  await page.locator('.admin-delivery summary').first().click();
  await expect(changeForm(page)).toBeVisible();
}

function changeForm(page: Page): Locator {
  return page.getByRole('form', { name: /^Change BB-/ });
}

function refundForm(page: Page): Locator {
  return page.getByRole('form', { name: /^Refund BB-/ });
}

function cell(page: Page, label: string): Locator {
  return page.locator(`[data-label="${label}"]`);
}

async function save(page: Page): Promise<void> {
  await changeForm(page).getByRole('button', { name: 'Save changes' }).click();
}

async function confirmRefund(page: Page, amount: string): Promise<void> {
  await refundForm(page)
    .getByRole('button', { name: `Refund ${amount}` })
    .click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Yes, refund ${amount}` })
    .click();
}

async function readOrder(shop: Shop): Promise<Record<string, unknown>> {
  return (await shop.readOrders())[0] ?? {};
}

test('status, number and week are saved in one step, survive a reload, and appear in the history', async ({
  page,
  shop,
}) => {
  const number = await buyThroughApi(shop.url);
  await openSignedIn(page);
  await openOrder(page);
  const form = changeForm(page);
  await expect(form.getByLabel('Status').getByRole('option')).toHaveText([
    'Processing',
    'Shipped',
    'Cancelled',
  ]);
  await save(page);
  await expect(form.getByRole('status')).toHaveText('There is nothing to save yet.');

  await form.getByLabel('Status').selectOption('Shipped');
  await form.getByLabel('Delivery week').selectOption('Week of 8 Dec');
  await form.getByLabel('Tracking number').fill('ab 1234 5678 9gb');
  await form.getByLabel('Reason').fill('Packed early');
  await save(page);
  await expect(form.getByRole('status')).toHaveText('Saved.');
  await expect(form.getByRole('button', { name: 'Save changes' })).toBeFocused();
  await expect(form.getByLabel('Reason')).toHaveValue('');
  await expect(form.getByLabel('Tracking number')).toHaveValue(NUMBER);
  await expect(form.getByLabel('Status').getByRole('option')).toHaveText([
    'Shipped',
    'Delivered',
    'Processing',
  ]);
  await expect(page.locator('.tiles > div', { hasText: 'With Tracking' })).toContainText('1');
  const history = page.locator('.admin-history');
  await history.locator('summary').click();
  await expect(history.getByRole('listitem')).toHaveText([
    /^\d{1,2} \w+ \d{4}, \d\d:\d\dThe order came in as Processing\.$/,
    /Owner changed the status from Processing to Shipped\.Packed early$/,
    /Owner entered the tracking number AB123456789GB\.Packed early$/,
    /Owner moved the order from the week of 1 Dec to the week of 8 Dec\.Packed early$/,
  ]);
  await form.getByLabel('Status').selectOption('Delivered');
  await save(page);
  await expect(history.getByRole('listitem')).toHaveCount(5);
  await expectGoodLooks(page);

  await page.reload();
  await expect(cell(page, 'Status')).toHaveText('Delivered');
  await expect(cell(page, 'Tracking')).toContainText(NUMBER);
  await expect(page.getByText('Week of 8 Dec · Taunton')).toBeVisible();
  await openOrder(page);
  await page.getByRole('link', { name: 'Packing slip', exact: true }).click();
  await expect(page).toHaveURL(`${shop.url}/admin/packing?week=2025-12-08&view=slips&order=${number}`);
  await expect(page.getByText(number).first()).toBeVisible();
});

test('a change shows before its response, and the order stays in place until then', async ({
  page,
  shop,
}) => {
  await buyThroughApi(shop.url);
  await openSignedIn(page);
  await openOrder(page);
  const answer = Promise.withResolvers<void>();
  let calls = 0;
  await page.route(ORDER_CALL, async (route) => {
    calls += 1;
    await answer.promise;
    await route.continue();
  });
  await changeForm(page).getByLabel('Status').selectOption('Shipped');
  await save(page);
  await expect(cell(page, 'Status')).toHaveText('Shipped');
  const button = changeForm(page).getByRole('button', { name: 'Saving...' });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await button.click({ force: true });
  answer.resolve();
  await expect(changeForm(page).getByRole('status')).toHaveText('Saved.');
  expect(calls).toBe(1);
  expect(await readOrder(shop)).toMatchObject({ status: 'shipped', version: 2 });
});

test.describe('a refused change', () => {
  test.use({ expectedMessages: /status of (401|409|422|500)|ERR_FAILED/ });

  test('is undone, shows the reason at its field, and keeps the entries', async ({ page, shop }) => {
    await buyThroughApi(shop.url);
    await openSignedIn(page);
    await openOrder(page);
    const form = changeForm(page);
    await form.getByLabel('Status').selectOption('Shipped');
    await form.getByLabel('Tracking number').fill('soon');
    await save(page);
    const field = form.getByLabel('Tracking number');
    await expect(form.getByRole('alert')).toHaveText(
      '“soon” is not a tracking number. Please enter it as it is on the label.',
    );
    await expect(field).toBeFocused();
    await expect(field).toHaveAccessibleDescription(/^“soon” is not a tracking number/);
    await expect(field).toHaveValue('soon');
    await expect(form.getByLabel('Status')).toHaveValue('shipped');
    await expect(cell(page, 'Status')).toHaveText('Processing');
    await expectGoodLooks(page);
    // The focus stays where somebody types.
    await form.getByLabel('Reason').pressSequentially('Late');
    await expect(form.getByLabel('Reason')).toHaveValue('Late');
    await field.fill(NUMBER);
    await save(page);
    await expect(form.getByRole('status')).toHaveText('Saved.');
    await expect(form.getByRole('alert')).toHaveCount(0);
    expect(await readOrder(shop)).toMatchObject({ status: 'shipped', trackingNumber: NUMBER });
  });

  test('a service error undoes the change, and a lost response is requested again', async ({
    page,
    shop,
  }) => {
    await buyThroughApi(shop.url);
    await openSignedIn(page);
    await openOrder(page);
    const form = changeForm(page);
    await page.route(ORDER_CALL, (route) => route.fulfill({ status: 500, body: 'broken' }), { times: 1 });
    await form.getByLabel('Status').selectOption('Shipped');
    await save(page);
    await expect(form.getByRole('alert')).toHaveText(
      'That did not work. Please try again in a moment. What you entered is still here.',
    );
    await expect(cell(page, 'Status')).toHaveText('Processing');
    expect(await readOrder(shop)).toMatchObject({ status: 'processing', version: 1 });

    // The service gets the request, but the page gets no response.
    const loseResponse = async (route: Parameters<Parameters<Page['route']>[1]>[0]) => {
      await route.fetch();
      await route.abort();
    };
    await page.route(ORDER_CALL, loseResponse, { times: 1 });
    await save(page);
    await expect(form.getByRole('alert')).toContainText('this may or may not have been done');
    await expect(cell(page, 'Status')).toHaveText('Processing');
    await save(page);
    await expect(form.getByRole('status')).toHaveText('Saved.');
    await expect(cell(page, 'Status')).toHaveText('Shipped');
    expect(await readOrder(shop)).toMatchObject({ status: 'shipped', version: 2 });
  });

  test('the second of two admins is told, and loads the order without losing their entries', async ({
    page,
    context,
    shop,
  }) => {
    await buyThroughApi(shop.url);
    await openSignedIn(page);
    const other = await context.newPage();
    await other.goto('/admin/orders');
    await openOrder(other);
    await openOrder(page);
    await changeForm(other).getByLabel('Status').selectOption('Shipped');
    await save(other);
    await expect(changeForm(other).getByRole('status')).toHaveText('Saved.');

    const form = changeForm(page);
    await form.getByLabel('Tracking number').fill(NUMBER);
    await save(page);
    await expect(form.getByRole('alert')).toContainText(CHANGED);
    await expect(cell(page, 'Status')).toHaveText('Processing');
    await expect(cell(page, 'Tracking')).toHaveText('Manual processing');
    await expectGoodLooks(page);
    await form.getByRole('button', { name: 'Show the order as it is now' }).click();
    await expect(cell(page, 'Status')).toHaveText('Shipped');
    await expect(form.getByRole('status')).toBeFocused();
    await expect(form.getByRole('status')).toHaveText(
      'This is the order as it is now. What you entered is still here.',
    );
    await expect(form.getByLabel('Tracking number')).toHaveValue(NUMBER);
    expect(await readOrder(shop)).toMatchObject({ trackingNumber: null, version: 2 });
    await save(page);
    await expect(form.getByRole('status')).toHaveText('Saved.');
    expect(await readOrder(shop)).toMatchObject({ status: 'shipped', trackingNumber: NUMBER, version: 3 });
  });

  test('an ended session asks for the password, over what was entered', async ({ page, context, shop }) => {
    await buyThroughApi(shop.url);
    await openSignedIn(page);
    await openOrder(page);
    await context.clearCookies();
    await changeForm(page).getByLabel('Status').selectOption('Shipped');
    await save(page);
    await expect(page.getByText('You have been signed out. Please sign in again.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeFocused();
    await enterPassword(page, ADMIN_PASSWORD);
    await expect(changeForm(page).getByRole('alert')).toContainText('so this was not done');
    await save(page);
    await expect(changeForm(page).getByRole('status')).toHaveText('Saved.');
    expect(await readOrder(shop)).toMatchObject({ status: 'shipped' });
  });

  test('a refund with a lost response is requested again and paid once', async ({ page, shop }) => {
    await buyThroughApi(shop.url);
    await openSignedIn(page);
    await openOrder(page);
    const sent: unknown[] = [];
    page.on('request', (request) => {
      if (REFUND_CALL.test(request.url())) sent.push(request.postDataJSON());
    });
    await page.route(
      REFUND_CALL,
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await confirmRefund(page, '£27.35');
    const form = refundForm(page);
    await expect(form.getByRole('alert')).toContainText('Ask again: nothing is paid twice.');
    await expect(form.getByLabel('Boxes to refund')).toBeDisabled();
    await form.getByRole('button', { name: 'Ask again' }).click();
    await expect(page.getByText('Done: £27.35 has gone back in all.')).toBeFocused();
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);
    expect(await readOrder(shop)).toMatchObject({ refundedAmount: '27.35', status: 'processing' });
    // Another refund is another request.
    await confirmRefund(page, '£27.35');
    await expect(page.getByText('Done: £54.70 has gone back in all.')).toBeFocused();
    expect(sent[2]).not.toMatchObject({ requestId: (sent[0] as { requestId: string }).requestId });
    expect(await readOrder(shop)).toMatchObject({ refundedAmount: '54.70', status: 'cancelled' });
  });
});

test('cancelling asks about the money, and what is refunded later needs a look until it is', async ({
  page,
  shop,
}) => {
  await buyThroughApi(shop.url);
  await openSignedIn(page);
  await openOrder(page);
  const form = changeForm(page);
  const dialog = page.getByRole('dialog');
  const ask = async () => {
    await form.getByLabel('Status').selectOption('cancelled');
    await save(page);
    await expect(dialog).toContainText('£54.70 of it can go back to Ada Holly at once.');
  };
  await ask();
  await expectGoodLooks(page);
  await page.keyboard.press('Escape');
  expect(await readOrder(shop)).toMatchObject({ status: 'processing', refundedAmount: '0.00' });
  await ask();
  await dialog.getByRole('button', { name: 'Cancel, refund later' }).click();
  await expect(form.getByRole('status')).toHaveText('Cancelled. Its payment is still to be refunded.');
  expect(await readOrder(shop)).toMatchObject({ status: 'cancelled', refundedAmount: '0.00' });
  await expect(page.getByText('its payment has not gone back: refund it')).toBeVisible();
  await form.getByLabel('Status').selectOption('processing');
  await save(page);
  await expect(form.getByRole('status')).toHaveText('Saved.');
  await expect(page.getByText('its payment has not gone back: refund it')).toBeHidden();
  await ask();
  await dialog.getByRole('button', { name: 'Cancel and refund £54.70' }).click();
  await expect(form.getByRole('status')).toHaveText('Cancelled and refunded.');
  expect(await readOrder(shop)).toMatchObject({ status: 'cancelled', refundedAmount: '54.70', flags: [] });
});

test('boxes are refunded after confirmation, with the keyboard alone', async ({ page, shop }) => {
  await buyThroughApi(shop.url);
  await openSignedIn(page);
  await page.locator('.admin-delivery summary').first().focus();
  await page.keyboard.press('Enter');
  const form = refundForm(page);
  const boxes = form.getByLabel('Boxes to refund');
  for (let presses = 0; presses < 20 && !(await isFocused(boxes)); presses += 1)
    await page.keyboard.press('Tab');
  await expect(boxes).toBeFocused();
  await expect(form.getByRole('button', { name: 'Refund £27.35' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Arrived crushed');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('2 boxes: £54.70 goes back to Ada Holly');
  await expect(dialog).toContainText('the order is cancelled');
  await expect(dialog.getByRole('button', { name: 'No, go back' })).toBeFocused();
  await expectGoodLooks(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(form.getByRole('button', { name: 'Refund £54.70' })).toBeFocused();
  expect(await readOrder(shop)).toMatchObject({ refundedAmount: '0.00' });
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Done: £54.70 has gone back in all.')).toBeFocused();
  await expect(form).toHaveCount(0);
  await expect(cell(page, 'Total')).toContainText('£54.70 refunded');
  await expect(page.locator('.tiles .refunded')).toHaveText('£54.70 refunded');
  await expect(page.getByText('£54.70 paid by card\n£54.70 refunded')).toBeVisible();
  await page.locator('.admin-history summary').press('Enter');
  await expect(page.locator('.admin-history')).toContainText(
    'Owner asked for a refund of £54.70.Arrived crushed',
  );
  await page.reload();
  await expect(cell(page, 'Status')).toHaveText('Cancelled');
  await expect(cell(page, 'Total')).toContainText('£54.70 refunded');
});

test('a sum is refunded as goodwill, once it and its reason are given', async ({ page, shop }) => {
  await buyThroughApi(shop.url);
  await page.setViewportSize({ width: 390, height: 800 });
  await openSignedIn(page);
  await page.locator('.admin-delivery summary').first().click();
  const form = refundForm(page);
  await form.getByLabel('Boxes to refund').selectOption({ label: 'None: a sum as goodwill' });
  await form.getByLabel('Sum in pounds').fill('60');
  await form.getByRole('button', { name: 'Refund £60' }).click();
  await expect(form.getByLabel('Sum in pounds')).toHaveAccessibleDescription(/up to £54\.70/);
  await expect(form.getByLabel('Reason')).toHaveAccessibleDescription(/for the books/);
  await form.getByLabel('Sum in pounds').fill('£7.50');
  await form.getByLabel('Reason').fill('Two days late');
  await form.getByRole('button', { name: 'Refund £7.50' }).click();
  await expect(page.getByRole('dialog')).toContainText('The order keeps all its boxes.');
  await expectGoodLooks(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, refund £7.50' }).click();
  await expect(page.getByText('Done: £7.50 has gone back in all.')).toBeFocused();
  expect(await readOrder(shop)).toMatchObject({ goodwillAmount: '7.50', status: 'processing' });
  await expect(form.getByRole('button', { name: 'Refund £27.35' })).toBeVisible();
});

test('an order whose week is gone is moved to another week, which clears the flag, or refunded', async ({
  page,
  shop,
}) => {
  await buyThroughApi(shop.url);
  changeDatabase(shop, (sqlite) => {
    flagOrders(sqlite, 'week_full');
  });
  await openSignedIn(page);
  await expect(
    page.getByText(`Look at this first: ${describeFlags([{ code: 'week_full', details: [] }])}`),
  ).toBeVisible();
  const flag = page.locator('.admin-delivery > .callout');
  await flag.getByRole('button', { name: 'Refund' }).click();
  const boxes = refundForm(page).getByLabel('Boxes to refund');
  await expect(boxes).toBeFocused();
  await expect(boxes).toHaveValue('2');
  await expectGoodLooks(page);
  await flag.getByRole('button', { name: 'Move to another week' }).click();
  const week = changeForm(page).getByLabel('Delivery week');
  await expect(week).toBeFocused();
  await week.selectOption('Week of 15 Dec');
  await save(page);
  await expect(changeForm(page).getByRole('status')).toHaveText('Saved.');
  await expect(flag).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('Week of 15 Dec · Taunton')).toBeVisible();
  await expect(flag).toHaveCount(0);
});

test('an order with a fraud warning is sent anyway after one click, and the history records it', async ({
  page,
  shop,
}) => {
  await buyThroughApi(shop.url);
  changeDatabase(shop, (sqlite) => {
    sqlite.exec("UPDATE orders SET fraud_warning = 'open'");
    flagOrders(sqlite, 'fraud_warning');
  });
  await openSignedIn(page);
  const flag = page.locator('.admin-delivery > .callout');
  await expect(flag).toContainText('Look at this first: The buyer’s bank warns');
  await expect(flag.getByRole('button', { name: 'Refund' })).toBeVisible();
  await expectGoodLooks(page);
  await flag.getByRole('button', { name: 'Send it all the same' }).click();
  await expect(flag).toHaveCount(0);
  await openOrder(page);
  await page.locator('.admin-history summary').press('Enter');
  await expect(page.locator('.admin-history')).toContainText('Owner settled the fraud warning.');
});

test('a disputed payment is shown, and a refund is not suggested', async ({ page, shop }) => {
  await buyThroughApi(shop.url);
  changeDatabase(shop, (sqlite) => {
    sqlite.exec("UPDATE orders SET dispute = 'open'");
    flagOrders(sqlite, 'dispute_open');
  });
  await openSignedIn(page);
  await expect(page.getByText('Look at this first: The buyer’s bank disputes this payment')).toBeVisible();
  await expect(page.getByRole('button', { name: /Move|Refund/ })).toHaveCount(0);
  await openOrder(page);
  await expect(page.getByText('£54.70 paid by card\nDisputed by the buyer’s bank')).toBeVisible();
});

async function isFocused(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element === document.activeElement);
}
