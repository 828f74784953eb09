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
/** The week that is packed on the day of the scenes of December. */
const WEEK_NOW = '2025-12-01';

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
    await expect(page.getByText('Refunded. £')).toBeVisible();
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

/** The farm's own pages on a working day in December, and what is unfolded on them. */
const DECEMBER: Record<string, readonly [path: string, open?: (page: Page) => Promise<unknown>]> = {
  today: ['/admin'],
  orders: ['/admin/orders'],
  'orders of a half sold week': ['/admin/orders?week=2025-12-08'],
  'orders with filters': ['/admin/orders?status=shipped&q=taunton'],
  'orders to refund': ['/admin/orders?view=owed'],
  'orders not paid': ['/admin/orders?view=unpaid'],
  'no such order': ['/admin/orders?q=zebra'],
  'a week': ['/admin/orders/weeks/2025-12-08'],
  'an order': [`/admin/orders/${madeUpNumber(2)}`, (page) => unfold(page)],
  'an order not paid': [`/admin/orders/${madeUpNumber(19)}`],
  'an order of a lost week': [`/admin/orders/${madeUpNumber(7)}`],
  packing: ['/admin/packing'],
  'a pick list': [
    `/admin/packing?week=${WEEK_NOW}`,
    async (page) => {
      for (const index of [0, 1, 4]) await page.locator('.pick-tick input').nth(index).check();
    },
  ],
  slips: [`/admin/packing?week=${WEEK_NOW}&view=slips`],
  labels: [`/admin/packing?week=${WEEK_NOW}&view=labels&sheet=8&skip=3`],
  'small labels': [`/admin/packing?week=${WEEK_NOW}&view=labels`],
  scan: [`/admin/packing/scan?week=${WEEK_NOW}`],
  'tracking numbers': [
    '/admin/orders#tracking',
    async (page) => {
      await page
        .getByLabel('Order numbers and tracking numbers')
        .fill(`${madeUpNumber(2)}\tAB100000002GB\nBB-ZZZZ-ZZZ\tAB100000003GB\nnonsense`);
      await page.getByRole('button', { name: 'Check the list' }).click();
      await page.getByText('Have a look before we save these').waitFor();
    },
  ],
  telephone: ['/admin/telephone'],
  'telephone taken': [
    '/admin/telephone',
    async (page) => {
      const typed = {
        quantity: '3',
        customerName: 'June Perry',
        customerPhone: '01632 960456',
        shippingPostcode: 'TA5 1AB',
        shippingAddress: '2 Mill Lane',
        shippingCity: 'Nether Stowey',
      };
      for (const [name, text] of Object.entries(typed)) await page.locator(`#telephone-${name}`).fill(text);
      await page.getByRole('button', { name: 'Take the order' }).click();
      await page.getByText('Read it back').waitFor();
    },
  ],
  messages: ['/admin/messages'],
  mails: ['/admin/mails'],
  notices: [
    '/admin',
    async (page) => {
      await page.locator('summary', { hasText: 'Other hours today' }).click();
    },
  ],
  publish: [
    '/admin/content/file?name=hours/b.json',
    async (page) => {
      await page.getByLabel('Closes').first().fill('18:00');
      await page.getByRole('button', { name: 'Save the draft' }).click();
      await page.goto('/admin/content/publish');
    },
  ],
};

/** What a packer sees of them. */
const FOR_PACKERS = ['today', 'orders', 'an order', 'packing', 'messages'];

async function unfold(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const each of document.querySelectorAll('main details')) each.toggleAttribute('open', true);
  });
}

const PEOPLE = [
  ['Margaret Ashby', 'Taunton'],
  ['Tom Pike', 'Bridgwater'],
  ['Sue Hembrow', 'Street'],
  ['Geoffrey Coombes', 'Nether Stowey'],
  ['Priya Nair', 'Burnham-on-Sea'],
  ['The Reverend Josephine Featherstonehaugh', 'Weston-super-Mare'],
  ['Will Dunn', 'Cheddar'],
] as const;

/**
 * A December of 134 orders on its busiest day: two weeks sent but for two orders, one being packed, one half sold, one
 * order whose week is lost, two refunds to make, a transfer that has not come, and a message to read.
 */
async function makeDecember(page: Page, shop: Shop): Promise<void> {
  await addSession(page.context());
  await page.goto('/admin/orders/weeks/2025-12-08');
  await page.getByLabel('Boxes to sell').fill('150');
  await page.getByRole('button', { name: 'Save' }).click();
  makeSeason(shop, 134);
  changeDatabase(shop, (sqlite) => {
    const name = sqlite.prepare('UPDATE orders SET customer_name = ?, shipping_city = ? WHERE rowid % 7 = ?');
    for (const [index, [customer, town]] of PEOPLE.entries()) name.run(customer, town, index);
    const at = (...indexes: number[]) =>
      `order_number IN (${indexes.map((index) => `'${madeUpNumber(index)}'`).join()})`;
    sqlite.exec(`UPDATE orders SET flags = '[]', status = 'processing', gift_message = NULL, recipient_name = NULL;
      UPDATE orders SET created_at = strftime('%Y-%m-%dT%H:%M:%fZ', '2025-11-01', (rowid * 311) || ' minutes'),
        customer_phone = iif(rowid % 3, printf('01632 960%03d', rowid), NULL);
      UPDATE orders SET status = 'delivered' WHERE week < '${WEEK_NOW}' AND NOT ${at(5, 11)};
      UPDATE orders SET status = 'shipped' WHERE week = '${WEEK_NOW}' AND rowid % 3 = 0;
      UPDATE orders SET status = 'cancelled' WHERE ${at(23, 38, 44)};
      UPDATE orders SET payment_method = 'bank', payment_status = 'processing', status = 'pending',
        created_at = '2025-11-27T15:10:00.000Z' WHERE ${at(19)};
      UPDATE order_attempts SET payment_method = 'bank', taken_by = 'Jan' WHERE id = (SELECT attempt_id FROM orders WHERE ${at(19)});
      UPDATE orders SET created_at = '2025-12-01T17:40:00.000Z' WHERE ${at(120, 123, 128, 133)};
      UPDATE messages SET read_at = created_at, replied_at = created_at WHERE name != 'Cara'`);
    flagOrders(sqlite, 'week_full', { where: at(7) });
    flagOrders(sqlite, 'cancelled_by_buyer', { where: at(23, 38) });
  });
}

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
function makeSeason(shop: Shop, orders = 300): void {
  changeDatabase(shop, (sqlite) => {
    makeUpOrders(sqlite, orders);
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

    test.describe(() => {
      test.use({ editsContent: true, now: '2025-12-02T08:30:00.000Z' });

      for (const role of ['owner', 'packer']) {
        test(`december ${role}`, async ({ page, shop }) => {
          test.setTimeout(600_000);
          page.setDefaultTimeout(15_000);
          await makeDecember(page, shop);
          changeDatabase(shop, (sqlite) => sqlite.prepare('UPDATE people SET role = ?').run(role));
          for (const [name, [path, open]] of Object.entries(DECEMBER)) {
            if (role === 'packer' && !FOR_PACKERS.includes(name)) continue;
            await page.goto(path);
            await open?.(page);
            await page.waitForLoadState('networkidle');
            await capture(page, `december ${role} ${name}`, colorScheme);
          }
        });
      }
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
