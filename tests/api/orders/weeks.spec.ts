import { describeWeekLoss, findWeekLoss } from '../../../src/domain/orders/order-flags.ts';
import { BOX_PENCE, boxes, LATER, ORDER, WEEK } from '../../support/sample-order.ts';
import { openApp } from '../app-under-test.ts';
import { bareBody, intentBody, NEW_ADDRESS } from './shop-calls.ts';
import { expect, type ShopUnderTest, test } from './shop-under-test.ts';

const PAYMENT = '/api/create-payment-intent';
const FOLIAGE = '/create-payment-intent';
const MINUTE = 60_000;

function capWeek(shop: ShopUnderTest, count: number, orderBy?: string) {
  shop.changeWeeks({ boxes: count, ...(orderBy && { orderBy }) }, WEEK);
}

async function readWeek(shop: ShopUnderTest) {
  const response = await shop.app.request('/api/branch-boxes/weeks');
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  const { weeks } = await response.json();
  expect(weeks.map(({ id }: { id: string }) => id)).toEqual(shop.catalogue.weeks.map(({ id }) => id));
  return weeks.find(({ id }: { id: string }) => id === WEEK);
}

const countLeft = async (shop: ShopUnderTest) => (await readWeek(shop)).boxesLeft;
const order = (quantity: number) => intentBody(boxes(quantity));
const foliage = (quantity: number) => ({ quantity, deliveryWeek: WEEK });
const startFoliage = (shop: ShopUnderTest, quantity: number) =>
  shop.startPurchase(foliage(quantity), FOLIAGE);

test('a week says how many boxes are left, without those reserved for others, for a quarter of an hour', async ({
  shop,
}) => {
  expect(await readWeek(shop)).toEqual({ id: WEEK, state: 'open', boxesLeft: null });
  capWeek(shop, 8);
  expect(await readWeek(shop)).toEqual({ id: WEEK, state: 'open', boxesLeft: 8 });
  // They come free when Stripe says that the payment was cancelled.
  shop.openWebhooks();
  const { paymentIntentId } = await shop.startPurchase(order(2));
  expect(await countLeft(shop)).toBe(6);
  await shop.stripe.paymentIntents.cancel(paymentIntentId);
  await expect.poll(() => countLeft(shop)).toBe(8);
  await shop.startPurchase(order(4));
  expect(await readWeek(shop)).toMatchObject({ state: 'open', boxesLeft: 4 });
  expect(await shop.post(PAYMENT, order(5), '192.0.2.3')).toMatchObject({
    status: 409,
    body: { code: 'week_full', error: expect.stringContaining('has only 4 boxes left.') },
  });
  shop.clockAheadMs = 16 * MINUTE;
  expect(await countLeft(shop)).toBe(8);
  // A page that comes back reserves its boxes again, or hears that they are gone.
  const body = { ...foliage(3), attemptId: crypto.randomUUID() };
  await shop.startPurchase(body, FOLIAGE);
  shop.clockAheadMs = 32 * MINUTE;
  expect(await countLeft(shop)).toBe(8);
  await shop.startPurchase(body, FOLIAGE);
  expect(await countLeft(shop)).toBe(5);
  shop.clockAheadMs = 48 * MINUTE;
  capWeek(shop, 2);
  expect((await shop.post(FOLIAGE, body)).body).toMatchObject({ code: 'week_full' });
});

