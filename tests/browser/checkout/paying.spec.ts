import { CHECKOUT, makeOrder, seedOrder } from '../../support/seeded-order.ts';
import { expect, test } from '../../support/shop.ts';
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

test('a buyer sees the order, pays, and reads the order number', async ({ page, shop }) => {
  await openCheckout(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Complete Your Order' })).toBeVisible();
  const summary = page.getByRole('region', { name: 'Order Summary' });
  for (const text of [
    '2 × £27.35',
    '£54.70',
    'Week of 24 Nov',
    'Ann Ash',
    '1 High Street',
    'The Mews',
    'Taunton',
    'TA1 1AA',
    'United Kingdom',
    'ann@example.com',
    'Please leave it in the porch.',
  ]) {
    await expect(summary.getByText(text, { exact: true })).toBeVisible();
  }
  const details = page.getByRole('region', { name: 'Payment Details' });
  await expect(details.getByText(/payment is secured by .* card provider.* not stored/)).toBeVisible();
  await expect(payButton(page)).toHaveText('Pay £54.70');
  await expect(page.getByRole('link', { name: 'Back to branch boxes' })).toHaveAttribute(
    'href',
    '/nordmann-branches',
  );
  await page.getByLabel('Expiry date').focus();
  await expect(page.getByLabel('Expiry date'), 'green').toHaveCSS('outline-color', 'rgb(31, 81, 50)');
  await payWith(page, '4242424242424242');
  const orderNumber = await expectThanks(page);
  await expect(page).toHaveTitle(/^Thank you for your order \| /);
  expect(await shop.readOrders()).toMatchObject([
    {
      orderNumber,
      customerName: 'Ann Ash',
      customerEmail: 'ann@example.com',
      quantity: 2,
      totalAmount: '54.70',
      status: 'processing',
      deliveryWeek: '2025-11-24',
      paymentStatus: 'succeeded',
    },
  ]);
  await expect.poll(() => shop.output()).toContain(orderNumber);
  await page.getByRole('link', { name: 'See or change your order' }).click();
  await expect(page).toHaveURL('/order');
  await expect(page.getByText(orderNumber).first()).toBeVisible();
});

test('during the payment the button says so and is disabled, and one payment is made', async ({
  page,
  shop,
}) => {
  let confirmations = 0;
  await page.route(/\/confirm$/, async (route) => {
    confirmations += 1;
    await expect(payButton(page)).toHaveText('Processing Payment...');
    await expect(payButton(page)).toBeDisabled();
    await expect(page.getByRole('link', { name: 'Back to branch boxes' })).toBeHidden();
    await route.continue();
  });
  await openCheckout(page);
  await enterCard(page, '4242424242424242');
  // In one task, before React could disable anything.
  await payButton(page).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.form?.requestSubmit();
    button.click();
  });
  await expectThanks(page);
  expect(confirmations).toBe(1);
  expect(await shop.readOrders()).toHaveLength(1);
});

test('a slow payment still makes an order, which becomes paid', async ({ page, shop }) => {
  await openCheckout(page);
  const answer = Promise.withResolvers<void>();
  let paymentIntentId = '';
  await page.route('**/api/branch-boxes/order', async (route) => {
    paymentIntentId = route.request().postDataJSON().paymentIntentId;
    await answer.promise;
    await route.continue();
  });
  await payWith(page, '4000000000009987');
  await expect(page.getByRole('heading', { name: 'Payment Processing' })).toBeFocused();
  await expect(toast(page)).toContainText('Payment Processing');
  answer.resolve();
  await expect(page.getByRole('heading', { name: 'Your payment is still being processed' })).toBeFocused();
  const [{ orderNumber } = { orderNumber: '' }] = await shop.readOrders();
  await expect(page).toHaveURL(`/nordmann-branches?success=true&orderNumber=${orderNumber}&paid=later`);
  const outcome = page.locator('.outcome');
  await expect(outcome).toContainText('We have your order, and you do not need to pay again.');
  await expect(outcome).toContainText('We will send a confirmation to');
  await expect(outcome.locator('.receipt')).toContainText('Total£54.70');
  await expect(outcome).not.toContainText(/Paid|on its way|Thank you/);
  await expect(page).toHaveTitle(/^Payment in progress \| /);
  expect(await readStored(page)).toBeNull();
  expect(await shop.readOrders()).toMatchObject([{ status: 'pending' }]);
  await shop.settle(paymentIntentId, 'succeeded');
  await expect.poll(shop.readOrders).toMatchObject([{ orderNumber, status: 'processing' }]);
});

