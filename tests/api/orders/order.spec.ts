import { randomUUID } from 'node:crypto';
import { deriveOrderNumber } from '../../../api/orders/order-identity.ts';
import { toPence } from '../../../src/domain/money.ts';
import { BOX_PENCE, boxes, costOf, DELIVERY, LATER, ORDER, WEEK } from '../../support/sample-order.ts';
import { bareBody, intentBody } from './shop-calls.ts';
import { expect, type ShopUnderTest, test } from './shop-under-test.ts';

const PAYMENT = '/api/create-payment-intent';
const FOLIAGE = '/create-payment-intent';
const flag = (code: string) => [{ code, details: [] }];

function setPrice(shop: ShopUnderTest, pence: number) {
  const { branchBox } = shop.catalogue;
  shop.catalogue = { ...shop.catalogue, branchBox: { ...branchBox, pricePence: toPence(pence) } };
}

test('a branch box order, from the order data to its number', async ({ shop }) => {
  const shippingAddress = 'The Old Mill\n1 High Street\nNorth Petherton';
  const started = await shop.post(PAYMENT, intentBody({ shippingAddress }));
  expect(started.status).toBe(200);
  expect(started.headers.get('cache-control')).toBe('no-store');
  const amount = costOf(2);
  expect(started.body).toEqual({
    clientSecret: expect.stringMatching(/^pi_\w+_secret_\w+$/),
    attemptId: expect.any(String),
    quantity: 2,
    unitPrice: costOf(1),
    amount,
  });
  const id = started.body.clientSecret.replace(/_secret_.*/, '');
  expect(await shop.stripe.paymentIntents.retrieve(id)).toMatchObject({
    amount: 2 * BOX_PENCE,
    currency: 'gbp',
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    receipt_email: 'ann@example.com',
    shipping: {
      name: 'Grace Hill',
      phone: '01632 960123',
      address: { line1: 'The Old Mill', line2: '1 High Street, North Petherton', postal_code: 'TA1 1AA' },
    },
    metadata: {
      attemptId: started.body.attemptId,
      unitPrice: costOf(1),
      orderNumber: expect.stringMatching(/^BB-/),
      orderType: 'branch_box',
      customerName: 'Ann Lee',
      customerEmail: 'ann@example.com',
      deliveryWeek: WEEK,
      quantity: '2',
    },
  });
  await shop.pay(id);
  const done = await shop.complete(id);
  expect(done).toMatchObject({ status: 200 });
  expect(done.body).toEqual({
    success: true,
    weekLoss: null,
    confirmation: 'mailed',
    isProcessing: false,
    orderNumber: expect.stringMatching(/^BB-[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{3}$/),
    message: expect.stringContaining('Thank you'),
  });
  const { orders, attempts, mails } = await shop.readBooks();
  expect(orders).toMatchObject([
    {
      id: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-8/),
      attemptId: started.body.attemptId,
      orderNumber: done.body.orderNumber,
      status: 'processing',
      paymentStatus: 'succeeded',
      paymentMethod: 'card',
      paymentIntentId: id,
      quantity: 2,
      unitPricePence: BOX_PENCE,
      totalPence: 2 * BOX_PENCE,
      paidAmount: 2 * BOX_PENCE,
      refundedPence: 0,
      week: WEEK,
      parcels: [],
      flags: [],
      version: 1,
      ...DELIVERY,
      shippingAddress,
    },
  ]);
  expect(attempts).toMatchObject([{ state: 'settled', kind: 'branch_box' }]);
  expect(mails).toEqual([
    { kind: 'order_confirmation', recipient: 'ann@example.com' },
    { kind: 'order_notification', recipient: expect.any(String) },
  ]);
  expect(shop.wakes).toBe(1);
  expect(shop.logged).toEqual([
    `order ${done.body.orderNumber}: 2 boxes, £${amount}, week of ${WEEK}, processing`,
  ]);
});

