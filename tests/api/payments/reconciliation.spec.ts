import { REBUILT_REASON } from '../../../api/orders/change-order.ts';
import { createReconciliation } from '../../../api/settlement/reconciliation.ts';
import { BOX_PENCE, LATER, WEEK } from '../../support/sample-order.ts';
import { intentBody } from '../orders/shop-calls.ts';
import { expect, type ShopUnderTest, test } from '../orders/shop-under-test.ts';

const HOUR_MS = 3_600_000;

test('a crash between the payment and its record loses nothing', async ({ shop }) => {
  const { paymentIntentId, attemptId } = await shop.startPurchase();
  await shop.startPurchase();
  // As if the process had ended before it noted the payment's id.
  await shop.data.db.updateTable('orderAttempts').set({ paymentIntentId: null }).execute();
  await shop.pay(paymentIntentId);
  await shop.reconciliation.runOnce();
  const { orders, attempts } = await shop.readBooks();
  expect(orders).toMatchObject([{ attemptId: attemptId, paymentIntentId: paymentIntentId }]);
  expect(attempts.every((attempt) => attempt.paymentIntentId !== null)).toBe(true);
});

test('Stripe away is no crash: it asks once, and the next run, as it starts, finds what the first could not', async ({
  shop,
}) => {
  for (let count = 0; count < 4; count += 1) await shop.startPurchase();
  await shop.startPaid();
  shop.sandbox.faults.addCall({ path: '/v1/payment_intents/*', method: 'GET', status: 500, count: 10 });
  await shop.reconciliation.runOnce();
  expect(shop.sandbox.faults.read().calls).toMatchObject([{ count: 9 }]);
  expect((await shop.readBooks()).orders).toEqual([]);
  shop.sandbox.faults.clear();
  shop.reconciliation.start();
  await expect.poll(async () => (await shop.readBooks()).orders.length).toBe(1);
  await shop.reconciliation.stop();
});

test('a payment not made within a day is cancelled and closed', async ({ shop }) => {
  const { paymentIntentId } = await shop.startPurchase();
  shop.clockAheadMs = 23 * HOUR_MS;
  await shop.reconciliation.runOnce();
  expect((await shop.readBooks()).attempts).toMatchObject([{ state: 'open' }]);
  shop.clockAheadMs = 25 * HOUR_MS;
  await shop.reconciliation.runOnce();
  const { attempts, orders } = await shop.readBooks();
  expect([attempts[0]?.state, orders]).toEqual(['closed', []]);
  expect((await shop.stripe.paymentIntents.retrieve(paymentIntentId)).status).toBe('canceled');
  await expect(shop.pay(paymentIntentId)).rejects.toThrow('canceled');
});

test('an attempt that never got a payment is closed after an hour', async ({ shop }) => {
  shop.sandbox.faults.addCall({ path: '/v1/payment_intents', method: 'POST', status: 500 });
  await shop.post('/api/create-payment-intent', intentBody());
  await shop.reconciliation.runOnce();
  expect((await shop.readBooks()).attempts).toMatchObject([{ state: 'open' }]);
  shop.clockAheadMs = HOUR_MS + 1000;
  await shop.reconciliation.runOnce();
  expect((await shop.readBooks()).attempts).toMatchObject([{ state: 'closed' }]);
});

test('a closed attempt that was paid all the same is an order', async ({ shop }) => {
  const { paymentIntentId } = await shop.startPurchase();
  await shop.data.db.updateTable('orderAttempts').set({ state: 'closed' }).execute();
  await shop.pay(paymentIntentId);
  await shop.post('/api/branch-boxes/order', { paymentIntentId });
  const { attempts, orders } = await shop.readBooks();
  expect([attempts[0]?.state, orders.length]).toEqual(['settled', 1]);
});

test('old attempts are asked about once an hour, young ones every time', async ({ shop }) => {
  await shop.startPurchase();
  const countAsked = async () => {
    shop.sandbox.faults.clear();
    shop.sandbox.faults.addCall({ path: '/v1/payment_intents/*', method: 'GET', count: 10 });
    await shop.reconciliation.runOnce();
    return 10 - (shop.sandbox.faults.read().calls[0]?.count ?? 0);
  };
  expect(await countAsked()).toBe(1);
  expect(await countAsked()).toBe(1);
  shop.clockAheadMs = 2 * HOUR_MS;
  expect(await countAsked()).toBe(1);
  expect(await countAsked()).toBe(0);
  shop.clockAheadMs = 3 * HOUR_MS;
  expect(await countAsked()).toBe(1);
});

test('reconciliation waits for no lost answer, and writes nothing once stopped', async ({ shop }) => {
  await shop.startPaid();
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  const reconciliation = createReconciliation({
    ...shop.parts,
    log: (message) => void shop.logged.push(message),
    gateway: {
      ...shop.gateway,
      async retrievePayment(id) {
        asked.resolve();
        await answer.promise;
        return shop.gateway.retrievePayment(id);
      },
    },
  });
  const run = reconciliation.runOnce();
  await asked.promise;
  await reconciliation.stop();
  answer.resolve();
  await run;
  const { orders, attempts } = await shop.readBooks();
  expect([orders, attempts[0]?.state]).toEqual([[], 'open']);
});

