import type { Page } from '@playwright/test';
import { expect, SERVICE_GONE, test } from '../../support/shop.ts';
import {
  expectSuccess,
  fillSheet,
  openCard,
  openFoliage,
  openWithWallet,
  PATH,
  pay,
  payInSheet,
  payWithCard,
  quantity,
  toast,
  wallet,
} from './foliage-page.ts';

const PROCESSING_ERROR =
  'Order Processing Error Payment successful but order processing failed. Please contact us at 01632 960 214 with your payment confirmation.';

/** The browser's data for an order that is not completed yet. */
const readKept = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('foliageAttempt') ?? '{}').paymentIntentId);

test.describe('if a response is lost after the payment', () => {
  // Requests that the test aborts, and those to a stopped service.
  test.use({
    expectedMessages: new RegExp(`ERR_FAILED|status of 50|${SERVICE_GONE.source}`),
  });

  test('a reload completes the order of a wallet', async ({ page, shop }) => {
    await shop.setFaults({ webhooks: { drop: 'all' } });
    await openWithWallet(page);
    await wallet(page).click();
    await fillSheet(page);
    await page.route('**/api/branch-boxes/order', (route) => route.abort());
    await payInSheet(page).click();
    await expect(toast(page)).toContainText(PROCESSING_ERROR);
    await expect(wallet(page)).toHaveCount(0);
    await page.unroute('**/api/branch-boxes/order');
    await page.reload();
    await expectSuccess(page);
    expect(await shop.readOrders()).toMatchObject([{ customerName: 'Ann Ash' }]);
  });
});

test('going back after a payment leads to no form that has been paid', async ({ page, shop }) => {
  await page.goto('/nordmann-branches');
  await openFoliage(page);
  await openCard(page);
  await pay(page).click();
  await expectSuccess(page);
  await page.goBack();
  await expect(page).toHaveURL('/nordmann-branches');
  // Buying more starts a new purchase.
  await openFoliage(page);
  await expect(page.getByLabel('Full name')).toHaveCount(0);
  await openCard(page);
  await pay(page).click();
  await expectSuccess(page);
  expect(await shop.readOrders()).toHaveLength(2);
});

test('a page from the back/forward cache, as it was left for the bank, starts from the choice', async ({
  page,
}) => {
  await openFoliage(page);
  await openCard(page);
  await page.route('**/payment_intents/*/confirm', () => {});
  await pay(page).click();
  await expect(page.getByRole('button', { name: 'Processing Payment...' })).toBeDisabled();
  // Chromium has no back/forward cache while a test drives it.
  await page.evaluate(() => {
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await expect(payWithCard(page)).toBeEnabled();
  await payWithCard(page).click();
  await expect(pay(page)).toBeEnabled();
});

test.describe('in two tabs', () => {
  test.use({ expectedMessages: /status of 4(00|09)/ });

  test('the same boxes are paid for once, whichever tab is used', async ({ page, context, shop }) => {
    const other = await context.newPage();
    await openFoliage(page);
    await openFoliage(other);
    await openCard(page);
    await openCard(other);
    await pay(page).click();
    await expectSuccess(page);
    await pay(other).click();
    await expectSuccess(other);
    expect(await shop.readOrders()).toHaveLength(1);
  });

  test('a tab that requests what another has paid for is told so, and can buy the same again', async ({
    page,
    context,
    shop,
  }) => {
    const other = await context.newPage();
    await openFoliage(page);
    await openFoliage(other);
    await payWithCard(other).click();
    await other.getByRole('button', { name: 'Change quantity or week' }).click();
    await openCard(page);
    await pay(page).click();
    await expectSuccess(page);
    const [order] = await shop.readOrders();
    await payWithCard(other).click();
    await expect(toast(other)).toContainText(
      'Payment Failed This order is already paid for. You have not been charged again.',
    );
    await expect(
      other.getByRole('status').filter({ hasText: 'These boxes have been paid for already' }),
    ).toContainText(`your order ${order?.orderNumber} is with us`);
    await openCard(other);
    await pay(other).click();
    await expectSuccess(other);
    expect(await shop.readOrders()).toHaveLength(2);
  });
});

test.describe('an unpaid return from the bank', () => {
  test.use({ expectedMessages: /status of 402/ });

  test('goes back to the choice', async ({ page, shop }) => {
    await openFoliage(page);
    const answer = page.waitForResponse('**/create-payment-intent');
    await payWithCard(page).click();
    const { clientSecret } = await (await answer).json();
    const [id] = clientSecret.split('_secret_');
    await page.goto(`${PATH}?payment=success&payment_intent=${id}&redirect_status=succeeded`);
    await expect(toast(page)).toContainText(
      'Payment Failed The payment has not been completed, so there is no order yet.',
    );
    await expect(quantity(page)).toBeVisible();
    expect(await readKept(page)).toBeUndefined();
    expect(await shop.readOrders()).toEqual([]);
  });
});
