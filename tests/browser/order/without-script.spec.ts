import { expectGoodLooks } from '../../support/good-looks.ts';
import { expect, test } from '../../support/shop.ts';
import {
  ANN,
  chooseWeek,
  fill,
  PAGE,
  payOnStripesPage,
  quantity,
  submit,
  summary,
  total,
  week,
} from './order-page.ts';

test.describe('without script', () => {
  // The browser reports the 402 and 422 that the tests are about.
  test.use({ javaScriptEnabled: false, expectedMessages: /status of 4(02|22) / });

  test('two boxes are ordered, paid for and confirmed', async ({ page, shop }) => {
    await page.goto(PAGE);
    await expect(page.locator('.order-slip noscript p')).toBeVisible();
    await quantity(page).fill('2');
    await chooseWeek(page, '2025-12-01');
    await fill(page, { ...ANN, 'Special instructions': 'Leave it in the porch' });
    await submit(page).click();
    await expect(page.getByText('£54.70').first()).toBeVisible();
    await payOnStripesPage(page);

    await expect(page).toHaveURL(/\/nordmann-branches\/thank-you\?session_id=cs_\w+$/);
    await expect(page).toHaveTitle(/^Thank you: /);
    await expect(page.getByRole('heading', { name: 'Thanks! Your order was received.' })).toBeVisible();
    const [order] = await shop.readOrders();
    expect(order).toMatchObject({
      customerName: 'Ann Lee',
      customerEmail: 'ann@example.com',
      quantity: 2,
      totalAmount: '54.70',
      status: 'processing',
      deliveryWeek: '2025-12-01',
    });
    const main = page.getByRole('main');
    for (const words of [
      order?.orderNumber,
      '2 boxes',
      'Week of 1 Dec',
      '£54.70',
      'A confirmation is on its way to ann@example.com.',
      '01632 960 214',
    ]) {
      await expect(main).toContainText(words ?? 'no order');
    }
    await expect.poll(() => shop.output()).toContain(`Your order ${order?.orderNumber}`);
    await page.reload();
    await expect(main).toContainText(String(order?.orderNumber));
    expect(await shop.readOrders()).toHaveLength(1);
  });

  test('a buyer who returns unpaid finds the form, and that nothing was charged', async ({ page, shop }) => {
    await page.goto(PAGE);
    await fill(page);
    await submit(page).click();
    const payPage = page.url();
    await page.getByRole('link', { name: 'Go back without paying' }).click();
    await expect(page).toHaveURL(`${PAGE}#order-not-paid`);
    await expect(page.getByText('You have not paid, and nothing has been charged.')).toBeInViewport();
    await expect(quantity(page)).toBeVisible();
    expect(await shop.readOrders()).toEqual([]);
    // The thank-you page of a session that is not paid.
    await page.goto(`${PAGE}/thank-you?session_id=${payPage.replace(/.*\//, '')}`);
    await expect(page.getByRole('heading', { name: 'You have not paid yet' })).toBeVisible();
    await page.getByRole('link', { name: 'Back to the order form' }).click();
    await expect(page).toHaveURL(`${PAGE}#order`);
  });

  test('a form with mistakes comes back with every entry, the messages and the focus, and is accepted after correction', async ({
    page,
  }) => {
    await page.goto(PAGE);
    await quantity(page).fill('3');
    await chooseWeek(page, '2025-12-08');
    await fill(page, {
      ...ANN,
      'E-mail address': 'ann',
      'House number and street': '<b>1 & "2"</b>\nHigh Street',
      Postcode: 'TA1',
    });
    const before = await page.locator('#order-form').getByRole('textbox').evaluateAll(valuesOf);
    await submit(page).click();
    await expect(page).toHaveTitle(/^Error: /);
    await expect(summary(page)).toBeFocused();
    await expect(summary(page)).toBeInViewport();
    await expect(summary(page).getByRole('link')).toHaveText([
      'Please enter a valid email address. You wrote “ann”.',
      'Please enter a full UK postcode, such as TA6 3TA. You wrote “TA1”.',
    ]);
    expect(await page.locator('#order-form').getByRole('textbox').evaluateAll(valuesOf)).toEqual(before);
    await expect(quantity(page)).toHaveValue('3');
    await expect(week(page)).toHaveValue('2025-12-08');
    await expect(total(page)).toHaveText('Total for 3 boxes: £82.05');
    await summary(page)
      .getByRole('link', { name: /postcode/ })
      .click();
    await expect(page.getByLabel('Postcode')).toBeFocused();
    await fill(page);
    await submit(page).click();
    await expect(page.getByRole('button', { name: 'Pay £82.05' })).toBeVisible();
  });
});

// axe needs script, so these pages are in the state before their script loads.
test.describe('in both colour schemes, at every width', () => {
  test.use({ expectedMessages: /status of 4(04|02) / });

  test('the thank-you looks good', async ({ page }) => {
    await page.route('**/_astro/*.js', (route) => route.abort('aborted'));
    await page.goto(PAGE);
    await fill(page);
    await submit(page).click();
    await payOnStripesPage(page);
    await expect(page).toHaveURL(`${PAGE}/thank-you`);
    await expect(page.getByRole('heading', { name: 'Thanks! Your order was received.' })).toBeVisible();
    await expectGoodLooks(page);
  });

  test('the messages for an unpaid and an unknown order look good', async ({ page }) => {
    await page.goto(`${PAGE}/thank-you?session_id=cs_none`);
    await expect(page.getByRole('heading', { name: 'We cannot find this order' })).toBeVisible();
    await expectGoodLooks(page);
    await page.goto(`${PAGE}#order-not-paid`);
    await expectGoodLooks(page);
  });
});

function valuesOf(controls: Element[]): string[] {
  return controls.map((control) => (control as HTMLInputElement).value);
}
