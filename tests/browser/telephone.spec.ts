import { enterPassword } from '../support/admin-page.ts';
import { expectGoodLooks } from '../support/good-looks.ts';
import { costOf } from '../support/sample-order.ts';
import { ADMIN_PASSWORD, expect, test } from '../support/shop.ts';
import { payOnStripesPage } from './order/order-page.ts';

test('an order by telephone, with the keyboard alone, and its link paid without JavaScript', async ({
  page,
  browser,
  shop,
}) => {
  test.slow();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/admin/telephone');
  await enterPassword(page, ADMIN_PASSWORD);
  await expect(page).toHaveURL(/\/admin\/telephone$/);

  const total = page.getByRole('status').filter({ hasText: 'Total for' });
  await page.getByLabel('How many boxes?').focus();
  for (const typed of ['2', '', 'Ann Lee', '07700 900123', 'TA1 1AA', '1 High Street', 'Taunton']) {
    if (typed !== '') await page.keyboard.insertText(typed);
    await page.keyboard.press('Tab');
  }
  await expect(page.getByLabel('How many boxes?')).toHaveValue('2');
  await expect(total).toHaveText(`Total for 2 boxes: £${costOf(2)}`);
  await expect(total, 'wherever somebody is in the form').toBeInViewport();
  await page.keyboard.insertText('ann@example.com');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The boxes are held. An e-mail is on its way. Read it back:')).toBeVisible();
  await expectGoodLooks(page);

  const link = await page.getByLabel('Payment link').first().inputValue();
  await expect(page.getByRole('link', { name: 'Send by text' }).first()).toHaveAttribute(
    'href',
    /^sms:07700900123\?body=.*%2Fpay%3Fkey%3D/,
  );
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy' }).first().click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);

  const context = await browser.newContext({
    baseURL: shop.url,
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  });
  const buyer = await context.newPage();
  await buyer.goto(link);
  await expect(buyer.getByRole('heading', { name: 'Your branch boxes' })).toBeVisible();
  await buyer.getByRole('button', { name: `Pay £${costOf(2)}` }).click();
  await payOnStripesPage(buyer);
  await expect(buyer.getByRole('heading', { name: 'Thanks! Your order was received.' })).toBeVisible();
  await buyer.goto(link);
  await expect(buyer.getByRole('heading', { name: 'This is paid' })).toBeVisible();
  await context.close();

  await page.goto('/admin/telephone');
  await expect(page.getByText('Everybody has paid.')).toBeVisible();
  await page.goto('/admin/orders?view=all');
  const order = page.getByRole('row').filter({ hasText: 'Ann Lee' }).first();
  await expect(order).toBeVisible();
});
