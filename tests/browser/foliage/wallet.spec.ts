import { expect, test } from '../../support/shop.ts';
import {
  expectSuccess,
  fillSheet,
  openFoliage,
  openWithWallet,
  payInSheet,
  payWithCard,
  quantity,
  servePageAtOldPrice,
  sheet,
  toast,
  total,
  wallet,
  week,
} from './foliage-page.ts';

const HINT = 'Apple Pay and Google Pay require compatible devices and browsers';

test('without a wallet there is a hint, and neither button nor divider', async ({ page }) => {
  await openFoliage(page);
  await expect(page.getByText(HINT, { exact: true })).toBeVisible();
  await expect(page.getByText('Or', { exact: true })).toBeHidden();
  await expect(wallet(page)).toBeHidden();
});

test('a wallet pays for the boxes and the week of the page', async ({ page, shop }) => {
  await openWithWallet(page, 'apple_pay');
  await expect(page.getByText('Or', { exact: true })).toBeVisible();
  await expect(page.getByText(HINT)).toBeHidden();
  await quantity(page).fill('3');
  await week(page).selectOption('Week of 1 Dec');
  await wallet(page).click();
  await expect(sheet(page)).toContainText('Nordmann Foliage£82.05');
  // Wallets preselect the first rate.
  const rates = sheet(page).getByRole('radio');
  await expect(rates).toHaveCount(5);
  await expect(rates.first()).toBeChecked();
  await expect(rates.first()).toHaveAccessibleName('Week of 1 Dec (free, Delivery that week)');
  await fillSheet(page, { 'Address, second line (optional)': 'Flat 2', 'County (optional)': 'Somerset' });
  await payInSheet(page).click();
  await expectSuccess(page);
  await expect(page.getByRole('link', { name: 'See your order, or change it' })).toHaveAttribute(
    'href',
    /^\/order\?key=[\w-]{50,}$/,
  );
  const orders = await shop.readOrders();
  await expect(page.getByText(`Your order number is ${orders[0]?.orderNumber}`)).toBeVisible();
  expect(orders).toMatchObject([
    {
      customerName: 'Ann Ash',
      customerEmail: 'ann@example.com',
      quantity: 3,
      totalAmount: '82.05',
      deliveryWeek: '2025-12-01',
      status: 'processing',
      paymentStatus: 'succeeded',
      shippingAddress: '1 High Street\nFlat 2',
      shippingCity: 'Taunton',
      shippingPostcode: 'TA1 1AA',
      shippingCountry: 'GB',
    },
  ]);
});

test('another week chosen in the sheet becomes the week of the page and the order', async ({
  page,
  shop,
}) => {
  await openWithWallet(page);
  await wallet(page).click();
  await fillSheet(page);
  await sheet(page).getByLabel('Week of 8 Dec').check();
  await expect(week(page)).toHaveValue('2025-12-08');
  await payInSheet(page).click();
  await expectSuccess(page);
  expect(await shop.readOrders()).toMatchObject([{ deliveryWeek: '2025-12-08', quantity: 1 }]);
});

test('a week chosen in a cancelled sheet stays, and is first the next time', async ({ page }) => {
  await openWithWallet(page);
  await wallet(page).click();
  await sheet(page).getByLabel('Week of 24 Nov').check();
  await page.keyboard.press('Escape');
  await expect(week(page)).toHaveValue('2025-11-24');
  await wallet(page).click();
  await expect(sheet(page).getByRole('radio').first()).toHaveValue('2025-11-24');
});

test('a sold-out week says so in the sheet, and cannot be chosen there', async ({ page }) => {
  await page.route('**/api/branch-boxes/weeks', async (route) => {
    const response = await route.fetch();
    const { weeks } = (await response.json()) as { weeks: { id: string; state: string }[] };
    const gone = weeks.map((each) => (each.id === '2025-12-08' ? { ...each, state: 'full' } : each));
    await route.fulfill({ response, json: { weeks: gone } });
  });
  await openWithWallet(page);
  await week(page).selectOption('Week of 1 Dec');
  await expect(week(page).locator('option[value="2025-12-08"]')).toHaveText('Week of 8 Dec (sold out)');
  await wallet(page).click();
  await fillSheet(page);
  await sheet(page).getByLabel('Week of 8 Dec (sold out) (free, No delivery)').check();
  await payInSheet(page).click();
  await expect(sheet(page)).toContainText('That delivery cannot be chosen.');
  await expect(week(page)).toHaveValue('2025-12-01');
  await sheet(page).getByLabel('Week of 1 Dec').check();
  await payInSheet(page).click();
  await expectSuccess(page);
});

