import { CHECKOUT, makeOrder } from '../../support/seeded-order.ts';
import { expect, SERVICE_GONE, test } from '../../support/shop.ts';
import { test as crashTest } from '../../support/shop-process.ts';
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

const FAILED = `Payment successful but order processing failed. Please contact us at ${PHONE} with your payment confirmation.`;

crashTest.describe('if the service is down after the payment', () => {
  crashTest.use({ expectedMessages: new RegExp(`ERR_FAILED|${SERVICE_GONE.source}`) });

  crashTest(
    'the buyer is told, with the payment confirmation; once it is back, the order is completed',
    async ({ page, shop }) => {
      await openCheckout(page);
      await page.route('**/api/branch-boxes/order', async (route) => {
        await shop.crash();
        await route.continue();
      });
      await payWith(page, '4242424242424242');
      await expect(toast(page).locator('.toast-title')).toHaveText('Order Processing Error');
      await expect(toast(page)).toContainText(FAILED);
      await expect(toast(page)).toHaveClass('toast destructive');
      await expect(page.getByRole('heading', { name: 'Order Processing Error' })).toBeFocused();
      await expect(page.locator('.completion').getByText(FAILED, { exact: true })).toBeVisible();
      const { paymentIntentId = '' } = (await readStored(page)) ?? {};
      expect(paymentIntentId).toMatch(/^pi_/);
      await expect(page.getByText(`Your payment confirmation: ${paymentIntentId}`)).toBeVisible();
      await expect(payButton(page)).toBeHidden();
      await shop.restart();
      await page.unroute('**/api/branch-boxes/order');
      await page.getByRole('button', { name: 'Try again' }).click();
      const orderNumber = await expectThanks(page);
      expect(await shop.readOrders()).toMatchObject([{ orderNumber, paymentStatus: 'succeeded' }]);
    },
  );
});

test.describe('if the response is lost after the payment', () => {
  test.use({ expectedMessages: new RegExp(`ERR_FAILED|${SERVICE_GONE.source}`) });

  test('a reload continues from the payment, and shows no card fields', async ({ page, shop }) => {
    await openCheckout(page);
    await page.route('**/api/branch-boxes/order', (route) => route.abort(), { times: 1 });
    await payWith(page, '4242424242424242');
    await expect(toast(page)).toContainText('Order Processing Error');
    let intents = 0;
    await page.route('**/api/create-payment-intent', (route) => {
      intents += 1;
      return route.continue();
    });
    await page.reload();
    const orderNumber = await expectThanks(page);
    expect(intents).toBe(0);
    expect(await shop.readOrders()).toMatchObject([{ orderNumber }]);
  });
});

