import { expectGoodLooks } from '../support/good-looks.ts';
import { makeOrder, seedOrder } from '../support/seeded-order.ts';
import { expect, test } from '../support/shop.ts';
import {
  enterCard,
  expectThanks,
  openCheckout,
  PHONE,
  payButton,
  payWith,
  readStored,
  thanks,
  toast,
} from './checkout/buyer.ts';

import { chooseWeek, fill, openForm, quantity, submit, week } from './order/order-page.ts';

const PAGE = '/nordmann-branches';

// It also checks the looks of each result, which takes a while.
test.slow();

test('without a query nothing is shown or loaded', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await page.goto(PAGE);
  await page.waitForLoadState('networkidle');
  await expect(page.locator('.outcome')).toHaveCount(0);
  await expect(page.getByText('One moment, please...')).toBeHidden();
  expect(scripts.filter((url) => url.includes('OrderOutcome'))).toEqual([]);
  await page.goto(`${PAGE}?payment=success`);
  await expect(page.locator('.outcome')).toBeVisible();
  expect(scripts.filter((url) => /OrderOutcome.*\.js$/.test(url))).toHaveLength(1);
});

test('a typed order number is shown in its proper form', async ({ page }) => {
  await page.goto(`${PAGE}?success=true&orderNumber=bb%207f3m2q9`);
  await expect(thanks(page)).toBeFocused();
  await expect(page.getByText('Your order number is BB-7F3M-2Q9')).toBeVisible();
  await expect(page.locator('.outcome').getByRole('link', { name: PHONE })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page).toHaveTitle(/^Thank you for your order \| /);
  await expectGoodLooks(page);
});

test('the thank-you names boxes, week, sum, address and e-mail, in the tab that paid and no other', async ({
  page,
  context,
}) => {
  const order = await openCheckout(page);
  await payWith(page, '4242424242424242');
  await expectThanks(page);
  const outcome = page.locator('.outcome');
  await expect(outcome.locator('.receipt > div')).toHaveText([
    'Boxes2 boxes',
    'Total£54.70',
    'DeliveryWeek of 24 Nov',
    `Delivery toAnn Ash\n${order.shippingAddress}\n${order.shippingCity}\n${order.shippingPostcode}`,
    'Your instructionsPlease leave it in the porch.',
  ]);
  await expect(outcome).toContainText(
    `A confirmation is on its way to ${order.customerEmail}. Is that e-mail address right?`,
  );
  await expectGoodLooks(page);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(thanks(other)).toBeFocused();
  await expect(other.locator('.receipt')).toHaveCount(0);
  await expect(other.locator('.outcome')).toContainText('We will e-mail you a confirmation');
});

test('going back from the thank-you says what was just ordered', async ({ page }) => {
  await openForm(page);
  await fill(page);
  await quantity(page).fill('2');
  await chooseWeek(page, '2025-12-08');
  await submit(page).click();
  await payWith(page, '4242424242424242');
  const orderNumber = await expectThanks(page);
  await page.goBack();
  await expect(page).toHaveURL(PAGE);
  const notice = page.getByRole('status').filter({ hasText: `We have your order ${orderNumber}.` });
  await expect(notice).toBeFocused();
  await expect(notice).toBeInViewport();
  await expect(notice).toContainText('You have just ordered 2 boxes, Week of 8 Dec.');
  await expect(page.getByLabel('Your name')).toHaveValue('');
  await expect(week(page)).toHaveValue('2025-11-17');
  await expectGoodLooks(page);
  await notice.getByRole('link', { name: 'See or change your order' }).click();
  await expect(page.getByRole('heading', { name: `Order ${orderNumber}` })).toBeVisible();
  // A page restored as it was left says so as well.
  await page.goto('/prices');
  await page.goto(PAGE);
  await expect(notice).toBeVisible();
  await expect(notice).not.toBeFocused();
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(notice).toBeFocused();
});

test('an invalid order number is not shown', async ({ page }) => {
  await page.goto(`${PAGE}?success=true&orderNumber=call%2001632%20960%20999%20now`);
  await expect(thanks(page)).toBeFocused();
  await expect(page.getByText('Your order number is in the confirmation')).toBeVisible();
  await expect(page.getByText('960 999')).toBeHidden();
});

test('the page waits for the result script, but not forever', async ({ page }) => {
  await page.clock.install();
  await page.route('**/OrderOutcome*', () => new Promise(() => {}));
  await page.goto(`${PAGE}?success=true`);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(page.getByText('One moment, please...')).toBeVisible();
  await expect(heading).toBeHidden();
  await page.clock.runFor(10_000);
  await expect(heading).toBeVisible();
  await expect(page.getByText('One moment, please...')).toBeHidden();
});

