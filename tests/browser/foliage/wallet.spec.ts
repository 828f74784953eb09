import { expectGoodLooks } from '../../support/good-looks.ts';
import { costOf } from '../../support/sample-order.ts';
import { expect, test } from '../../support/shop.ts';
import {
  expectSuccess,
  fillSheet,
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

test.use({ expectedMessages: /ERR_FAILED|status of (40[29]|50[23])/ });

const useCard = (page: Parameters<typeof sheet>[0], name: string) =>
  sheet(page).getByLabel('Card', { exact: true }).selectOption(name);

test('a wallet and the page have one choice of week, and a wallet pays for it', async ({ page, shop }) => {
  await openWithWallet(page, 'apple_pay');
  await expect(page.getByText('Or', { exact: true })).toBeVisible();
  await expect(page.getByText('Apple Pay and Google Pay require')).toBeHidden();
  await expectGoodLooks(page);
  await quantity(page).fill('3');
  await week(page).selectOption('Week of 1 Dec');
  await wallet(page).click();
  await expect(sheet(page)).toContainText(`Nordmann Foliage£${costOf(3)}`);
  // Wallets preselect the first rate.
  const rates = sheet(page).getByRole('radio');
  await expect(rates).toHaveCount(5);
  await expect(rates.first()).toBeChecked();
  await expect(rates.first()).toHaveAccessibleName('Week of 1 Dec (free, Delivery that week)');
  // A week chosen in a cancelled sheet stays, and is first the next time.
  await sheet(page).getByLabel('Week of 24 Nov').check();
  await page.keyboard.press('Escape');
  await expect(week(page)).toHaveValue('2025-11-24');
  await wallet(page).click();
  await expect(rates.first()).toHaveValue('2025-11-24');
  await fillSheet(page, { 'Address, second line (optional)': 'Flat 2', 'County (optional)': 'Somerset' });
  await sheet(page).getByLabel('Week of 8 Dec').check();
  await expect(week(page)).toHaveValue('2025-12-08');
  await payInSheet(page).click();
  await expectSuccess(page);
  await expect(page.getByRole('link', { name: 'See or change your order' })).toHaveAttribute(
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
      totalAmount: costOf(3),
      deliveryWeek: '2025-12-08',
      status: 'processing',
      paymentStatus: 'succeeded',
      shippingAddress: '1 High Street\nFlat 2',
      shippingCity: 'Taunton',
      shippingPostcode: 'TA1 1AA',
      shippingCountry: 'GB',
    },
  ]);
});

test('a week that is sold out and a price that has changed are told in the sheet, which then pays', async ({
  page,
  shop,
}) => {
  const WEEK = '2025-12-08';
  const option = week(page).locator(`option[value="${WEEK}"]`);
  await page.route('**/api/branch-boxes/weeks', async (route) => {
    const response = await route.fetch();
    const { weeks } = (await response.json()) as { weeks: { id: string; state: string }[] };
    const gone = weeks.map((each) => (each.id === WEEK ? { ...each, state: 'full' } : each));
    await route.fulfill({ response, json: { weeks: gone } });
  });
  await servePageAtOldPrice(page);
  await openWithWallet(page);
  await expect(option).toHaveText('Week of 8 Dec (sold out)');
  // It sold out after it was chosen.
  await week(page).evaluate((select: HTMLSelectElement, id) => {
    select.value = id;
    select.dispatchEvent(new Event('input', { bubbles: true }));
  }, WEEK);
  await wallet(page).click();
  await expect(toast(page)).toContainText('Week of 8 Dec (sold out): please choose another delivery week.');
  await expect(sheet(page)).toHaveCount(0);

  await week(page).selectOption('Week of 1 Dec');
  await quantity(page).fill('2');
  await wallet(page).click();
  await expect(sheet(page)).toContainText('Nordmann Foliage£70.00');
  await fillSheet(page);
  await sheet(page).getByLabel('Week of 8 Dec (sold out) (free, No delivery)').check();
  await payInSheet(page).click();
  await expect(sheet(page)).toContainText('That delivery cannot be chosen.');
  await expect(week(page)).toHaveValue('2025-12-01');
  await sheet(page).getByLabel('Week of 1 Dec').check();
  await payInSheet(page).click();
  await expect(sheet(page).getByText('The price has changed since this page was loaded.')).toBeVisible();
  await expect(sheet(page)).toContainText(`Nordmann Foliage£${costOf(2)}`);
  await expect(total(page)).toHaveText(`£${costOf(2)}`);
  await expect(page.getByRole('status').filter({ hasText: 'The price has changed:' })).toBeVisible();
  expect(await shop.readOrders()).toEqual([]);
  await payInSheet(page).click();
  await expectSuccess(page);
  expect(await shop.readOrders()).toMatchObject([{ totalAmount: costOf(2), deliveryWeek: '2025-12-01' }]);
});

