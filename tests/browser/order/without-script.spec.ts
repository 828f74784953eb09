import { costOf, WEEK } from '../../support/sample-order.ts';
import { expect, test } from '../../support/shop.ts';
import {
  enterEverything,
  enteredIn,
  PAGE,
  payOnStripesPage,
  quantity,
  submit,
  summary,
  TEXT_FIELDS,
  total,
} from './order-page.ts';

// The browser reports the 402 and 422 that the test is about.
test.use({ expectedMessages: /status of 4(02|22) / });

// tests/api/orders/checkout-form.spec.ts has what comes back of a form with mistakes, and what the thank-you says.
test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('a form with mistakes comes back as it was, and once it is right it is paid for and confirmed', async ({
    page,
    shop,
  }) => {
    await page.goto(PAGE);
    await expect(page.locator('.order-slip noscript p')).toBeVisible();
    await quantity(page).fill('2');
    await enterEverything(page);
    await page.getByLabel('Postcode').fill('TA1');
    await submit(page).click();
    await expect(page).toHaveTitle(/^Error: /);
    await expect(summary(page)).toBeFocused();
    await expect(summary(page)).toBeInViewport();
    await expect(total(page)).toHaveText(`Total for 2 boxes: £${costOf(2)}`);
    await summary(page)
      .getByRole('link', { name: /postcode/ })
      .click();
    await expect(page.getByLabel('Postcode')).toBeFocused();
    await page.getByLabel('Postcode').fill(enteredIn('shippingPostcode'));
    await submit(page).click();

    await expect(page.getByText(`£${costOf(2)}`).first()).toBeVisible();
    const payPage = page.url();
    await page.getByRole('link', { name: 'Go back without paying' }).click();
    await expect(page).toHaveURL(`${PAGE}#order-not-paid`);
    await expect(page.getByText('You haven’t paid, and nothing has been charged.')).toBeInViewport();
    await expect(quantity(page)).toBeVisible();
    expect(await shop.readOrders()).toEqual([]);
    await page.goto(payPage);
    await payOnStripesPage(page, '4000 0025 0000 3155');
    await page.getByRole('button', { name: 'Fail authentication' }).click();
    await payOnStripesPage(page);
    await expect(page).toHaveURL(/\/nordmann-branches\/thank-you\?session_id=cs_\w+$/);
    await expect(page).toHaveTitle(/^Thank you: /);
    await expect(page.getByRole('heading', { name: 'Thanks! Your order was received.' })).toBeVisible();
    const [order] = await shop.readOrders();
    expect(order).toMatchObject({
      ...Object.fromEntries(TEXT_FIELDS.map((name) => [name, enteredIn(name)])),
      quantity: 2,
      totalAmount: costOf(2),
      status: 'processing',
      deliveryWeek: WEEK,
    });
    await expect(page.getByRole('main')).toContainText(String(order?.orderNumber));
    expect(await shop.readOrders()).toHaveLength(1);
  });
});
