import { CHECKOUT, makeOrder, seedOrder } from '../../support/seeded-order.ts';
import { expect, test } from '../../support/shop.ts';
import { expectGoodLooks, openCheckout, payButton, payWith, toast } from './buyer.ts';

// Every state of the checkout: no axe violation and nothing that scrolls sideways.
test.use({ expectedMessages: /status of (402|409)|ERR_FAILED/ });
test.slow();

test('preparing', async ({ page }) => {
  await page.route('**/api/create-payment-intent', () => {});
  await seedOrder(page, makeOrder());
  await page.goto(CHECKOUT);
  await expect(page.getByText('Preparing checkout...')).toBeVisible();
  await expectGoodLooks(page, 'preparing');
});

test('refused', async ({ page }) => {
  await page.route('**/api/create-payment-intent', (route) =>
    route.fulfill({ status: 409, json: { error: 'This delivery week is fully booked.', code: 'week_full' } }),
  );
  await seedOrder(page, makeOrder());
  await page.goto(CHECKOUT);
  await expect(page.getByRole('alert')).toContainText('fully booked');
  await expectGoodLooks(page, 'refused');
});

test('another price', async ({ page }) => {
  await seedOrder(page, makeOrder({ unitPrice: '35.00', totalAmount: '70.00' }));
  await page.goto(CHECKOUT);
  await expect(page.getByRole('heading', { name: 'The price has changed' })).toBeVisible();
  await expectGoodLooks(page, 'price-changed');
});

test('ready to pay, with the longest entries', async ({ page }) => {
  await openCheckout(page, {
    customerName: 'Wilhelmina-Alexandra Featherstonehaugh-Cholmondeley'.repeat(2).slice(0, 100),
    customerEmail: `${'a'.repeat(64)}@${'example-'.repeat(20)}.example.com`,
    specialInstructions: 'Leave\nit\n'.repeat(5) + 'x'.repeat(300),
  });
  await expectGoodLooks(page, 'ready-long');
});

test('ready to pay, and a declined card', async ({ page }) => {
  await openCheckout(page);
  await expectGoodLooks(page, 'ready');
  await payWith(page, '4000000000000002');
  await expect(toast(page)).toBeVisible();
  await expectGoodLooks(page, 'declined');
});

test('paying', async ({ page }) => {
  await page.route(/\/confirm$/, () => {});
  await openCheckout(page);
  await payWith(page, '4242424242424242');
  await expect(payButton(page)).toHaveText('Processing Payment...');
  await expectGoodLooks(page, 'paying');
});

test('completing, and a completion that fails', async ({ page }) => {
  await openCheckout(page);
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/branch-boxes/order', async (route) => {
    await answer.promise;
    await route.abort();
  });
  await payWith(page, '4242424242424242');
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeFocused();
  await expectGoodLooks(page, 'completing');
  answer.resolve();
  await expect(page.getByRole('heading', { name: 'Order Processing Error' })).toBeFocused();
  await expectGoodLooks(page, 'completion-failed');
});

test('no card form', async ({ page }) => {
  await page.route('**/payment-sandbox/stripe.js', (route) => route.abort());
  await seedOrder(page, makeOrder());
  await page.goto(CHECKOUT);
  await expect(page.getByRole('alert')).toContainText('The card form could not be loaded.');
  await expectGoodLooks(page, 'no-card-form');
});
