import { NO_MAILS } from '../../../api/orders/change-order.ts';
import { DELIVERY, ORDER } from '../../support/sample-order.ts';
import {
  bareBody,
  complete,
  intentBody,
  openPayPage,
  pay,
  post,
  readBooks,
  retrievePayment,
  startPaid,
  startPurchase,
} from './shop-calls.ts';
import { expect, test } from './shop-under-test.ts';

test('a branch box order, from the order data to its number', async ({ shop }) => {
  const started = await post(shop, '/api/create-payment-intent', intentBody());
  expect(started.status).toBe(200);
  expect(started.headers.get('cache-control')).toBe('no-store');
  expect(started.body).toEqual({
    clientSecret: expect.stringMatching(/^pi_\w+_secret_\w+$/),
    attemptId: expect.any(String),
    quantity: 2,
    unitPrice: '27.35',
    amount: '54.70',
  });
  const paymentIntentId = started.body.clientSecret.replace(/_secret_.*/, '');
  const intent = await shop.stripe.paymentIntents.retrieve(paymentIntentId);
  expect(intent).toMatchObject({
    amount: 5470,
    currency: 'gbp',
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    metadata: {
      attemptId: started.body.attemptId,
      orderType: 'branch_box',
      customerName: 'Ann Lee',
      customerEmail: 'ann@example.com',
      deliveryWeek: '2025-12-01',
      quantity: '2',
    },
  });

  await pay(shop, paymentIntentId);
  const done = await complete(shop, paymentIntentId);
  expect(done.status).toBe(200);
  expect(done.body).toEqual({
    success: true,
    weekLoss: null,
    confirmation: 'mailed',
    isProcessing: false,
    orderNumber: expect.stringMatching(/^BB-[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{3}$/),
    message: expect.stringContaining('Thank you'),
  });
  const { orders, attempts, mails } = await readBooks(shop);
  expect(orders).toEqual([
    {
      id: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-8/),
      attemptId: started.body.attemptId,
      orderNumber: done.body.orderNumber,
      status: 'processing',
      paymentStatus: 'succeeded',
      paymentMethod: 'card',
      takenBy: null,
      takenById: null,
      paymentIntentId: paymentIntentId,
      quantity: 2,
      unitPricePence: 2735,
      totalPence: 5470,
      paidAmount: 5470,
      paidCurrency: 'gbp',
      refundedPence: 0,
      refundFailedPence: 0,
      goodwillPence: 0,
      dispute: null,
      review: null,
      fraudWarning: null,
      week: '2025-12-01',
      parcels: [],
      internalNote: null,
      // The columns of versions before.
      flags: [],
      labelProblem: null,
      version: 1,
      ...DELIVERY,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    },
  ]);
  expect(attempts).toMatchObject([{ state: 'settled', kind: 'branch_box' }]);
  expect(mails).toEqual([
    { kind: 'order_confirmation', recipient: 'ann@example.com' },
    { kind: 'order_notification', recipient: expect.any(String) },
  ]);
  expect(shop.wakes).toBe(1);
  expect(shop.logged).toEqual([
    `order ${done.body.orderNumber}: 2 boxes, £54.70, week of 2025-12-01, processing`,
  ]);
});

test('the attempt is stored before Stripe is asked', async ({ shop }) => {
  shop.sandbox.faults.addCall({ path: '/v1/payment_intents', status: 500 });
  const started = await post(shop, '/api/create-payment-intent', intentBody());
  expect(started.status).toBe(503);
  expect(started.headers.get('retry-after')).toBe('5');
  expect(started.body).toEqual({ code: 'payments_unavailable', error: expect.stringMatching(/\.$/) });
  const { attempts, orders } = await readBooks(shop);
  expect(attempts).toMatchObject([{ state: 'open', paymentIntentId: null, customerName: 'Ann Lee' }]);
  expect(orders).toEqual([]);
});

test('order data that differ from the attempt change nothing that was paid for', async ({ shop }) => {
  const { paymentIntentId } = await startPaid(shop);
  const changed = {
    ...ORDER,
    quantity: 200,
    unitPrice: 0.01,
    totalAmount: 2,
    customerName: 'Eve',
    shippingAddress: '6 Back Lane',
    deliveryWeek: '2025-12-08',
  };
  expect((await complete(shop, paymentIntentId, changed)).status).toBe(200);
  const { orders } = await readBooks(shop);
  expect(orders).toMatchObject([
    {
      quantity: 2,
      totalPence: 5470,
      customerName: 'Ann Lee',
      shippingAddress: '1 High Street',
      week: '2025-12-01',
    },
  ]);
});

