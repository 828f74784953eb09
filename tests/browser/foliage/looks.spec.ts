import { expectGoodLooks } from '../../support/good-looks.ts';
import { expect, test } from '../../support/shop.ts';
import {
  enterCard,
  fillDelivery,
  fillSheet,
  openFoliage,
  openWithWallet,
  pay,
  payInSheet,
  payWithCard,
  quantity,
  sheet,
  toast,
  wallet,
} from './foliage-page.ts';

// Each state in both colour schemes and at both widths.

test.describe('every state', () => {
  test.use({ expectedMessages: /ERR_FAILED|status of 402/ });

  test('with a card: the choice, too many boxes, the form, its mistakes, an unfinished order', async ({
    page,
  }) => {
    await page.route('**/api/branch-boxes/order', (route) => route.abort());
    await openFoliage(page);
    await expect(page.getByText('Apple Pay and Google Pay require')).toBeVisible();
    await expectGoodLooks(page);
    await quantity(page).fill('99999');
    await expect(quantity(page)).toHaveAttribute('aria-invalid', 'true');
    await expectGoodLooks(page);
    await quantity(page).fill('1');
    await payWithCard(page).click();
    await expect(pay(page)).toBeEnabled();
    await expectGoodLooks(page);
    await pay(page).click();
    await expect(page.getByRole('alert').filter({ hasText: 'There is a problem' })).toBeFocused();
    await expectGoodLooks(page);
    await fillDelivery(page);
    await enterCard(page, '4242424242424242');
    await expectGoodLooks(page);
    await pay(page).click();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expectGoodLooks(page);
  });

  test('with a wallet, and a declined card in it', async ({ page }) => {
    await openWithWallet(page, 'apple_pay');
    await expectGoodLooks(page);
    await wallet(page).click();
    await fillSheet(page);
    await sheet(page).getByLabel('Card', { exact: true }).selectOption('Visa 0002, is declined');
    await payInSheet(page).click();
    await expect(toast(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expectGoodLooks(page);
  });

  test('no card fields', async ({ page }) => {
    await page.route('**/payment-sandbox/stripe.js', (route) => route.abort());
    await openFoliage(page);
    await payWithCard(page).click();
    await expect(toast(page)).toContainText('Manual Payment');
    await expectGoodLooks(page);
  });
});

test('the card fields follow the system’s dark mode', async ({ page }) => {
  await openFoliage(page);
  await payWithCard(page).click();
  await expect(pay(page)).toBeEnabled();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.getByLabel('Card number')).toHaveCSS('background-color', 'rgb(16, 26, 21)');
});
