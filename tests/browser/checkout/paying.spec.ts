import { delay } from '../../support/delay.ts';
import { expectGoodLooks } from '../../support/good-looks.ts';
import { costOf } from '../../support/sample-order.ts';
import { CHECKOUT, makeOrder, seedOrder } from '../../support/seeded-order.ts';
import { expect, test } from '../../support/shop.ts';
import { addSession } from '../../support/shop-data.ts';
import { expectThanks, openCheckout, PHONE, payButton, payWith, readStored, thanks, toast } from './buyer.ts';

test('a buyer sees the order, pays with the keyboard alone, once, and reads what happens next', async ({
  page,
  context,
  shop,
}) => {
  expect(await (await page.request.get(CHECKOUT)).text()).toContain('Preparing checkout...');
  await page.goto('/nordmann-branches');
  await seedOrder(page, makeOrder());
  const intent = await delay(page, '**/api/create-payment-intent');
  await page.goto(CHECKOUT);
  await expect(page.getByText('Preparing checkout...')).toBeVisible();
  await expect(page.getByText('Complete Your Order')).toBeHidden();
  intent.release();
  await expect(page.getByRole('heading', { level: 1, name: 'Complete Your Order' })).toBeVisible();
  await expect(page.getByText('Preparing checkout...')).toBeHidden();
  const summary = page.getByRole('region', { name: 'Order Summary' });
  for (const text of [
    ...[`2 × £${costOf(1)}`, `£${costOf(2)}`, 'Week of 24 Nov'],
    ...['Ann Ash', '1 High Street', 'The Mews', 'Taunton'],
    ...['TA1 1AA', 'United Kingdom', 'ann@example.com', 'Please leave it in the porch.'],
  ]) {
    await expect(summary.getByText(text, { exact: true })).toBeVisible();
  }
  const details = page.getByRole('region', { name: 'Payment Details' });
  await expect(details.getByText(/payment is secured by .* card provider.* don’t store/)).toBeVisible();
  await expect(payButton(page)).toHaveText(`Pay £${costOf(2)}`);
  const back = page.getByRole('link', { name: 'Back to branch boxes' });
  await expect(back).toHaveAttribute('href', '/nordmann-branches');

  // The back button leads to the page before, and forward again.
  await page.goBack();
  await expect(page).toHaveURL('/nordmann-branches');
  await page.goForward();
  await expect(payButton(page)).toBeEnabled();

  let confirmations = 0;
  await page.route(/\/confirm$/, async (route) => {
    confirmations += 1;
    await expect(payButton(page)).toHaveText('Processing Payment...');
    await expect(payButton(page)).toBeDisabled();
    await expect(back).toBeHidden();
    await route.continue();
  });
  await back.focus();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Card number')).toBeFocused();
  for (const text of ['4242424242424242', '1240', '123']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await payButton(page).focus();
  // In one task, before React could disable anything.
  await payButton(page).evaluate((button: HTMLButtonElement) => {
    button.form?.requestSubmit();
    button.click();
  });
  const orderNumber = await expectThanks(page);
  expect(confirmations).toBe(1);
  await expect(page).toHaveTitle(/^Thank you for your order \| /);
  expect(await shop.readOrders()).toMatchObject([
    {
      orderNumber,
      customerName: 'Ann Ash',
      customerEmail: 'ann@example.com',
      quantity: 2,
      totalAmount: costOf(2),
      status: 'processing',
      deliveryWeek: '2025-11-24',
      paymentStatus: 'succeeded',
    },
  ]);
  await expect.poll(() => shop.output()).toContain(orderNumber);

  await test.step('the thank-you names what was bought, in the tab that paid and no other', async () => {
    const outcome = page.locator('.outcome');
    await expect(outcome.locator('.receipt > div')).toHaveText([
      'Quantity2 boxes',
      `Total£${costOf(2)}`,
      'DeliveryWeek of 24 Nov',
      'Deliver toAnn Ash\n1 High Street\nThe Mews\nTaunton\nTA1 1AA',
      'Your instructionsPlease leave it in the porch.',
    ]);
    await expect(outcome).toContainText('on its way to ann@example.com. If that’s not right, ring us.');
    await expectGoodLooks(page);
    const other = await context.newPage();
    await other.goto(page.url());
    await expect(thanks(other)).toBeFocused();
    await expect(other.locator('.receipt')).toHaveCount(0);
    await expect(other.locator('.outcome')).toContainText('We’ll e-mail you a confirmation');
    await other.goto(CHECKOUT);
    await expect(other.getByText('There’s nothing to pay for yet')).toBeFocused();
    await other.close();
  });
  // The checkout is finished, so going back skips it.
  await page.goBack();
  await expect(page).toHaveURL('/nordmann-branches');
  await page.goForward();
  await page.getByRole('link', { name: 'See or change your order' }).click();
  await expect(page).toHaveURL('/order');
  await expect(page.getByText(orderNumber).first()).toBeVisible();
  // Without an order the buyer is sent to the order form, and back skips the checkout.
  await page.goto('/prices');
  await page.goto(CHECKOUT);
  await expect(page).toHaveURL('/nordmann-branches');
  await page.goBack();
  await expect(page).toHaveURL('/prices');
});

test('a slow payment still makes an order, which becomes paid', async ({ page, shop }) => {
  await openCheckout(page);
  let paymentIntentId = '';
  const order = await delay(page, '**/api/branch-boxes/order', (route) => {
    paymentIntentId = route.request().postDataJSON().paymentIntentId;
    return route.continue();
  });
  await payWith(page, '4000000000009987');
  await expect(page.getByRole('heading', { name: 'Payment Processing' })).toBeFocused();
  order.release();
  await expect(page.getByRole('heading', { name: 'Your payment is still being processed' })).toBeFocused();
  const [{ orderNumber } = { orderNumber: '' }] = await shop.readOrders();
  await expect(page).toHaveURL(`/nordmann-branches?success=true&orderNumber=${orderNumber}&paid=later`);
  const outcome = page.locator('.outcome');
  await expect(outcome).toContainText('We have your order, and you don’t need to pay again.');
  await expect(outcome).toContainText('We’ll send a confirmation to');
  await expect(outcome.locator('.receipt')).toContainText(`Total£${costOf(2)}`);
  await expect(outcome).not.toContainText(/Paid|on its way|Thank you/);
  await expect(page).toHaveTitle(/^Payment in progress \| /);
  expect(await readStored(page)).toBeNull();
  expect(await shop.readOrders()).toMatchObject([{ status: 'pending' }]);
  await shop.settle(paymentIntentId, 'succeeded');
  await expect.poll(shop.readOrders).toMatchObject([{ orderNumber, status: 'processing' }]);
});

test.describe('a card that does not pay at once', () => {
  test.use({ expectedMessages: /status of 402/ });

  test('says why, at the button or back from the bank, until it pays', async ({ page, shop }) => {
    await openCheckout(page);
    await payButton(page).click();
    await expect(toast(page)).toContainText('Your card number is incomplete.');
    // The form shows it too.
    await expect(page.getByLabel('Card number')).toBeFocused();
    const order = makeOrder({ quantity: 1 });
    // A page from the back/forward cache starts again.
    await page.evaluate((json) => {
      localStorage.setItem('branchBoxOrder', json);
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    }, JSON.stringify(order));
    await expect(payButton(page)).toHaveText(`Pay £${costOf(1)}`);
    await payWith(page, '4000000000009995');
    await expect(toast(page).locator('.toast-title')).toHaveText('Payment Failed');
    await expect(page.getByText('Your card has insufficient funds.')).toHaveCount(1);
    await expect(toast(page)).toContainText('use another card, or ring us on 01632 960 214.');
    await expect(toast(page).getByRole('link', { name: PHONE })).toHaveAttribute('href', 'tel:01632960214');
    await expect(toast(page)).toHaveClass('toast destructive');
    await expect(toast(page)).toBeFocused();
    await expectGoodLooks(page);
    await expect(toast(page)).toBeVisible();

    await payWith(page, '4000002500003155');
    await page.getByRole('button', { name: 'Fail authentication' }).click();
    await expect(page.getByRole('heading', { name: 'Your payment didn’t go through' })).toBeFocused();
    expect(page.url()).not.toContain('_secret_');
    expect(await readStored(page)).toEqual(order);
    expect(await shop.readOrders()).toEqual([]);
    await expectGoodLooks(page);
    await page.getByRole('link', { name: 'Back to the checkout' }).click();
    await payWith(page, '4000002500003155');
    await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor();
    await page.goBack();
    await payWith(page, '4000002500003155');
    await page.getByRole('button', { name: 'Complete authentication' }).click();
    const orderNumber = await expectThanks(page);
    expect(await shop.readOrders()).toMatchObject([{ orderNumber, paymentStatus: 'succeeded' }]);
    // The bank's page redirects here again: the same order, and the secret is removed again.
    await page.goBack();
    expect(await expectThanks(page)).toBe(orderNumber);
    expect(page.url()).not.toContain('_secret_');
    expect(await shop.readOrders()).toHaveLength(1);
  });
});

test('what another tab has changed or paid is seen, and nothing is paid twice or lost', async ({
  page,
  context,
  shop,
}) => {
  const order = await openCheckout(page);
  const other = await context.newPage();
  await other.goto('/prices');
  const store = (stored: object) =>
    other.evaluate((json) => localStorage.setItem('branchBoxOrder', json), JSON.stringify(stored));
  await store(makeOrder({ ...order, quantity: 1, totalAmount: costOf(1), attemptId: crypto.randomUUID() }));
  await expect(payButton(page)).toHaveText(`Pay £${costOf(1)}`);
  await expect(page.getByRole('status').filter({ hasText: 'in your other tab' })).toBeVisible();
  await other.goto(CHECKOUT);
  await expect(payButton(other)).toBeEnabled();
  // A tab in the back is slow.
  await page.bringToFront();
  await payWith(page, '4242424242424242');
  await expectThanks(page);
  await expect(other).toHaveURL(/\/nordmann-branches/);

  await test.step('an order that another tab stores during the payment stays', async () => {
    const bought = await openCheckout(page, { quantity: 3 });
    const others = makeOrder({ quantity: 4 });
    await page.route(/\/confirm$/, async (route) => {
      const response = await route.fetch();
      await store(others);
      // The tabs are processes of their own, and one sees what another has stored a few milliseconds later.
      await expect.poll(() => readStored(page)).toEqual(others);
      await route.fulfill({ response });
    });
    await payWith(page, '4242424242424242');
    await thanks(page).waitFor();
    const orders = await shop.readOrders();
    expect(orders.map(({ quantity }) => quantity).sort()).toEqual([1, bought.quantity]);
    expect(await readStored(page)).toEqual(others);
  });
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the pages with a card form show the alternatives, and nothing that needs script', async ({
    page,
  }) => {
    for (const [path, hidden] of [
      [CHECKOUT, 'Preparing checkout...'],
      ['/nordmann-foliage-payment', 'Quantity'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: 'Paying without JavaScript' })).toBeVisible();
      await expect(page.getByText(hidden)).toBeHidden();
      await expect(
        page
          .getByRole('main')
          .getByRole('link', { name: `Call ${PHONE}` })
          .first(),
      ).toBeVisible();
      const form = page.getByRole('link', { name: 'Go to the order form' });
      await expect(form).toHaveAttribute('href', '/nordmann-branches#order');
    }
    await page.goto('/admin/people');
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeHidden();
    // As does the list of orders.
    await addSession(page.context());
    await page.goto('/admin/orders');
    await expect(page.getByText('The list of orders needs JavaScript.')).toBeVisible();
    await expect(page.getByText('Loading orders...')).toBeHidden();
  });
});
