import { expectGoodLooks } from '../support/good-looks.ts';
import { makeOrder, seedOrder } from '../support/seeded-order.ts';
import { expect, test } from '../support/shop.ts';
import {
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

test.use({ expectedMessages: /ERR_FAILED|status of (402|404)/ });

test('without a query nothing is shown or loaded, and the page waits for a result, but not forever', async ({
  page,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await page.goto(PAGE);
  await page.waitForLoadState('networkidle');
  await expect(page.locator('.outcome')).toHaveCount(0);
  await expect(page.getByText('One moment, please...')).toBeHidden();
  expect(scripts.filter((url) => url.includes('OrderOutcome'))).toEqual([]);

  await page.clock.install();
  await page.route('**/OrderOutcome*', () => new Promise(() => {}));
  await page.goto(`${PAGE}?success=true`);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(page.getByText('One moment, please...')).toBeVisible();
  await expect(heading).toBeHidden();
  await page.clock.runFor(10_000);
  await expect(heading).toBeVisible();
  await expect(page.getByText('One moment, please...')).toBeHidden();
  // Above the order form, which they must not fill in a second time.
  await expect(page.getByRole('status').filter({ hasText: 'don’t order again' })).toBeInViewport();
});

test('each address that a buyer comes back to says what it can, and no more', async ({ page }) => {
  const outcome = page.locator('.outcome');
  await page.goto(`${PAGE}?success=true&orderNumber=bb%207f3m2q9`);
  await expect(thanks(page)).toBeFocused();
  await expect(page.getByText('Your order number is BB-7F3M-2Q9')).toBeVisible();
  await expect(outcome.getByRole('link', { name: PHONE })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page).toHaveTitle(/^Thank you for your order \| /);
  await expect(page.getByText('in the week you chose')).toHaveCount(1);

  // A week that went during the payment is told once.
  for (const [week, said] of [
    ['taken', 'the last boxes of your week went to somebody else'],
    ['closed', 'your week closed for orders'],
  ] as const) {
    await page.goto(`${PAGE}?success=true&orderNumber=BB-7F3M-2Q9&week=${week}`);
    await expect(page.getByText(said)).toBeVisible();
    await expect(page.getByText('in the week you chose')).toHaveCount(0);
  }
  await expectGoodLooks(page);

  await page.goto(`${PAGE}?success=true&orderNumber=call%2001632%20960%20999%20now`);
  await expect(page.getByText('Your order number is in the confirmation')).toBeVisible();
  await expect(page.getByText('960 999')).toBeHidden();

  await page.goto(`${PAGE}?payment=success`);
  await expect(page.getByRole('heading', { name: 'We can’t see your order from here' })).toBeFocused();
  await expect(outcome.getByText(PHONE)).toBeVisible();
  await expect(toast(page)).toBeHidden();

  const failed = `${PAGE}?payment=success&payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2`;
  await page.goto(`${failed}&redirect_status=failed`);
  await expect(page.getByRole('heading', { name: 'Your payment didn’t go through' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Order again' })).toHaveAttribute('href', `${PAGE}#order`);
  const order = makeOrder();
  await seedOrder(page, order);
  await page.goto(`${failed}&redirect_status=requires_payment_method`);
  await expect(page.getByRole('link', { name: 'Back to the checkout' })).toBeVisible();
  expect(page.url()).not.toContain('_secret_');
  expect(await readStored(page)).toEqual(order);

  await page.goto(`${PAGE}#order-not-paid`);
  await expectGoodLooks(page);
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
  await expect(notice).toContainText('You have just ordered 2 boxes, week of 8 Dec.');
  await expect(page.getByLabel('Your name')).toHaveValue('');
  await expect(week(page)).toHaveValue('2025-11-17');
  await notice.getByRole('link', { name: 'See or change your order' }).click();
  await expect(page.getByRole('heading', { name: `Order ${orderNumber}` })).toBeVisible();
  // A page restored as it was left says so as well.
  await page.goto('/prices');
  await page.goto(PAGE);
  await expect(notice).toBeVisible();
  await expect(notice).not.toBeFocused();
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(notice).toBeFocused();

  // Once it is cancelled, neither page goes on as if it were not.
  await notice.getByRole('link', { name: 'See or change your order' }).click();
  await page.getByText('Cancel the order').first().click();
  await page.getByRole('button', { name: 'Cancel the order' }).click();
  const cancelled = page.getByText('You’ve cancelled this order, and nothing will be sent.');
  await expect(cancelled).toBeVisible();
  await page.goto(PAGE);
  await expect(submit(page)).toBeVisible();
  await expect(notice).toHaveCount(0);
  await page.goto(`${PAGE}?success=true&orderNumber=${orderNumber}`);
  await expect(cancelled).toBeVisible();
});

test('back from the bank, an order is completed whatever has happened meanwhile', async ({
  page,
  context,
  shop,
}) => {
  const started = page.waitForResponse('**/api/create-payment-intent');
  const order = await openCheckout(page);
  await test.step('one that the service knows to be unpaid is none', async () => {
    const id = (await (await started).json()).clientSecret.split('_secret_')[0];
    await page.goto(`${PAGE}?payment=success&payment_intent=${id}&redirect_status=succeeded`);
    await expect(page.getByRole('heading', { name: 'Your payment didn’t go through' })).toBeFocused();
    expect(await readStored(page)).toEqual(order);
    await page.getByRole('link', { name: 'Back to the checkout' }).click();
    await expect(payButton(page)).toBeEnabled();
  });

  await test.step('one that cannot be completed at once is kept through a reload', async () => {
    await page.route('**/api/branch-boxes/order', (route) => route.abort());
    await payWith(page, '4000002500003155');
    await page.getByRole('button', { name: 'Complete authentication' }).click();
    await expect(toast(page)).toContainText('Order Processing Error');
    await expect(toast(page)).toBeFocused();
    const { paymentIntentId = '' } = (await readStored(page)) ?? {};
    await expect(page.getByText(`Your payment confirmation: ${paymentIntentId}`)).toBeVisible();
    await page.reload();
    await expect(toast(page)).toBeFocused();
    await page.unroute('**/api/branch-boxes/order');
    // Without the payment in the address, it is in the stored order.
    await page.goto(`${PAGE}?payment=success`);
    const orderNumber = await expectThanks(page);
    expect(await shop.readOrders()).toMatchObject([{ orderNumber, paymentStatus: 'succeeded' }]);
  });

  await test.step('one that was changed in another tab stays, and the paid one is completed', async () => {
    await openCheckout(page, { quantity: 3 });
    await payWith(page, '4000002500003155');
    const other = makeOrder({ quantity: 1 });
    const tab = await context.newPage();
    await tab.goto('/prices');
    await tab.evaluate((json) => localStorage.setItem('branchBoxOrder', json), JSON.stringify(other));
    await page.getByRole('button', { name: 'Complete authentication' }).click();
    await expect(thanks(page)).toBeFocused();
    expect(await shop.readOrders()).toMatchObject([{ quantity: 3, paymentStatus: 'succeeded' }, {}]);
    expect(await readStored(page)).toEqual(other);
  });
});
