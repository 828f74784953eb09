import { Hono } from 'hono';
import { createErrorHandler } from '../../../api/http/http-errors.ts';
import { createSandboxBrowserRoutes } from '../../../api/stripe-sandbox/browser-routes.ts';
import { SANDBOX_MOUNT } from '../../../src/domain/payments/payment-provider.ts';
import { BOX, expect, type SandboxUnderTest, test } from './sandbox-under-test.ts';

const CARD = {
  'payment_method_data[type]': 'card',
  'payment_method_data[card][number]': '4242424242424242',
  'payment_method_data[card][exp_month]': '12',
  'payment_method_data[card][exp_year]': '2040',
  'payment_method_data[card][cvc]': '123',
};

/** Asks the service's side of the sandbox, as a page does. */
function createPage({ sandbox }: SandboxUnderTest, key = 'pk_test_sandbox') {
  const service = new Hono().route(SANDBOX_MOUNT, createSandboxBrowserRoutes({ sandboxUrl: sandbox.url }));
  return async (method: string, path: string, form?: Record<string, string>) => {
    const response = await service.request(`http://shop.example.com${SANDBOX_MOUNT}${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}` },
      ...(form ? { body: new URLSearchParams(form) } : {}),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  };
}

test('a page confirms and reads an intent with its client secret, and sees less of it', async ({ box }) => {
  const intent = await box.stripe.paymentIntents.create({ ...BOX, metadata: { attempt: 'secret' } });
  const ask = createPage(box);
  const secret = { client_secret: String(intent.client_secret) };
  const read = await ask('GET', `/v1/payment_intents/${intent.id}?client_secret=${secret.client_secret}`);
  expect(read.body).toMatchObject({ id: intent.id, amount: 2735, status: 'requires_payment_method' });
  expect(read.body).not.toHaveProperty('metadata');
  const declined = await ask('POST', `/v1/payment_intents/${intent.id}/confirm`, {
    ...secret,
    ...CARD,
    'payment_method_data[card][number]': '4000000000000002',
  });
  expect(declined.status).toBe(402);
  expect(declined.body.error).toMatchObject({
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: 'Your card was declined.',
    payment_intent: { id: intent.id, status: 'requires_payment_method' },
  });
  expect(declined.body.error.payment_intent).not.toHaveProperty('metadata');
  const paid = await ask('POST', `/v1/payment_intents/${intent.id}/confirm`, { ...secret, ...CARD });
  expect(paid.body.status).toBe('succeeded');
});

test('nothing goes without the client secret, or with another', async ({ box }) => {
  const { id } = await box.stripe.paymentIntents.create(BOX);
  const ask = createPage(box);
  expect((await ask('GET', `/v1/payment_intents/${id}`)).body.error.param).toBe('client_secret');
  expect((await ask('GET', `/v1/payment_intents/${id}?client_secret=${id}_secret_x`)).status).toBe(400);
  expect((await ask('POST', `/v1/payment_intents/${id}/confirm`, CARD)).status).toBe(400);
  const guess = { ...CARD, client_secret: `${id}_secret_x` };
  expect((await ask('POST', `/v1/payment_intents/${id}/confirm`, guess)).status).toBe(400);
  expect((await box.stripe.paymentIntents.retrieve(id)).status).toBe('requires_payment_method');
});

test('the secret key and the other calls do not pass', async ({ box }) => {
  const intent = await box.stripe.paymentIntents.create(BOX);
  const withSecretKey = createPage(box, 'sk_test_sandbox');
  expect((await withSecretKey('GET', `/v1/payment_intents/${intent.id}`)).status).toBe(401);
  const ask = createPage(box);
  for (const [method, path] of [
    ['GET', '/v1/payment_intents'],
    ['POST', '/v1/payment_intents'],
    ['POST', `/v1/payment_intents/${intent.id}/cancel`],
    ['POST', '/v1/refunds'],
    ['GET', '/v1/events'],
    ['GET', '/sandbox/faults'],
    ['GET', '/v1/payment_intents/..%2f..%2fsandbox%2ffaults'],
  ] as const) {
    expect((await ask(method, path)).status, `${method} ${path}`).toBeGreaterThanOrEqual(400);
  }
});

