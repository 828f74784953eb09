import {
  complete,
  findEvent,
  intentBody,
  pay,
  post,
  readBooks,
  retrievePayment,
  sendEvent,
  startPaid,
  startPurchase,
} from '../orders/shop-calls.ts';
import { expect, type ShopUnderTest, test } from '../orders/shop-under-test.ts';

test('a payment that settles later is pending without mails, then processing', async ({ shop }) => {
  const { paymentIntentId } = await startPaid(shop, intentBody(), 'pm_card_settlesLater');
  const first = await complete(shop, paymentIntentId);
  expect(first).toMatchObject({
    status: 200,
    body: { success: true, message: expect.stringContaining('processed') },
  });
  const pending = await readBooks(shop);
  expect(pending.orders).toMatchObject([{ status: 'pending', paymentStatus: 'processing' }]);
  expect([pending.mails, pending.attempts[0]?.state]).toEqual([[], 'open']);

  shop.sandbox.settle(paymentIntentId, 'succeeded');
  expect((await sendEvent(shop, await findEvent(shop, 'payment_intent.succeeded'))).status).toBe(200);
  const settled = await readBooks(shop);
  expect(settled.orders).toMatchObject([
    { id: pending.orders[0]?.id, status: 'processing', paymentStatus: 'succeeded', paidAmount: 5470 },
  ]);
  expect([settled.mails.length, settled.attempts[0]?.state]).toEqual([2, 'settled']);
  const second = await complete(shop, paymentIntentId);
  expect(second.body.orderNumber).toBe(first.body.orderNumber);
  // A late report of what is over leads nowhere.
  await sendEvent(shop, { ...(await findEvent(shop, 'payment_intent.processing')), id: 'evt_late' });
  expect((await readBooks(shop)).orders).toEqual(settled.orders);
});

test('a payment that fails later cancels the order, and a second try brings it back', async ({ shop }) => {
  const { paymentIntentId } = await startPaid(shop, intentBody(), 'pm_card_failsLater');
  await complete(shop, paymentIntentId);
  shop.sandbox.settle(paymentIntentId, 'failed');
  await sendEvent(shop, await findEvent(shop, 'payment_intent.payment_failed'));
  const failed = await readBooks(shop);
  expect(failed.orders).toMatchObject([{ status: 'cancelled', paymentStatus: 'failed' }]);
  expect(failed.mails).toEqual([]);
  expect((await complete(shop, paymentIntentId)).status).toBe(402);

  await pay(shop, paymentIntentId);
  expect((await complete(shop, paymentIntentId)).status).toBe(200);
  const paid = await readBooks(shop);
  expect(paid.orders).toMatchObject([
    { id: failed.orders[0]?.id, status: 'processing', paymentStatus: 'succeeded' },
  ]);
  expect(paid.mails.length).toBe(2);
});

test('a pending order is moved on by the reconciliation, however late', async ({ shop }) => {
  const { paymentIntentId } = await startPaid(shop, intentBody(), 'pm_card_settlesLater');
  await shop.reconciliation.runOnce();
  expect((await readBooks(shop)).orders).toMatchObject([{ status: 'pending' }]);
  shop.sandbox.settle(paymentIntentId, 'succeeded');
  shop.clockAheadMs = 3 * 24 * 3_600_000;
  await shop.reconciliation.runOnce();
  expect((await readBooks(shop)).orders).toMatchObject([{ status: 'processing' }]);
});

async function recordAltered(shop: ShopUnderTest, paymentIntentId: string, change: object) {
  const payment = await retrievePayment(shop, paymentIntentId);
  return shop.recordPayment({ payment: { ...payment, ...change } });
}

for (const state of ['processing', 'unpaid', 'cancelled'] as const) {
  test(`a report that was overtaken leads nowhere: ${state}`, async ({ shop }) => {
    const { paymentIntentId } = await startPaid(shop);
    await complete(shop, paymentIntentId);
    const before = await readBooks(shop);
    expect(await recordAltered(shop, paymentIntentId, { state })).toMatchObject({ outcome: 'recorded' });
    expect(await readBooks(shop)).toEqual(before);
  });
}

test('a payment that failed is replaced by another one that came through', async ({ shop }) => {
  const { paymentIntentId } = await startPurchase(shop);
  await recordAltered(shop, paymentIntentId, { state: 'processing' });
  await recordAltered(shop, paymentIntentId, { state: 'unpaid' });
  await recordAltered(shop, paymentIntentId, { id: 'pi_second', state: 'succeeded' });
  const { orders, mails } = await readBooks(shop);
  expect(orders).toMatchObject([{ paymentIntentId: 'pi_second', status: 'processing', flags: [] }]);
  expect(mails.length).toBe(2);
});

test('an older payment of an attempt that comes to nothing does not close it', async ({ shop }) => {
  const { paymentIntentId } = await startPurchase(shop);
  expect(await recordAltered(shop, paymentIntentId, { id: 'pi_older', state: 'cancelled' })).toEqual({
    outcome: 'unpaid',
  });
  expect((await readBooks(shop)).attempts).toMatchObject([
    { state: 'open', paymentIntentId: paymentIntentId },
  ]);
});

