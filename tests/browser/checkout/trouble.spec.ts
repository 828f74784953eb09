import type { Locator, Page, Route } from '@playwright/test';
import { delay } from '../../support/delay.ts';
import { expectGoodLooks } from '../../support/good-looks.ts';
import { costOf } from '../../support/sample-order.ts';
import { CHECKOUT, makeOrder, seedOrder } from '../../support/seeded-order.ts';
import { expect, SERVICE_GONE, test } from '../../support/shop.ts';
import { chooseWeek, fill, openForm, quantity, readEntries, submit, week } from '../order/order-page.ts';
import {
  enterCard,
  expectThanks,
  openCheckout,
  PHONE,
  payButton,
  payWith,
  readStored,
  toast,
} from './buyer.ts';

const UNABLE = `Unable to process payment. Please try again or contact us at ${PHONE}.`;
const FAILED = `Payment successful but order processing failed. Please contact us at ${PHONE} with your payment confirmation.`;
const SCRIPT = '**/payment-sandbox/stripe.js';

test.use({
  expectedMessages: new RegExp(
    `status of (40[09]|402|422|50[023])|ERR_(FAILED|BLOCKED_BY_CLIENT|INTERNET_DISCONNECTED)|The answer of |JSON|${SERVICE_GONE.source}`,
  ),
});

/** Expects the order form, with the specified alert. */
async function expectRefused(page: Page, reason = ''): Promise<Locator> {
  await page.waitForURL('/nordmann-branches#order');
  const alert = page.getByRole('alert').filter({ hasText: UNABLE });
  await expect(alert).toBeInViewport();
  await expect(alert).toContainText(reason);
  await expect(alert.getByRole('link', { name: `Call ${PHONE}` })).toBeVisible();
  return alert;
}

