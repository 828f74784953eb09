import { SANDBOX_WEBHOOK_SECRET } from '../../../api/stripe-sandbox/cards.ts';
import { SANDBOX_PUBLISHABLE_KEY } from '../../../src/domain/payments/payment-provider.ts';
import {
  findEvent,
  listEvents,
  pay,
  readBooks,
  retrievePayment,
  sendEvent,
  startPaid,
  startPurchase,
  waitForDeliveries,
} from '../orders/shop-calls.ts';
import { expect, test } from '../orders/shop-under-test.ts';

test('the same event five times is one order and one remembered event', async ({ shop }) => {
  await startPaid(shop);
  const event = await findEvent(shop, 'payment_intent.succeeded');
  const answers = await Promise.all([1, 2, 3, 4].map(() => sendEvent(shop, event)));
  answers.push(await sendEvent(shop, event));
  expect(answers.map(({ status, body }) => [status, body])).toEqual(
    answers.map(() => [200, { received: true }]),
  );
  const { orders, mails, events } = await readBooks(shop);
  expect([orders.length, mails.length]).toEqual([1, 2]);
  expect(events).toMatchObject([{ id: event.id, type: 'payment_intent.succeeded' }]);
  expect(shop.wakes).toBe(1);
});

test('an event that two requests carry at once has its effect in one of them', async ({ shop }) => {
  const { paymentIntentId } = await startPaid(shop);
  const payment = await retrievePayment(shop, paymentIntentId);
  const report = {
    payment: payment,
    event: { id: 'evt_1', type: 'payment_intent.succeeded', isLive: false, subject: null },
  };
  const recorded = await Promise.all([shop.recordPayment(report), shop.recordPayment(report)]);
  expect(recorded.map(({ outcome }) => outcome).sort()).toEqual(['recorded', 'repeated']);
});

test('a known event is answered without asking Stripe', async ({ shop }) => {
  await startPaid(shop);
  const event = await findEvent(shop, 'payment_intent.succeeded');
  await sendEvent(shop, event);
  shop.sandbox.faults.addCall({ path: '/v1/payment_intents/*', status: 500, count: 9 });
  expect((await sendEvent(shop, event)).status).toBe(200);
});

test('a wrong signature, an old one, none, and a changed body are refused', async ({ shop }) => {
  await startPaid(shop);
  const event = await findEvent(shop, 'payment_intent.succeeded');
  const refused = { status: 400, body: { code: 'invalid_signature' } };
  expect(await sendEvent(shop, event, { secret: 'whsec_other' })).toMatchObject(refused);
  expect(await sendEvent(shop, event, { ageSeconds: 301 })).toMatchObject(refused);
  for (const signature of [
    '',
    't=1,v1=',
    'nonsense',
    `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`,
  ]) {
    const response = await shop.app.request('/api/stripe/webhook', {
      method: 'POST',
      headers: { 'Stripe-Signature': signature },
      body: JSON.stringify(event),
    });
    expect(response.status, signature).toBe(400);
  }
  expect((await shop.app.request('/api/stripe/webhook', { method: 'POST' })).status).toBe(400);
  expect((await readBooks(shop)).orders).toEqual([]);
  expect((await sendEvent(shop, event, { ageSeconds: 295 })).status).toBe(200);
});

test('a copied signature is refused with another time, scheme, body or secret', async ({ shop }) => {
  await startPaid(shop);
  const payload = JSON.stringify(await findEvent(shop, 'payment_intent.succeeded'));
  const now = Math.floor(Date.now() / 1000);
  const old = { payload, secret: SANDBOX_WEBHOOK_SECRET, timestamp: now - 900 };
  const overheard = shop.stripe.webhooks.generateTestHeaderString(old);
  const [, signature = ''] = overheard.split('v1=');
  const publicKey = shop.stripe.webhooks.generateTestHeaderString({
    ...old,
    secret: SANDBOX_PUBLISHABLE_KEY,
    timestamp: now,
  });
  const send = async (header: string, body = payload) => {
    const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': header };
    return (await shop.app.request('/api/stripe/webhook', { method: 'POST', headers, body })).status;
  };
  for (const header of [
    overheard,
    `t=${now},v1=${signature}`,
    `t=${now},t=${now - 900},v1=${signature}`,
    `t=${now},v0=${signature}`,
    `t=${now},v1=${signature},v1=${signature}`,
    publicKey,
  ]) {
    expect(await send(header), header).toBe(400);
  }
  const fresh = shop.stripe.webhooks.generateTestHeaderString({ ...old, timestamp: now });
  expect(await send(fresh, payload.replace(/"amount": ?\d+/, '"amount":1'))).toBe(400);
  expect(await send(fresh, `${payload} `)).toBe(400);
  expect((await readBooks(shop)).orders).toEqual([]);
  expect(await send(fresh)).toBe(200);
});

