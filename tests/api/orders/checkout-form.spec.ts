import { listEvents, sendEvent } from '../payments/webhook-calls.ts';
import { ORDER, post, readBooks } from './buyer.ts';
import type { ShopUnderTest } from './shop-under-test.ts';
import { expect, test } from './test.ts';

function submit(shop: ShopUnderTest, changes: Record<string, string> = {}) {
  const entries = Object.entries({ ...ORDER, ...changes }).map(([name, value]) => [name, String(value)]);
  return shop.app.request('/api/branch-boxes/checkout', {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(entries),
  });
}

/** Pays on Stripe's page, as a browser without scripts does. */
async function payOnPage(shop: ShopUnderTest, address: string) {
  const { pathname } = new URL(address);
  const form = {
    email: 'ann@example.com',
    name: 'Ann Lee',
    number: '4242 4242 4242 4242',
    expiry: '12 / 50',
    cvc: '123',
  };
  const paid = await fetch(`${shop.sandbox.url}${pathname}`, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  });
  return { status: paid.status, location: paid.headers.get('location') ?? (await paid.text()) };
}

test('a form without scripts leads to the page to pay on, and to one order', async ({ shop }) => {
  const response = await submit(shop);
  expect(response.status).toBe(303);
  const address = response.headers.get('location') ?? '';
  const { attempts } = await readBooks(shop);
  const sessionId = attempts[0]?.checkout_session_id ?? '';
  const session = await shop.stripe.checkout.sessions.retrieve(sessionId);
  expect(session).toMatchObject({
    amount_total: 7998,
    currency: 'gbp',
    customer_email: 'ann@example.com',
    client_reference_id: attempts[0]?.id,
    metadata: { attemptId: attempts[0]?.id },
    url: address,
  });

  const unpaid = await post(shop, '/api/branch-boxes/order', { checkoutSessionId: sessionId });
  expect(unpaid).toMatchObject({ status: 402, body: { code: 'payment_incomplete' } });
  const paid = await payOnPage(shop, address);
  expect(paid).toEqual({
    status: 303,
    location: `http://localhost/nordmann-branches?payment=success&session_id=${sessionId}`,
  });
  const done = await post(shop, '/api/branch-boxes/order', { checkoutSessionId: sessionId });
  expect(done).toMatchObject({ status: 200, body: { success: true } });
  const { orders, mails } = await readBooks(shop);
  expect(orders).toMatchObject([
    {
      order_number: done.body.orderNumber,
      quantity: 2,
      customer_phone: '01632 960123',
      week: '2025-12-01',
      flag: null,
    },
  ]);
  expect(mails.length).toBe(2);
});

test('the webhook alone makes the order of a buyer who never comes back', async ({ shop }) => {
  shop.openWebhooks();
  await payOnPage(shop, (await submit(shop)).headers.get('location') ?? '');
  await expect.poll(async () => (await readBooks(shop)).orders.length).toBe(1);
  await expect
    .poll(() => shop.sandbox.listDeliveries().every(({ state }) => state === 'delivered'))
    .toBe(true);
  const { orders, attempts, mails } = await readBooks(shop);
  expect([orders.length, attempts[0]?.state, mails.length]).toEqual([1, 'settled', 2]);
});

test('the session’s own event is enough where the payment’s event was lost', async ({ shop }) => {
  await payOnPage(shop, (await submit(shop)).headers.get('location') ?? '');
  const [event] = await listEvents(shop, 'checkout.session.completed');
  for (const _ of [1, 2]) expect((await sendEvent(shop, event)).status).toBe(200);
  const { orders, events } = await readBooks(shop);
  expect([orders.length, events.length]).toEqual([1, 1]);
});

test('the reconciliation finds a payment on Stripe’s page', async ({ shop }) => {
  await payOnPage(shop, (await submit(shop)).headers.get('location') ?? '');
  await shop.reconciliation.runOnce();
  expect((await readBooks(shop)).orders.length).toBe(1);
});

