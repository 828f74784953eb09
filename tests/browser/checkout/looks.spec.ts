import type { Page, Route } from '@playwright/test';
import { expectGoodLooks } from '../../support/good-looks.ts';
import { CHECKOUT, makeOrder, seedOrder } from '../../support/seeded-order.ts';
import { expect, test } from '../../support/shop.ts';
import { openCheckout, payButton, payWith, toast } from './buyer.ts';

// Every state of the checkout: no axe violation, and no sideways scrolling.
test.use({ expectedMessages: /status of (402|409)|ERR_FAILED/ });
test.slow();

test('from preparation to a failed completion, with the longest entries', async ({ page }) => {
  const [intent, confirmation, order] = await Promise.all([
    delayResponse(page, '**/api/create-payment-intent'),
    delayResponse(page, /\/confirm$/),
    delayResponse(page, '**/api/branch-boxes/order', (route) => route.abort()),
  ]);
  const longest = makeOrder({
    customerName: 'Wilhelmina-Alexandra Featherstonehaugh-Cholmondeley'.repeat(2).slice(0, 100),
    customerEmail: `${'a'.repeat(64)}@${`${'example-'.repeat(7)}x.`.repeat(2)}example.com`,
    specialInstructions: 'Leave\nit\n'.repeat(5) + 'x'.repeat(300),
  });
  await seedOrder(page, longest);
  await page.goto(CHECKOUT);
  await expect(page.getByText('Preparing checkout...')).toBeVisible();
  await expectGoodLooks(page);
  intent.release();
  await expect(payButton(page)).toBeEnabled();
  await expectGoodLooks(page);
  await payWith(page, '4242424242424242');
  await expect(payButton(page)).toHaveText('Processing Payment...');
  await expectGoodLooks(page);
  confirmation.release();
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeFocused();
  await expectGoodLooks(page);
  order.release();
  await expect(page.getByRole('heading', { name: 'Order Processing Error' })).toBeFocused();
  await expectGoodLooks(page);
});

test('a declined card', async ({ page }) => {
  await openCheckout(page);
  await payWith(page, '4000000000000002');
  await expect(toast(page)).toBeVisible();
  // A toast stays while it has the focus.
  await page.keyboard.press('F8');
  await expectGoodLooks(page);
  await expect(toast(page)).toBeVisible();
});

test('refused, and back at the form', async ({ page }) => {
  for (const code of ['payments_unavailable', 'week_full']) {
    await page.route(
      '**/api/create-payment-intent',
      (route) => route.fulfill({ status: 409, json: { error: 'Not just now.', code } }),
      { times: 1 },
    );
    await seedOrder(page, makeOrder());
    await page.goto(CHECKOUT);
    await expect(page.getByRole('alert')).toContainText('Not just now.');
    await expectGoodLooks(page);
  }
});

test('a changed price', async ({ page }) => {
  await seedOrder(page, makeOrder({ unitPrice: '35.00', totalAmount: '70.00' }));
  await page.goto(CHECKOUT);
  await expect(page.getByText('The price has changed:')).toBeVisible();
  await expectGoodLooks(page);
});

test('no card fields', async ({ page }) => {
  await page.route('**/payment-sandbox/stripe.js', (route) => route.abort());
  await seedOrder(page, makeOrder());
  await page.goto(CHECKOUT);
  await expect(page.getByRole('alert')).toContainText('The card form could not be loaded.');
  await expectGoodLooks(page);
});

/** Delays a response until it is released. */
async function delayResponse(
  page: Page,
  url: string | RegExp,
  goOn: (route: Route) => Promise<void> = (route) => route.continue(),
): Promise<{ release: () => void }> {
  const held = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await held.promise;
    await goOn(route);
  });
  return { release: held.resolve };
}
