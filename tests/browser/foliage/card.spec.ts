import { SANDBOX_PROVIDER } from '#domain/payments/payment-provider.ts';
import { fillPayments } from '../../../api/site/fill-site.ts';
import { readPage } from '../../pages/built-site.ts';
import { closeStorage } from '../../support/closed-storage.ts';
import { delay, SCRIPTS } from '../../support/delay.ts';
import { expectGoodLooks } from '../../support/good-looks.ts';
import { costOf, LAST } from '../../support/sample-order.ts';
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
  total,
  wallet,
  week,
} from './foliage-page.ts';

const HINT = 'Apple Pay and Google Pay require compatible devices and browsers';

test.use({ expectedMessages: /ERR_FAILED|status of (40[029]|50[03])/ });

test('a choice from before the script is kept, tidied and counted, and refusals are told until a card pays', async ({
  page,
  shop,
}) => {
  const { release } = await delay(page, SCRIPTS);
  await page.goto(PATH, { waitUntil: 'commit' });
  await expect(week(page).getByRole('option')).toHaveText([
    ...['Week of 17 Nov', 'Week of 24 Nov', 'Week of 1 Dec', 'Week of 8 Dec', 'Week of 15 Dec'],
  ]);
  await expect(quantity(page)).toHaveValue('1');
  await expect(week(page)).toHaveValue('2025-11-17');
  await quantity(page).fill('4');
  await week(page).selectOption('Week of 24 Nov');
  await expect(payWithCard(page)).toBeDisabled();
  await expect(payWithCard(page)).toHaveAccessibleDescription('One moment, the payment is loading.');
  release();
  await expect(total(page)).toHaveText(`£${costOf(4)}`);
  await expect(week(page)).toHaveValue('2025-11-24');
  // Without a wallet there is a hint, and neither button nor divider.
  await expect(page.getByText(HINT, { exact: true })).toBeVisible();
  await expect(page.getByText('Or', { exact: true })).toBeHidden();
  await expect(wallet(page)).toBeHidden();

  await quantity(page).fill('2.7');
  await expect(total(page)).toHaveText(`£${costOf(2)}`);
  await week(page).focus();
  await expect(quantity(page)).toHaveValue('2');
  await quantity(page).fill('9007199254740991');
  await expect(quantity(page)).toHaveAccessibleDescription(
    'Error: You can order up to 36563 boxes at once. Please contact us for more.',
  );
  await expect(payWithCard(page)).toBeDisabled();

  await quantity(page).fill('2');
  await openCard(page);
  await expect(page.getByText(`2 boxes, week of 24 Nov: £${costOf(2)}, delivery included`)).toBeVisible();
  await expectGoodLooks(page);
  // error-summary.spec.ts has the mistakes in its fields.
  const postcode = page.getByLabel('Postcode');
  await expect(page.getByText('We don’t deliver to Northern Ireland,')).toBeVisible();
  await fillDelivery(page, { Postcode: 'JE2 3AB' });
  await pay(page).click();
  await expect(postcode).toHaveAccessibleDescription(
    /We don’t deliver to JE postcodes \(the Channel Islands\)\. Please ring us on 01632 960 214/,
  );
  await fillDelivery(page);
  await expect(postcode).not.toHaveAttribute('aria-invalid');
  // What the browser's own autofill sees.
  const fields = page.locator('form [autocomplete]:not([autocomplete="off"], [autocomplete^="cc-"])');
  expect(await fields.evaluateAll((all) => all.map((each) => each.getAttribute('autocomplete')))).toEqual([
    ...['name', 'email', 'address-line1', 'address-line2', 'address-level2', 'postal-code'],
  ]);

  await enterCard(page, '4000000000009995');
  await pay(page).click();
  await expect(toast(page)).toContainText('Payment Failed Your card has insufficient funds.');
  await expect(toast(page)).toHaveClass(/destructive/);
  expect(await shop.readOrders()).toEqual([]);
  // The card fields follow the system's dark mode.
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.getByLabel('Card number')).toHaveCSS('background-color', 'rgb(16, 26, 21)');
  await page.emulateMedia({ colorScheme: null });
  await enterCard(page, '4242424242424242');
  await expect(pay(page)).toHaveText(`Pay £${costOf(2)}`);
  await pay(page).click();
  await expectSuccess(page);
  expect(await shop.readOrders()).toMatchObject([
    {
      customerName: 'Ben Beech',
      customerEmail: 'ben@example.com',
      quantity: 2,
      totalAmount: costOf(2),
      deliveryWeek: '2025-11-24',
      shippingAddress: '2 Low Road\nWestonzoyland',
      shippingCity: 'Bridgwater',
      shippingPostcode: 'TA7 0AA',
      shippingCountry: 'GB',
      status: 'processing',
      paymentStatus: 'succeeded',
    },
  ]);
  await expect.poll(() => shop.output()).toContain('ben@example.com');
  // Nothing of the purchase stays, except the link to the buyer's own page in this tab.
  const kept = await page.evaluate(() => Object.keys({ ...localStorage, ...sessionStorage }));
  expect(kept).toEqual(['manageOrder']);

  // Once no week is left, a shop that takes money says so in place of the form.
  const live = { ...SANDBOX_PROVIDER, kind: 'stripe', publishableKey: 'pk_live_1' } as const;
  const body = fillPayments(readPage(PATH), live);
  await page.route(PATH, (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto(PATH);
  await expect(page.locator('.season-end')).toContainText(
    'The last delivery week of this season has closed.',
  );
  await expect(quantity(page)).toBeHidden();
});

test('going back keeps the entries, another quantity is another purchase, and the bank refuses in its own words, and then leads back to a paid order', async ({
  page,
  shop,
}) => {
  const attempts: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/create-payment-intent')) attempts.push(request.postDataJSON().attemptId);
  });
  await openFoliage(page);
  await openCard(page);
  await page.getByRole('button', { name: 'Change quantity or week' }).click();
  await expect(quantity(page)).toBeFocused();
  await payWithCard(page).click();
  await expect(page.getByRole('heading', { name: 'Pay with card' })).toBeFocused();
  await expect(page.getByLabel('Town or city')).toHaveValue('Bridgwater');
  // A page from the back/forward cache, as it was left for the bank, starts from the choice.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(payWithCard(page)).toBeEnabled();
  await quantity(page).fill('2');
  await week(page).selectOption('Week of 15 Dec');
  const answer = page.waitForResponse('**/create-payment-intent');
  await payWithCard(page).click();
  const [id] = (await (await answer).json()).clientSecret.split('_secret_');
  expect(attempts[0]).toBe(attempts[1]);
  expect(attempts[2]).not.toBe(attempts[1]);
  await enterCard(page, '4000002500003155');
  await pay(page).click();
  await page.getByRole('button', { name: 'Fail authentication' }).click();
  await expect(toast(page)).toContainText(
    'Payment Failed We are unable to authenticate your payment method.',
  );
  await expect(page).toHaveURL(PATH);
  await expect(quantity(page)).toHaveValue('2');
  await expect(week(page)).toHaveValue('2025-12-15');
  // Whatever the address says, the service knows that nothing is paid.
  await page.goto(`${PATH}?payment=success&payment_intent=${id}&redirect_status=succeeded`);
  await expect(toast(page)).toContainText(
    'Payment Failed The payment hasn’t been completed, so there’s no order yet.',
  );
  expect(await page.evaluate(() => JSON.parse(localStorage.foliageAttempt).paymentIntentId)).toBeUndefined();
  await quantity(page).fill('2');
  await week(page).selectOption('Week of 15 Dec');
  await payWithCard(page).click();
  await expect(page.getByLabel('Full name')).toHaveValue('Ben Beech');
  await enterCard(page, '4000002500003155');
  await pay(page).click();
  await shop.setFaults({ webhooks: { drop: 'all' } });
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  await expectSuccess(page);
  expect(await shop.readOrders()).toMatchObject([
    { quantity: 2, deliveryWeek: LAST, customerName: 'Ben Beech' },
  ]);
  // What is paid is not shown again.
  await openFoliage(page);
  await expect(page.getByLabel('Full name')).toHaveCount(0);
});

