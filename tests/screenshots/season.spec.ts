import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { hashFile } from '../../src/build/manifest.ts';
import { SERVICE_CONTENT } from '../../src/domain/schemas/build-manifest.ts';
import { changeDatabase, openSignedIn } from '../support/admin-page.ts';
import { buyThroughApi, type Purchase } from '../support/buy-through-api.ts';
import { flagOrders } from '../support/flag-orders.ts';
import { expect, type Shop } from '../support/shop.ts';
import { test as shopTest } from '../support/shop-process.ts';
import { TEST_DIST } from '../support/test-site.ts';
import { capture } from './capture.ts';

/**
 * Copies the built site into a temporary folder, with so many boxes for each delivery week, as a build with such a
 * `shop.json` would write it: no page says how many there are.
 * @returns the folder, which is the caller's to remove
 */
async function copySiteWithCaps(boxesByWeek: Readonly<Record<string, number>>): Promise<string> {
  const dist = await mkdtemp(join(tmpdir(), 'capped-site-'));
  await cp(TEST_DIST, dist, { recursive: true });
  const content = JSON.parse(await readFile(join(dist, SERVICE_CONTENT), 'utf8'));
  const shop = content['shop.json'];
  shop.weeks = Object.entries(boxesByWeek).map(([id, boxes]) => ({ id, boxes }));
  const bytes = Buffer.from(JSON.stringify(content));
  await writeFile(join(dist, SERVICE_CONTENT), bytes);

  const manifest = JSON.parse(await readFile(join(dist, 'build.json'), 'utf8'));
  manifest.files = manifest.files.map((file: { path: string }) =>
    file.path === SERVICE_CONTENT ? { ...file, hash: hashFile(bytes), bytes: bytes.length } : file,
  );
  await writeFile(join(dist, 'build.json'), JSON.stringify(manifest));
  return dist;
}

const PACKED_WEEK = '2025-12-01';
const WEEKS = ['2025-11-17', '2025-11-24', PACKED_WEEK, '2025-12-08', '2025-12-15'] as const;

/** The orders before the last box of the packed week, which two buyers then want. */
const EARLY_ORDERS = 118;
/** Purchases at the same time, as in a busy hour. */
const AT_ONCE = 4;

const BOXES = [1, 2, 1, 3, 2, 1, 4];
const FIRST_NAMES = ['Ada', 'Ben', 'Cara', 'Dev', 'Elsie', 'Faisal', 'Gwen', 'Harry', 'Isla', 'Jonah', 'Kit'];
const LAST_NAMES = ['Ash', 'Birch', 'Cherry', 'Elder', 'Fern', 'Hazel', 'Linden', 'Maple', 'Oakes', 'Rowan'];
const PLACES = [
  ['Taunton', 'TA1 1AA'],
  ['Bridgwater', 'TA6 3AB'],
  ['Burnham-on-Sea', 'TA8 1AA'],
  ['Bristol', 'BS1 5TR'],
  ['Exeter', 'EX1 1HS'],
  ['London', 'SE10 9NF'],
  ['Edinburgh', 'EH1 1YZ'],
] as const;

/** The number of boxes on offer: more than needed, except in the packed week, where one is left over. */
function planCaps(): Record<string, number> {
  const caps: Record<string, number> = {};
  for (const week of WEEKS) caps[week] = week === PACKED_WEEK ? 1 : 20;
  for (const { deliveryWeek, quantity } of planPurchases()) {
    caps[deliveryWeek] = (caps[deliveryWeek] ?? 0) + quantity;
  }
  return caps;
}

/** Makes all orders except the last. Each is paid for with the same requests as the pages', from its own connection. */
async function takeEarlyOrders(url: string): Promise<void> {
  const waiting = planPurchases().entries();
  const takeTurns = async () => {
    for (const [index, purchase] of waiting) {
      const address = `192.0.${2 + Math.floor(index / 250)}.${1 + (index % 250)}`;
      await buyThroughApi(url, undefined, { purchase, address });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, takeTurns));
}

type Planned = Partial<Purchase> & Pick<Purchase, 'quantity' | 'deliveryWeek'>;

function planPurchases(): Planned[] {
  return Array.from({ length: EARLY_ORDERS }, (_, index) => {
    const name = `${pick(FIRST_NAMES, index)} ${pick(LAST_NAMES, index)}`;
    const [shippingCity, shippingPostcode] = pick(PLACES, index);
    return {
      quantity: pick(BOXES, index),
      deliveryWeek: pick(WEEKS, index),
      customerName: name,
      customerEmail: `${name.toLowerCase().replace(' ', '.')}.${index}@example.com`,
      shippingAddress: `${1 + index} High Street`,
      shippingCity,
      shippingPostcode,
      specialInstructions: index % 4 === 0 ? 'Please leave it in the porch.' : '',
    };
  });
}