test.describe('back from the bank', () => {
  test.use({ expectedMessages: /ERR_FAILED|status of (402|404)/ });

  test('an order that cannot be completed at once is explained, tried again, and kept through a reload', async ({
    page,
    shop,
  }) => {
    await openCheckout(page);
    await page.route('**/api/branch-boxes/order', (route) => route.abort());
    await payWith(page, '4000002500003155');
    await page.getByRole('button', { name: 'Complete authentication' }).click();
    await expect(toast(page).locator('.toast-title')).toHaveText('Order Processing Error');
    await expect(page.getByRole('heading', { name: 'Order Processing Error' })).toBeFocused();
    expect(page.url()).not.toContain('_secret_');
    const { paymentIntentId = '' } = (await readStored(page)) ?? {};
    await expect(page.getByText(`Your payment confirmation: ${paymentIntentId}`)).toBeVisible();
    await expectGoodLooks(page);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Order Processing Error' })).toBeFocused();
    await page.unroute('**/api/branch-boxes/order');
    await page.getByRole('button', { name: 'Try again' }).click();
    const orderNumber = await expectThanks(page);
    expect(await shop.readOrders()).toMatchObject([{ orderNumber, paymentStatus: 'succeeded' }]);
    // The bank's page redirects here again: the same order, and the secret is removed again.
    await page.goBack();
    expect(await expectThanks(page)).toBe(orderNumber);
    expect(await shop.readOrders()).toHaveLength(1);
  });

  test('an order that was changed in another tab stays, and the paid one is completed', async ({
    page,
    context,
    shop,
  }) => {
    await openCheckout(page);
    await payWith(page, '4000002500003155');
    const other = makeOrder({ quantity: 1, totalAmount: '27.35' });
    const tab = await context.newPage();
    await tab.goto('/prices');
    await tab.evaluate((json) => localStorage.setItem('branchBoxOrder', json), JSON.stringify(other));
    await page.getByRole('button', { name: 'Complete authentication' }).click();
    await expect(thanks(page)).toBeFocused();
    expect(await shop.readOrders()).toMatchObject([{ quantity: 2, paymentStatus: 'succeeded' }]);
    expect(await readStored(page)).toEqual(other);
  });

  test('a payment that the service knows to be unpaid makes no order', async ({ page }) => {
    const started = page.waitForResponse('**/api/create-payment-intent');
    const order = await openCheckout(page);
    const id = (await (await started).json()).clientSecret.split('_secret_')[0];
    await page.goto(`${PAGE}?payment=success&payment_intent=${id}&redirect_status=succeeded`);
    await expect(page.getByRole('heading', { name: 'Your payment did not go through' })).toBeFocused();
    expect(await readStored(page)).toEqual(order);
    await expectGoodLooks(page);
    await page.getByRole('link', { name: 'Back to the checkout' }).click();
    await expect(payButton(page)).toBeEnabled();
    await enterCard(page, '4242424242424242');
    await payButton(page).click();
    await expectThanks(page);
  });
});

test('a payment in the stored order is completed without one in the URL', async ({ page, shop }) => {
  await openCheckout(page);
  let paymentIntentId = '';
  await page.route('**/api/branch-boxes/order', async (route) => {
    paymentIntentId = route.request().postDataJSON().paymentIntentId;
    await page.close();
  });
  await payWith(page, '4242424242424242').catch(() => {});
  await expect.poll(() => paymentIntentId).toMatch(/^pi_/);
  const next = await page.context().newPage();
  await next.goto(`${PAGE}?payment=success`);
  const orderNumber = await expectThanks(next);
  expect(await shop.readOrders()).toMatchObject([{ orderNumber }]);
});

test('without any payment, the buyer is told whom to ask', async ({ page }) => {
  await page.goto(`${PAGE}?payment=success`);
  await expect(page.getByRole('heading', { name: 'We cannot see your order from here' })).toBeFocused();
  await expect(page.locator('.outcome').getByText(PHONE)).toBeVisible();
  await expect(toast(page)).toBeHidden();
  await expectGoodLooks(page);
});

test('a failed payment without a stored order leads to the order form', async ({ page }) => {
  await page.goto(`${PAGE}?payment=success&payment_intent=pi_1&redirect_status=failed`);
  await expect(page.getByRole('heading', { name: 'Your payment did not go through' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Order again' })).toHaveAttribute(
    'href',
    '/nordmann-branches#order',
  );
});

test('a failed payment keeps the order, whatever else the URL says', async ({ page }) => {
  const order = makeOrder();
  await seedOrder(page, order);
  await page.goto(
    `${PAGE}?payment=success&payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=requires_payment_method`,
  );
  await expect(page.getByRole('link', { name: 'Back to the checkout' })).toBeVisible();
  expect(page.url()).not.toContain('_secret_');
  expect(await readStored(page)).toEqual(order);
});

test('/success has the text of the specification', async ({ page }) => {
  await page.goto('/success');
  await expect(page.getByRole('heading', { name: 'Thanks! Your order was received.' })).toBeVisible();
  await expect(page.getByText("We'll deliver in your selected week.")).toBeVisible();
  await expect(page.getByText("You'll receive a confirmation email shortly")).toBeVisible();
  await page.getByRole('link', { name: 'Return Home' }).click();
  await expect(page).toHaveURL('/');
});
