import { recordPayment } from '../../../api/orders/sale/record-payment.ts';
import { toPayment } from '../../../api/payments/stripe-objects.ts';
import { claimMode } from '../../../api/settlement/claim-mode.ts';
import { SANDBOX_WEBHOOK_SECRET } from '../../../api/stripe-sandbox/cards.ts';
import { SANDBOX_PUBLISHABLE_KEY } from '../../../src/domain/payments/payment-provider.ts';
import { BOX_PENCE, costOf } from '../../support/sample-order.ts';
import { intentBody } from '../orders/shop-calls.ts';
import { expect, type ShopUnderTest, test } from '../orders/shop-under-test.ts';

const findPaid = (shop: ShopUnderTest) => shop.findEvent('payment_intent.succeeded');

test('a signature that is wrong, old, none or copied is refused, and so is a changed body', async ({
  shop,
}) => {
  await shop.startPaid();
  const event = await findPaid(shop);
  const refused = { status: 400, body: { code: 'invalid_signature' } };
  expect(await shop.sendEvent(event, { secret: 'whsec_other' })).toMatchObject(refused);
  expect(await shop.sendEvent(event, { ageSeconds: 301 })).toMatchObject(refused);
  const payload = JSON.stringify(event);
  const now = Math.floor(Date.now() / 1000);
  const old = { payload, secret: SANDBOX_WEBHOOK_SECRET, timestamp: now - 900 };
  const sign = (changes: object) => shop.stripe.webhooks.generateTestHeaderString({ ...old, ...changes });
  const overheard = sign({});
  const [, signature = ''] = overheard.split('v1=');
  const send = async (header: string | null, body = payload) => {
    const headers = new Headers({ 'Content-Type': 'application/json' });
    if (header !== null) headers.set('Stripe-Signature', header);
    return (await shop.app.request('/api/stripe/webhook', { method: 'POST', headers, body })).status;
  };
  for (const header of [
    null,
    '',
    't=1,v1=',
    'nonsense',
    `t=${now},v1=${'0'.repeat(64)}`,
    overheard,
    `t=${now},v1=${signature}`,
    `t=${now},t=${now - 900},v1=${signature}`,
    `t=${now},v0=${signature}`,
    `t=${now},v1=${signature},v1=${signature}`,
    sign({ secret: SANDBOX_PUBLISHABLE_KEY, timestamp: now }),
  ])
    expect(await send(header), `${header}`).toBe(400);
  const fresh = sign({ timestamp: now });
  expect(await send(fresh, payload.replace(/"amount": ?\d+/, '"amount":1'))).toBe(400);
  expect(await send(fresh, `${payload} `)).toBe(400);
  // Signed, and no event.
  const none = ['no json', 'null', '1', '[]', '{}', '{"id":1,"type":2,"data":null}'];
  for (const body of [...none, '{"id":"evt_1","type":"payment_intent.succeeded"}'])
    expect((await shop.sendEvent(body)).status, body).toBe(400);
  expect((await shop.sendEvent(`"${'x'.repeat(300_000)}"`)).status).toBe(413);
  expect((await shop.readBooks()).orders).toEqual([]);
  expect((await shop.sendEvent(event, { ageSeconds: 295 })).status).toBe(200);
});

test('events of other kinds, shops and worlds are answered, and change nothing', async ({ shop }) => {
  // Of another installation that shares the account.
  await shop.payElsewhere({ attemptId: crypto.randomUUID() });
  await shop.startPurchase();
  // A call to Stripe would hang the answer.
  shop.sandbox.faults.addCall({ path: '/v1/payment_intents/*', status: 500, count: 9 });
  const events = await shop.listEvents();
  expect(events.map(({ type }) => type)).toContain('payment_intent.succeeded');
  for (const event of events) expect((await shop.sendEvent(event)).status, event.type).toBe(200);
  const invented = { ...events[0], id: 'evt_new', type: 'invented.yesterday', data: { object: { id: 'x' } } };
  expect((await shop.sendEvent(invented)).status).toBe(200);
  shop.sandbox.faults.clear();
  await shop.startPaid();
  const event = await findPaid(shop);
  expect((await shop.sendEvent({ ...event, livemode: true })).status).toBe(200);
  expect(shop.logged.join()).toContain(`the event ${event.id} does not belong to this sandbox shop`);
  expect((await shop.readBooks()).orders).toEqual([]);
});

