import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { HOME_NETWORK_NAME } from '../../support/chromium.ts';
import { CHECKOUT, makeOrder, seedOrder } from '../../support/seeded-order.ts';
import { expect, test } from '../../support/shop.ts';
import { chooseWeek, fill, openForm, quantity, readEntries, submit, week } from '../order/order-page.ts';
import { expectThanks, openCheckout, PHONE, payButton, payWith, readStored } from './buyer.ts';

const REFUSED = `Unable to process payment. Please try again or contact us at ${PHONE}.`;

/** Expects the order form, with the specified alert. */
async function expectRefused(page: Page, reason = ''): Promise<Locator> {
  await expect(page).toHaveURL('/nordmann-branches#order');
  const alert = page.getByRole('alert').filter({ hasText: REFUSED });
  await expect(alert).toBeInViewport();
  await expect(alert).toContainText(reason);
  await expect(alert.getByRole('link', { name: `Call ${PHONE}` })).toBeVisible();
  return alert;
}

test('without an order the buyer is sent to the order form, and back skips the checkout', async ({
  page,
}) => {
  await page.goto('/prices');
  await page.goto(CHECKOUT);
  await expect(page).toHaveURL('/nordmann-branches');
  await page.goBack();
  await expect(page).toHaveURL('/prices');
});

test('the spinner is in the built page, and stays until the order can be paid', async ({ page, request }) => {
  expect(await (await request.get(CHECKOUT)).text()).toContain('Preparing checkout...');
  await seedOrder(page, makeOrder());
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/create-payment-intent', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.goto(CHECKOUT);
  await expect(page.getByText('Preparing checkout...')).toBeVisible();
  await expect(page.getByText('Complete Your Order')).toBeHidden();
  answer.resolve();
  await expect(page.getByText('Complete Your Order')).toBeVisible();
  await expect(page.getByText('Preparing checkout...')).toBeHidden();
});