test('an address, a card or a service that refuses is told in the sheet and a toast, until it pays', async ({
  page,
  shop,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await openWithWallet(page);
  await quantity(page).fill('2');
  await wallet(page).click();
  await fillSheet(page, { Postcode: 'BT1 1AA' });
  await sheet(page).getByLabel('Postcode').blur();
  await expect(sheet(page).getByText('Your order cannot be delivered to this address.')).toBeVisible();
  await fillSheet(page, { Postcode: 'TA1' });
  await payInSheet(page).click();
  const message = 'We need the full UK postcode, such as TA6 3TA. You wrote “TA1”.';
  await expect(sheet(page).getByText(message)).toBeVisible();
  await expect(toast(page)).toContainText(`Payment Failed ${message}`);
  expect(asked).not.toContain('/create-payment-intent');

  await fillSheet(page);
  await shop.setFaults({ calls: [{ path: '/v1/payment_intents', method: 'POST', status: 400 }] });
  await payInSheet(page).click();
  const down = 'Card payments aren’t working just now.';
  await expect(sheet(page).getByText(down)).toBeVisible();
  await expect(toast(page)).toContainText(down);
  await page.keyboard.press('Escape');
  await expect(payWithCard(page)).toBeEnabled();
  await expect(total(page)).toHaveText(`£${costOf(2)}`);

  await wallet(page).click();
  await fillSheet(page);
  await useCard(page, 'Visa 0002, is declined');
  await payInSheet(page).click();
  await expect(sheet(page).getByText('Your card was declined.')).toBeVisible();
  await expect(toast(page)).toContainText('Payment Failed Your card was declined.');
  await expect(toast(page)).toHaveClass(/destructive/);
  await page.keyboard.press('Escape');
  await wallet(page).click();
  await fillSheet(page);
  await sheet(page).getByLabel('Week of 15 Dec').check();
  await useCard(page, 'Visa 3155, asks for authentication');
  await payInSheet(page).click();
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  await expectSuccess(page);
  expect(await shop.readOrders()).toMatchObject([
    { deliveryWeek: '2025-12-15', customerName: 'Ann Ash', paymentStatus: 'succeeded', flags: [] },
  ]);
});

test('an order that is not completed after the payment is completed by a reload', async ({ page, shop }) => {
  await shop.setFaults({ webhooks: { drop: 'all' } });
  await openWithWallet(page);
  await wallet(page).click();
  await fillSheet(page);
  await page.route('**/api/branch-boxes/order', (route) => route.abort());
  await payInSheet(page).click();
  await expect(toast(page)).toContainText(
    'Order Processing Error Payment successful but order processing failed. Please contact us at 01632 960 214 with your payment confirmation.',
  );
  await expect(wallet(page)).toHaveCount(0);
  await page.unroute('**/api/branch-boxes/order');
  // Its week has gone meanwhile, which /success would promise.
  await page.route('**/api/branch-boxes/order', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), weekLoss: 'full' } });
  });
  await page.reload();
  await page.waitForURL('/order');
  expect(await shop.readOrders()).toMatchObject([{ customerName: 'Ann Ash' }]);
});