test('events in the wrong order, or resent over the socket, end in the same books', async ({ shop }) => {
  const { paymentIntentId } = await shop.startPurchase();
  await expect(shop.pay(paymentIntentId, 'pm_card_chargeDeclined')).rejects.toThrow('declined');
  await shop.pay(paymentIntentId, 'pm_card_settlesLater');
  shop.sandbox.settle(paymentIntentId);
  const events = await shop.listEvents();
  const kinds = ['succeeded', 'processing', 'payment_failed', 'created'].map(
    (kind) => `payment_intent.${kind}`,
  );
  expect(events.map(({ type }) => type).filter((type) => type.startsWith('payment_intent'))).toEqual(kinds);
  for (const event of events) {
    expect((await shop.sendEvent(event)).status).toBe(200);
    const { orders } = await shop.readBooks();
    expect(orders).toMatchObject([{ status: 'processing', paymentStatus: 'succeeded' }]);
  }
  shop.sandbox.faults.setWebhooks({ duplicate: 4, reorder: 2 });
  shop.openWebhooks();
  await shop.startPaid();
  await shop.waitForDeliveries();
  const { orders, mails } = await shop.readBooks();
  expect([orders.length, mails.length]).toEqual([2, 4]);
});

test('without Stripe or the database the answer is 503, and a retry succeeds', async ({ shop }) => {
  await shop.startPaid();
  const event = await findPaid(shop);
  const unavailable = (code: string) => ({ status: 503, body: { code } });
  shop.sandbox.faults.addCall({ path: '/v1/payment_intents/*', status: 503 });
  expect(await shop.sendEvent(event)).toMatchObject(unavailable('payments_unavailable'));
  shop.data.sqlite.pragma('query_only = ON');
  expect(await shop.sendEvent(event)).toMatchObject(unavailable('storage_unavailable'));
  shop.data.sqlite.pragma('query_only = OFF');
  expect((await shop.readBooks()).orders).toEqual([]);
  expect((await shop.sendEvent(event)).status).toBe(200);
  expect((await shop.readBooks()).orders.length).toBe(1);
});

/** One order of Ann's, paid and confirmed once. */
async function expectOneOrder(shop: ShopUnderTest) {
  const { orders, attempts, mails } = await shop.readBooks();
  expect(orders).toMatchObject([
    { status: 'processing', paymentStatus: 'succeeded', flags: [], shippingPostcode: 'TA1 1AA' },
  ]);
  expect(attempts).toMatchObject([{ state: 'settled', paymentIntentId: orders[0]?.paymentIntentId }]);
  expect(mails.map(({ kind }) => kind)).toEqual(['order_confirmation', 'order_notification']);
}

test('the webhook alone, over a socket, for a browser that was closed', async ({ shop }) => {
  shop.openWebhooks();
  const { paymentIntentId } = await shop.startPaid();
  await expect.poll(async () => (await shop.readBooks()).orders.length).toBe(1);
  await expectOneOrder(shop);
  // The browser after it answers the order that the webhook has made.
  const { orderNumber } = (await shop.readBooks()).orders[0] ?? {};
  const body = { success: true, orderNumber };
  expect(await shop.complete(paymentIntentId)).toMatchObject({ status: 200, body });
  await expectOneOrder(shop);
});

