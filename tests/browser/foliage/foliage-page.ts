import type { Page } from '@playwright/test';
import { expect } from '../../support/shop.ts';

export const PATH = '/nordmann-foliage-payment';

export const quantity = (page: Page) => page.getByLabel('Quantity');
export const week = (page: Page) => page.getByLabel('Delivery week');
export const total = (page: Page) => page.locator('.foliage-total output');
export const payWithCard = (page: Page) => page.getByRole('button', { name: 'Pay with Card' });
export const pay = (page: Page) => page.getByRole('button', { name: /^Pay £/ });
export const wallet = (page: Page) => page.getByRole('button', { name: /^Buy with/ });
export const sheet = (page: Page) => page.getByRole('dialog');
export const payInSheet = (page: Page) =>
  sheet(page).getByRole('button', { name: /^Pay with (Google|Apple)/ });
/** Radix renders each toast twice, once for screen readers only. */
export const toast = (page: Page) => page.getByRole('listitem').and(page.locator('.toast'));

/** Opens the page, and waits until its script has started. */
export async function openFoliage(page: Page): Promise<void> {
  await page.goto(PATH);
  await payWithCard(page).and(page.locator(':enabled')).waitFor();
}

/** Like `openFoliage`, in a browser with a wallet. */
export async function openWithWallet(page: Page, name: 'apple_pay' | 'google_pay' = 'google_pay') {
  await page.addInitScript((value) => localStorage.setItem('payment-sandbox-wallet', value), name);
  await openFoliage(page);
  await wallet(page).waitFor();
}

/** Serves the page as if it had been built when a box cost £35. */
export async function servePageAtOldPrice(page: Page): Promise<void> {
  await page.route(`**${PATH}`, async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const body = html
      .replace('&quot;builtPrice&quot;:[0,2735]', '&quot;builtPrice&quot;:[0,3500]')
      .replace('£27.35</output>', '£35.00</output>');
    await route.fulfill({ response, body });
  });
}

const ANN = {
  'Full name': 'Ann Ash',
  'E-mail': 'ann@example.com',
  Address: '1 High Street',
  'Town or city': 'Taunton',
  Postcode: 'TA1 1AA',
};

export async function fillSheet(page: Page, details: Record<string, string> = {}): Promise<void> {
  for (const [label, value] of Object.entries({ ...ANN, ...details })) {
    await sheet(page).getByLabel(label, { exact: true }).fill(value);
  }
}

const BEN = {
  'Full name': 'Ben Beech',
  'E-mail address': 'ben@example.com',
  'House number and street': '2 Low Road',
  'Second address line (optional)': 'Westonzoyland',
  'Town or city': 'Bridgwater',
  Postcode: 'ta7 0aa',
};

export async function fillDelivery(page: Page, details: Record<string, string> = {}): Promise<void> {
  for (const [label, value] of Object.entries({ ...BEN, ...details })) {
    await page.getByLabel(label, { exact: true }).fill(value);
  }
}

export async function enterCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill('');
  await page.getByLabel('Card number').pressSequentially(number);
  await page.getByLabel('Expiry date').fill('12 / 40');
  await page.getByLabel('Security code').fill('123');
}

/** Goes as far as the pay button of the card form. */
export async function openCard(page: Page, card = '4242424242424242'): Promise<void> {
  await payWithCard(page).click();
  await fillDelivery(page);
  await enterCard(page, card);
}

export async function expectSuccess(page: Page): Promise<void> {
  await page.waitForURL('/success');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thanks! Your order was received.');
}