test('a closed week takes no order, by no way, until it is opened again', async ({ shop }) => {
  const own = await shop.buyInTime({ customerEmail: 'own@example.com' });
  const later = await shop.buyInTime({ customerEmail: 'later@example.com', deliveryWeek: LATER });
  const paying = await shop.startPurchase();
  const slow = intentBody({ customerEmail: 'slow@example.com' });
  const pending = await shop.startPaid(slow, 'pm_card_settlesLater');
  await shop.complete(pending.paymentIntentId);
  shop.changeWeeks({ closed: true }, WEEK);
  expect(await readWeek(shop)).toMatchObject({ state: 'closed' });
  for (const [path, body] of [
    [PAYMENT, intentBody()],
    [FOLIAGE, foliage(1)],
  ] as const)
    expect(await shop.post(path, body)).toMatchObject({ status: 409, body: { code: 'week_not_on_sale' } });
  // The buyers' own pages: neither out of it nor into it.
  for (const { key } of [own, later]) {
    const moved = { key, deliveryWeek: key === own.key ? LATER : WEEK, ...NEW_ADDRESS };
    expect((await shop.sendOwn('change', moved)).status).toBe(409);
  }
  // Whoever was paying is treated as when a week closes during the payment.
  await shop.pay(paying.paymentIntentId);
  const done = await shop.complete(paying.paymentIntentId);
  expect(done.body).toMatchObject({ success: true, weekLoss: 'closed' });
  shop.sandbox.settle(pending.paymentIntentId, 'succeeded');
  await shop.sendEvent(await shop.findEvent('payment_intent.succeeded'));
  const flagged = await shop.data.db
    .selectFrom('orders')
    .select('flags')
    .where('flags', '!=', '[]')
    .execute();
  const closed = { flags: JSON.stringify([{ code: 'week_closed', details: [] }]) };
  expect(flagged).toEqual([closed, closed]);
  const totals = (await shop.call('GET', '/weeks')).body;
  expect(totals.find(({ week }: { week: string }) => week === WEEK)).toMatchObject({ isClosed: true });
  shop.changeWeeks({}, WEEK);
  expect((await shop.post(PAYMENT, intentBody())).status).toBe(200);
});

test('a week that fills up or closes during a payment keeps the order, and tells buyer and farm', async ({
  shop,
}) => {
  for (const [loss, lose] of [
    ['full', () => capWeek(shop, 1)],
    ['closed', () => capWeek(shop, 9, '2025-11-20')],
  ] as const) {
    // The card is charged at once, as where no week can sell out.
    shop.changeWeeks({});
    const weeks = shop.catalogue.weeks.map(({ id }) => ({ id }));
    shop.catalogue = { ...shop.catalogue, weeks };
    const started = await shop.startPurchase();
    lose();
    await shop.pay(started.paymentIntentId);
    const message = describeWeekLoss(loss).join('. ');
    expect(await shop.complete(started.paymentIntentId)).toMatchObject({
      status: 200,
      body: { success: true, weekLoss: loss, message },
    });
    const last = (await shop.readBooks()).orders.at(-1);
    expect(last).toMatchObject({
      status: 'processing',
      week: WEEK,
      flags: [{ code: `week_${loss}`, details: [] }],
    });
    expect(await shop.readMails('order_notification')).not.toEqual([]);
    const mail = (await shop.readMails('order_confirmation')).at(-1);
    expect(mail?.subject).toContain('needs another week');
    const confirmation = mail?.textBody;
    expect(confirmation).toContain(message);
    expect(confirmation).toContain('Choose another week, or your money back');
    expect(confirmation).not.toContain('Week of ');
    // Nobody else got the boxes of a week that has closed.
    expect(confirmation?.includes('somebody else')).toBe(loss === 'full');
    expect(confirmation).not.toContain('in the week you chose');
    await shop.data.db.updateTable('orders').set({ status: 'cancelled' }).execute();
  }
});

test('a week with a cap is never sold beyond it, however many ask at once', async ({ shop }) => {
  shop.changeWeeks({ boxes: 5 });
  // All behind one address, which foliage buyers share more often than not.
  const payments = await Promise.all(Array.from({ length: 6 }, () => startFoliage(shop, 2)));
  for (const { paymentIntentId } of payments) await shop.pay(paymentIntentId);
  const given = { shippingAddress: '1 High Street', shippingPostcode: 'TA1 1AA', customerName: 'Ann Lee' };
  const answers = await Promise.all(payments.map(({ paymentIntentId: id }) => shop.complete(id, given)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 402, 402, 402, 402]);
  const error = expect.stringContaining('No money was taken');
  const refused = answers.find(({ status }) => status === 402);
  expect(refused?.body).toMatchObject({ code: 'payment_incomplete', error });
  const count = (states: readonly string[], state: string) => states.filter((each) => each === state).length;
  const paid = (await shop.stripe.paymentIntents.list({ limit: 10 })).data.map(({ status }) => status);
  expect([count(paid, 'canceled'), count(paid, 'succeeded')]).toEqual([4, 2]);
  const { orders, attempts } = await shop.readBooks();
  const sold = { quantity: 2, status: 'processing', week: WEEK };
  expect(orders).toMatchObject([sold, sold]);
  expect(orders.filter(({ flags }) => findWeekLoss(flags) !== null)).toEqual([]);
  const states = attempts.map(({ state }) => state);
  expect([count(states, 'closed'), count(states, 'settled')]).toEqual([4, 2]);
  // The last box is nobody's of these.
  expect((await shop.post(FOLIAGE, foliage(2))).body).toMatchObject({ code: 'week_full' });
});