test('the keyboard alone reaches the card, fills it in, and pays', async ({ page }) => {
  await openCheckout(page);
  await page.getByRole('link', { name: 'Back to branch boxes' }).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Card number')).toBeFocused();
  for (const text of ['4242424242424242', '1240', '123']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await expect(payButton(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expectThanks(page);
});

test.describe('a declined card', () => {
  test.use({ expectedMessages: /status of 402/ });

  test('is explained, another card pays, and there is one order', async ({ page, shop }) => {
    await openCheckout(page);
    await payWith(page, '4000000000009995');
    await expect(toast(page)).toContainText('Payment Failed');
    await expect(toast(page)).toContainText('Your card has insufficient funds.');
    await expect(toast(page)).toHaveClass(/destructive/);
    await expect(toast(page)).toBeFocused();
    await expect(page.getByText('Your card has insufficient funds.')).toHaveCount(1);
    expect(await shop.readOrders()).toEqual([]);
    await payWith(page, '4242424242424242');
    const orderNumber = await expectThanks(page);
    expect(await shop.readOrders()).toMatchObject([{ orderNumber, paymentStatus: 'succeeded' }]);
  });
});

test('an incomplete card is reported in the form, which keeps the focus', async ({ page }) => {
  await openCheckout(page);
  await payButton(page).click();
  await expect(toast(page)).toContainText('Payment Failed');
  await expect(toast(page)).toContainText('Your card number is incomplete.');
  await expect(page.getByLabel('Card number')).toBeFocused();
  await payWith(page, '4242424242424242');
  await expectThanks(page);
});

test.describe('a card that needs authentication', () => {
  for (const [button, isPaid] of [
    ['Complete authentication', true],
    ['Fail authentication', false],
  ] as const) {
    test(button, async ({ page, shop }) => {
      const order = await openCheckout(page);
      await payWith(page, '4000002500003155');
      await page.getByRole('button', { name: button }).click();
      if (isPaid) {
        const orderNumber = await expectThanks(page);
        expect(await shop.readOrders()).toMatchObject([{ orderNumber, paymentStatus: 'succeeded' }]);
        return;
      }
      await expect(page.getByRole('heading', { name: 'Your payment did not go through' })).toBeFocused();
      expect(page.url()).not.toContain('_secret_');
      expect(await readStored(page)).toEqual(order);
      expect(await shop.readOrders()).toEqual([]);
      await page.getByRole('link', { name: 'Back to the checkout' }).click();
      await payWith(page, '4242424242424242');
      await expectThanks(page);
      expect(await shop.readOrders()).toHaveLength(1);
    });
  }

  test('can be replaced by another after going back from the bank', async ({ page, shop }) => {
    await openCheckout(page);
    await payWith(page, '4000002500003155');
    await expect(page.getByRole('heading', { name: 'Confirm that it is you' })).toBeVisible();
    await page.goBack();
    await expect(payButton(page)).toBeEnabled();
    await payWith(page, '4242424242424242');
    await expectThanks(page);
    expect(await shop.readOrders()).toHaveLength(1);
  });
});

test('without JavaScript the page explains how to order anyway', async ({ browser, shop }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url });
  const page = await context.newPage();
  await page.goto(CHECKOUT);
  await expect(page.getByRole('heading', { name: 'Paying without JavaScript' })).toBeVisible();
  await expect(page.getByText('Preparing checkout...')).toBeHidden();
  await expect(page.getByRole('main').getByRole('link', { name: `Call ${PHONE}` })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to the order form' })).toHaveAttribute(
    'href',
    '/nordmann-branches#order',
  );
  await context.close();
});

test('the back button leads from the checkout to the page before, and forward again', async ({ page }) => {
  await seedOrder(page, makeOrder());
  await page.goto('/nordmann-branches');
  await page.goto(CHECKOUT);
  await expect(payButton(page)).toBeEnabled();
  await page.goBack();
  await expect(page).toHaveURL('/nordmann-branches');
  await page.goForward();
  await payWith(page, '4242424242424242');
  await expectThanks(page);
  // The checkout is finished, so going back skips it.
  await page.goBack();
  await expect(page).toHaveURL('/nordmann-branches');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