test('Stripe down, slow or wrong: the attempt is stored before, and the next call succeeds', async ({
  shop,
}) => {
  const { faults } = shop.sandbox;
  faults.addCall({ path: '/v1/payment_intents', status: 500 });
  const down = await shop.post(PAYMENT, intentBody());
  expect([down.status, down.headers.get('retry-after')]).toEqual([503, '5']);
  expect(down.body).toEqual({ code: 'payments_unavailable', error: expect.stringMatching(/\.$/) });
  expect(await shop.readBooks()).toMatchObject({
    attempts: [{ state: 'open', paymentIntentId: null, customerName: 'Ann Lee' }],
    orders: [],
  });
  faults.addCall({ path: '/v1/payment_intents', status: 401 });
  const refused = { status: 502, body: { code: 'payments_refused' } };
  expect(await shop.post(PAYMENT, intentBody())).toMatchObject(refused);
  expect(shop.logged.join()).toMatch(/Stripe failed: \w+.* 401/);
  expect(shop.logged.join()).not.toMatch(/Ann|ann@/);
  const { paymentIntentId } = await shop.startPaid();
  faults.addCall({ path: '/v1/payment_intents/*', method: 'GET', disconnect: true, count: 2 });
  expect(await shop.complete(paymentIntentId)).toMatchObject({
    status: 503,
    body: { code: 'payments_unavailable' },
  });
  expect((await shop.complete(paymentIntentId)).status).toBe(200);
});

test('order data that differ from the attempt change nothing that was paid for', async ({ shop }) => {
  const { paymentIntentId } = await shop.startPaid();
  const changed = { ...boxes(200), customerName: 'Eve', shippingAddress: '6 Back Lane', deliveryWeek: LATER };
  expect((await shop.complete(paymentIntentId, { ...ORDER, ...changed, unitPrice: 0.01 })).status).toBe(200);
  const { customerName, shippingAddress } = ORDER;
  expect((await shop.readBooks()).orders).toMatchObject([
    { quantity: 2, totalPence: 2 * BOX_PENCE, customerName, shippingAddress, week: WEEK },
  ]);
});

test('a payment that was not made, or is none of ours, makes no order', async ({ shop }) => {
  const { paymentIntentId } = await shop.startPurchase();
  const expectUnpaid = async (paymentStatus: string) =>
    expect(await shop.complete(paymentIntentId)).toMatchObject({
      status: 402,
      body: { code: 'payment_incomplete', paymentStatus },
    });
  await expectUnpaid('requires_payment_method');
  await expect(shop.pay(paymentIntentId, 'pm_card_chargeDeclined')).rejects.toThrow('declined');
  await expectUnpaid('requires_payment_method');
  await shop.pay(paymentIntentId, 'pm_card_authenticationRequired');
  await expectUnpaid('requires_action');
  const foreign = await shop.payElsewhere({ attemptId: 'somebody-elses' });
  for (const id of [foreign.id, 'pi_doesnotexist'])
    expect(await shop.complete(id)).toMatchObject({ status: 404, body: { code: 'payment_not_found' } });
  expect((await shop.readBooks()).orders).toEqual([]);
});

test('nobody makes the shop ask Stripe without end, about invented payments or their own', async ({
  shop,
}) => {
  const { paymentIntentId } = await shop.startPurchase();
  const { sessionId } = await shop.openPayPage();
  const countRefused = async (
    calls: number,
    ask: (call: number) => PromiseLike<{ status: number }> | Response,
  ) => {
    const statuses = [];
    for (let call = 0; call < calls; call += 1) statuses.push((await ask(call)).status);
    return statuses.filter((status) => status === 429).length;
  };
  const invent = (from: string, call: number) =>
    shop.post('/api/branch-boxes/order', { paymentIntentId: `pi_invented${call}` }, from);
  const own = (call: number) => {
    const headers = { 'X-Forwarded-For': '192.0.2.9' };
    return call % 2 === 0
      ? shop.post('/api/branch-boxes/order', { paymentIntentId }, '192.0.2.9')
      : shop.app.request(`/nordmann-branches/thank-you?session_id=${sessionId}`, { headers });
  };
  expect(await countRefused(20, (call) => invent('192.0.2.9', call))).toBe(10);
  expect(await countRefused(70, own)).toBe(10);
  // Not even together, and real buyers notice nothing.
  expect(await countRefused(50, (call) => invent(`198.51.100.${call}`, call))).toBe(30);
  const { paymentIntentId: paid } = await shop.startPaid();
  expect((await shop.complete(paid)).status).toBe(200);
});

