import type { Page } from '@playwright/test';
import { enterCard, openCheckout, payButton } from '../browser/checkout/buyer.ts';
import { openFoliage, openWithWallet, payWithCard } from '../browser/foliage/foliage-page.ts';
import { PAGE as ORDER_PAGE, submit } from '../browser/order/order-page.ts';
import { pagePaths } from '../pages/built-site.ts';
import { openSignedIn } from '../support/admin-page.ts';
import { buyThroughApi } from '../support/buy-through-api.ts';
import { fillContactForm, findContactForm, findThanks, openContactPage } from '../support/contact.ts';
import { makeOrder, seedOrder } from '../support/seeded-order.ts';
import { expect, type Shop, test } from '../support/shop.ts';
import { capture } from './capture.ts';

// Screenshots of every page and every state, for people to look at: `npm run screenshots` writes them into
// screenshots/.

const WIDTHS = [320, 390, 768, 1280, 1920];
const SCHEMES = ['light', 'dark'] as const;

/** States that a URL alone does not show. */
const SCENES: Record<string, (page: Page, shop: Shop) => Promise<unknown>> = {
  'faq found': async (page) => {
    await page.goto('/faq');
    await page.getByLabel('Search the questions').fill('tree');
    await expect(page.locator('mark').first()).toBeVisible();
  },
  'faq not found': async (page) => {
    await page.goto('/faq');
    await page.getByLabel('Search the questions').fill('donkies');
    await expect(page.getByRole('heading', { name: 'No results found' })).toBeVisible();
  },
  'contact with mistakes': async (page) => {
    await openContactPage(page);
    await findContactForm(page).button.click();
    await expect(page.getByRole('alert')).toBeFocused();
  },
  'contact sent': async (page) => {
    await openContactPage(page);
    await fillContactForm(page);
    await findContactForm(page).button.click();
    await expect(findThanks(page)).toBeVisible();
  },
  'order with mistakes': async (page) => {
    await page.goto(ORDER_PAGE);
    await page.getByLabel('Your name').focus();
    await expect(page.getByText(/Total for/)).toBeVisible();
    await submit(page).click();
    await expect(page.getByRole('alert')).toBeFocused();
  },
  'order received': async (page) => {
    await page.goto(`${ORDER_PAGE}?success=true&orderNumber=BB-7F3M-2Q9`);
    await expect(page.getByText('BB-7F3M-2Q9')).toBeVisible();
  },
  checkout: (page) => openCheckout(page),
  'checkout declined': async (page) => {
    await openCheckout(page);
    await enterCard(page, '4000000000000002');
    await payButton(page).click();
    await expect(page.getByText('Your card was declined.').first()).toBeVisible();
  },
  'checkout at a new price': async (page) => {
    await seedOrder(page, makeOrder({ unitPrice: '35.00', totalAmount: '70.00' }));
    await page.goto('/branch-box-checkout');
    await expect(page.getByText('£54.70').first()).toBeVisible();
  },
  'foliage with a wallet': (page) => openWithWallet(page),
  'foliage by card': async (page) => {
    await openFoliage(page);
    await payWithCard(page).click();
    await expect(page.getByLabel('Card number')).toBeVisible();
  },
  'admin without orders': (page) => openSignedIn(page),
  'admin with orders': async (page, shop) => {
    for (const card of ['4242424242424242', '4000000000009987']) await buyThroughApi(shop.url, card);
    await openSignedIn(page);
    await expect(page.getByText('Recent Orders')).toBeVisible();
  },
};

// The browser reports the responses that a scene is about.
test.use({ expectedMessages: /40[24] \(|409 \(|422 \(/ });

for (const colorScheme of SCHEMES) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test('pages', async ({ page }) => {
      test.setTimeout(600_000);
      // Without an order the checkout redirects at once; it has its own scenes.
      for (const path of pagePaths().filter((path) => path !== '/branch-box-checkout')) {
        await page.goto(path === '/404' ? '/no-such-page' : path);
        await capture(page, path === '/' ? 'home' : path.slice(1).replaceAll('/', ' '), colorScheme, WIDTHS);
      }
    });

    for (const [name, open] of Object.entries(SCENES)) {
      test(name, async ({ page, shop }) => {
        await open(page, shop);
        await capture(page, name, colorScheme, WIDTHS);
      });
    }
  });
}
