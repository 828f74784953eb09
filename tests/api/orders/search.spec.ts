import { findOrder, type OrderChanges, updateOrder } from '../../../api/orders/orders-repository.ts';
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

async function change(shop: ShopUnderTest, index: number, changes: OrderChanges) {
  const known = await findOrder(shop.data.db, madeUpId(index));
  if (!known) throw new Error(`No order ${index}`);
  await updateOrder(shop.data.db, known, changes);
}

const sentAs = (trackingNumber: string) => [{ trackingNumber, sentAt: '2025-12-01T09:00:00.000Z' }];

test('an order is found as a phone types it', async ({ shop }) => {
  makeUpOrders(shop.data.sqlite, 6);
  await change(shop, 4, {
    customerName: 'Sinéad O’Brien-Łukaszewski',
    customerEmail: 'sinead.ob@post.example.org',
    customerPhone: '+44 7700 900 321',
    shippingAddress: 'Orchard Cottage\n14 Mill Lane',
    shippingCity: 'Burnham-on-Sea',
    shippingPostcode: 'TA8 2ZX',
    orderNumber: 'BB-7F3M-2Q9',
    parcels: sentAs('QX 123 456 789 GB'),
    specialInstructions: 'Beware of the geese',
  });
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

test('a search finds what has changed, and not what was there before', async ({ shop }) => {
  makeUpOrders(shop.data.sqlite, 3);
  expect(await search(shop, 'customer1@')).toEqual([madeUpId(1)]);
  const names = DELIVERY_FIELD_NAMES.filter((name) => name !== 'shippingCountry');
  for (const name of [...names, 'internalNote'] as const) {
    await change(shop, 1, { [name]: 'Quokka 555' });
    expect(await search(shop, 'quokka'), name).toEqual([madeUpId(1)]);
    await change(shop, 1, { [name]: null });
    expect(await search(shop, 'quokka'), name).toEqual([]);
  }
  await change(shop, 1, { parcels: sentAs('QX5') });
  expect(await search(shop, 'qx5')).toEqual([madeUpId(1)]);
  await change(shop, 1, { parcels: [] });
  expect(await search(shop, 'qx5')).toEqual([]);
});

test('a search combines with the other filters and pages', async ({ shop }) => {
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

  await change(shop, 7, { status: 'delivered' });
  await change(shop, 12, { week: '2025-12-22' });
  const found = async (query: string) =>
    (await read(`q=taunton&${query}&limit=50`)).orders.map(({ id }) => id);
  expect(await found('status=shipped&week=2025-12-01')).toEqual([37, 32, 27, 22, 17, 2].map(madeUpId));
  expect(await found('week=2025-12-22')).toEqual([madeUpId(12)]);
  expect(await found('status=delivered')).toContain(madeUpId(7));
});
