import { expect, test } from '../../support/shop.ts';
import {
  enterCard,
  expectSuccess,
  fillDelivery,
  openCard,
  openFoliage,
  PATH,
  pay,
  payWithCard,
  quantity,
  toast,
  week,
} from './foliage-page.ts';

const MANUAL = 'Manual payment flow not yet implemented. Please use wallet payment.';

test('a card pays, with the address of the form', async ({ page, shop }) => {
  await openFoliage(page);
  await quantity(page).fill('2');
  await week(page).selectOption('Week of 24 Nov');
  await openCard(page);
  await expect(page.getByText('2 boxes, Week of 24 Nov: £54.70, delivery included')).toBeVisible();
  await expect(pay(page)).toHaveText('Pay £54.70');
  await pay(page).click();
  await expectSuccess(page);
  expect(await shop.readOrders()).toMatchObject([
    {
      customerName: 'Ben Beech',
      customerEmail: 'ben@example.com',
      quantity: 2,
      totalAmount: '54.70',
      deliveryWeek: '2025-11-24',
      shippingAddress: '2 Low Road\nWestonzoyland',
      shippingCity: 'Bridgwater',
      shippingPostcode: 'TA7 0AA',
      shippingCountry: 'GB',
      status: 'processing',
    },
  ]);
  await expect.poll(() => shop.output()).toContain('ben@example.com');
});

test('mistakes appear in a summary and at their fields until they are corrected', async ({ page }) => {
  await openFoliage(page);
  await openCard(page);
  await fillDelivery(page, { 'Full name': ' ', 'E-mail address': 'ben@', Postcode: 'TA7' });
  await pay(page).click();
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' });
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link')).toHaveText([
    'Please enter your name.',
    'Please enter a valid email address. You wrote “ben@”.',
    'Please enter a full UK postcode, such as TA6 3TA. You wrote “TA7”.',
  ]);
  await summary.getByRole('link').last().click();
  const postcode = page.getByLabel('Postcode');
  await expect(postcode).toBeFocused();
  await expect(postcode).toHaveAccessibleDescription(/full UK postcode/);
  await postcode.fill('TA7 0AA');
  await expect(postcode).not.toHaveAttribute('aria-invalid');
  await page.getByLabel('House number and street').fill('');
  await pay(page).click();
  await expect(summary.getByRole('link').last()).toHaveText('Please enter the street and house number.');
});

test('a postcode outside the delivery area is refused before the payment', async ({ page, shop }) => {
  await openFoliage(page);
  await openCard(page);
  await fillDelivery(page, { Postcode: 'JE2 3AB' });
  await pay(page).click();
  await expect(page.getByLabel('Postcode')).toHaveAccessibleDescription(
    /We do not deliver to JE postcodes \(the Channel Islands\)\. Please ring us on 01632 960 214/,
  );
  await expect(page.getByText('We do not deliver to Northern Ireland,')).toBeVisible();
  expect(await shop.readOrders()).toEqual([]);
});

test('going back to the choice keeps the entries, and another quantity is another purchase', async ({
  page,
  shop,
}) => {
  await openFoliage(page);
  const attempts: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/create-payment-intent')) attempts.push(request.postDataJSON().attemptId);
  });
  await openCard(page);
  const back = page.getByRole('button', { name: 'Change quantity or week' });
  await back.click();
  await expect(quantity(page)).toBeFocused();
  await payWithCard(page).click();
  await expect(page.getByLabel('Town or city')).toHaveValue('Bridgwater');
  await back.click();
  await quantity(page).fill('3');
  await payWithCard(page).click();
  await expect(pay(page)).toHaveText('Pay £82.05');
  await enterCard(page, '4242424242424242');
  await pay(page).click();
  await expectSuccess(page);
  expect(attempts[0]).toBe(attempts[1]);
  expect(attempts[2]).not.toBe(attempts[1]);
  expect(await shop.readOrders()).toMatchObject([{ quantity: 3 }]);
  // Nothing of the purchase stays, except the link to the buyer's own page in this tab.
  const kept = await page.evaluate(() => Object.keys({ ...localStorage, ...sessionStorage }));
  expect(kept).toEqual(['manageOrder']);
});