function pick<T>(list: readonly T[], index: number): T {
  return list[index % list.length] as T;
}

/** `test` with a shop whose weeks have the season's caps. */
const test = shopTest.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
  serviceEnv: async ({}, use) => {
    const dist = await copySiteWithCaps(planCaps());
    // A hundred buyers have separate connections; a proxy header says which.
    await use({ DIST_DIR: dist, TRUST_PROXY: '1' });
    await rm(dist, { recursive: true, force: true });
  },
});

// The farm's busy weeks with all orders of a season, and a buyer's own order.

const WIDTHS = [390, 1280];
const WEEK = `?week=${PACKED_WEEK}`;

test.use({ colorScheme: 'light' });

test('the season', async ({ page, shop }) => {
  test.setTimeout(600_000);
  const show = (name: string) => capture(page, `season ${name}`, 'light', WIDTHS);
  await takeEarlyOrders(shop.url);
  addProblems(shop);
  await openSignedIn(page);
  await page.getByText('Week totals').click();
  await show('1 all orders');
  await openOrders(page, WEEK);
  await show('2 week');

  for (const index of [1, 2, 3]) await page.locator('.admin-select input').nth(index).check();
  await page.locator('summary', { hasText: 'Enter tracking numbers' }).click();
  const numbers = await page.locator('.admin-number').allInnerTexts();
  const lines = numbers.slice(5, 11).map((number, index) => `${number}\tAB${100_000_000 + index}GB`);
  await page.getByLabel('Order numbers and tracking numbers').fill([...lines, 'nonsense'].join('\n'));
  await page.getByRole('button', { name: 'Check the list' }).click();
  await expect(page.getByText('Check before anything is entered')).toBeVisible();
  await show('3 tracking checked');
  await page.getByRole('button', { name: 'Enter 6 tracking numbers' }).click();
  await expect(page.getByText('6 tracking numbers entered.')).toBeVisible();
  await show('3 tracking entered');

  await page.goto(`/admin/orders/${numbers[12]}`);
  await show('4 one order');
  await page.getByText('Refund boxes, or a sum').click();
  await show('5 refund');
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(page.getByText('The refund is made.')).toBeVisible();
  await show('6 refunded');
  await openOrders(page, '?q=flagged');
  await show('7 look at first');

  for (const [name, address] of [
    ['8 packing', '/admin/packing'],
    ['9 pick list', `/admin/packing${WEEK}`],
    ['10 slips', `/admin/packing${WEEK}&view=slips`],
    ['11 labels', `/admin/packing${WEEK}&view=labels`],
    ['12 messages', '/admin/messages'],
    ['13 mails', '/admin/mails'],
    ['14 own order', /\/order\?key=[\w-]+/.exec(shop.output())?.[0] ?? ''],
  ] as const) {
    await page.goto(address);
    await show(name);
  }
});

async function openOrders(page: Page, query: string): Promise<void> {
  await page.goto(`/admin/orders${query}`);
  await expect(page.locator('.admin-table')).toBeVisible();
}

/** Problems of a season: flagged orders, failed e-mails, and messages. */
function addProblems(shop: Shop): void {
  changeDatabase(shop, (sqlite) => {
    sqlite.exec(
      "UPDATE orders SET customer_name = 'Flagged Buyer' WHERE id IN (SELECT id FROM orders LIMIT 2)",
    );
    flagOrders(sqlite, 'week_full', { where: "customer_name = 'Flagged Buyer'" });
    sqlite.exec(
      `UPDATE outbox SET state = 'failed', last_error = 'Can''t send mail - all recipients were rejected: 550 5.1.1 No such user'
       WHERE id IN (SELECT id FROM outbox ORDER BY id LIMIT 3)`,
    );
    const message = sqlite.prepare(
      `INSERT INTO messages (id, name, email, phone, subject, message, contact_preference, created_at)
       VALUES (@id, @name, @email, '01632 960123', @subject, @message, 'email', '2025-11-20T09:30:00.000Z')`,
    );
    for (const [index, name] of ['Ada Ash', 'Ben Birch', 'Cara Cherry'].entries()) {
      message.run({
        id: `message-${index}`,
        name,
        email: `${name.replace(' ', '.').toLowerCase()}@example.com`,
        subject: 'Do you have tall trees?',
        message: 'Do you have one of ten feet?\nIt is for a hall with a high ceiling, near Taunton.',
      });
    }
  });
}