test('a payment that was not made makes no order', async ({ shop }) => {
  const { paymentIntentId } = await startPurchase(shop);
  const unpaid = await complete(shop, paymentIntentId);
  expect(unpaid).toMatchObject({
    status: 402,
    body: { code: 'payment_incomplete', paymentStatus: 'requires_payment_method' },
  });
  await expect(pay(shop, paymentIntentId, 'pm_card_chargeDeclined')).rejects.toThrow('declined');
  expect((await complete(shop, paymentIntentId)).status).toBe(402);
  await pay(shop, paymentIntentId, 'pm_card_authenticationRequired');
  expect((await complete(shop, paymentIntentId)).body).toMatchObject({ paymentStatus: 'requires_action' });
  expect((await readBooks(shop)).orders).toEqual([]);
});

test('payments that are none of ours are not found', async ({ shop }) => {
  const foreign = await shop.stripe.paymentIntents.create({
    amount: 5470,
    currency: 'gbp',
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    payment_method: 'pm_card_visa',
    confirm: true,
    metadata: { attemptId: 'somebody-elses' },
  });
  for (const id of [foreign.id, 'pi_doesnotexist']) {
    expect(await complete(shop, id)).toMatchObject({ status: 404, body: { code: 'payment_not_found' } });
  }
  expect((await readBooks(shop)).orders).toEqual([]);
});

test('nobody makes the shop ask Stripe without end, about invented payments or their own', async ({
  shop,
}) => {
  const { paymentIntentId } = await startPurchase(shop);
  const { sessionId } = await openPayPage(shop);
  const countRefused = async (
    calls: number,
    ask: (call: number) => PromiseLike<{ status: number }> | { status: number },
  ) => {
    const statuses = [];
    for (let call = 0; call < calls; call += 1) statuses.push((await ask(call)).status);
    return statuses.filter((status) => status === 429).length;
  };
  const invent = (from: string, call: number) =>
    post(shop, '/api/branch-boxes/order', { paymentIntentId: `pi_invented${call}` }, from);
  const own = (call: number) => {
    const headers = { 'X-Forwarded-For': '192.0.2.9' };
    return call % 2 === 0
      ? post(shop, '/api/branch-boxes/order', { paymentIntentId }, '192.0.2.9')
      : shop.app.request(`/nordmann-branches/thank-you?session_id=${sessionId}`, { headers });
  };
  expect(await countRefused(20, (call) => invent('192.0.2.9', call))).toBe(10);
  expect(await countRefused(70, own)).toBe(10);
  // Not even together, and real buyers notice nothing.
  expect(await countRefused(50, (call) => invent(`198.51.100.${call}`, call))).toBe(30);
  const { paymentIntentId: paid } = await startPaid(shop);
  expect((await complete(shop, paid)).status).toBe(200);
});

test('the link to the order is only for who names the attempt', async ({ shop }) => {
  const { paymentIntentId, attemptId } = await startPaid(shop);
  const { body } = await complete(shop, paymentIntentId, { ...ORDER, attemptId });
  const { orders } = await readBooks(shop);
  expect(body.manageOrder).toBe(`/order?key=${shop.orderLinks.writeKey(orders[0]?.id ?? '')}`);
  // A payment's id is in URLs and dashboards, so it opens nothing.
  expect((await complete(shop, paymentIntentId, {})).body).not.toHaveProperty('manageOrder');
  expect((await complete(shop, paymentIntentId, ORDER)).body).not.toHaveProperty('manageOrder');
});

test("someone else's payment is no order of theirs, and their address goes nowhere", async ({ shop }) => {
  // Without the order, the attempt knows the buyer's e-mail address and nothing of the delivery.
  const { paymentIntentId } = await startPaid(shop, bareBody());
  const eve = await complete(shop, paymentIntentId, { ...ORDER, customerEmail: 'eve@example.com' });
  expect(eve).toMatchObject({ status: 403, body: { code: 'payment_not_yours' } });
  expect(JSON.stringify(eve.body)).not.toContain('BB-');
  expect((await readBooks(shop)).orders).toMatchObject([
    { customerEmail: 'ann@example.com', shippingAddress: null },
  ]);

  const other = await startPurchase(shop);
  const mixedUp = await complete(shop, paymentIntentId, { ...ORDER, attemptId: other.attemptId });
  expect(mixedUp).toMatchObject({ status: 404, body: { code: 'payment_not_found' } });
});

