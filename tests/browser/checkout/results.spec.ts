import type { Page } from '@playwright/test';
import { makeOrder, seedOrder } from '../../support/seeded-order.ts';
import { expect, test } from '../../support/shop.ts';
import { enterCard, expectThanks, openCheckout, PHONE, payButton, toast } from './buyer.ts';

// The rows of section 8 that the sandbox does not produce. Some code at the end of its script replaces the provider's
// responses; all our own code runs unchanged.

/** @param answers bodies of functions, one for each press of the button */
async function answerConfirmations(page: Page, answers: readonly string[]): Promise<void> {
  await page.route('**/payment-sandbox/stripe.js', async (route) => {
    const response = await route.fetch();
    const change = `{
      const real = window.Stripe;
      const answers = [${answers.map((body) => `() => ${body}`).join()}];
      const confirmPayment = async () => answers.shift()();
      window.Stripe = Object.assign((key) => ({ ...real(key), confirmPayment }), real);
    }`;
    await route.fulfill({ response, body: `${await response.text()}\n${change}` });
  });
}

const UNABLE = `Unable to process payment. Please try again or contact us at ${PHONE}.`;

const ROWS = [
  {
    answer: `({ error: { type: 'api_error', message: 'Something in the engine room.' } })`,
    title: 'Payment Error',
    description: UNABLE,
  },
  {
    answer: `({ error: { type: 'card_error', message: 'Your card does not like Mondays.' } })`,
    title: 'Payment Failed',
    description: 'Your card does not like Mondays.',
  },
  {
    answer: '({})',
    title: 'Payment Error',
    description: `Unexpected payment result. Please contact us at ${PHONE}.`,
  },
  {
    answer: `{ throw new Error('The line was cut.'); }`,
    title: 'Payment Error',
    description: 'The line was cut.',
  },
  {
    answer: '{ throw undefined; }',
    title: 'Payment Error',
    description: `An unexpected error occurred. Please try again or contact us at ${PHONE}.`,
  },
  {
    answer: `({ paymentIntent: { id: 'pi_1', status: 'requires_confirmation' } })`,
    title: 'Payment Status: requires_confirmation',
    description: `Please contact us at ${PHONE} if you have questions about your payment.`,
    variant: 'default',
  },
];

test('every other result is a toast at the button that stays, and no order', async ({ page, shop }) => {
  let completions = 0;
  await page.route('**/api/branch-boxes/order', (route) => {
    completions += 1;
    return route.continue();
  });
  await answerConfirmations(
    page,
    ROWS.map(({ answer }) => answer),
  );
  await openCheckout(page);
  for (const { title, description, variant = 'destructive' } of ROWS) {
    await payButton(page).click();
    await expect(toast(page).locator('.toast-title')).toHaveText(title);
    await expect(toast(page)).toContainText(description);
    await expect(toast(page)).toHaveClass(`toast ${variant}`);
    await expect(toast(page)).toBeFocused();
    await expect(page.locator('form').filter({ has: payButton(page) })).toContainText(description);
    await expect(payButton(page)).toHaveText('Pay £54.70');
  }
  expect(completions).toBe(0);
  expect(await shop.readOrders()).toEqual([]);
});

test('a form that is sent before the card fields load', async ({ page }) => {
  await seedOrder(page, makeOrder());
  const script = Promise.withResolvers<void>();
  await page.route('**/payment-sandbox/stripe.js', async (route) => {
    await script.promise;
    await route.continue();
  });
  await page.goto('/branch-box-checkout', { waitUntil: 'commit' });
  await expect(page.getByText('Loading the card form...')).toBeVisible();
  await expect(payButton(page)).toBeDisabled();
  await payButton(page).evaluate((button: HTMLButtonElement) => button.form?.requestSubmit());
  await expect(toast(page).locator('.toast-title')).toHaveText('Payment System Error');
  await expect(toast(page)).toContainText('Payment system not ready. Please refresh and try again.');
  await expect(toast(page)).toHaveClass('toast destructive');
  script.resolve();
  await expect(payButton(page)).toBeEnabled();
});

test.describe('a payment that another page has made', () => {
  test.use({ expectedMessages: /status of 400/ });

  test('is completed without an error', async ({ page, shop, request }) => {
    const started = page.waitForResponse('**/api/create-payment-intent');
    await openCheckout(page);
    const { clientSecret } = await (await started).json();
    const id = clientSecret.split('_secret_')[0];
    const paid = await request.post(`${shop.sandboxUrl}/v1/payment_intents/${id}/confirm`, {
      headers: { Authorization: 'Bearer pk_test_sandbox' },
      form: {
        client_secret: clientSecret,
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': '4242424242424242',
        'payment_method_data[card][exp_month]': '12',
        'payment_method_data[card][exp_year]': '2040',
        'payment_method_data[card][cvc]': '123',
      },
    });
    expect(await paid.json()).toMatchObject({ status: 'succeeded' });
    await enterCard(page, '4242424242424242');
    await payButton(page).click();
    await expectThanks(page);
    expect(await shop.readOrders()).toHaveLength(1);
  });
});