test('a session that expired closes its attempt, by event or by reconciliation', async ({ shop }) => {
  for (const _ of [1, 2]) await submit(shop);
  const [first, second] = (await readBooks(shop)).attempts;
  for (const attempt of [first, second]) {
    await shop.stripe.checkout.sessions.expire(attempt?.checkout_session_id ?? '');
  }
  const event = (await listEvents(shop, 'checkout.session.expired')).find(
    ({ data }) => 'client_reference_id' in data.object && data.object.client_reference_id === first?.id,
  );
  expect((await sendEvent(shop, event)).status).toBe(200);
  expect((await readBooks(shop)).attempts).toMatchObject([{ state: 'closed' }, { state: 'open' }]);
  await shop.reconciliation.runOnce();
  expect((await readBooks(shop)).attempts).toMatchObject([{ state: 'closed' }, { state: 'closed' }]);
});

test('wrong entries come back with a sentence for each field, and nothing is stored', async ({ shop }) => {
  const response = await submit(shop, {
    quantity: '1.5',
    customerName: ' ',
    customerEmail: 'ann',
    shippingPostcode: 'nowhere',
    shippingCountry: 'France',
    deliveryWeek: '',
    specialInstructions: '',
    customerPhone: '',
  });
  expect(response.status).toBe(422);
  expect(await response.json()).toEqual({
    code: 'invalid_fields',
    error: expect.any(String),
    fields: {
      quantity: 'Please choose a whole number of boxes.',
      customerName: 'Please enter your name.',
      customerEmail: 'Please enter a valid email address.',
      shippingPostcode: 'Please enter a full UK postcode, such as TA6 3TA.',
      shippingCountry: 'We deliver within the United Kingdom only.',
      deliveryWeek: 'Please choose one of the delivery weeks.',
    },
  });
  expect((await readBooks(shop)).attempts).toEqual([]);
});

test('of a field that is sent twice, the first value counts', async ({ shop }) => {
  const body = new URLSearchParams(Object.entries(ORDER).map(([name, value]) => [name, String(value)]));
  body.append('quantity', '9');
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  await shop.app.request('/api/branch-boxes/checkout', { method: 'POST', headers, body });
  expect((await readBooks(shop)).attempts).toMatchObject([{ quantity: 2 }]);
});

test('a form with an old price is not taken', async ({ shop }) => {
  const response = await submit(shop, { unitPrice: '35.00', totalAmount: '70.00' });
  expect(response.status).toBe(409);
  expect(await response.json()).toMatchObject({
    code: 'price_changed',
    unitPrice: '39.99',
    totalAmount: '79.98',
  });
});

test('the page for a form that cannot be taken gets the problem and the entries', async ({ shop }) => {
  const { Hono } = await import('hono');
  const { createOrderRoutes } = await import('../../../api/routes/branch-boxes.ts');
  const routes = createOrderRoutes({
    db: shop.data.db,
    gateway: shop.gateway,
    recordPayment: shop.recordPayment,
    clock: () => new Date(),
    getCatalogue: () => shop.catalogue,
    requireAdmin: (_, next) => next(),
    getCheckoutAddresses: () => ({ successUrl: 'http://localhost/', cancelUrl: 'http://localhost/' }),
    renderInvalid: (c, problem, entries) => c.json({ problem, entries }, 422),
  });
  const app = new Hono().route('/api/branch-boxes', routes);
  const answer = await submit({ ...shop, app }, { quantity: 'two', customerName: '<b>Ann</b>' });
  expect(await answer.json()).toMatchObject({
    problem: { code: 'invalid_fields', fields: { quantity: expect.any(String) } },
    entries: { quantity: 'two', customerName: '<b>Ann</b>', shippingCity: 'Taunton' },
  });
  shop.sandbox.faults.addCall({ path: '/v1/checkout/sessions', status: 500 });
  expect(await (await submit({ ...shop, app })).json()).toMatchObject({
    problem: { code: 'payments_unavailable' },
  });
});