test('the sheet does not open for a week that sold out after it was chosen', async ({ page }) => {
  await openWithWallet(page);
  await week(page).selectOption('Week of 8 Dec');
  await page.route('**/api/branch-boxes/weeks', (route) =>
    route.fulfill({ json: { weeks: [{ id: '2025-12-08', state: 'full' }] } }),
  );
  await page.reload();
  await expect(week(page).locator('option[value="2025-12-08"]')).toHaveText('Week of 8 Dec (sold out)');
  await week(page).evaluate((select: HTMLSelectElement) => {
    select.value = '2025-12-08';
    select.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await wallet(page).click();
  await expect(toast(page)).toContainText('Week of 8 Dec (sold out): please choose another delivery week.');
  await expect(sheet(page)).toHaveCount(0);
});

test('an address that is not a complete British one is refused before any request', async ({
  page,
  shop,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await openWithWallet(page);
  await wallet(page).click();
  await fillSheet(page, { Postcode: 'TA1' });
  await payInSheet(page).click();
  const message = 'Please enter a full UK postcode, such as TA6 3TA. You wrote “TA1”.';
  await expect(sheet(page).getByText(message)).toBeVisible();
  await expect(toast(page)).toContainText(`Payment Failed ${message}`);
  expect(asked).not.toContain('/create-payment-intent');
  await fillSheet(page);
  await payInSheet(page).click();
  await expectSuccess(page);
  expect(await shop.readOrders()).toHaveLength(1);
});

test('the sheet refuses an address outside the delivery area', async ({ page, shop }) => {
  await openWithWallet(page);
  await wallet(page).click();
  await fillSheet(page, { Postcode: 'BT1 1AA' });
  await sheet(page).getByLabel('Postcode').blur();
  await expect(sheet(page).getByText('Your order cannot be delivered to this address.')).toBeVisible();
  await fillSheet(page);
  await payInSheet(page).click();
  await expectSuccess(page);
  expect(await shop.readOrders()).toMatchObject([{ shippingPostcode: 'TA1 1AA', flags: [] }]);
});

test.describe('if the card in the wallet is declined', () => {
  test.use({ expectedMessages: /status of 402/ });

  test('the sheet and a toast say so, and another card makes one order', async ({ page, shop }) => {
    await openWithWallet(page);
    await wallet(page).click();
    await fillSheet(page);
    await sheet(page).getByLabel('Card', { exact: true }).selectOption('Visa 0002, is declined');
    await payInSheet(page).click();
    await expect(sheet(page).getByText('Your card was declined.')).toBeVisible();
    await expect(toast(page)).toContainText('Payment Failed Your card was declined.');
    await expect(toast(page)).toHaveClass(/destructive/);
    await sheet(page).getByLabel('Card', { exact: true }).selectOption('Visa 4242, pays');
    await payInSheet(page).click();
    await expectSuccess(page);
    expect(await shop.readOrders()).toMatchObject([{ paymentStatus: 'succeeded' }]);
  });
});

test('a card in the wallet that needs authentication leads away and back', async ({ page, shop }) => {
  await openWithWallet(page);
  await wallet(page).click();
  await fillSheet(page);
  await sheet(page).getByLabel('Week of 15 Dec').check();
  await sheet(page).getByLabel('Card', { exact: true }).selectOption('Visa 3155, asks for authentication');
  await payInSheet(page).click();
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  await expectSuccess(page);
  expect(await shop.readOrders()).toMatchObject([{ deliveryWeek: '2025-12-15', customerName: 'Ann Ash' }]);
});

test.describe('if the service cannot start a payment', () => {
  test.use({ expectedMessages: /status of 50[23]/ });

  test('the sheet and a toast say why, and the total stays', async ({ page, shop }) => {
    await openWithWallet(page);
    await quantity(page).fill('2');
    await wallet(page).click();
    await fillSheet(page);
    await shop.setFaults({ calls: [{ path: '/v1/payment_intents', method: 'POST', count: 9, status: 500 }] });
    await payInSheet(page).click();
    const message = /(We cannot reach our card provider|Card payments are not working) just now\./;
    await expect(sheet(page).getByText(message)).toBeVisible({ timeout: 15_000 });
    await expect(toast(page)).toContainText('Payment Failed');
    await expect(toast(page)).toContainText(message);
    await page.keyboard.press('Escape');
    await expect(payWithCard(page)).toBeEnabled();
    await expect(total(page)).toHaveText('£54.70');
  });
});

test.describe('if the service refuses the payment without a code', () => {
  test.use({ expectedMessages: /status of 50[03]/ });

  test('a toast shows its message, or says that it failed', async ({ page }) => {
    const closed = { status: 503, json: { error: 'The shop is closed.' } };
    // The last as if a proxy had answered.
    const answers = [closed, { status: 500 }, closed, { json: {} }];
    await page.route('**/create-payment-intent', (route) => route.fulfill(answers.shift()));
    await openFoliage(page);
    for (let tries = 0; tries < 2; tries += 1) {
      await payWithCard(page).click();
      await expect(toast(page)).toContainText('Payment Failed The shop is closed.');
      await payWithCard(page).click();
      await expect(toast(page)).toContainText('Payment Failed Failed to create payment');
    }
  });
});

test.describe('if the page was built with another price', () => {
  test.use({ expectedMessages: /status of 409/ });

  test('the sheet fails, shows the new total, and then accepts it', async ({ page, shop }) => {
    await servePageAtOldPrice(page);
    await openWithWallet(page);
    await quantity(page).fill('2');
    await wallet(page).click();
    await expect(sheet(page)).toContainText('Nordmann Foliage£70.00');
    await fillSheet(page);
    await payInSheet(page).click();
    await expect(sheet(page).getByText('The price has changed since this page was loaded.')).toBeVisible();
    await expect(sheet(page)).toContainText('Nordmann Foliage£54.70');
    expect(await shop.readOrders()).toEqual([]);
    await payInSheet(page).click();
    await expectSuccess(page);
    expect(await shop.readOrders()).toMatchObject([{ totalAmount: '54.70' }]);
  });
});
