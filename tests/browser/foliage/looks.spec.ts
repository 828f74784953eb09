import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from '../../support/shop.ts';
import {
  fillSheet,
  openCard,
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

// Each state in both lights and at both widths. A file per picture where `SHOTS` names a folder.

const STATES: Record<string, (page: Page) => Promise<void>> = {
  choice: async (page) => {
    await openFoliage(page);
    await expect(page.getByText('Apple Pay and Google Pay require')).toBeVisible();
  },
  wallet: async (page) => {
    await openWithWallet(page, 'apple_pay');
  },
  'wallet declined': async (page) => {
    await openWithWallet(page);
    await wallet(page).click();
    await fillSheet(page);
    await sheet(page).getByLabel('Card', { exact: true }).selectOption('Visa 0002, is declined');
    await payInSheet(page).click();
    await expect(toast(page)).toBeVisible();
    await page.keyboard.press('Escape');
  },
  'too many': async (page) => {
    await openFoliage(page);
    await quantity(page).fill('99999');
    await expect(quantity(page)).toHaveAttribute('aria-invalid', 'true');
  },
  card: async (page) => {
    await openFoliage(page);
    await openCard(page);
    await expect(pay(page)).toBeEnabled();
  },
  'card with mistakes': async (page) => {
    await openFoliage(page);
    await payWithCard(page).click();
    await expect(pay(page)).toBeEnabled();
    await pay(page).click();
    await expect(page.getByRole('alert').filter({ hasText: 'There is a problem' })).toBeFocused();
  },
  'no card form': async (page) => {
    await page.route('**/payment-sandbox/stripe.js', (route) => route.abort());
    await openFoliage(page);
    await payWithCard(page).click();
    await expect(toast(page)).toContainText('Manual Payment');
  },
  unfinished: async (page) => {
    await page.route('**/api/branch-boxes/order', (route) => route.abort());
    await openFoliage(page);
    await openCard(page);
    await pay(page).click();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  },
};

test.describe('every state', () => {
  test.use({ expectedMessages: /ERR_FAILED|status of 402/ });

  for (const [state, reach] of Object.entries(STATES)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      test(`${state}, ${colorScheme}: no axe violation, and nothing scrolls sideways`, async ({ page }) => {
        await page.emulateMedia({ colorScheme });
        await reach(page);
        for (const width of [1280, 390]) {
          await page.setViewportSize({ width, height: 900 });
          await expectUsable(page, width);
          if (process.env.SHOTS) {
            const path = `${process.env.SHOTS}/${state}-${colorScheme}-${width}.png`;
            await page.screenshot({ path, fullPage: true });
          }
        }
        await page.setViewportSize({ width: 320, height: 900 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
      });
    }
  }
});

test('the card fields follow when the system turns dark', async ({ page }) => {
  await openFoliage(page);
  await payWithCard(page).click();
  await expect(pay(page)).toBeEnabled();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.getByLabel('Card number')).toHaveCSS('background-color', 'rgb(16, 26, 21)');
});

async function expectUsable(page: Page, width: number): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])).toEqual([]);
  const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(scrollWidth, `${width} px`).toBeLessThanOrEqual(width);
}
