import { DELIVERY_FIELD_NAMES } from '../../../src/domain/orders/order-fields.ts';
import type { OrderPage } from '../../../src/domain/orders/order-list.ts';
import { madeUpId, makeUpOrders } from './made-up-orders.ts';

import { expect, type ShopUnderTest, test } from './shop-under-test.ts';

/** Ids of the orders that a search finds, and how many it counts. */
async function search(shop: ShopUnderTest, q: string) {
  const response = await shop.app.request(`/api/branch-boxes/orders?q=${encodeURIComponent(q)}&limit=50`, {
    headers: shop.admin,
  });
  const { orders, totals } = (await response.json()) as OrderPage;
  expect(totals?.orders).toBe(orders.length);
  return orders.map(({ id }) => id);
}

function change(shop: ShopUnderTest, index: number, column: string, value: string | null) {
  const { changes } = shop.data.sqlite
    .prepare(`UPDATE orders SET ${column} = ? WHERE id = ?`)
    .run(value, madeUpId(index));
  expect(changes).toBe(1);
}

test('an order is found as a phone types it', { tag: '@file' }, async ({ shop }) => {
  makeUpOrders(shop.data.sqlite, 6);
  for (const [column, value] of [
    ['customer_name', 'Sinéad O’Brien-Łukaszewski'],
    ['customer_email', 'sinead.ob@post.example.org'],
    ['customer_phone', '+44 7700 900 321'],
    ['shipping_address', 'Orchard Cottage\n14 Mill Lane'],
    ['shipping_city', 'Burnham-on-Sea'],
    ['shipping_postcode', 'TA8 2ZX'],
    ['order_number', 'BB-7F3M-2Q9'],
    ['tracking_number', 'QX 123 456 789 GB'],
    ['special_instructions', 'Beware of the geese'],
  ] as const) {
    change(shop, 4, column, value);
  }
  for (const typed of [
    'obrien',
    "O'BRIEN",
    'O’Brien',
    'o brien',
    'Sinead',
    'sinéad obrien',
    'sinead o brien',
    'lukaszewski',
    'Łukasz',
    'sinead.ob@post.example.org',
    'post.example',
    '07700900321',
    '07700 900321',
    '+447700900321',
    '900321',
    '321',
    'orchard',
    '14 mill lane',
    'milllane',
    'burnham on sea',
    'Burnham-on-Sea',
    'burnhamonsea',
    'TA82ZX',
    'ta8 2zx',
    '2zx',
    'BB-7F3M-2Q9',
    'bb 7f3m2q9',
    'bb 7f3m 2q9',
    '2q9',
    'QX123456789GB',
    '789GB',
    'geese',
    'geese orchard obrien',
  ]) {
    expect(await search(shop, typed), typed).toEqual([madeUpId(4)]);
  }
  for (const typed of [
    'brienx',
    'obrien taunton',
    'g',
    '…',
    '"',
    '%',
    '_',
    "' OR 1=1 --",
    'geese* NOT',
    'NEAR(geese)',
    'words:geese',
    'shipped',
    '_shipped',
    '20251215',
  ]) {
    expect(await search(shop, typed), typed).toEqual([]);
  }
});

test('a search finds what has changed, and not what was there before', { tag: '@file' }, async ({ shop }) => {
  makeUpOrders(shop.data.sqlite, 3);
  expect(await search(shop, 'customer1@')).toEqual([madeUpId(1)]);
  const columns = DELIVERY_FIELD_NAMES.filter((name) => name !== 'shippingCountry').map((name) =>
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );
  for (const column of [...columns, 'internal_note', 'tracking_number', 'order_number']) {
    change(shop, 1, column, 'Quokka 555');
    expect(await search(shop, 'quokka'), column).toEqual([madeUpId(1)]);
    change(shop, 1, column, column === 'order_number' ? 'BB-2222-222' : null);
    expect(await search(shop, 'quokka'), column).toEqual([]);
  }
});

test('erased words leave the index', { tag: '@file' }, async ({ shop }) => {
  makeUpOrders(shop.data.sqlite, 3);
  change(shop, 1, 'customer_name', 'Quokkaburger');
  expect(await search(shop, 'quokkaburger')).toEqual([madeUpId(1)]);
  change(shop, 1, 'customer_name', null);
  const blocks = shop.data.sqlite.prepare('SELECT block FROM order_words_data').pluck().all() as Buffer[];
  expect(blocks.length).toBeGreaterThan(0);
  expect(Buffer.concat(blocks).includes('qu')).toBe(false);
});

test('a search combines with the other filters and pages', { tag: '@file' }, async ({ shop }) => {
  makeUpOrders(shop.data.sqlite, 40);
  const read = async (query: string): Promise<OrderPage> => {
    const url = `/api/branch-boxes/orders?${query}`;
    return (await (await shop.app.request(url, { headers: shop.admin })).json()) as OrderPage;
  };
  const first = await read('q=taunton&status=shipped&limit=3&sort=oldest');
  expect(first.totals?.orders).toBe(8);
  const ids = first.orders.map(({ id }) => id);
  for (let page = first; page.next !== null; ) {
    page = await read(`q=taunton&status=shipped&limit=3&sort=oldest&cursor=${page.next}`);
    ids.push(...page.orders.map(({ id }) => id));
  }
  expect(ids).toEqual([2, 7, 12, 17, 22, 27, 32, 37].map(madeUpId));

  change(shop, 7, 'status', 'delivered');
  change(shop, 12, 'week', '2025-12-22');
  const found = async (query: string) =>
    (await read(`q=taunton&${query}&limit=50`)).orders.map(({ id }) => id);
  expect(await found('status=shipped&week=2025-12-01')).toEqual([37, 32, 27, 22, 17, 2].map(madeUpId));
  expect(await found('week=2025-12-22')).toEqual([madeUpId(12)]);
  expect(await found('status=delivered')).toContain(madeUpId(7));
});

test('a search that finds very many orders has pages and no totals', { tag: '@file' }, async ({ shop }) => {
  makeUpOrders(shop.data.sqlite, 2100);
  const read = async (query: string): Promise<OrderPage> => {
    const url = `/api/branch-boxes/orders?${query}`;
    return (await (await shop.app.request(url, { headers: shop.admin })).json()) as OrderPage;
  };
  for (const sort of ['newest', 'oldest']) {
    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: OrderPage = await read(`q=high%20street&limit=200&sort=${sort}&cursor=${cursor}`);
      expect(page.totals).toBeNull();
      ids.push(...page.orders.map(({ id }) => id));
      cursor = page.next;
    }
    const all = Array.from({ length: 2100 }, (_, index) => madeUpId(index));
    expect(ids).toEqual(sort === 'newest' ? all.reverse() : all);
  }
  const some = await read('q=high%20street&status=shipped&limit=1');
  expect(some.totals?.orders).toBe(420);
});
