import { test as base, expect, type Page } from '@playwright/test';
import { type PageServer, startPageServer } from '../api/stripe-sandbox/page/page-server.ts';
import { findViolations } from '../support/axe.ts';
import { watchContext } from '../support/watch-context.ts';

// The real @stripe/stripe-js and react-stripe-js with the sandbox's window.Stripe, under a strict policy. A declined
// card gets a 402, which Chromium reports, as it would for Stripe.
const DECLINED = /^error: Failed to load resource: the server responded with a status of 402/;

const test = base.extend<{ hasDecline: boolean }, { shop: PageServer }>({
  hasDecline: [false, { option: true }],
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
    async ({}, use) => {
      const shop = await startPageServer();
      await use(shop);
      await shop.close();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ shop }, use) => use(shop.url),
  context: async ({ context, hasDecline }, use) => {
    const findings = watchContext(context);
    await use(context);
    expect(findings.filter((finding) => !(hasDecline && DECLINED.test(finding)))).toEqual([]);
  },
});

async function enterCard(page: Page, number: string, expiry = '1240', cvc = '123') {
  await page.getByLabel('Card number').pressSequentially(number);
  await page.getByLabel('Expiry date').pressSequentially(expiry);
  await page.getByLabel('Security code').fill(cvc);
}

const result = (page: Page) => page.getByRole('status', { name: 'Result' });
const pay = (page: Page) => page.getByRole('button', { name: 'Pay', exact: true });
const events = (page: Page) => page.getByRole('list', { name: 'Events' });

for (const flow of ['card', 'deferred']) {
  test(`a card is entered and pays (${flow})`, async ({ page, shop }) => {
    await page.goto(`/?flow=${flow}`);
    await expect(events(page)).toContainText('ready');
    await enterCard(page, '4242424242424242');
    await expect(page.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242');
    await expect(page.getByLabel('Expiry date')).toHaveValue('12 / 40');
    await expect(events(page)).toContainText('change {"complete":true,"empty":false}');
    await pay(page).click();
    await expect(result(page)).toHaveText('succeeded');
    const { data } = await shop.stripe.paymentIntents.list({ limit: 1, expand: ['data.payment_method'] });
    expect(data[0]).toMatchObject({
      status: 'succeeded',
      payment_method: { card: { last4: '4242', wallet: null }, billing_details: { name: 'Ann Ash' } },
    });
  });
}

test('a card that settles later', async ({ page }) => {
  await page.goto('/?flow=card');
  await enterCard(page, '4000000000009987');
  await pay(page).click();
  await expect(result(page)).toHaveText('processing');
});

test('a mistake is reported at its field, which takes the focus', async ({ page }) => {
  await page.goto('/?flow=card');
  await pay(page).click();
  await expect(result(page)).toHaveText('incomplete_number: Your card number is incomplete.');
  await expect(page.getByLabel('Card number')).toBeFocused();
  await expect(page.getByLabel('Card number')).toHaveAccessibleDescription(
    /Your card number is incomplete\./,
  );
  await expect(page.getByText("Your card's security code is incomplete.")).toBeVisible();
  await enterCard(page, '4242424242424241', '01/20', '12');
  await pay(page).click();
  await expect(result(page)).toHaveText('invalid_number: Your card number is invalid.');
  await expect(page.getByText("Your card's expiry year is in the past.")).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
});

test('the element uses the page’s colour', async ({ page }) => {
  await page.goto('/?flow=card');
  await page.getByLabel('Expiry date').focus();
  await expect(page.getByLabel('Expiry date')).toHaveCSS('outline-color', 'rgb(31, 81, 50)');
  expect(await findViolations(page)).toEqual([]);
});

test.describe('a declined card', () => {
  test.use({ hasDecline: true });

  test('is reported, and the buyer can try another', async ({ page }) => {
    await page.goto('/?flow=card');
    await enterCard(page, '4000000000000002');
    await pay(page).click();
    await expect(result(page)).toHaveText('card_declined: Your card was declined.');
    await page.getByLabel('Card number').fill('4242424242424242');
    await pay(page).click();
    await expect(result(page)).toHaveText('succeeded');
  });

  test('keeps the wallet sheet open, with the reason', async ({ page }) => {
    await openSheet(page);
    const sheet = page.getByRole('dialog', { name: /Google Pay/ });
    await sheet.getByLabel('Card', { exact: true }).selectOption({ label: 'Visa 0002, is declined' });
    await sheet.getByRole('button', { name: 'Pay with Google Pay' }).click();
    await expect(sheet.getByRole('alert').filter({ hasText: 'Your card was declined.' })).toBeVisible();
    await sheet.getByLabel('Card', { exact: true }).selectOption({ label: 'Visa 4242, pays' });
    await sheet.getByRole('button', { name: 'Pay with Google Pay' }).click();
    await expect(result(page)).toHaveText('succeeded');
    await expect(sheet).toBeHidden();
  });
});

for (const [button, words] of [
  ['Complete authentication', 'succeeded: succeeded'],
  ['Fail authentication', 'failed: requires_payment_method'],
] as const) {
  test(`a card that needs authentication leads away and back: ${button}`, async ({ page }) => {
    await page.goto('/?flow=card');
    await enterCard(page, '4000002500003155');
    await pay(page).click();
    await expect(page.getByRole('heading', { name: 'Confirm that it is you' })).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: button }).click();
    await expect(page).toHaveURL(
      /\/return\?payment_intent=pi_\w+&payment_intent_client_secret=pi_\w+_secret_\w+&redirect_status=/,
    );
    await expect(page.getByText(words)).toBeVisible();
  });
}

