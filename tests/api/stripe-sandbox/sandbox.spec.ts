import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Hono } from 'hono';
import { createErrorHandler } from '../../../api/http/http-errors.ts';
import { createSandboxBrowserRoutes } from '../../../api/stripe-sandbox/browser-routes.ts';
import { SANDBOX_WEBHOOK_SECRET } from '../../../api/stripe-sandbox/cards.ts';
import { SANDBOX_MOUNT } from '../../../src/domain/payments/payment-provider.ts';
import { findFreePort } from '../../support/free-port.ts';
import { BOX, createClient, expect, type SandboxUnderTest, test } from './sandbox-under-test.ts';

// What campaigns build on, and what its pages must not reach. The rest of it the shop's tests use, and would miss.

const PAID = ['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded'];
const PAY = { ...BOX, payment_method: 'pm_card_visa', confirm: true } as const;

test('a restart forgets nothing, and delivers what had not arrived; what settles later does', async ({
  box,
}) => {
  const port = await findFreePort();
  const webhook = { url: `http://127.0.0.1:${port}/`, secret: SANDBOX_WEBHOOK_SECRET };
  box.sandbox.setWebhook(webhook);
  const paid = await box.stripe.paymentIntents.create(PAY);
  const refund = await box.stripe.refunds.create({ payment_intent: paid.id, amount: 100 });
  const later = await box.stripe.paymentIntents.create({ ...PAY, payment_method: 'pm_card_settlesLater' });
  await expect.poll(() => box.sandbox.listDeliveries()[0]?.attempts).toBeGreaterThan(1);
  const types: string[] = [];
  const back = createServer(async (request, response) => {
    types.push(JSON.parse(await text(request)).type);
    response.end();
  }).listen(port, '127.0.0.1');
  await box.restart({ webhook, settleAfterMs: 500 });
  expect(await box.stripe.paymentIntents.retrieve(paid.id)).toEqual(paid);
  expect((await box.stripe.refunds.list()).data).toEqual([refund]);
  const waiting = ['payment_intent.created', 'charge.pending', 'payment_intent.processing'];
  const arrived = [...PAID, 'refund.created', 'charge.refunded', ...waiting];
  await expect.poll(() => types.slice(0, 8)).toEqual(arrived);
  expect(box.sandbox.settle(later.id)).toMatchObject({ ok: true });
  const failing = { ...PAY, payment_method: 'pm_card_failsLater' };
  const { id } = await box.stripe.paymentIntents.create(failing);
  const end = async () => (await box.stripe.paymentIntents.retrieve(id)).status;
  await expect.poll(end).toBe('requires_payment_method');
  back.close();
});

test('as a process of its own it outlives a kill, with nothing lost', async ({ folder }) => {
  const start = async (...args: string[]) => {
    const all = ['api/stripe-sandbox/server.ts', join(folder, 'sandbox.db'), ...args];
    const child = spawn(process.execPath, all, { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = await once(child.stdout as NodeJS.ReadableStream, 'data');
    return { child, port: Number(new URL(String(line)).port) };
  };
  const first = await start();
  const paid = await createClient(first).paymentIntents.create(PAY);
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  const second = await start('--port', String(first.port));
  expect(second.port).toBe(first.port);
  expect(await createClient(second).paymentIntents.retrieve(paid.id)).toEqual(paid);
  second.child.kill('SIGTERM');
  expect(await once(second.child, 'exit')).toEqual([0, null]);
});

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
  const log: string[] = [];
  service.onError(createErrorHandler((line) => void log.push(line)));
  return async (method: string, path: string, form?: Record<string, string>) => {
    const response = await service.request(`http://shop.example.com${SANDBOX_MOUNT}${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}` },
      ...(form && { body: new URLSearchParams(form) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    expect(log).toEqual([]);
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  };
}

test('a page confirms and reads an intent with its client secret alone, sees less of it, and reaches nothing else', async ({
  box,
}) => {
  const shipping = { name: 'Ann', address: { line1: '1 High St', country: 'GB' } };
  const intent = await box.stripe.paymentIntents.create({
    ...BOX,
    shipping,
    metadata: { attempt: 'secret' },
  });
  const ask = createPage(box);
  const path = `/v1/payment_intents/${intent.id}`;
  const secret = { client_secret: String(intent.client_secret) };
  const read = await ask('GET', `${path}?client_secret=${secret.client_secret}`);
  expect(read.body).toMatchObject({ id: intent.id, amount: BOX.amount, status: 'requires_payment_method' });
  expect(read.body).not.toHaveProperty('metadata');
  expect((await ask('GET', path)).body.error.param).toBe('client_secret');
  for (const guess of [{}, { client_secret: `${intent.id}_secret_x` }]) {
    expect((await ask('GET', `${path}?${new URLSearchParams(guess)}`)).status).toBe(400);
    expect((await ask('POST', `${path}/confirm`, { ...CARD, ...guess })).status).toBe(400);
  }
  expect((await createPage(box, 'sk_test_sandbox')('GET', path)).status).toBe(401);
  for (const [method, other] of [
    ['GET', '/v1/payment_intents'],
    ['POST', '/v1/payment_intents'],
    ['POST', `${path}/cancel`],
    ['POST', '/v1/refunds'],
    ['GET', '/v1/events'],
    ['GET', '/sandbox/faults'],
    ['GET', '/v1/payment_intents/..%2f..%2fsandbox%2ffaults'],
  ] as const)
    expect((await ask(method, other)).status, `${method} ${other}`).toBeGreaterThanOrEqual(400);
  const confirm = (changes: object) => ask('POST', `${path}/confirm`, { ...secret, ...CARD, ...changes });
  // Shipping that the server has set is not replaced from a page.
  const eve = await confirm({ 'shipping[name]': 'Eve', 'shipping[address][line1]': '2 Low St' });
  expect(eve.body.error.message).toContain('last set with a secret key');
  for (const [field, value, code] of [
    ['number', '4242424242424241', 'incorrect_number'],
    ['exp_year', '2020', 'invalid_expiry_year'],
    ['cvc', '12', 'invalid_cvc'],
    ['number', '4000000000000002', 'card_declined'],
  ]) {
    const refused = await confirm({ [`payment_method_data[card][${field}]`]: value });
    expect([refused.status, refused.body.error.type, refused.body.error.code]).toEqual([
      402,
      'card_error',
      code,
    ]);
    expect(refused.body.error.payment_intent ?? {}).not.toHaveProperty('metadata');
  }
  expect((await confirm({})).body.status).toBe('succeeded');
});
