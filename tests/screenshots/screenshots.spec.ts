import type { Page } from '@playwright/test';
import { OFFICE_PAGES, type OfficePage } from '../../src/domain/office.ts';
import { madeUpNumber, makeUpOrders, trackOrders } from '../api/orders/made-up-orders.ts';
import { enterCard, expectThanks, openCheckout, payButton, payWith } from '../browser/checkout/buyer.ts';
import {
  expectSuccess,
  openCard,
  openFoliage,
  openWithWallet,
  pay,
  payWithCard,
} from '../browser/foliage/foliage-page.ts';
import { PAGE as ORDER_PAGE, submit } from '../browser/order/order-page.ts';
import { pagePaths } from '../pages/built-site.ts';
import { changeDatabase, openSignedIn } from '../support/admin-page.ts';
import { buyThroughApi } from '../support/buy-through-api.ts';
import { fillContactForm, findContactForm, findThanks, openContactPage } from '../support/contact.ts';
import { flagOrders } from '../support/flag-orders.ts';
import { costOf } from '../support/sample-order.ts';
import { makeOrder, seedOrder } from '../support/seeded-order.ts';
import { expect, type Shop, test } from '../support/shop.ts';
import { addSession } from '../support/shop-data.ts';
import { startSiteServer } from '../support/site-server.ts';

// Screenshots of every page and every state, for people to look at: `npm run screenshots` writes them into
// screenshots/. Pages are the farm's own, from dist/; states are those of the tests' site.

const WIDTHS = [320, 390, 768, 1280, 1920];
const SCHEMES = ['light', 'dark'] as const;
// With orders to pack, so that nothing of it is empty.
const WEEK = '?week=2025-11-24';

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
    await expect(page.getByText(`£${costOf(2)}`).first()).toBeVisible();
  },
  'order thanks': async (page) => {
    await openCheckout(page);
    await payWith(page, '4242424242424242');
    await expectThanks(page);
  },
  'foliage thanks': async (page) => {
    await openFoliage(page);
    await openCard(page);
    await pay(page).click();
    await expectSuccess(page);
  },
  'own order': async (page, shop) => {
    await page.goto(await buyOrderPage(shop));
  },
  'own order sent': async (page, shop) => {
    const address = await buyOrderPage(shop);
    const week = new Date().toISOString().slice(0, 10);
    changeOrders(shop, `status = 'shipped', week = '${week}'`);
    changeDatabase(shop, (sqlite) => trackOrders(sqlite, 'QJ123456789GB'));
    await page.goto(address);
    await expect(page.getByText('Your branches are on their way.')).toBeVisible();
  },
  'own order cancelled': async (page, shop) => {
    const address = await buyOrderPage(shop);
    changeOrders(shop, "status = 'cancelled'");
    await page.goto(address);
  },
  'own order expired': async (page, shop) => {
    const address = await buyOrderPage(shop);
    changeOrders(shop, "week = '2024-12-02', created_at = '2024-11-01T12:00:00.000Z'");
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible();
  },
  'foliage with a wallet': (page) => openWithWallet(page),
  'foliage by card': async (page) => {
    await openFoliage(page);
    await payWithCard(page).click();
    await expect(page.getByLabel('Card number')).toBeVisible();
  },
  'admin without orders': (page) => openSignedIn(page),
  'admin with a season': async (page, shop) => {
    for (const card of ['4242424242424242', '4000000000009987']) await buyThroughApi(shop.url, card);
    makeSeason(shop);
    await openSignedIn(page);
  },
  'admin with a week, a search and tracking numbers': async (page, shop) => {
    makeSeason(shop);
    await openSignedIn(page, `${WEEK}&q=porch`);
    for (const index of [1, 2, 3]) await page.locator('.admin-select input').nth(index).check();
    await page.locator('summary', { hasText: 'Tracking numbers' }).click();
    const lines = [2, 17, 32].map((index) => `${madeUpNumber(index)}\tAB${100_000_000 + index}GB`);
    await page.getByLabel('Order numbers and tracking numbers').fill([...lines, 'nonsense'].join('\n'));
    await page.getByRole('button', { name: 'Check the list' }).click();
    await expect(page.getByText('Have a look before we save these')).toBeVisible();
  },
  'admin with a flagged order': async (page, shop) => {
    makeSeason(shop);
    await openSignedIn(page, '?view=look');
  },
  'admin with one order and its refund': async (page, shop) => {
    const orderNumber = await buyThroughApi(shop.url);
    await addSession(page.context());
    await page.goto(`/admin/orders/${orderNumber}`);
    await page.getByText('Refund boxes, or a sum').click();
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    await expect(page.getByText('The money has gone back to the buyer.')).toBeVisible();
  },
  ...Object.fromEntries(
    ['', '&view=slips', '&view=labels'].map((view) => [
      `admin packing a week ${view.slice(6)}`,
      async (page: Page, shop: Shop) => {
        makeSeason(shop);
        await addSession(page.context());
        await page.goto(`/admin/packing${WEEK}${view}`);
      },
    ]),
  ),
  'admin with messages': async (page, shop) => {
    makeSeason(shop);
    await addSession(page.context());
    await page.goto('/admin/messages');
  },
};

