import { findOrder, updateOrder } from '../../../api/orders/orders-repository.ts';
import { findOrdersOfWeek, sortForPacking } from '../../../api/packing/sort-for-packing.ts';
import { ORDER } from '../../support/sample-order.ts';
import {
  buy,
  buyInTime,
  call,
  change,
  changeWeeks,
  complete,
  intentBody,
  NEW_ADDRESS,
  pay,
  readBooks,
  readHistory,
  readMails,
  readOrder,
  sendOwn,
  startPurchase,
} from './shop-calls.ts';
import { expect, test } from './shop-under-test.ts';

test('the history of an order says who did what, when and why', async ({ shop }) => {
  const { id } = await buy(shop);
  const shipped = await change(shop, id, 1, { status: 'shipped', trackingNumbers: [' ab 1234 5678 9gb'] });
  expect(shipped).toMatchObject({
    status: 200,
    body: { id, status: 'shipped', trackingNumber: 'AB123456789GB', version: 2 },
  });
  await change(shop, id, 2, { status: 'processing', reason: 'Wrong box' });
  await change(shop, id, 3, { deliveryWeek: '2025-12-08' });
  const history = await readHistory(shop, id);
  const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  const line = { id: expect.any(Number), at, person: 'Owner', reason: null };
  expect(history).toEqual([
    { ...line, actor: 'payment', person: null, kind: 'status', before: null, after: 'processing' },
    { ...line, actor: 'admin', kind: 'status', before: 'processing', after: 'shipped' },
    { ...line, actor: 'admin', kind: 'tracking', before: null, after: 'AB123456789GB' },
    {
      ...line,
      actor: 'admin',
      kind: 'status',
      before: 'shipped',
      after: 'processing',
      reason: 'Wrong box',
    },
    {
      ...line,
      actor: 'admin',
      kind: 'tracking',
      before: 'AB123456789GB',
      after: null,
      reason: 'Wrong box',
    },
    { ...line, actor: 'admin', kind: 'week', before: '2025-12-01', after: '2025-12-08' },
  ]);
});

test('steps that are not allowed are refused in words, and change nothing', async ({ shop }) => {
  const { id } = await buy(shop);
  for (const status of ['pending', 'delivered']) {
    expect(await change(shop, id, 1, { status })).toMatchObject({
      status: 409,
      body: {
        code: 'step_not_allowed',
        error: `An order that is processing cannot become ${status}.`,
      },
    });
  }
});

test('what is not paid yet is not sent', async ({ shop }) => {
  const { paymentIntentId } = await startPurchase(shop);
  const { db } = shop.data;
  await pay(shop, paymentIntentId);
  await complete(shop, paymentIntentId);
  await db.updateTable('orders').set({ paymentStatus: 'processing', status: 'processing' }).execute();
  const { id } = await db.selectFrom('orders').select('id').executeTakeFirstOrThrow();
  expect(await change(shop, id, 1, { status: 'shipped' })).toMatchObject({
    status: 409,
    body: { error: 'The payment has not come through, so the order cannot become shipped.' },
  });
});

