import { randomUUID } from 'node:crypto';
import { BOX_PENCE, boxes, costOf } from '../../support/sample-order.ts';
import { buy, call, intentBody, post, readBooks, submitForm } from '../orders/shop-calls.ts';
import { expect, type ShopUnderTest, test } from '../orders/shop-under-test.ts';

const CREATE = { method: 'POST', path: '/v1/payment_intents', status: 500 } as const;

async function countPayments({ stripe }: ShopUnderTest): Promise<number> {
  return (await stripe.paymentIntents.list()).data.length;
}

test('after a replayed 500 there is one payment, whether it was made or not, and one refund', async ({
  shop,
}) => {
  for (const after of [false, true]) {
    const before = await countPayments(shop);
    const body = { ...intentBody(), attemptId: randomUUID() };
    const ask = () => post(shop, '/api/create-payment-intent', body);
    shop.sandbox.faults.addCall({ ...CREATE, after });
    expect((await ask()).status).toBe(503);
    expect(await countPayments(shop)).toBe(before + (after ? 1 : 0));
    // Two at a time, as two tabs or two clicks.
    const done = (await Promise.all([ask(), ask()])).filter(({ status }) => status === 200);
    expect(done.length).toBeGreaterThan(0);
    const last = await ask();
    expect(last.status).toBe(200);
    expect(new Set([...done, last].map((answer) => answer.body.clientSecret)).size).toBe(1);
    expect(await countPayments(shop)).toBe(before + 1);
    const attempt = (await readBooks(shop)).attempts.find(({ id }) => id === body.attemptId);
    expect(attempt?.callNumber).toBe(after ? 1 : 2);

    const { id, paymentIntentId } = await buy(shop, boxes(3));
    const refund = () =>
      call(shop, 'POST', `/orders/${id}/refunds`, { boxes: 1, requestId: body.attemptId, version: 1 });
    shop.sandbox.faults.addCall({ method: 'POST', path: '/v1/refunds', status: 500, after });
    expect((await refund()).status).toBe(503);
    expect((await Promise.all([refund(), refund()])).some(({ status }) => status === 200)).toBe(true);
    expect((await refund()).body.refundedAmount).toBe(costOf(1));
    const refunds = await shop.stripe.refunds.list({ payment_intent: paymentIntentId });
    expect(refunds.data.map(({ amount }) => amount)).toEqual([BOX_PENCE]);
  }
});

test('while every key fails the answer is 503, and then one payment is made', async ({ shop }) => {
  const body = { ...intentBody(), attemptId: randomUUID() };
  shop.sandbox.faults.addCall({ ...CREATE, count: 3 });
  const failed = { status: 503, body: { code: 'payments_unavailable' } };
  for (let asked = 0; asked < 3; asked += 1)
    expect(await post(shop, '/api/create-payment-intent', body)).toMatchObject(failed);
  expect((await post(shop, '/api/create-payment-intent', body)).status).toBe(200);
  expect(await countPayments(shop)).toBe(1);
});

test('a page at Stripe’s that could not be made is made by the form posted again, once', async ({ shop }) => {
  shop.sandbox.faults.addCall({ method: 'POST', path: '/v1/checkout/sessions', status: 500, after: true });
  expect((await submitForm(shop)).status).toBe(503);
  expect((await submitForm(shop)).status).toBe(303);
  expect((await readBooks(shop)).attempts.map(({ heldUntil }) => heldUntil !== null)).toEqual([false, true]);
});