test('a body that is signed and no event, and one that is far too long', async ({ shop }) => {
  expect((await sendEvent(shop, 'no json')).status).toBe(400);
  expect((await sendEvent(shop, `"${'x'.repeat(300_000)}"`)).status).toBe(413);
  for (const body of [
    'null',
    '1',
    '[]',
    '{}',
    '{"id":1,"type":2,"data":null}',
    '{"id":"evt_1","type":"payment_intent.succeeded"}',
  ]) {
    expect((await sendEvent(shop, body)).status, body).toBe(400);
  }
});

test('events of other kinds and of other shops are answered, and change nothing', async ({ shop }) => {
  await shop.stripe.paymentIntents.create({
    amount: 500,
    currency: 'gbp',
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    payment_method: 'pm_card_visa',
    confirm: true,
    // Of another installation that shares the account.
    metadata: { attemptId: crypto.randomUUID() },
  });
  await startPurchase(shop);
  // A call to Stripe would hang the answer.
  shop.sandbox.faults.addCall({ path: '/v1/payment_intents/*', status: 500, count: 9 });
  const events = await listEvents(shop);
  expect(events.map(({ type }) => type)).toContain('payment_intent.succeeded');
  for (const event of events) expect((await sendEvent(shop, event)).status, event.type).toBe(200);
  const invented = { ...events[0], id: 'evt_new', type: 'invented.yesterday', data: { object: { id: 'x' } } };
  expect((await sendEvent(shop, invented)).status).toBe(200);
  const { orders, events: remembered } = await readBooks(shop);
  expect([orders, remembered]).toEqual([[], []]);
});

test('events in the wrong order end in the same books', async ({ shop }) => {
  const { paymentIntentId } = await startPurchase(shop);
  await expect(pay(shop, paymentIntentId, 'pm_card_chargeDeclined')).rejects.toThrow('declined');
  await pay(shop, paymentIntentId, 'pm_card_settlesLater');
  shop.sandbox.settle(paymentIntentId);
  const events = await listEvents(shop);
  expect(events.map(({ type }) => type).filter((type) => type.startsWith('payment_intent'))).toEqual([
    'payment_intent.succeeded',
    'payment_intent.processing',
    'payment_intent.payment_failed',
    'payment_intent.created',
  ]);
  for (const event of events) {
    expect((await sendEvent(shop, event)).status).toBe(200);
    const { orders } = await readBooks(shop);
    expect(orders).toMatchObject([{ status: 'processing', paymentStatus: 'succeeded' }]);
  }
  expect((await readBooks(shop)).mails.length).toBe(2);
});

test('without Stripe or the database the answer is 503, and a retry succeeds', async ({ shop }) => {
  await startPaid(shop);
  const event = await findEvent(shop, 'payment_intent.succeeded');
  shop.sandbox.faults.addCall({ path: '/v1/payment_intents/*', status: 503 });
  expect(await sendEvent(shop, event)).toMatchObject({ status: 503, body: { code: 'payments_unavailable' } });
  shop.data.sqlite.pragma('query_only = ON');
  expect(await sendEvent(shop, event)).toMatchObject({ status: 503, body: { code: 'storage_unavailable' } });
  shop.data.sqlite.pragma('query_only = OFF');
  expect((await readBooks(shop)).events).toEqual([]);
  expect((await sendEvent(shop, event)).status).toBe(200);
  expect((await readBooks(shop)).orders.length).toBe(1);
});

test('what Stripe resends over the socket arrives once', async ({ shop }) => {
  shop.sandbox.faults.setWebhooks({ duplicate: 4, reorder: 2 });
  shop.openWebhooks();
  await startPaid(shop);
  await waitForDeliveries(shop);
  const { orders, mails } = await readBooks(shop);
  expect([orders.length, mails.length]).toEqual([1, 2]);
});