test('a payment that the provider does not start leads back to the form, with an alert and the entries', async ({
  page,
  shop,
}) => {
  await shop.setFaults({ calls: [{ method: 'POST', path: '/v1/payment_intents', status: 400 }] });
  await openForm(page);
  await fill(page);
  await quantity(page).fill('2');
  await submit(page).click();
  const alert = await expectRefused(page, 'Card payments aren’t working just now.');
  await expect(alert).toBeFocused();
  await expect(alert).toContainText('Nothing has been charged, and what you entered is still here.');
  await expectGoodLooks(page);
  expect(await readEntries(page)).toMatchObject({ quantity: '2', customerName: 'Ann Lee' });
  const order = await readStored(page);
  await page.reload();
  await expectRefused(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(payButton(page)).toBeEnabled();
  // The same purchase.
  expect(await readStored(page)).toEqual(order);
  await page.goBack();
  await expect(quantity(page)).toHaveValue('2');
  await expect(page.getByRole('alert')).toHaveCount(0);

  await test.step('for want of boxes it says how many are left, and leads to another week', async () => {
    const error = 'This delivery week has only 1 box left. Please choose another week, or fewer boxes.';
    const full = { status: 409, json: { error, code: 'week_full' } };
    await page.route('**/api/create-payment-intent', (route) => route.fulfill(full), { times: 1 });
    await submit(page).click();
    const alert = await expectRefused(page, error);
    await expect(alert.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    await alert.getByRole('link', { name: 'Choose another week' }).click();
    await expect(week(page)).toBeFocused();
    await chooseWeek(page, '2025-12-15');
    await expect(alert).toHaveCount(0);
    await submit(page).click();
    await expect(page.getByText('Week of 15 Dec')).toBeVisible();
    await expect(payButton(page)).toBeEnabled();
  });

  // A refusal of every id is not repeated for ever, and nobody else's answer is taken for one.
  let calls = 0;
  const error = 'This order has changed.';
  for (const { answer, reason = '', asked = 1, paragraphs } of [
    { answer: { status: 409, json: { error, code: 'order_changed' } }, reason: error, asked: 2 },
    { answer: { body: '<p>Welcome to the hotel</p>' } },
    { answer: undefined, paragraphs: 3 },
  ]) {
    await page.route('**/api/create-payment-intent', (route) => {
      calls += 1;
      return answer ? route.fulfill(answer) : route.abort();
    });
    await seedOrder(page, makeOrder());
    calls = 0;
    await page.goto(CHECKOUT);
    const alert = await expectRefused(page, reason);
    expect(calls).toBe(asked);
    if (paragraphs !== undefined) await expect(alert.getByRole('paragraph')).toHaveCount(paragraphs);
    await page.unroute('**/api/create-payment-intent');
  }
});

test('a changed price is shown before paying, and a changed order gets a new id', async ({ page, shop }) => {
  const order = makeOrder({ unitPrice: '35.00', totalAmount: '70.00' });
  await seedOrder(page, order);
  await page.goto(CHECKOUT);
  await expect(page.getByRole('status').filter({ hasText: 'The price has changed:' })).toHaveText(
    `The price has changed: a box now costs £${costOf(1)}, not £35.00. Please check the new total. Nothing has been charged.`,
  );
  await expect(page.getByText(`2 × £${costOf(1)}`)).toBeVisible();
  await expectGoodLooks(page);
  const { attemptId, ...agreed } = (await readStored(page)) ?? order;
  const { attemptId: replaces, ...rest } = order;
  expect(agreed).toEqual({ ...rest, unitPrice: costOf(1), totalAmount: costOf(2), replaces });
  expect(attemptId).not.toBe(order.attemptId);
  await seedOrder(page, makeOrder({ attemptId, quantity: 3 }));
  await page.reload();
  await expect(payButton(page)).toHaveText(`Pay £${costOf(3)}`);
  await expect(page.getByRole('alert')).toBeHidden();
  await payWith(page, '4242424242424242');
  await expectThanks(page);
  expect(await shop.readOrders()).toMatchObject([{ quantity: 3, totalAmount: costOf(3) }]);
});

test('a card form that is blocked, hangs, is refused or slow says so, and a try later pays', async ({
  page,
  shop,
}) => {
  const alert = page.getByRole('alert');
  const again = page.getByRole('button', { name: 'Try again' });
  let script = 'is blocked';
  await page.route(SCRIPT, (route) => {
    if (script === 'is blocked') return route.abort('blockedbyclient');
    return script === 'hangs' ? undefined : route.continue();
  });
  await page.clock.install();
  await seedOrder(page, makeOrder());
  await page.goto(CHECKOUT);
  await expect(alert).toContainText('The card form couldn’t be loaded.');
  await expect(page.getByRole('main').getByRole('link', { name: `Call ${PHONE}` })).toBeVisible();
  await expect(payButton(page)).toBeDisabled();
  await expectGoodLooks(page);
  await again.click();
  await expect(alert).toContainText('The card form couldn’t be loaded.');

  script = 'hangs';
  await again.click();
  await expect(page.getByText('Loading the card form...')).toBeVisible();
  await payButton(page).evaluate((button: HTMLButtonElement) => button.form?.requestSubmit());
  await expect(toast(page).locator('.toast-title')).toHaveText('Payment System Error');
  await expect(toast(page)).toContainText('Payment system not ready. Please refresh and try again.');
  await page.clock.runFor(5_000);
  await expect(page.getByText('taking longer than usual to load')).toBeHidden();
  await page.clock.runFor(5_000);
  await expect(alert.filter({ hasText: 'taking longer than usual to load' })).toBeVisible();

  await shop.setFaults({ calls: [{ path: '/v1/elements/sessions', status: 500 }] });
  script = 'comes';
  await again.click();
  await expect(alert.filter({ hasText: 'The card form couldn’t be loaded.' })).toBeVisible();
  await expect(payButton(page)).toBeDisabled();
  const session = await delay(page, /elements\/sessions/);
  await again.click();
  await expect(page.getByLabel('Card number')).toBeVisible();
  await expect(payButton(page)).toBeDisabled();
  await page.clock.fastForward(10_000);
  await expect(alert.filter({ hasText: 'taking longer than usual to load' })).toBeVisible();
  session.release();
  await payWith(page, '4242424242424242');
  await expectThanks(page);
});

test('a checkout whose own script never comes says so, and where else to order', async ({ page }) => {
  await page.route(/BranchBoxCheckout|FoliagePayment/, () => new Promise(() => {}));
  await page.goto('/nordmann-branches');
  await seedOrder(page, makeOrder());
  for (const path of [CHECKOUT, '/nordmann-foliage-payment']) {
    await page.goto(path, { waitUntil: 'commit' });
    const words = page.getByRole('heading', { name: 'Paying without JavaScript' });
    await expect(page.locator('.without-script')).toBeAttached();
    await expect(words).toBeHidden();
    // Ten seconds later.
    await page.evaluate(() => {
      for (const animation of document.getAnimations()) animation.currentTime = 10_001;
    });
    await expect(words).toBeInViewport();
  }
});

test('an order that cannot be completed after the payment is told, kept through a reload, and completed', async ({
  page,
  shop,
}) => {
  const confirmation = await delay(page, /\/confirm$/);
  const lost = await delay(page, '**/api/branch-boxes/order', (route) => route.abort());
  await openCheckout(page, {
    customerName: 'Wilhelmina-Alexandra Featherstonehaugh-Cholmondeley'.repeat(2).slice(0, 100),
    customerEmail: `${'a'.repeat(64)}@${`${'example-'.repeat(7)}x.`.repeat(2)}example.com`,
    specialInstructions: 'Leave\nit\n'.repeat(5) + 'x'.repeat(300),
  });
  await payWith(page, '4242424242424242');
  await expect(payButton(page)).toHaveText('Processing Payment...');
  await expectGoodLooks(page);
  confirmation.release();
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeFocused();
  lost.release();
  await expect(toast(page)).toBeFocused();
  await expect(toast(page)).toHaveText(new RegExp(`^Order Processing Error ${FAILED}`));
  await expect(toast(page)).toHaveClass('toast destructive');
  // Said once, where the buyer looks.
  await expect(page.getByText(FAILED)).toHaveCount(1);
  await expect(page.locator('.completion').getByText(FAILED)).toBeVisible();
  const { paymentIntentId = '' } = (await readStored(page)) ?? {};
  await expect(page.getByText(`Your payment confirmation: ${paymentIntentId}`)).toBeVisible();
  await expect(payButton(page)).toBeHidden();
  await expectGoodLooks(page);

  let intents = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/create-payment-intent')) intents += 1;
  });
  await page.reload();
  await expect(toast(page)).toBeFocused();
  expect(intents).toBe(0);
  const closed = 'The shop is closed for an hour.';
  const answers = [
    { status: 503, json: { error: closed } },
    { json: { success: false, message: 'Not today.' } },
    { json: { success: true } },
  ];
  await page.unroute('**/api/branch-boxes/order');
  await page.route('**/api/branch-boxes/order', (route) => route.fulfill(answers.shift()), { times: 3 });
  for (const time of [1, 2, 3]) {
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(toast(page)).toContainText(FAILED);
    if (time === 1)
      await expect(page.locator('.completion').getByText(closed, { exact: true })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Try again' }).click();
  const orderNumber = await expectThanks(page);
  expect(await shop.readOrders()).toMatchObject([{ orderNumber, paymentStatus: 'succeeded' }]);
});

test('a lost connection costs nobody a second payment or an order', async ({ page, context, shop }) => {
  await test.step('before the payment nothing is paid, and between it and its response the next click finds it paid', async () => {
    await openCheckout(page);
    await enterCard(page, '4242424242424242');
    await context.setOffline(true);
    await payButton(page).click();
    await expect(toast(page)).toContainText('Payment Error');
    await expect(toast(page)).toContainText('Unable to process payment.');
    await context.setOffline(false);
    const confirm = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route(/\/confirm$/, confirm, { times: 1 });
    const failed = page.waitForEvent('requestfailed');
    await payButton(page).click();
    await failed;
    await expect(toast(page)).toContainText('Payment Error');
    await payButton(page).click();
    await expectThanks(page);
    expect(await shop.readOrders()).toHaveLength(1);
  });

  await test.step('after the payment, the order is completed by itself once it returns', async () => {
    await openCheckout(page, { quantity: 4 });
    await page.route(
      /\/confirm$/,
      async (route) => {
        const response = await route.fetch();
        await context.setOffline(true);
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    await payWith(page, '4242424242424242');
    await expect(toast(page)).toContainText('Order Processing Error');
    await context.setOffline(false);
    await expectThanks(page);
    expect(await shop.readOrders()).toHaveLength(2);
  });

  await test.step('a page that closes before the response is completed by the next', async () => {
    await openCheckout(page, { quantity: 5 });
    await page.route(/\/confirm$/, async (route) => {
      await route.fetch();
      await page.close();
    });
    await payWith(page, '4242424242424242').catch(() => {});
    const next = await context.newPage();
    await next.goto(CHECKOUT);
    await expectThanks(next);
    expect(await shop.readOrders()).toHaveLength(3);
  });
});

test('a payment that fails late leads back to the card fields, which say so', async ({ page, shop }) => {
  await openCheckout(page);
  await page.route('**/api/branch-boxes/order', (route) => route.abort(), { times: 1 });
  await payWith(page, '4000000000009979');
  await expect(toast(page)).toContainText('Order Processing Error');
  await shop.settle((await readStored(page))?.paymentIntentId ?? '', 'failed');
  await page.reload();
  await expect(toast(page)).toContainText('Payment Failed');
  await expect(toast(page)).toContainText('The payment hasn’t been completed, so there’s no order yet.');
  expect(await readStored(page)).not.toHaveProperty('paymentIntentId');
  await payWith(page, '4242424242424242');
  await expectThanks(page);
});
