import { selectOrdersSince } from '../../../api/orders/order-list-repository.ts';
import type { OrderPage } from '../../../src/domain/orders/order-list.ts';
import { madeUpId, makeUpOrders } from './made-up-orders.ts';
import { buy, call } from './shop-calls.ts';
import { expect, type ShopUnderTest, test } from './shop-under-test.ts';

async function readPage(shop: ShopUnderTest): Promise<OrderPage> {
  const response = await shop.app.request('/api/branch-boxes/orders?limit=1', { headers: shop.admin });
  return response.json();
}

const count = (shop: ShopUnderTest, since: string) =>
  call(shop, 'GET', `/orders/count?since=${encodeURIComponent(since)}`);

test('orders that came after a page was read are counted, by the service’s own clock', async ({ shop }) => {
  await buy(shop);
  shop.clockAheadMs = 60_000;
  const { readAt } = await readPage(shop);
  expect(await count(shop, readAt)).toEqual({ status: 200, body: { orders: 0 } });
  shop.clockAheadMs = 120_000;
  await buy(shop, { customerEmail: 'second@example.com' });
  await buy(shop, { customerEmail: 'third@example.com' });
  expect((await count(shop, readAt)).body).toEqual({ orders: 2 });
  // The same instant in another notation.
  expect((await count(shop, readAt.replace(/\.\d+Z$/, 'Z'))).body).toEqual({ orders: 2 });
  expect((await count(shop, (await readPage(shop)).readAt)).body).toEqual({ orders: 0 });
});

test('the order of the very instant is no new one', async ({ shop }) => {
  makeUpOrders(shop.data.sqlite, 9);
  const at = shop.data.sqlite
    .prepare('SELECT created_at FROM orders WHERE id = ?')
    .pluck()
    .get(madeUpId(5)) as string;
  // Three share it, and three came later.
  expect((await count(shop, at)).body).toEqual({ orders: 3 });
});

test('what is no instant is refused', async ({ shop }) => {
  for (const query of [
    '',
    '?since=',
    '?since=yesterday',
    '?since=2025-12-01',
    '?until=2025-12-01T00:00:00Z',
  ]) {
    const { status, body } = await call(shop, 'GET', `/orders/count${query}`);
    expect([status, body.code], query).toEqual([422, 'invalid_fields']);
  }
});

test('the count is read off the index by time', async ({ shop }) => {
  const { db, sqlite } = shop.data;
  makeUpOrders(sqlite, 1000);
  sqlite.exec('ANALYZE');
  const { sql, parameters } = selectOrdersSince(db, '2025-11-01T05:00:00.000Z').compile();
  const plan = sqlite.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(...parameters);
  expect(plan.map(({ detail }) => detail)).toEqual([
    'SEARCH orders USING COVERING INDEX orders_by_time (created_at>?)',
  ]);
});