test('works with the keyboard alone', async ({ page, shop }) => {
  await openFoliage(page);
  await quantity(page).focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await expect(payWithCard(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Pay with card' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Change quantity or week' })).toBeFocused();
  await expect(pay(page)).toBeEnabled();
  for (const words of [
    'Ben Beech',
    'ben@example.com',
    '2 Low Road',
    '',
    'Bridgwater',
    'TA7 0AA',
    '4242424242424242',
    '1240',
    '123',
  ]) {
    await page.keyboard.press('Tab');
    await page.keyboard.type(words);
  }
  await page.keyboard.press('Tab');
  await expect(pay(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expectSuccess(page);
  expect(await shop.readOrders()).toMatchObject([{ quantity: 2, deliveryWeek: '2025-11-24' }]);
});

test.describe('a declined card', () => {
  test.use({ expectedMessages: /status of 402/ });

  test('is explained, another card pays, and there is one order', async ({ page, shop }) => {
    await openFoliage(page);
    await openCard(page, '4242424242424241');
    await pay(page).click();
    await expect(toast(page)).toContainText('Payment Failed Your card number is invalid.');
    await enterCard(page, '4000000000009995');
    await pay(page).click();
    await expect(toast(page)).toContainText('Payment Failed Your card has insufficient funds.');
    await expect(toast(page)).toHaveClass(/destructive/);
    expect(await shop.readOrders()).toEqual([]);
    await enterCard(page, '4242424242424242');
    await pay(page).click();
    await expectSuccess(page);
    expect(await shop.readOrders()).toMatchObject([{ paymentStatus: 'succeeded' }]);
  });
});

test('3-D Secure leads to the bank and back, and completes the order', async ({ page, shop }) => {
  await openFoliage(page);
  await week(page).selectOption('Week of 15 Dec');
  await openCard(page, '4000002500003155');
  await pay(page).click();
  await shop.setFaults({ webhooks: { drop: 'all' } });
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  await expectSuccess(page);
  expect(await shop.readOrders()).toMatchObject([{ deliveryWeek: '2025-12-15', customerName: 'Ben Beech' }]);
});

test('a refusal by the bank is shown in its words, and choice and entries stay', async ({ page, shop }) => {
  await openFoliage(page);
  await quantity(page).fill('2');
  await week(page).selectOption('Week of 15 Dec');
  await openCard(page, '4000002500003155');
  await pay(page).click();
  await page.getByRole('button', { name: 'Fail authentication' }).click();
  await expect(toast(page)).toContainText(
    'Payment Failed We are unable to authenticate your payment method.',
  );
  await expect(page).toHaveURL(PATH);
  await expect(quantity(page)).toHaveValue('2');
  await expect(week(page)).toHaveValue('2025-12-15');
  await payWithCard(page).click();
  await expect(page.getByLabel('Full name')).toHaveValue('Ben Beech');
  await enterCard(page, '4242424242424242');
  await pay(page).click();
  await expectSuccess(page);
  expect(await shop.readOrders()).toMatchObject([{ quantity: 2, deliveryWeek: '2025-12-15' }]);
});

test.describe('card fields that cannot be mounted', () => {
  test.use({ expectedMessages: /ERR_FAILED|status of 500/ });

  test('with the payment script blocked: a toast, a number to call, and another try', async ({
    page,
    shop,
  }) => {
    let isBlocked = true;
    await page.route('**/payment-sandbox/stripe.js', (route) =>
      isBlocked ? route.abort() : route.continue(),
    );
    const asked = page.waitForResponse('**/create-payment-intent');
    await openFoliage(page);
    await expect(page.getByText('Apple Pay and Google Pay require')).toBeVisible();
    await payWithCard(page).click();
    expect((await asked).status()).toBe(200);
    await expect(toast(page)).toHaveText(new RegExp(`^Manual Payment ${MANUAL}`));
    await expect(toast(page)).toHaveClass(/destructive/);
    const help = page.locator('.callout.trouble').filter({ hasText: 'The card form could not be loaded.' });
    await expect(help.getByRole('alert')).toContainText('order by phone');
    await expect(help.getByRole('link')).toHaveAttribute('href', 'tel:01632960214');
    await expect(page.getByRole('button', { name: /^Pay £/ })).toBeDisabled();
    isBlocked = false;
    await fillDelivery(page);
    await help.getByRole('button', { name: 'Try again' }).click();
    await enterCard(page, '4242424242424242');
    await pay(page).click();
    await expectSuccess(page);
    expect(await shop.readOrders()).toMatchObject([{ customerName: 'Ben Beech' }]);
  });
});
