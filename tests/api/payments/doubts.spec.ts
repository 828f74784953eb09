import {
  buy,
  change,
  complete,
  findEvent,
  readHistory,
  readOrder,
  sendEvent,
  startPaid,
} from '../orders/shop-calls.ts';
import { expect, type ShopUnderTest, test } from '../orders/shop-under-test.ts';

async function readSlips(shop: ShopUnderTest): Promise<string> {
  const page = await shop.app.request('/admin/packing?week=2025-12-01', { headers: shop.admin });
  expect(page.status).toBe(200);
  return page.text();
}

test('a review holds an order until it is closed, and late events do not reopen it', async ({ shop }) => {
  const { id, paymentIntentId } = await buy(shop);
  const opened = shop.sandbox.openReview(paymentIntentId);
  if (!opened.ok) throw new Error(opened.message);
  const event = await findEvent(shop, 'review.opened');
  const late = await shop.gateway.retrievePayment(paymentIntentId);
  expect((await sendEvent(shop, event)).status).toBe(200);
  expect(await readOrder(shop)).toMatchObject({ review: 'open', flags: [{ code: 'review', details: [] }] });
  expect(await readSlips(shop)).toContain('asks for a review');

  shop.sandbox.closeReview(opened.review.id, 'approved');
  expect((await sendEvent(shop, await findEvent(shop, 'review.closed'))).status).toBe(200);
  expect(await readOrder(shop)).toMatchObject({ review: 'closed', flags: [] });
  if (late.ok) await shop.recordPayment({ payment: late.value });
  expect(await readOrder(shop)).toMatchObject({ review: 'closed', flags: [] });
  const history = await readHistory(shop, id);
  expect(history.slice(1)).toMatchObject([
    { kind: 'dispute', before: null, after: 'review_open' },
    { kind: 'dispute', before: 'review_open', after: 'review_closed' },
  ]);
});

test('a fraud warning holds an order until the farm decides or it is refunded', async ({ shop }) => {
  const { id, paymentIntentId } = await buy(shop);
  shop.sandbox.warnOfFraud(paymentIntentId);
  const event = await findEvent(shop, 'radar.early_fraud_warning.created');
  expect((await sendEvent(shop, event)).status).toBe(200);
  const held = await readOrder(shop);
  expect(held).toMatchObject({ fraudWarning: 'open', flags: [{ code: 'fraud_warning', details: [] }] });
  expect(await readSlips(shop)).toContain('may be a fraud');
  const released = await change(shop, id, held.version, { ignoresFraudWarning: true });
  expect(released).toMatchObject({ status: 200, body: { flags: [] } });
  // Stripe sends what it has sent before under another id too.
  await sendEvent(shop, { ...event, id: 'evt_again' });
  expect(await readOrder(shop)).toMatchObject({ fraudWarning: 'decided', flags: [] });
  const history = await readHistory(shop, id);
  expect(history.at(-1)).toMatchObject({ actor: 'admin', before: 'fraud_open', after: 'fraud_decided' });
});

test('a payment that is refunded after a warning needs no decision', async ({ shop }) => {
  const { paymentIntentId } = await buy(shop);
  shop.sandbox.warnOfFraud(paymentIntentId);
  await sendEvent(shop, await findEvent(shop, 'radar.early_fraud_warning.created'));
  await shop.stripe.refunds.create({ payment_intent: paymentIntentId });
  await sendEvent(shop, await findEvent(shop, 'charge.refunded'));
  expect(await readOrder(shop)).toMatchObject({ status: 'cancelled', fraudWarning: 'decided', flags: [] });
});

test('a doubt heard of before the order is in it at once, and no mail is promised', async ({ shop }) => {
  const { paymentIntentId } = await startPaid(shop);
  shop.sandbox.openReview(paymentIntentId);
  const done = await complete(shop, paymentIntentId);
  expect(done.body.isLookedAt).toBe(true);
  expect(done.body.message).toBe(
    'Thank you. We have your order and your payment. We look at it first, and then get in touch with you.',
  );
  const mails = () => shop.data.db.selectFrom('outbox').select('kind').orderBy('kind').execute();
  expect(await mails()).toEqual([{ kind: 'order_notification' }]);
});