test('an order that the farm cancelled stays cancelled when paid, and is flagged', async ({ shop }) => {
  const { paymentIntentId } = await startPurchase(shop);
  await recordAltered(shop, paymentIntentId, { state: 'processing' });
  await shop.data.db.updateTable('orders').set({ status: 'cancelled' }).execute();
  await recordAltered(shop, paymentIntentId, { state: 'succeeded' });
  const { orders, mails } = await readBooks(shop);
  expect(orders).toMatchObject([
    { status: 'cancelled', flags: [{ code: 'cancelled_unrefunded', details: [] }] },
  ]);
  expect(mails.map(({ kind }) => kind)).toEqual(['order_notification']);
});

test('an amount that differs flags the order, and confirms nothing', async ({ shop }) => {
  const { paymentIntentId } = await startPurchase(shop);
  // As somebody with the secret key might, in Stripe's dashboard.
  await shop.stripe.paymentIntents.update(paymentIntentId, { amount: 5000 });
  await pay(shop, paymentIntentId);
  expect((await complete(shop, paymentIntentId)).status).toBe(200);
  const { orders, mails } = await readBooks(shop);
  expect(orders).toMatchObject([
    {
      totalPence: 5470,
      paidAmount: 5000,
      flags: [{ code: 'paid_amount', details: ['£50', '£54.70'] }],
      status: 'processing',
    },
  ]);
  expect(mails.map(({ kind }) => kind)).toEqual(['order_notification']);
});

test('another currency is flagged too, though the number is the same', async ({ shop }) => {
  const { paymentIntentId } = await startPurchase(shop);
  await shop.stripe.paymentIntents.update(paymentIntentId, { currency: 'eur' });
  await pay(shop, paymentIntentId);
  await complete(shop, paymentIntentId);
  const { orders } = await readBooks(shop);
  expect(orders).toMatchObject([
    {
      paidCurrency: 'eur',
      flags: [{ code: 'paid_amount', details: [expect.stringContaining('in EUR'), '£54.70'] }],
    },
  ]);
});

test('a second payment for one order is flagged once, and makes no second order', async ({ shop }) => {
  const { paymentIntentId } = await startPaid(shop);
  await complete(shop, paymentIntentId);
  for (const _ of [1, 2]) await recordAltered(shop, paymentIntentId, { id: 'pi_second' });
  await recordAltered(shop, paymentIntentId, { id: 'pi_third', state: 'unpaid' });
  const { orders, mails } = await readBooks(shop);
  expect(orders).toMatchObject([
    { paymentIntentId: paymentIntentId, flags: [{ code: 'second_payment', details: ['pi_second'] }] },
  ]);
  expect(mails.length).toBe(2);
  expect(shop.logged.filter((line) => line.includes('needs a look')).length).toBe(1);
});

test('the foliage flow: address from the payment, name and e-mail too', async ({ shop }) => {
  const { paymentIntentId } = await startPurchase(
    shop,
    { quantity: 3, deliveryWeek: '2025-12-08' },
    '/create-payment-intent',
  );
  await shop.stripe.paymentIntents.confirm(paymentIntentId, {
    payment_method: 'pm_card_visa',
    receipt_email: 'bob@example.com',
    shipping: {
      name: 'Bob Ray',
      phone: '01632 960456',
      address: {
        line1: '2 Mill\u0007 Lane',
        line2: 'Annexe',
        city: 'Bath',
        postal_code: 'ba11aa',
        country: 'GB',
        state: '',
      },
    },
  });
  const done = await post(shop, '/api/branch-boxes/order', { paymentIntentId });
  expect(done).toMatchObject({ status: 200, body: { success: true } });
  const { orders, mails } = await readBooks(shop);
  expect(orders).toMatchObject([
    {
      quantity: 3,
      totalPence: 8205,
      week: '2025-12-08',
      customerName: 'Bob Ray',
      customerEmail: 'bob@example.com',
      customerPhone: '01632 960456',
      shippingAddress: '2 Mill Lane\nAnnexe',
      shippingCity: 'Bath',
      shippingPostcode: 'BA1 1AA',
      shippingCountry: 'GB',
      flags: [],
    },
  ]);
  expect(mails).toMatchObject([{ kind: 'order_confirmation', recipient: 'bob@example.com' }, {}]);
});

test('a wallet address abroad is flagged', async ({ shop }) => {
  const { paymentIntentId } = await startPurchase(
    shop,
    { quantity: 1, deliveryWeek: '2025-12-08' },
    '/create-payment-intent',
  );
  await shop.stripe.paymentIntents.confirm(paymentIntentId, {
    payment_method: 'pm_card_visa',
    receipt_email: 'bob@example.com',
    shipping: {
      name: 'Bob',
      address: { line1: '1 Rue', city: 'Paris', postal_code: '75001', country: 'FR' },
    },
  });
  await post(shop, '/api/branch-boxes/order', { paymentIntentId });
  const { orders } = await readBooks(shop);
  expect(orders).toMatchObject([{ shippingCountry: 'FR', flags: [{ code: 'abroad', details: [] }] }]);
});