test('the order and its link are only for whoever made the purchase', async ({ shop }) => {
  const { paymentIntentId, attemptId } = await shop.startPaid();
  const { body } = await shop.complete(paymentIntentId, { ...ORDER, attemptId });
  const [order] = (await shop.readBooks()).orders;
  expect(body.manageOrder).toBe(`/order?key=${shop.orderLinks.writeKey(order?.id ?? '')}`);
  // A payment's id is in URLs and dashboards, so it opens nothing.
  for (const given of [{}, ORDER])
    expect((await shop.complete(paymentIntentId, given)).body).not.toHaveProperty('manageOrder');

  // Without the order, the attempt knows the buyer's e-mail address and nothing of the delivery.
  const bare = await shop.startPaid(bareBody());
  const eve = await shop.complete(bare.paymentIntentId, { ...ORDER, customerEmail: 'eve@example.com' });
  expect(eve).toMatchObject({ status: 403, body: { code: 'payment_not_yours' } });
  expect(JSON.stringify(eve.body)).not.toContain('BB-');
  const { orders } = await shop.readBooks();
  expect(orders.at(-1)).toMatchObject({ customerEmail: 'ann@example.com', shippingAddress: null });
  const mixedUp = await shop.complete(bare.paymentIntentId, { ...ORDER, attemptId });
  expect(mixedUp).toMatchObject({ status: 404, body: { code: 'payment_not_found' } });
});

test('the specified body without the order is completed by the order data, before or after the webhook', async ({
  shop,
}) => {
  const first = await shop.startPaid(bareBody());
  expect((await shop.complete(first.paymentIntentId)).status).toBe(200);
  const { orders, mails } = await shop.readBooks();
  const { shippingAddress, customerPhone } = ORDER;
  expect(orders).toMatchObject([{ quantity: 2, shippingAddress, customerPhone, week: WEEK, flags: [] }]);
  expect(mails.length).toBe(2);

  const { paymentIntentId } = await shop.startPaid(bareBody());
  await shop.recordPayment({ payment: await shop.retrievePayment(paymentIntentId) });
  const before = (await shop.readBooks()).orders.at(-1);
  expect(before).toMatchObject({ status: 'processing', flags: flag('missing_details') });
  expect(await shop.readMails('order_confirmation')).toHaveLength(1);
  expect((await shop.complete(paymentIntentId)).status).toBe(200);
  const after = await shop.readBooks();
  expect(after.orders.at(-1)).toMatchObject({ id: before?.id, shippingPostcode: 'TA1 1AA', flags: [] });
  expect(after.mails).toHaveLength(4);
  const eve = { ...ORDER, shippingAddress: '6 Back Lane', shippingPostcode: 'BA1 1AA' };
  expect((await shop.complete(paymentIntentId, eve)).status).toBe(200);
  expect((await shop.readBooks()).orders).toEqual(after.orders);

  // A week that is not sold does not get into an order by the back door.
  const late = await shop.startPaid(bareBody());
  expect((await shop.complete(late.paymentIntentId, { ...ORDER, deliveryWeek: '2026-06-01' })).status).toBe(
    200,
  );
  expect((await shop.readBooks()).orders.at(-1)).toMatchObject({
    week: null,
    flags: flag('missing_details'),
  });
});

test('two orders that draw the same number get two numbers', async ({ shop }) => {
  const first = await shop.buy();
  const { paymentIntentId, attemptId } = await shop.startPaid();
  const orderNumber = deriveOrderNumber(attemptId, 0);
  await shop.data.db.updateTable('orders').set({ orderNumber }).where('id', '=', first.id).execute();
  const { body } = await shop.complete(paymentIntentId);
  expect(body.orderNumber).toBe(deriveOrderNumber(attemptId, 1));
});

/** Bodies that are refused before anything is stored. */
const REFUSED: readonly (readonly [path: string, body: object, status: number, answer: object])[] = [
  ...[
    { amount: Number(costOf(1)) },
    { amount: 0.01 },
    { amount: 0 },
    { order: { ...ORDER, unitPrice: 0.01 } },
    { order: { ...ORDER, totalAmount: 1 } },
  ].map((own) => {
    const answer = { code: 'price_changed', totalAmount: costOf(2) };
    return [PAYMENT, { ...intentBody(), ...own }, 409, answer] as const;
  }),
  [
    FOLIAGE,
    { quantity: 2, deliveryWeek: WEEK, unitPrice: '35.00' },
    409,
    { code: 'price_changed', unitPrice: costOf(1), totalAmount: costOf(2) },
  ],
  ...['2025-12-22', '2025-12-02'].flatMap((deliveryWeek) => {
    const message = 'Choose a delivery week.';
    return [
      [PAYMENT, intentBody({ deliveryWeek }), 422, { fields: { 'order.deliveryWeek': message } }],
      [FOLIAGE, { quantity: 1, deliveryWeek }, 422, { fields: { deliveryWeek: message } }],
    ] as const;
  }),
  // Stripe's largest charge is the only cap on boxes.
  [
    FOLIAGE,
    { quantity: 36564, deliveryWeek: WEEK },
    422,
    { fields: { quantity: expect.stringContaining('36563') } },
  ],
  [
    PAYMENT,
    { ...bareBody(), amount: 40000 * Number(costOf(1)) },
    422,
    { fields: { amount: expect.any(String) } },
  ],
  [
    PAYMENT,
    intentBody({ shippingPostcode: 'bt1 1aa' }),
    422,
    {
      fields: {
        'order.shippingPostcode':
          'We don’t deliver to BT postcodes (Northern Ireland). Please ring us on 01632 960 214, and we’ll see what we can do.',
      },
    },
  ],
];