test('reservations: half of the unsold boxes, twenty for a connection, and each page its own', async ({
  shop,
}) => {
  capWeek(shop, 60);
  for (let asked = 0; asked < 14; asked += 1) await shop.post(FOLIAGE, foliage(5), `198.51.100.${asked}`);
  expect(await countLeft(shop)).toBe(30);
  const { paymentIntentId } = await shop.startPaid(order(10));
  expect(await shop.complete(paymentIntentId, {})).toMatchObject({ status: 200, body: { weekLoss: null } });
  const { orders } = await shop.readBooks();
  expect(orders).toMatchObject([{ quantity: 10, status: 'processing', flags: [] }]);
  shop.clockAheadMs = 16 * MINUTE;
  expect(await countLeft(shop)).toBe(50);
  capWeek(shop, 110);
  for (let asked = 0; asked < 6; asked += 1) await shop.post(FOLIAGE, foliage(5));
  expect(await countLeft(shop)).toBe(80);
  // Those of a neighbour's page stay its own.
  for (const _ of [1, 2]) await shop.post(FOLIAGE, foliage(2), '192.0.2.99');
  expect(await countLeft(shop)).toBe(76);
});

test('a replaced purchase frees its boxes, and cannot be paid', async ({ shop }) => {
  capWeek(shop, 40);
  const first = await shop.startPurchase(order(2));
  const second = await shop.startPurchase({ ...order(4), replaces: first.attemptId });
  expect(await countLeft(shop)).toBe(36);
  await expect(shop.pay(first.paymentIntentId)).rejects.toThrow('canceled');
  // A refused change leaves it as it was.
  const refused = await shop.post(PAYMENT, { ...order(41), replaces: second.attemptId });
  expect(refused.body).toMatchObject({ code: 'week_full' });
  expect(await countLeft(shop)).toBe(36);
  await shop.pay(second.paymentIntentId);
  expect((await shop.complete(second.paymentIntentId, {})).status).toBe(200);
  // A paid order is no reservation, and stays.
  const third = await shop.startPurchase({ ...order(1), replaces: second.attemptId });
  expect((await shop.readBooks()).orders).toMatchObject([{ quantity: 4, status: 'processing' }]);
  // What Stripe could not cancel, the reconciliation does.
  shop.sandbox.faults.addCall({ path: '/v1/payment_intents/*/cancel', status: 503 });
  await shop.startPurchase({ ...order(3), replaces: third.attemptId });
  await shop.reconciliation.runOnce();
  await expect(shop.pay(third.paymentIntentId)).rejects.toThrow('canceled');
});

