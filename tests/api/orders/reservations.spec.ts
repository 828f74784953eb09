import { ORDER } from '../../support/sample-order.ts';
import {
  changeWeeks,
  complete,
  findEvent,
  intentBody,
  openPayPage,
  pay,
  payOnPage,
  post,
  readBooks,
  sendEvent,
  startPaid,
  startPurchase,
  submitForm,
  waitForDeliveries,
} from './shop-calls.ts';
import { expect, type ShopUnderTest, test } from './shop-under-test.ts';

const WEEK = ORDER.deliveryWeek;
const MINUTE = 60_000;

function capWeek(shop: ShopUnderTest, boxes: number) {
  changeWeeks(shop, { boxes }, WEEK);
}

async function countBoxesLeft(shop: ShopUnderTest): Promise<number> {
  const { weeks } = await (await shop.app.request('/api/branch-boxes/weeks')).json();
  return weeks.find(({ id }: { id: string }) => id === WEEK).boxesLeft;
}

function order(quantity: number, customerEmail = 'ann@example.com') {
  return intentBody({ quantity, totalAmount: Number((quantity * 27.35).toFixed(2)), customerEmail });
}

const foliage = (quantity: number) => ({ quantity, deliveryWeek: WEEK });

test('hoarders get half of the unsold boxes for a quarter of an hour', async ({ shop }) => {
  capWeek(shop, 60);
  for (let call = 0; call < 40; call += 1) {
    await post(shop, '/create-payment-intent', foliage(5), `198.51.100.${call}`);
  }
  expect(await countBoxesLeft(shop)).toBe(30);
  const { paymentIntentId } = await startPaid(shop, order(10));
  expect(await complete(shop, paymentIntentId, {})).toMatchObject({
    status: 200,
    body: { weekLoss: null },
  });
  const { orders } = await readBooks(shop);
  expect(orders).toMatchObject([{ quantity: 10, status: 'processing', flags: [] }]);
  shop.clockAheadMs = 16 * MINUTE;
  expect(await countBoxesLeft(shop)).toBe(50);
});

test('one connection gets twenty boxes reserved at most', async ({ shop }) => {
  capWeek(shop, 100);
  for (let call = 0; call < 6; call += 1) await post(shop, '/create-payment-intent', foliage(5));
  expect(await countBoxesLeft(shop)).toBe(80);
  await post(shop, '/create-payment-intent', foliage(5), '192.0.2.99');
  expect(await countBoxesLeft(shop)).toBe(75);
});

test('a reservation is one page’s own, and frees no boxes of a neighbour', async ({ shop }) => {
  capWeek(shop, 40);
  for (const _ of [1, 2, 3]) await startPurchase(shop, foliage(2), '/create-payment-intent');
  for (const _ of [1, 2]) await startPurchase(shop, order(1));
  expect(await countBoxesLeft(shop)).toBe(32);
});

test('a replaced purchase frees its boxes, and cannot be paid', async ({ shop }) => {
  capWeek(shop, 40);
  const first = await startPurchase(shop, order(2));
  const second = await startPurchase(shop, { ...order(4), replaces: first.attemptId });
  expect(await countBoxesLeft(shop)).toBe(36);
  await expect(pay(shop, first.paymentIntentId)).rejects.toThrow('canceled');
  // A refused change leaves it as it was.
  const refused = await post(shop, '/api/create-payment-intent', {
    ...order(41),
    replaces: second.attemptId,
  });
  expect(refused.body).toMatchObject({ code: 'week_full' });
  expect(await countBoxesLeft(shop)).toBe(36);
  await pay(shop, second.paymentIntentId);
  expect((await complete(shop, second.paymentIntentId, {})).status).toBe(200);
  // A paid order is no reservation, and stays.
  await startPurchase(shop, { ...order(1), replaces: second.attemptId });
  expect((await readBooks(shop)).orders).toMatchObject([{ quantity: 4, status: 'processing' }]);
});

test('reconciliation cancels a replaced payment that Stripe could not cancel', async ({ shop }) => {
  const first = await startPurchase(shop, order(2));
  shop.sandbox.faults.addCall({ path: '/v1/payment_intents/*/cancel', status: 503 });
  await startPurchase(shop, { ...order(3), replaces: first.attemptId });
  await shop.reconciliation.runOnce();
  await expect(pay(shop, first.paymentIntentId)).rejects.toThrow('canceled');
});