test('prices, weeks and addresses that are none of ours are refused, and nothing is stored', async ({
  shop,
}) => {
  for (const [path, body, status, answer] of REFUSED)
    expect(await shop.post(path, body), JSON.stringify(body)).toMatchObject({ status, body: answer });
  setPrice(shop, 4250);
  for (const [body, total] of [
    [intentBody(), { totalAmount: '85.00' }],
    [bareBody(), {}],
  ] as const) {
    const answer = { code: 'price_changed', unitPrice: '42.50', ...total };
    expect(await shop.post(PAYMENT, body)).toMatchObject({ status: 409, body: answer });
  }
  expect((await shop.readBooks()).attempts).toEqual([]);
  expect((await shop.stripe.paymentIntents.list()).data).toEqual([]);
  setPrice(shop, BOX_PENCE);
  expect((await shop.post(FOLIAGE, { quantity: 36563, deliveryWeek: WEEK })).status).toBe(200);
});

test('the page’s own id is one payment, for one order, until it ends', async ({ shop }) => {
  const attemptId = crypto.randomUUID();
  const body = { ...intentBody(), attemptId };
  const [first, second] = await Promise.all([shop.startPurchase(body), shop.startPurchase(body)]);
  expect([second, await shop.startPurchase(body)]).toEqual([first, first]);
  expect(first.attemptId).toBe(attemptId);
  expect((await shop.readBooks()).attempts.length).toBe(1);
  expect((await shop.stripe.paymentIntents.list()).data.length).toBe(1);
  const expectOther = async () => {
    const other = await shop.post(PAYMENT, { ...intentBody({ customerName: 'Eve' }), attemptId });
    expect(other).toMatchObject({ status: 409, body: { code: 'order_changed' } });
    expect(JSON.stringify(other.body)).not.toContain('secret');
  };
  await expectOther();
  // A page that closed after the payment learns that it is paid, at whatever price boxes have now.
  await shop.pay(first.paymentIntentId);
  const paid = { status: 409, body: { code: 'already_paid', paymentIntentId: first.paymentIntentId } };
  for (const isRecorded of [false, true]) {
    if (isRecorded) await shop.complete(first.paymentIntentId);
    for (const price of [4199, BOX_PENCE]) {
      setPrice(shop, price);
      expect(await shop.post(PAYMENT, body), `${price} ${isRecorded}`).toMatchObject(paid);
    }
  }
  await expectOther();
  setPrice(shop, 4199);
  const another = { ...intentBody(), attemptId: crypto.randomUUID() };
  expect((await shop.post(PAYMENT, another)).body).toMatchObject({
    code: 'price_changed',
    unitPrice: '41.99',
  });
  setPrice(shop, BOX_PENCE);
  const { paymentIntentId } = await shop.startPurchase(another);
  await shop.stripe.paymentIntents.cancel(paymentIntentId);
  expect(await shop.post(PAYMENT, another)).toMatchObject({ status: 409, body: { code: 'order_changed' } });
});

/** What a wallet or the foliage page's card form sends to Stripe. */
const wallet = (address: Record<string, string>) => ({
  receipt_email: 'bob@example.com',
  shipping: { name: 'Bob Ray', phone: '01632 960456', address: { line1: '2 Mill\u0007 Lane', ...address } },
});