test('in two tabs the same boxes are paid for once, and can be bought again on purpose', async ({
  page,
  context,
  shop,
}) => {
  const other = await context.newPage();
  await openFoliage(page);
  await openFoliage(other);
  // A tab in the back is slow.
  await openCard(other);
  await page.bringToFront();
  await openCard(page);
  await pay(page).click();
  await expectSuccess(page);
  await other.bringToFront();
  await pay(other).click();
  await expectSuccess(other);
  expect(await shop.readOrders()).toHaveLength(1);

  await openFoliage(other);
  await payWithCard(other).click();
  await other.getByRole('button', { name: 'Change quantity or week' }).click();
  await page.bringToFront();
  await openFoliage(page);
  await openCard(page);
  await pay(page).click();
  await expectSuccess(page);
  const [order] = await shop.readOrders();
  await other.bringToFront();
  await payWithCard(other).click();
  await expect(toast(other)).toContainText(
    'Payment Failed This order is already paid for. You haven’t been charged again.',
  );
  await expect(
    other.getByRole('status').filter({ hasText: 'These boxes have been paid for already' }),
  ).toContainText(`your order ${order?.orderNumber} is with us`);
  await openCard(other);
  await pay(other).click();
  await expectSuccess(other);
  expect(await shop.readOrders()).toHaveLength(3);
});

test('card fields that cannot be mounted: the specified toast, a number to call, and another try that pays, also if the browser’s storage is full', async ({
  page,
  shop,
}) => {
  await closeStorage(page, 'full');
  await page.route('**/payment-sandbox/stripe.js', (route) => route.abort());
  const asked = page.waitForResponse('**/create-payment-intent');
  await openFoliage(page);
  await expect(page.getByText(HINT)).toBeVisible();
  await payWithCard(page).click();
  expect((await asked).status()).toBe(200);
  await expect(toast(page)).toHaveText(
    /^Manual Payment Manual payment flow not yet implemented. Please use wallet payment./,
  );
  await expect(toast(page)).toHaveClass(/destructive/);
  const help = page.locator('.callout.trouble').filter({ hasText: 'The card form couldn’t be loaded.' });
  await expect(help.getByRole('alert')).toContainText('order by phone');
  await expect(help.getByRole('link')).toHaveAttribute('href', 'tel:01632960214');
  await expect(page.getByRole('button', { name: /^Pay £/ })).toBeDisabled();

  // checkout/trouble.spec.ts has a script that hangs.
  await page.unroute('**/payment-sandbox/stripe.js');
  await help.getByRole('button', { name: 'Try again' }).click();
  await fillDelivery(page);
  await enterCard(page, '4242424242424242');
  await pay(page).click();
  await expectSuccess(page);
  // The confirmation has the link that this tab could not store.
  await expect(page.getByRole('link', { name: 'See or change your order' })).toBeHidden();
  expect(await shop.readOrders()).toMatchObject([{ customerName: 'Ben Beech' }]);
});