test.describe('if the connection is lost', () => {
  test.use({ expectedMessages: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/ });

  test('before the payment, nothing is paid, and the next click pays', async ({ page, context, shop }) => {
    await openCheckout(page);
    await enterCard(page, '4242424242424242');
    await context.setOffline(true);
    await payButton(page).click();
    await expect(toast(page)).toContainText('Payment Error');
    await expect(toast(page)).toContainText('Unable to process payment.');
    await context.setOffline(false);
    await payButton(page).click();
    await expectThanks(page);
    expect(await shop.readOrders()).toHaveLength(1);
  });

  test('between the payment and its response, the next click finds it paid', async ({ page, shop }) => {
    await openCheckout(page);
    await page.route(
      /\/confirm$/,
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await payWith(page, '4242424242424242');
    await expect(toast(page)).toContainText('Payment Error');
    // The provider's response to a second confirmation is a 400, which Chromium would report.
    await page.route(/\/confirm$/, async (route) => {
      const response = await route.fetch();
      expect(response.status()).toBe(400);
      await route.fulfill({ response, status: 200 });
    });
    await payButton(page).click();
    await expectThanks(page);
    expect(await shop.readOrders()).toHaveLength(1);
  });

  test('after the payment, the order is completed automatically once it returns', async ({
    page,
    context,
    shop,
  }) => {
    await openCheckout(page);
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
    await expect(page.getByRole('heading', { name: 'Order Processing Error' })).toBeVisible();
    await context.setOffline(false);
    const orderNumber = await expectThanks(page);
    expect(await shop.readOrders()).toMatchObject([{ orderNumber }]);
  });
});

test.describe('an answer that names no order', () => {
  test.use({ expectedMessages: /status of 503/ });

  test('counts as a failure, with its message if it has one', async ({ page }) => {
    const closed = 'The shop is closed for an hour.';
    const answers = [
      { status: 503, json: { error: closed } },
      { json: { success: false, message: 'Not today.' } },
      { json: { success: true } },
    ];
    await openCheckout(page);
    await page.route('**/api/branch-boxes/order', (route) => route.fulfill(answers.shift()), { times: 3 });
    await payWith(page, '4242424242424242');
    await expect(page.locator('.completion').getByText(closed, { exact: true })).toBeVisible();
    for (const _ of [1, 2, 3]) {
      await expect(toast(page)).toContainText(FAILED);
      await page.getByRole('button', { name: 'Try again' }).click();
    }
    await expectThanks(page);
  });
});

test.describe('a payment that fails late', () => {
  test.use({ expectedMessages: /status of 402|ERR_FAILED/ });

  test('leads back to the card fields, which say so', async ({ page, shop }) => {
    await openCheckout(page);
    let paymentIntentId = '';
    await page.route(
      '**/api/branch-boxes/order',
      (route) => {
        paymentIntentId = route.request().postDataJSON().paymentIntentId;
        return route.abort();
      },
      { times: 1 },
    );
    await payWith(page, '4000000000009979');
    await expect(toast(page)).toContainText('Order Processing Error');
    await shop.settle(paymentIntentId, 'failed');
    await page.reload();
    const problem = toast(page);
    await expect(problem).toContainText('Payment Failed');
    await expect(problem).toContainText('The payment has not been completed, so there is no order yet.');
    expect(await readStored(page)).not.toHaveProperty('paymentIntentId');
    await payWith(page, '4242424242424242');
    await expectThanks(page);
  });
});

test.describe('in two tabs', () => {
  test('the second tab shows the completed order, and cannot pay again', async ({ page, context, shop }) => {
    await openCheckout(page);
    const other = await context.newPage();
    await other.goto(CHECKOUT);
    await expect(payButton(other)).toBeEnabled();
    await payWith(page, '4242424242424242');
    await expectThanks(page);
    await expect(other).toHaveURL(/\/nordmann-branches/);
    expect(await shop.readOrders()).toHaveLength(1);
  });

  test('an order that another tab stores during the payment stays, and the paid one is completed', async ({
    page,
    context,
    shop,
  }) => {
    const order = await openCheckout(page);
    const others = makeOrder({ quantity: 1, totalAmount: '27.35' });
    const other = await context.newPage();
    await other.goto('/prices');
    await page.route(/\/confirm$/, async (route) => {
      const response = await route.fetch();
      await other.evaluate((json) => localStorage.setItem('branchBoxOrder', json), JSON.stringify(others));
      // The tabs are processes of their own, and one sees what another has stored a few milliseconds later.
      await expect.poll(() => readStored(page)).toEqual(others);
      await route.fulfill({ response });
    });
    await payWith(page, '4242424242424242');
    await expect(page.getByRole('heading', { name: 'Thanks! Your order was received.' })).toBeFocused();
    expect(await shop.readOrders()).toMatchObject([{ quantity: order.quantity }]);
    expect(await readStored(page)).toEqual(others);
  });

  test('an order that is changed in another tab is updated', async ({ page, context }) => {
    const order = await openCheckout(page);
    const other = await context.newPage();
    await other.goto('/prices');
    await other.evaluate(
      (json) => localStorage.setItem('branchBoxOrder', json),
      JSON.stringify({ ...order, quantity: 1, totalAmount: '27.35', attemptId: crypto.randomUUID() }),
    );
    await expect(payButton(page)).toHaveText('Pay £27.35');
    await expect(page.getByRole('status').filter({ hasText: 'in your other tab' })).toBeVisible();
    await payWith(page, '4242424242424242');
    await expectThanks(page);
  });
});
