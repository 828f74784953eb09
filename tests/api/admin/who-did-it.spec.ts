import { insertPerson } from '../../../api/admin/admin-repository.ts';
import type { OrderEvent } from '../../../src/domain/orders/order-changes.ts';
import { describeEvent } from '../../../src/domain/orders/order-history.ts';
import { hashCheaply } from '../../support/test-database.ts';
import { buy, call, change } from '../orders/shop-calls.ts';
import { expect, type ShopUnderTest, test } from '../orders/shop-under-test.ts';
import { Browser } from './admin-under-test.ts';

async function openPacker(shop: ShopUnderTest): Promise<Browser> {
  const person = { id: 'ben', name: 'Ben', role: 'packer', passwordHash: hashCheaply('ben') } as const;
  await shop.data.db.transaction().execute((trx) => insertPerson(trx, person));
  const browser = new Browser(shop.app);
  expect((await browser.signIn('ben', 'Ben')).status).toBe(200);
  return browser;
}

async function readHistory(shop: ShopUnderTest, orderId: string): Promise<string[]> {
  const { body } = await call(shop, 'GET', `/orders/${orderId}/history`);
  return body.history.map((event: OrderEvent) => describeEvent(event));
}

test('an order’s history says who did what, also once they have gone', async ({ shop }) => {
  const { id } = await buy(shop);
  const packer = await openPacker(shop);
  const entry = { version: 1, trackingNumbers: ['AB123456789GB'] };
  await packer.send('PATCH', `/api/admin/orders/${id}`, entry);
  await change(shop, id, 2, { status: 'delivered' });
  await shop.data.db.deleteFrom('people').where('id', '=', 'ben').execute();
  // Of before people had names.
  await shop.data.db
    .insertInto('orderEvents')
    .values({
      orderId: id,
      actor: 'admin',
      kind: 'week',
      before: null,
      after: '2025-12-01',
      reason: null,
      createdAt: 'x',
    })
    .execute();
  expect(await readHistory(shop, id)).toEqual([
    'The order came in as Processing.',
    'Ben changed the status from Processing to Shipped.',
    'Ben entered the tracking number AB123456789GB.',
    'Owner changed the status from Shipped to Delivered.',
    'The farm chose the week of 1 Dec.',
  ]);
});

test('a refund has the name of who asked for it', async ({ shop }) => {
  const { id } = await buy(shop);
  const request = { boxes: 1, version: 1, requestId: crypto.randomUUID() };
  expect((await call(shop, 'POST', `/orders/${id}/refunds`, request)).status).toBe(200);
  expect((await readHistory(shop, id))[1]).toMatch(/^Owner asked for a refund of £[\d.]+\.$/);
});

test('a packer sends and moves orders, and neither cancels nor refunds', async ({ shop }) => {
  const { id } = await buy(shop);
  const packer = await openPacker(shop);
  const path = `/api/admin/orders/${id}`;
  for (const [method, at, body] of [
    ['PATCH', path, { version: 1, status: 'cancelled' }],
    ['PATCH', path, { version: 1, ignoresFraudWarning: true }],
    ['POST', `${path}/refunds`, { boxes: 1, version: 1, requestId: crypto.randomUUID() }],
    ['GET', '/api/admin/orders.csv', undefined],
  ] as const) {
    const response = await packer.send(method, at, body);
    expect([response.status, (await response.json()).code], at).toEqual([403, 'owner_only']);
  }
  expect(await readHistory(shop, id)).toHaveLength(1);
  expect((await packer.send('PATCH', path, { version: 1, status: 'shipped' })).status).toBe(200);
});
