import type { Locator, Page } from '@playwright/test';
import { changeDatabase, openSignedIn } from '../support/admin-page.ts';
import { buyThroughApi } from '../support/buy-through-api.ts';
import { flagOrders } from '../support/flag-orders.ts';
import { expect, type Shop, test } from '../support/shop.ts';

// The pages' policy would block most of this, but must not have to: any report in the console fails the test.

// tests/api/mail and tests/api/messages have it in every e-mail.

// An invalid week gets a 404.
test.use({ expectedMessages: /404 \(Not Found\) \(\S+\/admin\/packing\?week=%22/ });

/** As long as a name may be. */
const SHORT = `"'><script>document.title='ran'</script><img src=x onerror=document.title='ran'>`;
const LONG = `${SHORT}</title></textarea></script></style>--><svg/onload=document.title='ran'><a href="javascript:document.title='ran'">see</a>`;

/** Elements that would exist if any of it had become markup. */
const MARKUP = 'img[src="x"], svg[onload], a[href^="javascript"], script:has-text("ran")';

/** Expects the text as it was written, and no markup from it. */
async function expectText(place: Page | Locator, text: string): Promise<void> {
  await expect(place.getByText(text).filter({ visible: true }).first()).toBeVisible();
}

async function expectNothingRan(page: Page): Promise<void> {
  await expect(page.locator(MARKUP)).toHaveCount(0);
  await expect(page).not.toHaveTitle('ran');
}

/**
 * Stores a purchase and a message that anybody could send and, through the database, the worst value in every field.
 */
async function store(shop: Shop): Promise<string> {
  const hostile = {
    customerName: SHORT,
    customerPhone: '01632 960 111',
    shippingAddress: LONG,
    shippingCity: SHORT,
    specialInstructions: LONG,
  };
  const orderNumber = await buyThroughApi(shop.url, undefined, { purchase: hostile });
  await buyThroughApi(shop.url, undefined, { purchase: hostile });
  const message = {
    name: SHORT,
    email: 'eve@example.com',
    phone: SHORT.slice(0, 30),
    subject: SHORT,
    message: LONG,
  };
  const response = await fetch(`${shop.url}/api/contact-submit`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: shop.url },
    body: JSON.stringify({ ...message, contactPreference: 'email' }),
  });
  expect(response.status).toBe(200);
  changeDatabase(shop, (sqlite) => {
    sqlite
      .prepare(`UPDATE orders SET customer_email = @x, customer_phone = @x, label_problem = @x`)
      .run({ x: LONG });
    sqlite.prepare('INSERT INTO parcels SELECT id, 1, @x, created_at FROM orders').run({ x: LONG });
    flagOrders(sqlite, 'note', { where: `order_number <> '${orderNumber}'`, details: [LONG] });
    for (const kind of ['status', 'tracking', 'week', 'address', 'refund']) {
      sqlite
        .prepare(
          `INSERT INTO order_events (order_id, actor, kind, before, after, reason, created_at)
             SELECT id, 'admin', @kind, @x, @x, @x, '2025-11-20T09:30:00.000Z' FROM orders`,
        )
        .run({ kind, x: LONG });
    }
  });
  return orderNumber;
}

test('script in an order or a message stays text on every page and paper, and in the CSV', async ({
  page,
  shop,
}) => {
  const orderNumber = await store(shop);
  await openSignedIn(page);
  await expectText(page, SHORT);
  await page.goto(`/admin/orders/${orderNumber}`);
  await expectText(page.locator('.order-history'), LONG);
  await expectNothingRan(page);
  await page.goto(`/admin/orders?search=${encodeURIComponent(SHORT)}&week=${encodeURIComponent(SHORT)}`);
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
  await expectNothingRan(page);

  for (const view of ['list', 'slips', 'labels']) {
    await page.goto(`/admin/packing?week=2025-12-01&view=${view}`);
    await expectText(page.locator('main'), SHORT);
    await expectNothingRan(page);
  }
  await page.goto(`/admin/packing?week=${encodeURIComponent(LONG)}&order=${encodeURIComponent(LONG)}`);
  await expectNothingRan(page);

  const csv = await page.request.get('/api/admin/orders.csv');
  expect(csv.headers()).toMatchObject({
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': 'attachment; filename="branch-boxes.csv"',
    'x-content-type-options': 'nosniff',
  });
  expect(await csv.text()).toContain(orderNumber);

  await expect.poll(() => shop.output()).toMatch(/\/order\?key=[\w-]{54}/);
  const [, key] = /\/order\?key=([\w-]{54})/.exec(shop.output()) ?? [];
  await page.goto(`/order?key=${key}&done=${encodeURIComponent(LONG)}`);
  await expectText(page.locator('main'), SHORT);
  await expectNothingRan(page);
});