test('an unknown intent cannot be loaded', async ({ page, context }) => {
  const answered = page.waitForResponse(/elements\/sessions/);
  await context.route(/elements\/sessions/, async (route) => {
    const response = await route.fetch();
    expect(response.status()).toBe(404);
    // Chromium would report the status as an error of the page.
    await route.fulfill({ response, status: 200 });
  });
  await page.goto('/?flow=card&secret=pi_none_secret_none');
  await answered;
  await expect(events(page)).toContainText('loaderror "resource_missing"');
});

test('elements that have shown another amount do not pay', async ({ page, shop }) => {
  await page.goto('/?flow=deferred&amount=100');
  await enterCard(page, '4242424242424242');
  await pay(page).click();
  await expect(result(page)).toContainText('elements_intent_mismatch');
  const { data } = await shop.stripe.paymentIntents.list({ limit: 1 });
  expect(data[0]?.status).toBe('requires_payment_method');
});

test('without a wallet there is no button, and the page is told', async ({ page }) => {
  await page.goto('/?flow=wallet');
  await expect(events(page)).toContainText('ready null');
  await expect(page.getByRole('button', { name: /Buy with/ })).toBeHidden();
});

async function openSheet(page: Page, wallet = 'google_pay') {
  await page.addInitScript((name) => localStorage.setItem('payment-sandbox-wallet', name), wallet);
  await page.goto('/?flow=wallet');
  await page.getByRole('button', { name: /Buy with/ }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Full name').fill('Ann Ash');
  await sheet.getByLabel('E-mail').fill('ann@example.com');
  await sheet.getByLabel('Address', { exact: true }).fill('1 High Street');
  await sheet.getByLabel('Town or city').fill('Taunton');
  await sheet.getByLabel('Postcode').fill('TA1 1AA');
}

test('a wallet pays, with address and delivery week', async ({ page, shop }) => {
  await openSheet(page, 'apple_pay');
  await expect(events(page)).toContainText('"applePay":true');
  const sheet = page.getByRole('dialog', { name: /Apple Pay/ });
  await expect(sheet).toContainText('Nordmann Foliage£27.35');
  await sheet.getByLabel('Week of 24 Nov (free)').check();
  await expect(events(page)).toContainText('address "TA1 1AA"');
  await expect(events(page)).toContainText('rate "2025-11-24"');
  expect(await findViolations(page)).toEqual([]);
  await sheet.getByRole('button', { name: 'Pay with Apple Pay' }).click();
  await expect(result(page)).toHaveText('succeeded');
  await expect(sheet).toBeHidden();
  await expect(events(page)).toContainText('confirm ["ann@example.com"');
  const { data } = await shop.stripe.paymentIntents.list({ limit: 1, expand: ['data.payment_method'] });
  expect(data[0]).toMatchObject({
    status: 'succeeded',
    shipping: { name: 'Ann Ash', address: { line1: '1 High Street', postal_code: 'TA1 1AA', country: 'GB' } },
    payment_method: {
      card: { wallet: { type: 'apple_pay' } },
      billing_details: { email: 'ann@example.com' },
    },
  });
});

test('the page refuses an address, and the sheet is cancelled', async ({ page }) => {
  await openSheet(page);
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Postcode').fill('BT1 1AA');
  await sheet.getByLabel('Postcode').blur();
  await expect(sheet.getByText('Your order cannot be delivered to this address.')).toBeVisible();
  await sheet.getByRole('button', { name: 'Pay with Google Pay' }).click();
  await expect(events(page)).not.toContainText('confirm');
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(events(page)).toContainText('cancel');
});

test('the payment page works without JavaScript', async ({ browser, shop }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const session = await shop.stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [{ price_data: { currency: 'gbp', unit_amount: 2735, product_data: { name: 'Box' } } }],
    shipping_address_collection: { allowed_countries: ['GB'] },
    success_url: `${shop.url}/thanks?session={CHECKOUT_SESSION_ID}`,
    cancel_url: `${shop.url}/box`,
  });
  await page.goto(String(session.url));
  await expect(page.getByRole('banner')).toHaveText('Payment sandbox: no money moves.');
  await page.getByRole('button', { name: 'Pay £27.35' }).click();
  await expect(page.getByRole('alert')).toContainText('Please enter your name.');
  for (const [label, value] of [
    ['E-mail', 'ann@example.com'],
    ['Full name', 'Ann Ash'],
    ['Address', '1 High Street'],
    ['Town or city', 'Taunton'],
    ['Postcode', 'TA1 1AA'],
    ['Card number', '4242 4242 4242 4242'],
    ['Expiry date', '12/40'],
    ['Security code', '123'],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill(value);
  }
  await page.getByRole('button', { name: 'Pay £27.35' }).click();
  await expect(page).toHaveURL(`${shop.url}/thanks?session=${session.id}`);
  await context.close();
});

test('the payment page is accessible', async ({ page, shop }) => {
  const session = await shop.stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [{ price_data: { currency: 'gbp', unit_amount: 2735, product_data: { name: 'Box' } } }],
    shipping_address_collection: { allowed_countries: ['GB'] },
    success_url: `${shop.url}/thanks`,
  });
  await page.goto(String(session.url));
  expect(await findViolations(page)).toEqual([]);
});