const DAY_MS = 24 * 3_600_000;
const STREETS = 'The Old Mill\n1 High Street\nNorth Petherton';

/** Deletes everything about sales, like a lost disk. */
function loseRecords({ data: { sqlite } }: ShopUnderTest): void {
  const tables = ['order_events', 'labels', 'refund_requests', 'outbox', 'orders', 'order_attempts'];
  for (const table of [...tables, 'settings']) sqlite.exec(`DELETE FROM ${table}`);
}

/** The orders without the fields that count changes. */
async function readOrders(shop: ShopUnderTest) {
  const { orders } = await shop.readBooks();
  const own = orders.map(({ createdAt, updatedAt, version, ...order }) => order);
  return own.sort((one, other) => one.id.localeCompare(other.id));
}

function readMailIds({ data: { sqlite } }: ShopUnderTest): string[] {
  return sqlite.prepare<[], string>('SELECT mime_message_id FROM outbox ORDER BY 1').pluck().all();
}

function readHistory({ data: { sqlite } }: ShopUnderTest) {
  return sqlite.prepare<[], { reason: string | null }>('SELECT reason FROM order_events ORDER BY id').all();
}

test('each kind of purchase comes back with its number, link and mails', async ({ shop }) => {
  const order = { shippingAddress: STREETS, specialInstructions: 'é'.repeat(500) };
  const { paymentIntentId: first } = await shop.startPaid(intentBody(order));
  await shop.complete(first, {});
  const { url, sessionId } = await shop.openPayPage({ customerEmail: 'bea@example.com' });
  await shop.payOnPage(url);
  await shop.app.request(`/nordmann-branches/thank-you?session_id=${sessionId}`);
  const foliage = { quantity: 3, deliveryWeek: LATER };
  const { paymentIntentId } = await shop.startPurchase(foliage, '/create-payment-intent');
  await shop.stripe.paymentIntents.update(paymentIntentId, {
    receipt_email: 'cat@example.com',
    shipping: {
      name: 'Cat Holly',
      address: { line1: '3 Low Street', city: 'Wells', postal_code: 'BA5 1AA' },
    },
  });
  await shop.pay(paymentIntentId);
  await shop.complete(paymentIntentId, {});
  const [orders, mails] = [await readOrders(shop), readMailIds(shop)];
  expect(orders.map(({ customerName, quantity }) => `${customerName} ${quantity}`).sort()).toEqual([
    'Ann Lee 2',
    'Ann Lee 2',
    'Cat Holly 3',
  ]);
  expect(mails.length).toBe(6);

  loseRecords(shop);
  await shop.reconciliation.runOnce();
  expect(await readOrders(shop)).toEqual(orders);
  expect(readMailIds(shop)).toEqual(mails);
  expect(readHistory(shop)).toEqual(Array.from({ length: 3 }, () => ({ reason: REBUILT_REASON })));
  expect(shop.logged.filter((line) => line.endsWith('processing, made again from Stripe')).length).toBe(3);
  // The carrier is asked for their labels before any is made.
  const labels = await shop.data.db.selectFrom('labels').select('state').execute();
  expect(labels).toEqual(Array(3).fill({ state: 'asked' }));
});