test('all of them at once, many times over', async ({ shop }) => {
  const { paymentIntentId } = await shop.startPaid();
  const event = await shop.findEvent('payment_intent.succeeded');
  const answers = await Promise.all(
    Array.from({ length: 8 }).flatMap((_, index) => [
      shop.complete(paymentIntentId),
      shop.sendEvent({ ...event, id: `evt_${index}` }),
      shop.sendEvent(event),
      shop.reconciliation.runOnce().then(() => ({ status: 200, body: {} as { orderNumber?: string } })),
    ]),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const numbers = answers.map(({ body }) => body.orderNumber).filter((number) => number !== undefined);
  expect(numbers.length).toBe(8);
  expect(new Set(numbers).size).toBe(1);
  await expectOneOrder(shop);
  expect(shop.logged.filter((line) => line.startsWith('order ')).length).toBe(1);
  const books = await shop.readBooks();
  expect([books.orders[0]?.version, shop.wakes]).toEqual([1, 1]);
  const report = { payment: await shop.retrievePayment(paymentIntentId) };
  const recorded = await Promise.all([shop.recordPayment(report), shop.recordPayment(report)]);
  expect(recorded.map(({ outcome }) => outcome)).toEqual(['recorded', 'recorded']);
  expect(await shop.sendEvent(event)).toEqual({ status: 200, body: { received: true } });
  expect(await shop.readBooks()).toEqual(books);
});

test('failed mails roll the order back, and the next report makes both', async ({ shop }) => {
  const { paymentIntentId } = await shop.startPaid();
  shop.data.sqlite.exec(
    "CREATE TRIGGER refuse BEFORE INSERT ON outbox BEGIN SELECT RAISE(ABORT, 'no mails'); END",
  );
  const event = await shop.findEvent('payment_intent.succeeded');
  expect((await shop.complete(paymentIntentId)).status).toBe(500);
  expect((await shop.sendEvent(event)).status).toBe(500);
  expect(await shop.readBooks()).toMatchObject({
    orders: [],
    mails: [],
    attempts: [{ state: 'open' }],
  });
  shop.data.sqlite.exec('DROP TRIGGER refuse');
  expect((await shop.sendEvent(event)).status).toBe(200);
  await expectOneOrder(shop);
});

const TWO_DAYS_MS = 2 * 24 * 60 * 60 * 1000;

test('a clock that jumps back two days still gives one order', async ({ shop }) => {
  shop.clockAheadMs = TWO_DAYS_MS;
  const [first, second, third] = [
    await shop.startPurchase(),
    await shop.startPurchase(),
    await shop.startPurchase(),
  ];
  for (const { paymentIntentId } of [first, second, third]) await shop.pay(paymentIntentId);
  shop.clockAheadMs = 0;
  expect((await shop.complete(first.paymentIntentId)).status).toBe(200);
  const events = await shop.listEvents('payment_intent.succeeded');
  const own = events.find(
    (event) => 'id' in event.data.object && event.data.object.id === second.paymentIntentId,
  );
  expect((await shop.sendEvent(own)).status).toBe(200);
  await shop.reconciliation.runOnce();
  const { orders, attempts } = await shop.readBooks();
  expect(orders.map(({ paymentIntentId }) => paymentIntentId).sort()).toEqual(
    [first, second, third].map(({ paymentIntentId }) => paymentIntentId).sort(),
  );
  expect(attempts.map(({ state }) => state)).toEqual(['settled', 'settled', 'settled']);
});

test('a data folder keeps its mode, and says how to start another', async ({ shop }) => {
  const { db } = shop.data;
  await claimMode(db, shop.folder, 'live');
  await claimMode(db, shop.folder, 'live');
  const refused = claimMode(db, shop.folder, 'sandbox');
  await expect(refused).rejects.toThrow(
    `The data folder ${shop.folder} was started with live payments, but the settings are for the payment sandbox.`,
  );
  await expect(claimMode(db, shop.folder, 'test')).rejects.toThrow('set DATA_DIR to a new, empty folder');
});

test('each attempt has its mode, and a payment of another world buys nothing', async ({ shop }) => {
  const { paymentIntentId } = await shop.startPaid();
  expect((await shop.readBooks()).attempts).toMatchObject([{ mode: 'sandbox' }]);
  const payment = await shop.retrievePayment(paymentIntentId);
  // Real money in a sandbox shop, and the sandbox's money in a live one.
  expect(await shop.recordPayment({ payment: { ...payment, isLive: true } })).toEqual({ outcome: 'foreign' });
  const logged: string[] = [];
  const serviceLog = { ...shop.parts.serviceLog, log: (message: string) => logged.push(message) };
  const live = { ...shop.parts, mode: 'live', serviceLog } as const;
  for (const isLive of [false, true]) {
    expect(await recordPayment(live, { payment: { ...payment, isLive } })).toEqual({ outcome: 'foreign' });
  }
  expect(logged[0]).toBe(`the payment ${paymentIntentId} does not belong to this live shop and was ignored`);
  expect((await shop.readBooks()).orders).toEqual([]);
});

test('a payment that settles later is pending without mails, then processing, and leads nowhere when reported late', async ({
  shop,
}) => {
  const { paymentIntentId } = await shop.startPaid(intentBody(), 'pm_card_settlesLater');
  const first = await shop.complete(paymentIntentId);
  const message = expect.stringContaining('processed');
  expect(first).toMatchObject({ status: 200, body: { success: true, message } });
  const pending = await shop.readBooks();
  expect(pending.orders).toMatchObject([{ status: 'pending', paymentStatus: 'processing' }]);
  expect([pending.mails, pending.attempts[0]?.state]).toEqual([[], 'open']);

  shop.sandbox.settle(paymentIntentId, 'succeeded');
  expect((await shop.sendEvent(await shop.findEvent('payment_intent.succeeded'))).status).toBe(200);
  const settled = await shop.readBooks();
  const paid = { status: 'processing', paymentStatus: 'succeeded', paidAmount: 2 * BOX_PENCE };
  expect(settled.orders).toMatchObject([{ id: pending.orders[0]?.id, ...paid }]);
  expect([settled.mails.length, settled.attempts[0]?.state]).toEqual([2, 'settled']);
  expect((await shop.complete(paymentIntentId)).body.orderNumber).toBe(first.body.orderNumber);
  await shop.sendEvent({ ...(await shop.findEvent('payment_intent.processing')), id: 'evt_late' });
  for (const state of ['processing', 'unpaid', 'cancelled'] as const)
    expect(await recordAltered(shop, paymentIntentId, { state })).toMatchObject({ outcome: 'recorded' });
  const { orders, mails } = await shop.readBooks();
  expect([orders, mails]).toEqual([settled.orders, settled.mails]);
});

test('a payment that fails later cancels the order, and a second try brings it back', async ({ shop }) => {
  const { paymentIntentId } = await shop.startPaid(intentBody(), 'pm_card_failsLater');
  await shop.complete(paymentIntentId);
  shop.sandbox.settle(paymentIntentId, 'failed');
  await shop.sendEvent(await shop.findEvent('payment_intent.payment_failed'));
  const failed = await shop.readBooks();
  expect(failed.orders).toMatchObject([{ status: 'cancelled', paymentStatus: 'failed' }]);
  expect(failed.mails).toEqual([]);
  expect((await shop.complete(paymentIntentId)).status).toBe(402);
  await shop.pay(paymentIntentId);
  expect((await shop.complete(paymentIntentId)).status).toBe(200);
  const paid = await shop.readBooks();
  const { id } = failed.orders[0] ?? {};
  expect(paid.orders).toMatchObject([{ id, status: 'processing', paymentStatus: 'succeeded' }]);
  expect(paid.mails.length).toBe(2);
});

test('a pending order is moved on by the reconciliation, however late', async ({ shop }) => {
  const { paymentIntentId } = await shop.startPaid(intentBody(), 'pm_card_settlesLater');
  await shop.reconciliation.runOnce();
  expect((await shop.readBooks()).orders).toMatchObject([{ status: 'pending' }]);
  shop.sandbox.settle(paymentIntentId, 'succeeded');
  shop.clockAheadMs = 3 * 24 * 3_600_000;
  await shop.reconciliation.runOnce();
  expect((await shop.readBooks()).orders).toMatchObject([{ status: 'processing' }]);
});

async function recordAltered(shop: ShopUnderTest, paymentIntentId: string, change: object) {
  const payment = await shop.retrievePayment(paymentIntentId);
  return shop.recordPayment({ payment: { ...payment, ...change } });
}

/** What Stripe reports of an order's payments, one after another, and what becomes of the order. */
const REPORTS: Record<string, { reports: object[]; order: object; mails: number }> = {
  'a payment that failed is replaced by another one that came through': {
    reports: [{ state: 'processing' }, { state: 'unpaid' }, { id: 'pi_second', state: 'succeeded' }],
    order: { paymentIntentId: 'pi_second', status: 'processing', flags: [] },
    mails: 2,
  },
  'an order that the farm cancelled stays cancelled when paid, and is flagged': {
    reports: [{ state: 'processing' }, { cancels: true }, { state: 'succeeded' }],
    order: { status: 'cancelled', flags: [{ code: 'cancelled_unrefunded', details: [] }] },
    mails: 1,
  },
  'a second payment is flagged once, and makes no second order': {
    reports: [
      { state: 'succeeded' },
      { id: 'pi_2', state: 'succeeded' },
      { id: 'pi_2', state: 'succeeded' },
      { id: 'pi_3', state: 'unpaid' },
    ],
    order: { status: 'processing', flags: [{ code: 'second_payment', details: ['pi_2'] }] },
    mails: 2,
  },
  'a second payment that has gone back needs no look, and one that is only authorised is not taken': {
    reports: [
      { state: 'succeeded' },
      { id: 'pi_2', state: 'succeeded' },
      { id: 'pi_2', state: 'succeeded', refunded: 2 * BOX_PENCE },
      { id: 'pi_3', state: 'authorised' },
    ],
    order: { status: 'processing', flags: [] },
    mails: 2,
  },
  'an amount that differs flags the order, and confirms nothing': {
    reports: [{ state: 'succeeded', amount: 5000 }],
    order: {
      totalPence: 2 * BOX_PENCE,
      paidAmount: 5000,
      status: 'processing',
      flags: [{ code: 'paid_amount', details: ['£50', `£${costOf(2)}`] }],
    },
    mails: 1,
  },
  'another currency is flagged too, though the number is the same': {
    reports: [{ state: 'succeeded', currency: 'eur' }],
    order: {
      paidCurrency: 'eur',
      flags: [{ code: 'paid_amount', details: [expect.stringContaining('in EUR'), `£${costOf(2)}`] }],
    },
    mails: 1,
  },
};

test('differences are flagged, and reports of other payments take nothing away', async ({ shop }) => {
  const { db } = shop.data;
  for (const [name, { reports, order, mails }] of Object.entries(REPORTS)) {
    for (const table of ['orderEvents', 'labels', 'outbox', 'orders'] as const)
      await db.deleteFrom(table).execute();
    const { paymentIntentId } = await shop.startPurchase();
    for (const report of reports) {
      if ('cancels' in report) await db.updateTable('orders').set({ status: 'cancelled' }).execute();
      else await recordAltered(shop, paymentIntentId, report);
    }
    const books = await shop.readBooks();
    expect(books.orders, name).toMatchObject([order]);
    expect(books.mails.length, name).toBe(mails);
  }
  expect(shop.logged.filter((line) => line.includes('needs a look')).length).toBe(5);
  // An older payment of an attempt that comes to nothing does not close it.
  const { paymentIntentId, attemptId } = await shop.startPurchase();
  const older = await recordAltered(shop, paymentIntentId, { id: 'pi_older', state: 'cancelled' });
  expect(older).toEqual({ outcome: 'unpaid' });
  const attempt = (await shop.readBooks()).attempts.find(({ id }) => id === attemptId);
  expect(attempt).toMatchObject({ state: 'open', paymentIntentId });
});

/** What Stripe says of a payment, in the shop's terms. */
const read = (intent: object) =>
  toPayment(
    { id: 'pi_1', amount: 2 * BOX_PENCE, amount_received: 5000, shipping: null, ...intent } as never,
    {
      refunded: 0,
      goodwill: 0,
      failedRefunds: 0,
      dispute: null,
    },
  );

test('of a payment, what was received counts, every open status can still be paid, and an address may lack its parts', () => {
  for (const [status, expected] of [
    ['succeeded', { state: 'succeeded', amount: 5000 }],
    ['processing', { state: 'processing', amount: 2 * BOX_PENCE }],
    ['canceled', { state: 'cancelled' }],
    ['requires_capture', { state: 'authorised' }],
    ...['requires_payment_method', 'requires_confirmation', 'requires_action', 'new'].map(
      (open) => [open, { state: 'unpaid' }] as const,
    ),
  ] as const)
    expect(read({ status }), status).toMatchObject(expected);
  const nothing = { name: null, phone: null, lines: [], city: null, postcode: null, country: null };
  for (const shipping of [{}, { address: { line1: '', line2: null } }])
    expect(read({ status: 'succeeded', shipping }).shipping).toEqual(nothing);
  expect(read({ status: 'succeeded', metadata: null }).attemptId).toBeNull();
});
