import { toPence } from '../../../src/domain/money.ts';
import { hasWeekFlag } from '../../../src/domain/orders/order-flags.ts';
import { ORDER } from '../../support/sample-order.ts';
import {
  changeWeeks,
  complete,
  intentBody,
  pay,
  post,
  readBooks,
  setClock,
  startPaid,
  startPurchase,
} from './shop-calls.ts';
import { expect, test } from './shop-under-test.ts';

test('an old price is refused with the new one, and nothing is stored', async ({ shop }) => {
  shop.catalogue = {
    ...shop.catalogue,
    branchBox: { ...shop.catalogue.branchBox, pricePence: toPence(4250) },
  };
  const changed = await post(shop, '/api/create-payment-intent', intentBody());
  expect(changed).toMatchObject({
    status: 409,
    body: {
      code: 'price_changed',
      unitPrice: '42.50',
      totalAmount: '85.00',
      error: expect.stringMatching(/price/),
    },
  });
  const { order: _, ...withoutOrder } = intentBody();
  expect(await post(shop, '/api/create-payment-intent', withoutOrder)).toMatchObject({
    status: 409,
    body: { code: 'price_changed', unitPrice: '42.50' },
  });
  expect((await readBooks(shop)).attempts).toEqual([]);
});

test('an amount or a price of the page’s own is never charged', async ({ shop }) => {
  for (const [what, order, amount] of [
    ['a lower amount', {}, 27.35],
    ['a higher amount', {}, 82.05],
    ['an amount of a penny', {}, 0.01],
    ['an amount of nothing', {}, 0],
    ['a unit price of its own', { unitPrice: 0.01 }, 54.7],
    ['a total of its own', { totalAmount: 1 }, 54.7],
  ] as const) {
    const body = { ...intentBody(), amount, order: { ...ORDER, ...order } };
    const answer = await post(shop, '/api/create-payment-intent', body);
    expect(answer, what).toMatchObject({
      status: 409,
      body: { code: 'price_changed', totalAmount: '54.70' },
    });
  }
  expect((await readBooks(shop)).attempts).toEqual([]);
});

test('a week that is not sold is refused, on both payment calls', async ({ shop }) => {
  for (const deliveryWeek of ['2025-12-22', '2025-12-02']) {
    expect(await post(shop, '/api/create-payment-intent', intentBody({ deliveryWeek }))).toMatchObject({
      status: 422,
      body: { fields: { 'order.deliveryWeek': 'Please choose one of the delivery weeks.' } },
    });
    expect(await post(shop, '/create-payment-intent', { quantity: 1, deliveryWeek })).toMatchObject({
      status: 422,
      body: {
        fields: { deliveryWeek: 'Please choose one of the delivery weeks.' },
        error: expect.any(String),
      },
    });
  }
});

test('a week past its cut-off is refused, to the end of the day in London', async ({ shop }) => {
  changeWeeks(shop, { orderBy: '2030-07-01' });
  const body = { quantity: 1, deliveryWeek: '2025-12-01' };
  setClock(shop, '2030-07-01T22:30:00Z');
  expect((await post(shop, '/create-payment-intent', body)).status).toBe(200);
  setClock(shop, '2030-07-01T23:30:00Z');
  expect(await post(shop, '/create-payment-intent', body)).toMatchObject({
    status: 409,
    body: { code: 'week_not_on_sale' },
  });
});

test('a week with a cap is never sold beyond it, however many ask at once', async ({ shop }) => {
  changeWeeks(shop, { boxes: 5 });
  const body = { quantity: 2, deliveryWeek: '2025-12-01' };
  // All behind one address, which foliage buyers share more often than not.
  const payments = await Promise.all(
    Array.from({ length: 6 }, () => startPurchase(shop, body, '/create-payment-intent')),
  );
  for (const { paymentIntentId } of payments) await pay(shop, paymentIntentId);
  const given = { shippingAddress: '1 High Street', shippingPostcode: 'TA1 1AA', customerName: 'Ann Lee' };
  const answers = await Promise.all(
    payments.map(({ paymentIntentId }) => complete(shop, paymentIntentId, given)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 402, 402, 402, 402]);
  expect(answers.find(({ status }) => status === 402)?.body).toMatchObject({
    code: 'payment_incomplete',
    error: expect.stringContaining('No money was taken'),
  });
  const paid = await shop.stripe.paymentIntents.list({ limit: 10 });
  expect(paid.data.map(({ status }) => status).sort()).toEqual([
    ...['canceled', 'canceled', 'canceled', 'canceled', 'succeeded', 'succeeded'],
  ]);
  const { orders, attempts } = await readBooks(shop);
  expect(orders.map(({ quantity, status, week }) => [quantity, status, week])).toEqual([
    [2, 'processing', '2025-12-01'],
    [2, 'processing', '2025-12-01'],
  ]);
  expect(orders.filter(({ flags }) => hasWeekFlag(flags))).toEqual([]);
  expect(attempts.map(({ state }) => state).sort()).toEqual([
    ...['closed', 'closed', 'closed', 'closed', 'settled', 'settled'],
  ]);
  // The last box is nobody's of these.
  expect((await post(shop, '/create-payment-intent', body)).body).toMatchObject({ code: 'week_full' });
});