test('the page at Stripe ends with its reservation, and the form posted again ends it', async ({ shop }) => {
  capWeek(shop, 40);
  const posted = await shop.submitForm({ quantity: '2', totalAmount: '' });
  const [attempt] = (await shop.readBooks()).attempts;
  const readSession = (id = '') => shop.stripe.checkout.sessions.retrieve(id);
  const session = await readSession(attempt?.checkoutSessionId ?? '');
  expect(session.expires_at).toBe(Math.floor(Date.parse(attempt?.heldUntil ?? '') / 1000));
  expect(session.expires_at - session.created).toBeGreaterThanOrEqual(30 * 60);
  const cookie = (posted.headers.get('Set-Cookie') ?? '').split(';')[0] ?? '';
  expect(posted.headers.get('Set-Cookie')).toMatch(/HttpOnly.*SameSite=Lax/i);
  expect(cookie).toBe(`order-attempt=${attempt?.id}`);
  await shop.submitForm({ quantity: '3', totalAmount: '' }, { Cookie: cookie });
  expect((await readSession(session.id)).status).toBe('expired');
  expect(await countLeft(shop)).toBe(37);
  // Without the cookie it is another buyer.
  await shop.submitForm({ quantity: '1', totalAmount: '' });
  expect(await countLeft(shop)).toBe(36);
});

test('an amount without an order respects the cap of the week that comes later', async ({ shop }) => {
  shop.openWebhooks();
  capWeek(shop, 3);
  const bought = [await shop.startPurchase(bareBody()), await shop.startPurchase(bareBody())];
  for (const { paymentIntentId } of bought) await shop.pay(paymentIntentId);
  await shop.waitForDeliveries();
  expect((await shop.readBooks()).orders).toEqual([]);
  const statuses = [];
  for (const { paymentIntentId } of bought)
    statuses.push((await shop.complete(paymentIntentId, ORDER)).status);
  expect(statuses).toEqual([200, 402]);
  expect((await shop.readBooks()).orders).toMatchObject([{ week: WEEK, quantity: 2, flags: [] }]);
});

test('money is taken once the boxes are there, or none: on Stripe’s page, and later where it could not be at once', async ({
  shop,
}) => {
  capWeek(shop, 4);
  const pages = [];
  for (const _ of [1, 2]) pages.push(await shop.openPayPage({ quantity: '3', totalAmount: '' }));
  for (const { url } of pages) await shop.payOnPage(url);
  await shop.reconciliation.runOnce();
  const sold = { quantity: 3, status: 'processing', paymentStatus: 'succeeded' };
  expect((await shop.readBooks()).orders).toMatchObject([sold]);
  const { data } = await shop.stripe.paymentIntents.list();
  expect(data.map(({ status }) => status).sort()).toEqual(['canceled', 'succeeded']);

  capWeek(shop, 40);
  const failCapture = () =>
    shop.sandbox.faults.addCall({ path: '/v1/payment_intents/*/capture', status: 503 });
  const readLast = async () => (await shop.readBooks()).orders.at(-1);
  await shop.startPaid(order(2));
  const event = await shop.findEvent('payment_intent.amount_capturable_updated');
  failCapture();
  for (const [status, state] of [
    [503, 'pending'],
    [200, 'processing'],
  ] as const) {
    expect((await shop.sendEvent(event)).status).toBe(status);
    expect(await readLast()).toMatchObject({ status: state });
  }
  const { paymentIntentId } = await shop.startPaid(order(2));
  failCapture();
  const done = await shop.complete(paymentIntentId, {});
  expect(done.body.message).toContain('still being processed');
  expect(await readLast()).toMatchObject({ status: 'pending' });
  await shop.reconciliation.runOnce();
  expect(await readLast()).toMatchObject({
    status: 'processing',
    paidAmount: 2 * BOX_PENCE,
    refundedPence: 0,
  });
  expect((await shop.readBooks()).mails).toHaveLength(6);
});

const LIVE = {
  mode: 'stripe',
  secretKey: 'sk_live_made_up',
  webhookSecret: 'whsec_made_up',
  publishableKey: 'pk_live_made_up',
} as const;

test('weeks that are over are closed with live keys, and stay on sale with test keys and in the sandbox', async () => {
  for (const [settings, state] of [
    [{ payments: LIVE }, 'closed'],
    [{ payments: { ...LIVE, secretKey: 'sk_test_made_up' } }, 'open'],
    [{}, 'open'],
  ] as const) {
    const app = await openApp(undefined, settings);
    const { weeks } = await (await app.get('/api/branch-boxes/weeks')).json();
    await app.close();
    expect(new Set(weeks.map((week: { state: string }) => week.state))).toEqual(new Set([state]));
  }
});