test.describe('a refused payment', () => {
  test.use({ expectedMessages: /status of (409|422|502|503)|ERR_FAILED|The answer of |JSON/ });

  test('by the provider goes back to the form with an alert, the entries kept, and another try', async ({
    page,
    shop,
  }) => {
    await shop.setFaults({ calls: [{ method: 'POST', path: '/v1/payment_intents', status: 400 }] });
    await openForm(page);
    await fill(page);
    await quantity(page).fill('2');
    await submit(page).click();
    const alert = await expectRefused(page, 'Card payments are not working just now.');
    await expect(alert).toBeFocused();
    await expect(alert).toContainText('Nothing has been charged, and what you entered is still here.');
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
    await page.goForward();
    await payWith(page, '4242424242424242');
    await expectThanks(page);
  });

  test('by the service shows its own message, which says what to change', async ({ page }) => {
    await seedOrder(page, makeOrder({ deliveryWeek: '2025-11-18' }));
    await page.goto(CHECKOUT);
    await expectRefused(
      page,
      'Some of the details need another look. Please choose one of the delivery weeks.',
    );
  });

  test('by an answer that is none shows the alert', async ({ page }) => {
    for (const body of ['{}', 'null', '{"clientSecret":null}', '<p>Welcome to the hotel</p>']) {
      await page.route('**/api/create-payment-intent', (route) => route.fulfill({ body }), { times: 1 });
      await seedOrder(page, makeOrder());
      await page.goto(CHECKOUT);
      await expectRefused(page);
    }
  });

  test('without a response shows the alert only', async ({ page }) => {
    await page.route('**/api/create-payment-intent', (route) => route.abort());
    await seedOrder(page, makeOrder());
    await page.goto(CHECKOUT);
    const alert = await expectRefused(page);
    await expect(alert.getByRole('paragraph')).toHaveCount(3);
  });

  test('for want of boxes says how many are left, and leads to another week', async ({ page }) => {
    const error = 'This delivery week has only 1 box left. Please choose another week, or fewer boxes.';
    await page.route(
      '**/api/create-payment-intent',
      (route) => route.fulfill({ status: 409, json: { error, code: 'week_full' } }),
      { times: 1 },
    );
    await openForm(page);
    await fill(page);
    await quantity(page).fill('2');
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
});

test.describe('an exception in our own code', () => {
  test.use({ expectedMessages: /status of 409|made up/ });

  test('goes back with the alert too, instead of waiting forever', async ({ page }) => {
    await page.addInitScript(() => {
      Crypto.prototype.randomUUID = () => {
        throw new Error('made up');
      };
    });
    await page.route('**/api/create-payment-intent', (route) =>
      route.fulfill({ status: 409, json: { error: 'It was changed.', code: 'order_changed' } }),
    );
    await seedOrder(page, makeOrder());
    await page.goto(CHECKOUT);
    await expectRefused(page);
  });
});

test.describe('if the service disagrees about the order', () => {
  test.use({ expectedMessages: /status of 409/ });

  test('it gets its new id even on an insecure connection, as on a home network', async ({
    browser,
    shop,
  }) => {
    const context = await browser.newContext({ baseURL: shop.url.replace('localhost', HOME_NETWORK_NAME) });
    const page = await context.newPage();
    const order = makeOrder({ unitPrice: '35.00', totalAmount: '70.00' });
    await seedOrder(page, order);
    await page.goto(CHECKOUT);
    expect(await page.evaluate(() => [isSecureContext, 'randomUUID' in crypto])).toEqual([false, false]);
    await expect(payButton(page)).toHaveText('Pay £54.70');
    await context.close();
  });

  test('a changed price is shown before paying, and paid once after accepting', async ({ page, shop }) => {
    const order = makeOrder({ unitPrice: '35.00', totalAmount: '70.00' });
    await seedOrder(page, order);
    await page.goto(CHECKOUT);
    await expect(page.getByRole('status').filter({ hasText: 'The price has changed:' })).toHaveText(
      'The price has changed: a box now costs £27.35, not £35. Please check the new total. Nothing has been charged.',
    );
    await expect(page.getByText('2 × £27.35')).toBeVisible();
    const { attemptId, ...agreed } = (await readStored(page)) ?? order;
    const { attemptId: replaces, ...rest } = order;
    expect(agreed).toEqual({ ...rest, unitPrice: '27.35', totalAmount: '54.70', replaces });
    expect(attemptId).not.toBe(order.attemptId);
    await payWith(page, '4242424242424242');
    await expectThanks(page);
    expect(await shop.readOrders()).toMatchObject([{ totalAmount: '54.70' }]);
  });

  test('an order changed under its old id silently gets a new one', async ({ page, shop }) => {
    const order = await openCheckout(page);
    const changed = makeOrder({ attemptId: order.attemptId, quantity: 3, totalAmount: '82.05' });
    await seedOrder(page, changed);
    await page.reload();
    await expect(payButton(page)).toHaveText('Pay £82.05');
    await expect(page.getByRole('alert')).toBeHidden();
    await payWith(page, '4242424242424242');
    await expectThanks(page);
    expect(await shop.readOrders()).toMatchObject([{ quantity: 3 }]);
  });

  test('a purchase that is refused under every id is not repeated forever', async ({ page }) => {
    let calls = 0;
    await page.route('**/api/create-payment-intent', (route) => {
      calls += 1;
      const json = { error: 'This order has changed.', code: 'order_changed' };
      return route.fulfill({ status: 409, json });
    });
    await seedOrder(page, makeOrder());
    await page.goto(CHECKOUT);
    await expectRefused(page, 'This order has changed.');
    expect(calls).toBe(2);
  });

  test('an order that was paid before the page closed is completed', async ({ page, shop, context }) => {
    const order = await openCheckout(page);
    // The payment is made, but the page closes before the response.
    await page.route(/\/confirm$/, async (route) => {
      await route.fetch();
      await page.close();
    });
    await payWith(page, '4242424242424242').catch(() => {});
    const next = await context.newPage();
    await next.goto(CHECKOUT);
    await expectThanks(next);
    expect(await shop.readOrders()).toMatchObject([{ customerName: order.customerName }]);
  });
});

test('a page from the back/forward cache starts again', async ({ page }) => {
  await openCheckout(page);
  const changed = makeOrder({ attemptId: randomUUID(), quantity: 1, totalAmount: '27.35' });
  await page.evaluate((json) => {
    localStorage.setItem('branchBoxOrder', json);
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  }, JSON.stringify(changed));
  await expect(payButton(page)).toHaveText('Pay £27.35');
});
