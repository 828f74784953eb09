import type { OrderEvent } from '../../../src/domain/orders/order-changes.ts';
import { describeEvent } from '../../../src/domain/orders/order-history.ts';
import { flagOrders } from '../../support/flag-orders.ts';
import { buy, change, readHistory, readOrder, retrievePayment } from './shop-calls.ts';
import { expect, type ShopUnderTest, test } from './shop-under-test.ts';

async function countLooks(shop: ShopUnderTest): Promise<number> {
  const response = await shop.app.request('/api/branch-boxes/orders?limit=1', { headers: shop.admin });
  return (await response.json()).needsLook;
}

test('a second payment that the farm has refunded needs no look any more, however often it is reported', async ({
  shop,
}) => {
  const { id, paymentIntentId, version } = await buy(shop);
  const second = { ...(await retrievePayment(shop, paymentIntentId)), id: 'pi_second' };
  await shop.recordPayment({ payment: second });
  expect(await countLooks(shop)).toBe(1);
  const settled = await change(shop, id, version + 1, { settles: 'second_payment' });
  expect(settled).toMatchObject({ status: 200, body: { flags: [], status: 'processing' } });
  expect(await countLooks(shop)).toBe(0);
  await shop.recordPayment({ payment: second });
  expect((await readOrder(shop)).flags).toEqual([]);
  const last = (await readHistory(shop, id)).at(-1) as OrderEvent;
  expect(describeEvent(last)).toBe('Owner settled the other payment (pi_second).');
  expect(await change(shop, id, version + 2, { settles: 'second_payment' })).toMatchObject({
    status: 409,
    body: { code: 'step_not_allowed' },
  });
  // Another one is news.
  await shop.recordPayment({ payment: { ...second, id: 'pi_third' } });
  expect(await countLooks(shop)).toBe(1);
});

test('a payment that the bank took back is settled, and its order is not packed', async ({ shop }) => {
  const { id } = await buy(shop);
  await shop.data.db.updateTable('orders').set({ dispute: 'lost' }).execute();
  flagOrders(shop.data.sqlite, 'dispute_lost');
  expect(await countLooks(shop)).toBe(1);
  const settled = await change(shop, id, 1, { settles: 'dispute_lost' });
  expect(settled.body).toMatchObject({ flags: [], status: 'cancelled' });
  expect(await countLooks(shop)).toBe(0);
  const history = await readHistory(shop, id);
  expect(history.map(describeEvent)).toContain('Owner settled the payment that the bank took back.');
});