test('webhook, browser and reconciliation at once make a lost order again once', async ({ shop }) => {
  // One that nobody has paid does not come back.
  await shop.startPurchase();
  const { paymentIntentId } = await shop.startPaid();
  const event = await shop.findEvent('payment_intent.succeeded');
  loseRecords(shop);
  const answers = await Promise.all(
    Array.from({ length: 6 }).flatMap((_, index) => [
      shop.complete(paymentIntentId),
      shop.sendEvent({ ...event, id: `evt_${index}` }),
      shop.reconciliation.runOnce().then(() => ({ status: 200 })),
    ]),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const { orders, attempts, mails } = await shop.readBooks();
  expect(orders).toMatchObject([
    { customerName: 'Ann Lee', week: WEEK, flags: [], totalPence: 2 * BOX_PENCE },
  ]);
  expect(attempts).toMatchObject([{ state: 'settled' }]);
  expect(mails.length).toBe(2);
  expect(readHistory(shop)).toEqual([{ reason: REBUILT_REASON }]);
});

test('refunds are in the books again, of lost orders and of kept ones', async ({ shop }) => {
  const { paymentIntentId: kept } = await shop.startPaid();
  await shop.complete(kept);
  const { paymentIntentId: lost } = await shop.startPaid();
  await shop.stripe.refunds.create({ payment_intent: kept, amount: BOX_PENCE });
  await shop.stripe.refunds.create({ payment_intent: lost });
  await shop.data.db.deleteFrom('orderAttempts').where('paymentIntentId', '=', lost).execute();
  await shop.reconciliation.runOnce();
  const { orders, mails } = await shop.readBooks();
  expect(
    new Map(orders.map((order) => [order.paymentIntentId, [order.status, order.refundedPence]])),
  ).toEqual(
    new Map([
      [kept, ['processing', BOX_PENCE]],
      [lost, ['cancelled', 2 * BOX_PENCE]],
    ]),
  );
  // The one whose money has all gone back is not confirmed.
  expect(mails.map(({ kind }) => kind)).toEqual([
    'order_confirmation',
    'order_notification',
    'refund',
    'refund',
  ]);
});

test('an address that came with the completion call is kept at Stripe too', async ({ shop }) => {
  const { order: _, ...late } = intentBody();
  const { paymentIntentId } = await shop.startPaid(late);
  await shop.complete(paymentIntentId);
  const orders = await readOrders(shop);
  expect(orders).toMatchObject([{ shippingAddress: '1 High Street', week: WEEK, flags: [] }]);
  loseRecords(shop);
  await shop.reconciliation.runOnce();
  expect(await readOrders(shop)).toEqual(orders);
});

test('a payment of an earlier version becomes a flagged order', async ({ shop }) => {
  const metadata = { attemptId: crypto.randomUUID(), orderType: 'branch_box', quantity: '2', unitPrice: '' };
  await shop.payElsewhere(metadata);
  await shop.reconciliation.runOnce();
  expect((await shop.readBooks()).orders).toMatchObject([
    { quantity: 2, unitPricePence: BOX_PENCE, flags: [{ code: 'missing_details', details: [] }] },
  ]);
});

test('the list is asked for once a day, and again where it did not come', async ({ shop }) => {
  const list = { path: '/v1/payment_intents', method: 'GET' as const };
  const wasAsked = async () => {
    shop.sandbox.faults.clear();
    shop.sandbox.faults.addCall({ ...list, status: 500 });
    await shop.reconciliation.runOnce();
    return shop.sandbox.faults.read().calls.length === 0;
  };
  expect(await wasAsked()).toBe(true);
  expect(await wasAsked()).toBe(true);
  await shop.startPaid();
  shop.sandbox.faults.clear();
  await shop.reconciliation.runOnce();
  expect(await wasAsked()).toBe(false);
  shop.clockAheadMs = DAY_MS;
  expect(await wasAsked()).toBe(true);
});

/** Puts one week on sale. */
function sellWeek(shop: ShopUnderTest, week: { id: string; boxes?: number; orderBy?: string }): void {
  shop.catalogue = { ...shop.catalogue, weeks: [week as (typeof shop.catalogue.weeks)[number]] };
}

test('a lost order counts in its week, which was still open when it was bought', async ({ shop }) => {
  sellWeek(shop, { id: WEEK, boxes: 5, orderBy: new Date().toISOString().slice(0, 10) });
  await shop.startPaid();
  loseRecords(shop);
  shop.clockAheadMs = 2 * DAY_MS;
  await shop.reconciliation.runOnce();
  expect((await shop.readBooks()).orders).toMatchObject([{ flags: [], week: WEEK }]);
  const { weeks } = await (await shop.app.request('/api/branch-boxes/weeks')).json();
  expect(weeks).toMatchObject([{ state: 'closed', boxesLeft: 3 }]);
});

test('boxes that were sold again are a lost order’s too, which is flagged', async ({ shop }) => {
  sellWeek(shop, { id: WEEK, boxes: 4 });
  const { paymentIntentId: lost } = await shop.startPaid();
  await shop.complete(lost);
  loseRecords(shop);
  for (const customerEmail of ['bea@example.com', 'cat@example.com']) {
    const { paymentIntentId } = await shop.startPaid(intentBody({ customerEmail }));
    await shop.complete(paymentIntentId, {});
  }
  await shop.reconciliation.runOnce();
  const { orders } = await shop.readBooks();
  expect(orders.length).toBe(3);
  for (const { paymentIntentId: id, flags } of orders)
    expect(flags.map(({ code }) => code)).toEqual(id === lost ? ['week_full'] : []);
});

test('no mail is sent about a past week', async ({ shop }) => {
  const monday = new Date(Date.now() + 7 * DAY_MS).toISOString().slice(0, 10);
  sellWeek(shop, { id: monday });
  await shop.startPaid(intentBody({ deliveryWeek: monday }));
  loseRecords(shop);
  shop.clockAheadMs = 30 * DAY_MS;
  await shop.reconciliation.runOnce();
  const { orders, mails } = await shop.readBooks();
  expect([orders.length, mails]).toEqual([1, []]);
});

test('what was erased from an order does not come back from Stripe', async ({ shop }) => {
  const { paymentIntentId } = await shop.startPaid();
  await shop.complete(paymentIntentId);
  const nobody = { customerName: null, customerEmail: null, customerPhone: null, shippingAddress: null };
  await shop.data.db.updateTable('orders').set(nobody).execute();
  await shop.data.db.updateTable('orderAttempts').set(nobody).execute();
  await shop.stripe.refunds.create({ payment_intent: paymentIntentId, amount: BOX_PENCE });
  await shop.reconciliation.runOnce();
  expect((await shop.readBooks()).orders).toMatchObject([{ ...nobody, refundedPence: BOX_PENCE }]);
});