test('Stripe down at the completion is a 503, and the next call succeeds', async ({ shop }) => {
  const { paymentIntentId } = await startPaid(shop);
  shop.sandbox.faults.addCall({ path: '/v1/payment_intents/*', method: 'GET', disconnect: true, count: 2 });
  expect(await complete(shop, paymentIntentId)).toMatchObject({
    status: 503,
    body: { code: 'payments_unavailable' },
  });
  expect((await complete(shop, paymentIntentId)).status).toBe(200);
});

test('a wrong Stripe key is a 502, and the log says why', async ({ shop }) => {
  shop.sandbox.faults.addCall({ path: '/v1/payment_intents', status: 401 });
  expect(await post(shop, '/api/create-payment-intent', intentBody())).toMatchObject({
    status: 502,
    body: { code: 'payments_refused' },
  });
  expect(shop.logged.join()).toMatch(/Stripe failed: \w+.* 401/);
  expect(shop.logged.join()).not.toMatch(/Ann|ann@/);
});

test('the specified body without the order is completed by the order data', async ({ shop }) => {
  const { paymentIntentId } = await startPaid(shop, bareBody());
  const done = await complete(shop, paymentIntentId);
  expect(done.status).toBe(200);
  const { orders, mails } = await readBooks(shop);
  expect(orders).toMatchObject([
    {
      quantity: 2,
      shippingAddress: '1 High Street',
      week: '2025-12-01',
      flags: [],
      customerPhone: '01632 960123',
    },
  ]);
  expect(mails.length).toBe(2);
});

test('an order that the webhook made without an address is confirmed once it comes', async ({ shop }) => {
  const { paymentIntentId } = await startPaid(shop, bareBody());
  const payment = await retrievePayment(shop, paymentIntentId);
  await shop.recordPayment({ payment: payment });
  const before = await readBooks(shop);
  expect(before.orders).toMatchObject([
    { status: 'processing', flags: [{ code: 'missing_details', details: [] }] },
  ]);
  expect(before.mails.map(({ kind }) => kind)).toEqual(['order_notification']);

  expect((await complete(shop, paymentIntentId)).status).toBe(200);
  const after = await readBooks(shop);
  expect(after.orders).toMatchObject([{ id: before.orders[0]?.id, shippingPostcode: 'TA1 1AA', flags: [] }]);
  expect(after.mails.map(({ kind }) => kind)).toEqual(['order_confirmation', 'order_notification']);

  const eve = { ...ORDER, shippingAddress: '6 Back Lane', shippingPostcode: 'BA1 1AA' };
  expect((await complete(shop, paymentIntentId, eve)).status).toBe(200);
  expect((await readBooks(shop)).orders).toEqual(after.orders);
});

test('a week that is not sold does not get into an order by the back door', async ({ shop }) => {
  const { paymentIntentId } = await startPaid(shop, bareBody());
  const done = await complete(shop, paymentIntentId, { ...ORDER, deliveryWeek: '2026-06-01' });
  expect(done.status).toBe(200);
  expect((await readBooks(shop)).orders).toMatchObject([
    { week: null, shippingAddress: '1 High Street', flags: [{ code: 'missing_details', details: [] }] },
  ]);
});

test('two orders that draw the same number get two numbers', async ({ shop }) => {
  const { createPaymentRecorder } = await import('../../../api/orders/sale/record-payment.ts');
  const drawn = ['BB-2222-222', 'BB-2222-222', 'BB-3333-333'];
  const recordPayment = createPaymentRecorder({
    db: shop.data.db,
    gateway: shop.gateway,
    mode: 'sandbox',
    clock: () => new Date(),
    log: () => {},
    getCatalogue: () => shop.catalogue,
    mails: NO_MAILS,
    wakeOutbox: () => {},
    drawOrderNumber: () => drawn.shift() ?? '',
  });
  for (const number of ['BB-2222-222', 'BB-3333-333']) {
    const { paymentIntentId } = await startPaid(shop);
    const payment = await retrievePayment(shop, paymentIntentId);
    expect(await recordPayment({ payment: payment })).toMatchObject({ order: { orderNumber: number } });
  }
});