test('the foliage flow: the address comes with the payment, and one of nowhere we deliver is flagged', async ({
  shop,
}) => {
  const buyFoliage = async (address: Record<string, string>, quantity = 1) => {
    const { paymentIntentId } = await shop.startPurchase({ quantity, deliveryWeek: LATER }, FOLIAGE);
    await shop.stripe.paymentIntents.confirm(paymentIntentId, {
      payment_method: 'pm_card_visa',
      ...wallet(address),
    });
    const done = await shop.post('/api/branch-boxes/order', { paymentIntentId });
    expect(done).toMatchObject({ status: 200, body: { success: true } });
    return (await shop.readBooks()).orders.find((order) => order.paymentIntentId === paymentIntentId);
  };
  const bath = { line2: 'Annexe', city: 'Bath', postal_code: 'ba11aa', country: 'GB', state: '' };
  expect(await buyFoliage(bath, 3)).toMatchObject({
    quantity: 3,
    totalPence: 3 * BOX_PENCE,
    week: LATER,
    customerName: 'Bob Ray',
    customerEmail: 'bob@example.com',
    customerPhone: '01632 960456',
    shippingAddress: '2 Mill Lane\nAnnexe',
    shippingCity: 'Bath',
    shippingPostcode: 'BA1 1AA',
    shippingCountry: 'GB',
    flags: [],
  });
  expect(await shop.readMails('order_confirmation')).toMatchObject([{ recipient: 'bob@example.com' }]);
  const paris = { city: 'Paris', postal_code: '75001', country: 'FR' };
  expect(await buyFoliage(paris)).toMatchObject({ shippingCountry: 'FR', flags: flag('abroad') });
  const belfast = { city: 'Belfast', postal_code: 'BT1 1AA', country: 'GB' };
  expect(await buyFoliage(belfast)).toMatchObject({ status: 'processing', flags: flag('outside_area') });
  // As where the specified body without the order has got its address after the payment.
  const late = await shop.startPaid(bareBody());
  await shop.complete(late.paymentIntentId, { ...ORDER, shippingPostcode: 'bt1 1aa' });
  expect((await shop.readBooks()).orders.at(-1)).toMatchObject({ flags: flag('outside_area') });
  expect(await shop.readMails('order_confirmation')).toHaveLength(1);
});

test('a week past its cut-off is refused, to the end of the day in London', async ({ shop }) => {
  const body = { quantity: 1, deliveryWeek: WEEK };
  const weeks = shop.catalogue.weeks.map((week) => ({ ...week, orderBy: '2030-07-01' as typeof week.id }));
  shop.catalogue = { ...shop.catalogue, weeks };
  shop.setClock('2030-07-01T22:30:00Z');
  expect((await shop.post(FOLIAGE, body)).status).toBe(200);
  shop.setClock('2030-07-01T23:30:00Z');
  expect(await shop.post(FOLIAGE, body)).toMatchObject({ status: 409, body: { code: 'week_not_on_sale' } });
});

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
    const ask = () => shop.post('/api/create-payment-intent', body);
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

    const { id, paymentIntentId } = await shop.buy(boxes(3));
    const again = () => shop.refund(id, { requestId: body.attemptId, version: 1 });
    shop.sandbox.faults.addCall({ method: 'POST', path: '/v1/refunds', status: 500, after });
    expect((await again()).status).toBe(503);
    expect((await Promise.all([again(), again()])).some(({ status }) => status === 200)).toBe(true);
    expect((await again()).body.refundedAmount).toBe(costOf(1));
    const refunds = await shop.stripe.refunds.list({ payment_intent: paymentIntentId });
    expect(refunds.data.map(({ amount }) => amount)).toEqual([BOX_PENCE]);
  }
});

test('while every key fails the answer is 503, and then one payment is made', async ({ shop }) => {
  const body = { ...intentBody(), attemptId: randomUUID() };
  shop.sandbox.faults.addCall({ ...CREATE, count: 3 });
  const failed = { status: 503, body: { code: 'payments_unavailable' } };
  for (let asked = 0; asked < 3; asked += 1)
    expect(await shop.post('/api/create-payment-intent', body)).toMatchObject(failed);
  expect((await shop.post('/api/create-payment-intent', body)).status).toBe(200);
  expect(await countPayments(shop)).toBe(1);
});

test('a page at Stripe’s that could not be made is made by the form posted again, once', async ({ shop }) => {
  shop.sandbox.faults.addCall({ method: 'POST', path: '/v1/checkout/sessions', status: 500, after: true });
  expect((await shop.submitForm()).status).toBe(503);
  expect((await shop.submitForm()).status).toBe(303);
  expect((await shop.readBooks()).attempts.map(({ heldUntil }) => heldUntil !== null)).toEqual([false, true]);
});
