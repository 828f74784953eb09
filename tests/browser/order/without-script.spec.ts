import { costOf, WEEK } from '../../support/sample-order.ts';
import { expect, test } from '../../support/shop.ts';
import {
  ANN,
  chooseWeek,
  enterEverything,
  enteredIn,
  fill,
  PAGE,
  payOnStripesPage,
  quantity,
  submit,
  summary,
  TEXT_FIELDS,
  total,
  week,
} from './order-page.ts';

// The browser reports the 402, 404 and 422 that the tests are about.
test.use({ expectedMessages: /status of 4(02|04|22) / });

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('a form with mistakes comes back as it was, and once it is right it is paid for and confirmed', async ({
    page,
    shop,
  }) => {
    await page.goto(PAGE);
    await expect(page.locator('.order-slip noscript p')).toBeVisible();
    await quantity(page).fill('2');
    await chooseWeek(page, '2025-12-01');
    await fill(page, {
      ...ANN,
      'E-mail address': 'ann',
      'House number and street': '<b>1 & "2"</b>\nHigh Street',
      Postcode: 'TA1',
      'Special instructions': 'Leave it in the porch',
    });
    const fields = page.locator('#order-form').getByRole('textbox');
    const before = await fields.evaluateAll(valuesOf);
    await submit(page).click();
    await expect(page).toHaveTitle(/^Error: /);
    await expect(summary(page)).toBeFocused();
    await expect(summary(page)).toBeInViewport();
    await expect(summary(page).getByRole('link')).toHaveText([
      'Please enter a valid email address. You wrote “ann”.',
      'Please enter a full UK postcode, such as TA6 3TA. You wrote “TA1”.',
    ]);
    expect(await fields.evaluateAll(valuesOf)).toEqual(before);
    await expect(quantity(page)).toHaveValue('2');
    await expect(week(page)).toHaveValue('2025-12-01');
    await expect(total(page)).toHaveText(`Total for 2 boxes: £${costOf(2)}`);
    await summary(page)
      .getByRole('link', { name: /postcode/ })
      .click();
    await expect(page.getByLabel('Postcode')).toBeFocused();
    await enterEverything(page);
    await submit(page).click();

    await expect(page.getByText(`£${costOf(2)}`).first()).toBeVisible();
    const payPage = page.url();
    await page.getByRole('link', { name: 'Go back without paying' }).click();
    await expect(page).toHaveURL(`${PAGE}#order-not-paid`);
    await expect(page.getByText('You haven’t paid, and nothing has been charged.')).toBeInViewport();
    await expect(quantity(page)).toBeVisible();
    expect(await shop.readOrders()).toEqual([]);
    // The thank-you page of a session that is not paid.
    await page.goto(`${PAGE}/thank-you?session_id=${payPage.replace(/.*\//, '')}`);
    await expect(page.getByRole('heading', { name: 'You haven’t paid yet' })).toBeVisible();
    await page.getByRole('link', { name: 'Back to the order form' }).click();
    await expect(page).toHaveURL(`${PAGE}#order`);

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
    const main = page.getByRole('main');
    for (const words of [
      ...[String(order?.orderNumber), '2 boxes', 'Week of 1 Dec', `£${costOf(2)}`, '01632 960 214'],
      `A confirmation is on its way to ${enteredIn('customerEmail')}.`,
    ]) {
      await expect(main).toContainText(words);
    }
    await expect.poll(() => shop.output()).toContain(`Your order ${order?.orderNumber}`);
    await page.reload();
    await expect(main).toContainText(String(order?.orderNumber));
    expect(await shop.readOrders()).toHaveLength(1);
  });
});

function valuesOf(controls: Element[]): string[] {
  return controls.map((control) => (control as HTMLInputElement).value);
}
