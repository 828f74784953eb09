import { findOrder, updateOrder } from '../../../api/orders/orders-repository.ts';
import { findOrdersOfWeek } from '../../../api/packing/packing-repository.ts';
import { sortForPacking } from '../../../api/packing/sort-for-packing.ts';
import { buy, buyInTime, change, NEW_ADDRESS, readMails, readOrder, sendOwn } from './shop-calls.ts';
import { expect, test } from './shop-under-test.ts';

const NUMBER = 'AB123456789GB';
test('a tracking number means sent: off the pick list, and out of its buyer’s hands', async ({ shop }) => {
  const { id, key, orderNumber } = await buyInTime(shop);
  expect(await change(shop, id, 1, { trackingNumber: NUMBER })).toMatchObject({
    status: 200,
    body: { status: 'shipped', trackingNumber: NUMBER },
  });
  const week = sortForPacking(await findOrdersOfWeek(shop.data.db, '2025-12-01'), false);
  expect(week).toMatchObject({ ready: [], leftOut: { shipped: 1 } });
  const own = await shop.app.request(`/order?key=${key}`);
  expect(await own.text()).not.toContain('<form');
  for (const path of ['change', 'cancel']) {
    expect(
      await sendOwn(shop, path, { key, version: '2', deliveryWeek: '2025-12-08', ...NEW_ADDRESS }),
      path,
    ).toMatchObject({ status: 409, page: expect.stringContaining('can no longer be changed here') });
  }
  expect(await readOrder(shop, orderNumber)).toMatchObject({ status: 'shipped', version: 2 });
  expect(await readMails(shop, 'order_change')).toEqual([]);
});

test('an order that is taken back to be packed has no number', async ({ shop }) => {
  const { id } = await buy(shop);
  await change(shop, id, 1, { trackingNumber: NUMBER });
  expect(await change(shop, id, 2, { status: 'processing' })).toMatchObject({
    body: { status: 'processing', trackingNumber: null, version: 3 },
  });
  // Sent with the same number after all, its buyer has one mail of it.
  await change(shop, id, 3, { trackingNumber: NUMBER });
  expect(await readMails(shop, 'tracking')).toHaveLength(1);
});

test('a cancelled or unpaid order gets no number, and a number no unpacking', async ({ shop }) => {
  const { id, orderNumber } = await buy(shop);
  const enter = (version: number, more = {}) =>
    change(shop, id, version, { trackingNumber: NUMBER, ...more });
  expect(await enter(1, { status: 'cancelled' })).toMatchObject({
    status: 409,
    body: { error: 'An order with a tracking number is sent, so it cannot become cancelled.' },
  });
  await shop.data.db.updateTable('orders').set({ paymentStatus: 'processing' }).execute();
  expect(await enter(1)).toMatchObject({
    status: 422,
    body: { fields: { trackingNumber: expect.stringContaining('has not come through') } },
  });
  await shop.data.db.updateTable('orders').set({ paymentStatus: 'succeeded' }).execute();
  await change(shop, id, 1, { status: 'cancelled' });
  expect(await enter(2)).toMatchObject({
    status: 422,
    body: { fields: { trackingNumber: expect.stringContaining('is cancelled') } },
  });
  expect(await readOrder(shop, orderNumber)).toMatchObject({ status: 'cancelled', trackingNumber: null });
  expect(await readMails(shop, 'tracking')).toEqual([]);
});

test('of a number and a cancellation at the same time one is refused', async ({ shop }) => {
  for (const isCancelledFirst of [true, false]) {
    const { id, key, orderNumber } = await buyInTime(shop);
    const cancel = () =>
      sendOwn(shop, 'cancel', { key, version: '1', deliveryWeek: '2025-12-08', ...NEW_ADDRESS });
    const enter = () => change(shop, id, 1, { trackingNumber: NUMBER });
    const answers = await Promise.all(isCancelledFirst ? [cancel(), enter()] : [enter(), cancel()]);
    expect(answers.map(({ status }) => status < 400).sort()).toEqual([false, true]);
    const { status, trackingNumber } = await readOrder(shop, orderNumber);
    expect([status, trackingNumber]).toEqual(
      status === 'shipped' ? ['shipped', NUMBER] : ['cancelled', null],
    );
  }
});

test('a change is of the order as it was read, and of no other', async ({ shop }) => {
  const { id } = await buy(shop);
  const { db } = shop.data;
  const known = await findOrder(db, id);
  if (!known) throw new Error('no order');
  await updateOrder(db, known, { status: 'shipped', trackingNumber: NUMBER });
  await expect(updateOrder(db, known, { status: 'cancelled' })).rejects.toThrow('no result');
  expect(await findOrder(db, id)).toMatchObject({ status: 'shipped', version: 2 });
});