test('of two admins who change one order the second is told, and shown how it is now', async ({ shop }) => {
  const { id } = await buy(shop);
  const answers = await Promise.all([
    change(shop, id, 1, { status: 'shipped' }),
    change(shop, id, 1, { status: 'cancelled' }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 409]);
  expect(answers[1]?.body).toMatchObject({
    code: 'order_changed_meanwhile',
    order: { id, status: 'shipped', version: 2 },
  });
});

test('a move goes to a week with room, and takes the flag of the old one with it', async ({ shop }) => {
  const { paymentIntentId } = await startPurchase(shop);
  shop.catalogue = {
    ...shop.catalogue,
    weeks: shop.catalogue.weeks.map((week) => ({ ...week, boxes: week.id === '2025-12-08' ? 2 : 1 })),
  };
  await pay(shop, paymentIntentId);
  await complete(shop, paymentIntentId);
  const [{ id, flags } = { id: '', flags: [] }] = (await readBooks(shop)).orders;
  expect(flags).toEqual([{ code: 'week_full', details: [] }]);
  expect(await change(shop, id, 1, { deliveryWeek: '2025-12-15' })).toMatchObject({
    status: 409,
    body: { code: 'week_full', error: expect.stringContaining('1 box left') },
  });
  expect(await change(shop, id, 1, { deliveryWeek: '2024-01-01' })).toMatchObject({
    status: 422,
    body: { fields: { deliveryWeek: expect.any(String) } },
  });
  expect(await change(shop, id, 1, { deliveryWeek: '2025-12-08' })).toMatchObject({
    status: 200,
    body: { deliveryWeek: '2025-12-08', flags: [] },
  });
});

test('boxes that somebody is paying for are not given to an order that moves', async ({ shop }) => {
  changeWeeks(shop, { boxes: 4 }, '2025-12-08');
  const { id, version } = await buy(shop, { quantity: 3, totalAmount: 82.05 });
  const elsewhere = { customerEmail: 'ben@example.com', deliveryWeek: '2025-12-08' };
  await startPurchase(shop, intentBody(elsewhere));
  const move = { version, deliveryWeek: '2025-12-08' };
  expect(await call(shop, 'PATCH', `/orders/${id}`, move)).toMatchObject({
    status: 409,
    body: { code: 'week_full', error: expect.stringContaining('2 boxes left') },
  });
  // Later nobody is.
  shop.clockAheadMs += 31 * 60_000;
  expect(await call(shop, 'PATCH', `/orders/${id}`, move)).toMatchObject({ status: 200 });
});

test('an order that is sent without a tracking number is mailed to its buyer once', async ({ shop }) => {
  const { id, orderNumber } = await buy(shop);
  const change = (version: number, more: object) =>
    call(shop, 'PATCH', `/orders/${id}`, { version, ...more });
  await change(1, { status: 'shipped' });
  const [letter, ...others] = await readMails(shop, 'tracking');
  expect(others).toEqual([]);
  expect(letter).toMatchObject({
    recipient: ORDER.customerEmail,
    subject: `Your order ${orderNumber} is on its way`,
  });
  expect(letter?.textBody).toContain('1 High Street');
  expect(letter?.textBody).not.toMatch(/Tracking number|royalmail|null/);
  // Taken back before the mail has gone, it would not be true.
  await change(2, { status: 'processing' });
  expect(await readMails(shop, 'tracking')).toEqual([]);
  await change(3, { status: 'shipped' });
  await shop.data.db.updateTable('outbox').set({ state: 'sent' }).execute();
  await change(4, { status: 'processing' });
  await change(5, { status: 'shipped' });
  await change(6, { status: 'delivered' });
  expect(await readMails(shop, 'tracking')).toHaveLength(1);
  // A number is news even then.
  await change(7, { trackingNumbers: ['AB123456789GB'] });
  expect(await readMails(shop, 'tracking')).toHaveLength(2);
});

test('the totals of a week count its orders, to the penny', async ({ shop }) => {
  const one = await buy(shop);
  const other = await buy(shop, { customerEmail: 'ben@example.com', quantity: 3, totalAmount: 82.05 });
  await buy(shop, { customerEmail: 'cat@example.com', deliveryWeek: '2025-12-08' });
  await change(shop, one.id, 1, { status: 'shipped' });
  const weekOf = async (id: string) =>
    (await call(shop, 'GET', '/weeks')).body.find(({ week }: { week: string }) => week === id);
  expect(await weekOf('2025-12-01')).toEqual({
    week: '2025-12-01',
    orders: 2,
    boxes: 5,
    toPack: 3,
    shipped: 2,
    revenue: '136.75',
    cap: null,
    isClosed: false,
  });
  expect(await weekOf('2025-12-15')).toMatchObject({ orders: 0, boxes: 0, revenue: '0.00' });
  await change(shop, other.id, 1, { status: 'cancelled' });
  // Its boxes come free at once; its money counts until it has gone back.
  expect(await weekOf('2025-12-01')).toMatchObject({ orders: 1, boxes: 2, toPack: 0, revenue: '136.75' });
});

const NUMBER = 'AB123456789GB';
test('a tracking number means sent: off the pick list, and out of its buyer’s hands', async ({ shop }) => {
  const { id, key, orderNumber } = await buyInTime(shop);
  expect(await change(shop, id, 1, { trackingNumbers: [NUMBER] })).toMatchObject({
    status: 200,
    body: { status: 'shipped', trackingNumber: NUMBER },
  });
  const week = sortForPacking(await findOrdersOfWeek(shop.data.db, '2025-12-01', 'owner', new Date()), false);
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

test('a cancelled or unpaid order gets no number, and a number no unpacking', async ({ shop }) => {
  const { id, orderNumber } = await buy(shop);
  const enter = (version: number, more = {}) =>
    change(shop, id, version, { trackingNumbers: [NUMBER], ...more });
  expect(await enter(1, { status: 'cancelled' })).toMatchObject({
    status: 409,
    body: { error: 'An order with a tracking number is sent, so it cannot become cancelled.' },
  });
  await shop.data.db.updateTable('orders').set({ paymentStatus: 'processing' }).execute();
  expect(await enter(1)).toMatchObject({
    status: 422,
    body: { fields: { trackingNumbers: expect.stringContaining('has not come through') } },
  });
  await shop.data.db.updateTable('orders').set({ paymentStatus: 'succeeded' }).execute();
  await change(shop, id, 1, { status: 'cancelled' });
  expect(await enter(2)).toMatchObject({
    status: 422,
    body: { fields: { trackingNumbers: expect.stringContaining('is cancelled') } },
  });
  expect(await readOrder(shop, orderNumber)).toMatchObject({ status: 'cancelled', parcels: [] });
  expect(await readMails(shop, 'tracking')).toEqual([]);
});

test('of a number and a cancellation at the same time one is refused', async ({ shop }) => {
  for (const isCancelledFirst of [true, false]) {
    const { id, key, orderNumber } = await buyInTime(shop);
    const cancel = () =>
      sendOwn(shop, 'cancel', { key, version: '1', deliveryWeek: '2025-12-08', ...NEW_ADDRESS });
    const enter = () => change(shop, id, 1, { trackingNumbers: [NUMBER] });
    const answers = await Promise.all(isCancelledFirst ? [cancel(), enter()] : [enter(), cancel()]);
    expect(answers.map(({ status }) => status < 400).sort()).toEqual([false, true]);
    const { status, parcels } = await readOrder(shop, orderNumber);
    expect([status, parcels[0]?.trackingNumber ?? null]).toEqual(
      status === 'shipped' ? ['shipped', NUMBER] : ['cancelled', null],
    );
  }
});

test('a change is of the order as it was read, and of no other', async ({ shop }) => {
  const { id } = await buy(shop);
  const { db } = shop.data;
  const known = await findOrder(db, id);
  if (!known) throw new Error('no order');
  await updateOrder(db, known, { status: 'shipped' });
  await expect(updateOrder(db, known, { status: 'cancelled' })).rejects.toThrow('no result');
  expect(await findOrder(db, id)).toMatchObject({ status: 'shipped', version: 2 });
});