test('the largest charge of Stripe is the only cap on boxes', async ({ shop }) => {
  const quantity = 36563;
  expect((await post(shop, '/create-payment-intent', { quantity, deliveryWeek: '2025-12-01' })).status).toBe(
    200,
  );
  expect(
    await post(shop, '/create-payment-intent', { quantity: quantity + 1, deliveryWeek: '2025-12-01' }),
  ).toMatchObject({ status: 422, body: { fields: { quantity: expect.stringContaining('36563') } } });
  const { order: _, ...body } = intentBody();
  expect(await post(shop, '/api/create-payment-intent', { ...body, amount: 27.35 * 40000 })).toMatchObject({
    status: 422,
    body: { fields: { amount: expect.any(String) } },
  });
});

test('a repeat of the call with the page’s own id is the same payment', async ({ shop }) => {
  const attemptId = crypto.randomUUID();
  const body = { ...intentBody(), attemptId };
  const [first, second] = await Promise.all([startPurchase(shop, body), startPurchase(shop, body)]);
  const third = await startPurchase(shop, body);
  expect([second, third]).toEqual([first, first]);
  expect(first.attemptId).toBe(attemptId);
  expect((await readBooks(shop)).attempts.length).toBe(1);
  expect((await shop.stripe.paymentIntents.list()).data.length).toBe(1);

  const other = await post(shop, '/api/create-payment-intent', {
    ...intentBody({ customerName: 'Eve' }),
    attemptId,
  });
  expect(other).toMatchObject({ status: 409, body: { code: 'order_changed' } });
  expect(JSON.stringify(other.body)).not.toContain('secret');
});

test('a call whose answer was lost is repeated without a second payment', async ({ shop }) => {
  shop.sandbox.faults.addCall({ path: '/v1/payment_intents', method: 'POST', status: 500, after: true });
  const body = { ...intentBody(), attemptId: crypto.randomUUID() };
  expect((await post(shop, '/api/create-payment-intent', body)).status).toBe(503);
  const { paymentIntentId } = await startPurchase(shop, body);
  const { data } = await shop.stripe.paymentIntents.list();
  expect(data.map(({ id }) => id)).toEqual([paymentIntentId]);
});

test('a page that closed after the payment learns that it is paid', async ({ shop }) => {
  const body = { ...intentBody(), attemptId: crypto.randomUUID() };
  const { paymentIntentId } = await startPaid(shop, body);
  const paid = { status: 409, body: { code: 'already_paid', paymentIntentId } };
  expect(await post(shop, '/api/create-payment-intent', body)).toMatchObject(paid);
  await complete(shop, paymentIntentId);
  expect(await post(shop, '/api/create-payment-intent', body)).toMatchObject(paid);
  expect((await shop.stripe.paymentIntents.list()).data.length).toBe(1);
  const other = { ...intentBody({ customerName: 'Eve' }), attemptId: body.attemptId };
  expect(await post(shop, '/api/create-payment-intent', other)).toMatchObject({
    body: { code: 'order_changed' },
  });
});

test('a cancelled payment starts again under another id', async ({ shop }) => {
  const body = { ...intentBody(), attemptId: crypto.randomUUID() };
  const { paymentIntentId } = await startPurchase(shop, body);
  await shop.stripe.paymentIntents.cancel(paymentIntentId);
  expect(await post(shop, '/api/create-payment-intent', body)).toMatchObject({
    status: 409,
    body: { code: 'order_changed' },
  });
});

test('a foliage page that shows another price is told so', async ({ shop }) => {
  const body = { quantity: 2, deliveryWeek: '2025-12-01' };
  expect((await post(shop, '/create-payment-intent', { ...body, unitPrice: 27.35 })).status).toBe(200);
  expect(await post(shop, '/create-payment-intent', { ...body, unitPrice: '35.00' })).toMatchObject({
    status: 409,
    body: { code: 'price_changed', unitPrice: '27.35', totalAmount: '54.70' },
  });
});

for (const isRecorded of [true, false]) {
  test(`a paid order is not refused for a new price: ${isRecorded ? 'recorded' : 'known to Stripe only'}`, async ({
    shop,
  }) => {
    const body = { ...intentBody(), attemptId: crypto.randomUUID() };
    const { paymentIntentId } = await startPaid(shop, body);
    if (isRecorded) await complete(shop, paymentIntentId);
    const { branchBox } = shop.catalogue;
    shop.catalogue = { ...shop.catalogue, branchBox: { ...branchBox, pricePence: toPence(4199) } };
    expect(await post(shop, '/api/create-payment-intent', body)).toMatchObject({
      status: 409,
      body: { code: 'already_paid', paymentIntentId },
    });
    // A buyer who has not paid is told the new price.
    const other = { ...intentBody(), attemptId: crypto.randomUUID() };
    expect(await post(shop, '/api/create-payment-intent', other)).toMatchObject({
      body: { code: 'price_changed', unitPrice: '41.99' },
    });
  });
}