test('a page that comes back reserves its boxes again, or hears that they are gone', async ({ shop }) => {
  capWeek(shop, 8);
  const body = { ...foliage(3), attemptId: crypto.randomUUID() };
  await startPurchase(shop, body, '/create-payment-intent');
  shop.clockAheadMs = 16 * MINUTE;
  expect(await countBoxesLeft(shop)).toBe(8);
  await startPurchase(shop, body, '/create-payment-intent');
  expect(await countBoxesLeft(shop)).toBe(5);
  shop.clockAheadMs = 32 * MINUTE;
  capWeek(shop, 2);
  expect((await post(shop, '/create-payment-intent', body)).body).toMatchObject({ code: 'week_full' });
});

test('the page at Stripe ends with its reservation, and the form posted again ends it', async ({ shop }) => {
  capWeek(shop, 40);
  const posted = await submitForm(shop, { quantity: '2', totalAmount: '' });
  const [attempt] = (await readBooks(shop)).attempts;
  const readSession = (id = '') => shop.stripe.checkout.sessions.retrieve(id);
  const session = await readSession(attempt?.checkoutSessionId ?? '');
  const seconds = Date.parse(attempt?.heldUntil ?? '') / 1000;
  expect(session.expires_at).toBe(Math.floor(seconds));
  expect(session.expires_at - session.created).toBeGreaterThanOrEqual(30 * 60);

  const cookie = (posted.headers.get('Set-Cookie') ?? '').split(';')[0] ?? '';
  expect(posted.headers.get('Set-Cookie')).toMatch(/HttpOnly.*SameSite=Lax/i);
  expect(cookie).toBe(`order-attempt=${attempt?.id}`);
  await submitForm(shop, { quantity: '3', totalAmount: '' }, { Cookie: cookie });
  expect((await readSession(session.id)).status).toBe('expired');
  expect(await countBoxesLeft(shop)).toBe(37);
  // Without the cookie it is another buyer.
  await submitForm(shop, { quantity: '1', totalAmount: '' });
  expect(await countBoxesLeft(shop)).toBe(36);
});

test('an amount without an order respects the cap of the week that comes later', async ({ shop }) => {
  shop.openWebhooks();
  capWeek(shop, 3);
  const { order: _, ...amountOnly } = order(2);
  const bought = [await startPurchase(shop, amountOnly), await startPurchase(shop, amountOnly)];
  for (const { paymentIntentId } of bought) await pay(shop, paymentIntentId);
  await waitForDeliveries(shop);
  expect((await readBooks(shop)).orders).toEqual([]);
  const answers = [];
  for (const { paymentIntentId } of bought) {
    answers.push(await complete(shop, paymentIntentId, { ...ORDER, quantity: 2 }));
  }
  expect(answers.map(({ status }) => status)).toEqual([200, 402]);
  expect((await readBooks(shop)).orders).toMatchObject([{ week: WEEK, quantity: 2, flags: [] }]);
});

test('a payment on Stripe’s page takes its money once the boxes are there, or none', async ({ shop }) => {
  capWeek(shop, 4);
  const pages = [];
  for (const _ of [1, 2]) pages.push(await openPayPage(shop, { quantity: '3', totalAmount: '' }));
  for (const { url } of pages) await payOnPage(shop, url);
  await shop.reconciliation.runOnce();
  const { orders } = await readBooks(shop);
  expect(orders).toMatchObject([{ quantity: 3, status: 'processing', paymentStatus: 'succeeded' }]);
  const { data } = await shop.stripe.paymentIntents.list();
  expect(data.map(({ status }) => status).sort()).toEqual(['canceled', 'succeeded']);
});

test('money that could not be taken at once is taken by the same event sent again', async ({ shop }) => {
  capWeek(shop, 40);
  await startPaid(shop, order(2));
  const event = await findEvent(shop, 'payment_intent.amount_capturable_updated');
  shop.sandbox.faults.addCall({ path: '/v1/payment_intents/*/capture', status: 503 });
  expect((await sendEvent(shop, event)).status).toBe(503);
  expect((await readBooks(shop)).orders).toMatchObject([{ status: 'pending' }]);
  expect((await sendEvent(shop, event)).status).toBe(200);
  expect((await readBooks(shop)).orders).toMatchObject([{ status: 'processing' }]);
});

test('money that could not be taken at once is taken by the reconciliation', async ({ shop }) => {
  capWeek(shop, 40);
  const { paymentIntentId } = await startPaid(shop, order(2));
  shop.sandbox.faults.addCall({ path: '/v1/payment_intents/*/capture', status: 503 });
  const done = await complete(shop, paymentIntentId, {});
  expect(done.body.message).toContain('still being processed');
  expect((await readBooks(shop)).orders).toMatchObject([{ status: 'pending' }]);
  await shop.reconciliation.runOnce();
  const { orders, mails } = await readBooks(shop);
  expect(orders).toMatchObject([{ status: 'processing', paidAmount: 5470, refundedPence: 0 }]);
  expect(mails.length).toBe(2);
});