test('shipping that the server has set is not replaced from a page', async ({ box }) => {
  const shipping = { name: 'Ann', address: { line1: '1 High St', country: 'GB' } };
  const { id, client_secret: secret } = await box.stripe.paymentIntents.create({ ...BOX, shipping });
  const form = {
    ...CARD,
    client_secret: String(secret),
    'shipping[name]': 'Eve',
    'shipping[address][line1]': '2 Low St',
  };
  const answer = await createPage(box)('POST', `/v1/payment_intents/${id}/confirm`, form);
  expect(answer.body.error.message).toContain('last set with a secret key');
  const other = await box.stripe.paymentIntents.create(BOX);
  const own = { ...form, client_secret: String(other.client_secret) };
  expect((await createPage(box)('POST', `/v1/payment_intents/${other.id}/confirm`, own)).status).toBe(200);
  expect((await box.stripe.paymentIntents.retrieve(other.id)).shipping?.name).toBe('Eve');
});

for (const [what, changes, code] of [
  ['a number that cannot be', { number: '4242424242424241' }, 'incorrect_number'],
  ['a year that is over', { exp_year: '2020' }, 'invalid_expiry_year'],
  ['a short security code', { cvc: '12' }, 'invalid_cvc'],
] as const) {
  test(`${what} is refused`, async ({ box }) => {
    const { id, client_secret: secret } = await box.stripe.paymentIntents.create(BOX);
    const named = Object.entries(changes).map(([name, value]) => [
      `payment_method_data[card][${name}]`,
      value,
    ]);
    const form = { ...CARD, client_secret: String(secret), ...Object.fromEntries(named) };
    const answer = await createPage(box)('POST', `/v1/payment_intents/${id}/confirm`, form);
    expect(answer.body.error).toMatchObject({ type: 'card_error', code });
  });
}

test('a page can be paid on through the service, which says when the sandbox is down', async ({ box }) => {
  const session = await box.stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [{ price_data: { currency: 'gbp', unit_amount: 2735, product_data: { name: 'Box' } } }],
    success_url: 'http://shop.example.com/thanks',
  });
  const ask = createPage(box);
  const path = `/pay/${session.id}`;
  expect((await ask('GET', path)).body).toContain('£27.35');
  const form = {
    email: 'a@example.com',
    name: 'Ann',
    number: '4242424242424242',
    expiry: '12/40',
    cvc: '123',
  };
  const paid = await ask('POST', path, form);
  expect([paid.status, paid.headers.get('location')]).toEqual([303, 'http://shop.example.com/thanks']);
  expect((await ask('GET', '/pages.css')).headers.get('content-type')).toContain('text/css');
  expect((await ask('GET', '/pay/cs_none')).status).toBe(404);
  await box.sandbox.close();
  expect((await ask('GET', path)).status).toBe(502);
  const call = await ask('GET', '/v1/elements/sessions?client_secret=x');
  expect([call.status, call.body.error.type]).toEqual([502, 'api_error']);
});

test('more than a form of this kind can hold is answered 413, not as a bug', async ({ box }) => {
  const logged: string[] = [];
  const routes = createSandboxBrowserRoutes({ sandboxUrl: box.sandbox.url });
  const service = new Hono().route(SANDBOX_MOUNT, routes);
  service.onError(createErrorHandler((line) => void logged.push(line)));
  const body = 'name=Ada&'.repeat(10_000);
  const response = await service.request(`${SANDBOX_MOUNT}/pay/cs_1`, { method: 'POST', body });
  expect(response.status).toBe(413);
  expect(await response.json()).toMatchObject({ code: 'body_too_large' });
  expect(logged).toEqual([]);
});
