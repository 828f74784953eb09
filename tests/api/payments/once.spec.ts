import { randomUUID } from 'node:crypto';
import { buy, call, intentBody, post, readBooks, submitForm } from '../orders/shop-calls.ts';
import { expect, type ShopUnderTest, test } from '../orders/shop-under-test.ts';

const CREATE = { method: 'POST', path: '/v1/payment_intents', status: 500 } as const;

async function countPayments({ stripe }: ShopUnderTest): Promise<number> {
  return (await stripe.paymentIntents.list()).data.length;
}

for (const [what, after, payments] of [
  ['was not made', false, 1],
  ['was made all the same', true, 1],
] as const) {
  test(`after a replayed 500 of a payment that ${what}, there is one payment`, async ({ shop }) => {
    const body = { ...intentBody(), attemptId: randomUUID() };
    shop.sandbox.faults.addCall({ ...CREATE, after });
    expect((await post(shop, '/api/create-payment-intent', body)).status).toBe(503);
    expect(await countPayments(shop)).toBe(after ? 1 : 0);
    // Two at a time, as two tabs or two clicks.
    const answers = await Promise.all([1, 2].map(() => post(shop, '/api/create-payment-intent', body)));
    const done = answers.filter(({ status }) => status === 200);
    expect(done.length).toBeGreaterThan(0);
    const last = await post(shop, '/api/create-payment-intent', body);
    expect(last.status).toBe(200);
    expect(new Set([...done, last].map((answer) => answer.body.clientSecret)).size).toBe(1);
    expect(await countPayments(shop)).toBe(payments);
    expect((await readBooks(shop)).attempts).toMatchObject([{ callNumber: after ? 1 : 2 }]);
  });
}

test('while every key fails the answer is 503, and then one payment is made', async ({ shop }) => {
  const body = { ...intentBody(), attemptId: randomUUID() };
  shop.sandbox.faults.addCall({ ...CREATE, count: 3 });
  for (let call = 0; call < 3; call += 1) {
    expect(await post(shop, '/api/create-payment-intent', body)).toMatchObject({
      status: 503,
      body: { code: 'payments_unavailable' },
    });
  }
  expect((await post(shop, '/api/create-payment-intent', body)).status).toBe(200);
  expect(await countPayments(shop)).toBe(1);
});

for (const after of [false, true]) {
  test(`a refund whose 500 is replayed is made once, ${after ? 'and was' : 'and was not'} made before`, async ({
    shop,
  }) => {
    const { id, paymentIntentId } = await buy(shop, { quantity: 3, totalAmount: 82.05 });
    const refund = { boxes: 1, requestId: randomUUID(), version: 1 };
    shop.sandbox.faults.addCall({ method: 'POST', path: '/v1/refunds', status: 500, after });
    expect((await call(shop, 'POST', `/orders/${id}/refunds`, refund)).status).toBe(503);
    const answers = await Promise.all([1, 2].map(() => call(shop, 'POST', `/orders/${id}/refunds`, refund)));
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect((await call(shop, 'POST', `/orders/${id}/refunds`, refund)).body.refundedAmount).toBe('27.35');
    const refunds = await shop.stripe.refunds.list({ payment_intent: paymentIntentId });
    expect(refunds.data.map(({ amount }) => amount)).toEqual([2735]);
  });
}

test('a page at Stripe’s that could not be made is made by the form posted again, once', async ({ shop }) => {
  shop.sandbox.faults.addCall({ method: 'POST', path: '/v1/checkout/sessions', status: 500, after: true });
  expect((await submitForm(shop)).status).toBe(503);
  expect((await submitForm(shop)).status).toBe(303);
  expect((await readBooks(shop)).attempts.map(({ heldUntil }) => heldUntil !== null)).toEqual([false, true]);
});