const ADMIN_PATHS = [
  ...Object.values<OfficePage>(OFFICE_PAGES).flatMap(({ path, behindSignIn }) =>
    behindSignIn ? [path] : [],
  ),
  '/admin/content/season',
  '/admin/content/history',
];

/** Buys a box that can be changed on any day. @returns the address of its buyer's page */
async function buyOrderPage(shop: Shop): Promise<string> {
  await buyThroughApi(shop.url);
  await expect.poll(() => shop.output()).toMatch(/\/order\?key=[\w-]{54}/);
  changeDatabase(shop, (sqlite) => flagOrders(sqlite, 'week_closed'));
  return /\/order\?key=[\w-]{54}/.exec(shop.output())?.[0] ?? '';
}

/** A season’s orders, some of which need a look, and three messages. */
function makeSeason(shop: Shop): void {
  changeDatabase(shop, (sqlite) => {
    makeUpOrders(sqlite, 300);
    flagOrders(sqlite, 'week_full', {
      where: `order_number IN ('${[4, 9].map(madeUpNumber).join("', '")}')`,
    });
    const message = sqlite.prepare(
      `INSERT INTO messages (id, name, email, phone, subject, message, contact_preference, created_at)
       VALUES (@name, @name, @email, '01632 960123', 'Do you have tall trees?', @message, 'email', '2025-11-20T09:30:00.000Z')`,
    );
    for (const name of ['Ada', 'Ben', 'Cara'])
      message.run({
        name,
        email: `${name}@example.com`,
        message: 'Do you have one of ten feet?\nIt is for a hall with a high ceiling, near Taunton.',
      });
  });
}

function changeOrders(shop: Shop, columns: string): void {
  changeDatabase(shop, (sqlite) => sqlite.exec(`UPDATE orders SET flags = '[]', ${columns}`));
}

// The browser reports the responses that a scene is about.
test.use({ expectedMessages: /40[24] \(|409 \(|410 \(|422 \(/ });

for (const colorScheme of SCHEMES) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test('pages', async ({ page }) => {
      test.setTimeout(1_200_000);
      const server = await startSiteServer({ DIST_DIR: 'dist' });
      // Without an order the checkout redirects at once, and without a session the admin does; they have scenes.
      const paths = pagePaths('dist').filter((path) => !/^\/(branch-box-checkout|admin)/.test(path));
      for (const path of paths) {
        await page.goto(`${server.url}${path === '/404' ? '/no-such-page' : path}`);
        await capture(page, path === '/' ? 'home' : path.slice(1).replaceAll('/', ' '), colorScheme);
      }
      await server.stop();
    });

    test.describe(() => {
      test.use({ editsContent: true });

      test('admin pages', async ({ page, context, shop }) => {
        test.setTimeout(600_000);
        await buyThroughApi(shop.url);
        await page.goto('/admin/sign-in');
        await capture(page, 'admin sign-in', colorScheme);
        await addSession(context);
        for (const path of ADMIN_PATHS) {
          await page.goto(path);
          await capture(page, path.slice(1).replaceAll('/', ' '), colorScheme);
        }
      });
    });

    for (const [name, open] of Object.entries(SCENES)) {
      test(name, async ({ page, shop }) => {
        await open(page, shop);
        await capture(page, name, colorScheme);
      });
    }
  });
}

/** Captures the whole page at each width, with its lazy pictures, as `screenshots/<name> <width> <scheme>.png`. */
async function capture(page: Page, name: string, colorScheme: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(async () => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('* { content-visibility: visible !important }');
      document.adoptedStyleSheets = [sheet];
      const pictures = [...document.images].filter(({ loading }) => loading === 'lazy');
      for (const picture of pictures) picture.loading = 'eager';
      await Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)));
    });
    await page.screenshot({ path: `screenshots/${name} ${width} ${colorScheme}.png`, fullPage: true });
  }
}
