import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import type Stripe from 'stripe';
import { createErrorHandler } from '../../../api/http/http-errors.ts';
import { createSandboxBrowserRoutes } from '../../../api/stripe-sandbox/browser-routes.ts';
import { SANDBOX_MOUNT } from '../../../src/domain/payments/payment-provider.ts';
import {
  BOX,
  createClient,
  expect,
  refusalOf,
  type SandboxUnderTest,
  startWebhookReceiver,
  test,
} from './sandbox-under-test.ts';

// What campaigns and the shop's own tests build on. The rest of it the shop's tests use, and would miss.

const PAID = ['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded'];
const PAY = { ...BOX, payment_method: 'pm_card_visa', confirm: true } as const;
const KEY = { idempotencyKey: 'attempt-1' };

test('a key that comes again gets the first answer, also after a restart, and for a day', async ({ box }) => {
  let time = Date.UTC(2025, 10, 20);
  await box.restart({ clock: () => new Date(time) });
  const first = await box.stripe.paymentIntents.create(BOX, KEY);
  await box.restart({ clock: () => new Date(time) });
  const { stripe } = box;
  const again = await stripe.paymentIntents.create(BOX, KEY);
  expect(again).toEqual(first);
  expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
  expect((await stripe.paymentIntents.list()).data).toHaveLength(1);
  const other = await refusalOf(stripe.paymentIntents.create({ ...BOX, amount: 5470 }, KEY));
  expect(other).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
  const elsewhere = await refusalOf(stripe.paymentIntents.cancel(first.id, {}, KEY));
  expect(elsewhere).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
  const decline = () =>
    stripe.paymentIntents.confirm(
      first.id,
      { payment_method: 'pm_card_chargeDeclined' },
      { idempotencyKey: 'k2' },
    );
  const [declined, replayed] = [await refusalOf(decline()), await refusalOf(decline())];
  expect([replayed.charge, replayed.headers?.['idempotent-replayed']]).toEqual([declined.charge, 'true']);
  // A call that failed its checks can be mended under the same key.
  const mended = { idempotencyKey: 'k3' };
  await refusalOf(stripe.paymentIntents.create({ ...BOX, amount: 0.5 }, mended));
  expect((await stripe.paymentIntents.create(BOX, mended)).amount).toBe(BOX.amount);
  time += 24 * 60 * 60 * 1000 + 1;
  expect((await stripe.paymentIntents.create(BOX, KEY)).id).not.toBe(first.id);
});

test('calls fail before or after their work, hang, and are cut, as asked', async ({
  box: { stripe, sandbox },
}) => {
  const { faults } = sandbox;
  faults.addCall({ method: 'POST', path: '/v1/payment_intents', status: 503, count: 2 });
  for (let time = 0; time < 2; time += 1)
    expect((await refusalOf(stripe.paymentIntents.create(BOX, KEY))).statusCode).toBe(503);
  expect((await stripe.paymentIntents.list()).data).toEqual([]);
  // A 500 is kept under its key, also where the work was done.
  const { id } = await stripe.paymentIntents.create(BOX, KEY);
  faults.addCall({ path: '/v1/payment_intents/*/confirm', status: 500, after: true });
  const confirm = () =>
    stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }, { idempotencyKey: 'k1' });
  expect((await refusalOf(confirm())).statusCode).toBe(500);
  expect((await stripe.paymentIntents.retrieve(id)).status).toBe('succeeded');
  const again = await refusalOf(confirm());
  expect([again.statusCode, again.headers?.['idempotent-replayed']]).toEqual([500, 'true']);
  // A connection is cut after the work, and the SDK finds it done by itself.
  faults.addCall({ path: '/v1/payment_intents', disconnect: true, after: true });
  const cut = await stripe.paymentIntents.create(BOX);
  expect((await stripe.paymentIntents.list()).data.map((intent) => intent.id)).toEqual([cut.id, id]);
  // A key that is being worked on is in use.
  faults.addCall({ path: '/v1/payment_intents', hangMs: 60_000 });
  const slow = stripe.paymentIntents.create(BOX, { idempotencyKey: 'k4' }).catch(() => undefined);
  await expect.poll(() => faults.read().calls).toEqual([]);
  const used = await refusalOf(stripe.paymentIntents.create(BOX, { idempotencyKey: 'k4' }));
  expect(used).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' });
  const before = Date.now();
  await sandbox.close();
  expect(Date.now() - before).toBeLessThan(3000);
  await slow;
});

test('events are signed, in order and listed; dropped, delayed, doubled and mixed as asked', async ({
  box,
}) => {
  const { stripe, sandbox, receiver } = box;
  const intent = await stripe.paymentIntents.create(PAY, KEY);
  await expect.poll(receiver.types).toEqual(PAID);
  expect(receiver.refused).toEqual([]);
  expect(receiver.events[2]).toMatchObject({
    object: 'event',
    api_version: '2026-10-28.endive',
    livemode: false,
    request: { idempotency_key: KEY.idempotencyKey, id: intent.lastResponse.requestId },
    data: { object: { id: intent.id, status: 'succeeded', amount_received: BOX.amount } },
  });
  expect((await stripe.events.list()).data.map(({ type }) => type)).toEqual([...PAID].reverse());
  // One that is answered with an error comes again, and the others pass.
  receiver.events.length = 0;
  receiver.answers.push(500, 200, 200, 503);
  await stripe.paymentIntents.create(PAY);
  await expect.poll(receiver.types).toEqual([PAID[1], PAID[2], PAID[0]]);
  receiver.events.length = 0;
  // The switches are reached over HTTP as well.
  const send = (method: string, faults?: object) =>
    fetch(`${sandbox.url}/sandbox/faults`, { method, ...(faults && { body: JSON.stringify(faults) }) });
  expect((await send('POST', { webhooks: { drop: 1, types: [PAID[2]] } })).status).toBe(200);
  await stripe.paymentIntents.create(PAY);
  await expect.poll(receiver.types).toEqual(PAID.slice(0, 2));
  expect(sandbox.listDeliveries().map(({ state }) => state)).toContain('dropped');
  expect((await send('POST', { webhooks: { drop: -1 } })).status).toBe(400);
  expect((await send('DELETE')).status).toBe(200);
  receiver.events.length = 0;
  sandbox.faults.setWebhooks({ reorder: 3, delayMs: 200, duplicate: 1 });
  await stripe.paymentIntents.create(PAY);
  const last = [...PAID].reverse();
  await expect.poll(receiver.types).toEqual(last.flatMap((type) => [type, type]));
  sandbox.faults.clear();
  sandbox.setWebhook({ url: receiver.url, secret: 'whsec_another' });
  await stripe.paymentIntents.create(BOX);
  await expect.poll(() => receiver.refused.length).toBeGreaterThan(0);
});

test('a restart forgets nothing, and delivers what had not arrived; what settles later does', async ({
  box,
}) => {
  const { url } = box.receiver;
  await box.receiver.close();
  const paid = await box.stripe.paymentIntents.create(PAY);
  const refund = await box.stripe.refunds.create({ payment_intent: paid.id, amount: 100 });
  const later = await box.stripe.paymentIntents.create({ ...PAY, payment_method: 'pm_card_settlesLater' });
  await expect.poll(() => box.sandbox.listDeliveries()[0]?.attempts).toBeGreaterThan(1);
  const back = await startWebhookReceiver(Number(new URL(url).port));
  await box.restart({ settleAfterMs: 500 });
  expect(await box.stripe.paymentIntents.retrieve(paid.id)).toEqual(paid);
  expect((await box.stripe.refunds.list()).data).toEqual([refund]);
  const waiting = ['payment_intent.created', 'charge.pending', 'payment_intent.processing'];
  const arrived = [...PAID, 'refund.created', 'charge.refunded', ...waiting];
  await expect.poll(() => back.types().slice(0, 8)).toEqual(arrived);
  expect(box.sandbox.settle(later.id)).toMatchObject({ ok: true });
  const failing = { ...PAY, payment_method: 'pm_card_failsLater' };
  const { id } = await box.stripe.paymentIntents.create(failing);
  const end = async () => (await box.stripe.paymentIntents.retrieve(id)).status;
  await expect.poll(end).toBe('requires_payment_method');
  await back.close();
});

test('as a process of its own it outlives a kill, with nothing lost', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
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
  await rm(folder, { recursive: true });
});

test('lists come newest first, in pages, and by time; no more is given back than was paid', async ({
  box,
}) => {
  let time = new Date('2025-11-20T10:00:00Z');
  await box.restart({ clock: () => time });
  const { stripe } = box;
  const ids: string[] = [];
  for (let day = 0; day < 5; day += 1) {
    time = new Date(Date.UTC(2025, 10, 20 + day, 10));
    ids.unshift((await stripe.paymentIntents.create(PAY)).id);
  }
  const all: string[] = [];
  for await (const { id } of stripe.paymentIntents.list({ limit: 2 })) all.push(id);
  expect(all).toEqual(ids);
  const recent = await stripe.paymentIntents.list({ created: { gte: Date.UTC(2025, 10, 23, 10) / 1000 } });
  expect(recent.data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  const payment_intent = ids[0] ?? '';
  await stripe.refunds.create({ payment_intent, amount: 1000 });
  const tooMuch = await refusalOf(stripe.refunds.create({ payment_intent, amount: 3000 }));
  expect(tooMuch.message).toBe('Refund amount (£30.00) is greater than unrefunded amount on charge (£17.35)');
  expect((await stripe.refunds.create({ payment_intent })).amount).toBe(BOX.amount - 1000);
  const again = await refusalOf(stripe.refunds.create({ payment_intent }));
  expect(again.code).toBe('charge_already_refunded');
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

test('a page at Stripe’s is paid through the service without JavaScript, keeps wrong entries as text, and leads to no script', async ({
  box,
}) => {
  const session = {
    mode: 'payment',
    line_items: [{ price_data: { currency: 'gbp', unit_amount: BOX.amount, product_data: { name: 'Box' } } }],
    success_url: 'http://shop.example.com/thanks',
  } satisfies Stripe.Checkout.SessionCreateParams;
  const evil = { ...session, success_url: 'javascript:alert(1)' };
  expect((await refusalOf(box.stripe.checkout.sessions.create(evil))).code).toBe('url_invalid');
  const { id } = await box.stripe.checkout.sessions.create(session);
  const ask = createPage(box);
  const path = `/pay/${id}`;
  expect((await ask('GET', path)).body).toContain('£27.35');
  const form = {
    email: 'a@example.com',
    name: 'Ann',
    number: '4242424242424242',
    expiry: '12/40',
    cvc: '123',
  };
  const wrong = await ask('POST', path, { ...form, email: 'ann', name: '<b>Ann</b>' });
  expect([wrong.status, wrong.body.includes('&lt;b&gt;Ann&lt;/b&gt;')]).toEqual([422, true]);
  expect((await ask('POST', path, { ...form, name: 'Ada'.repeat(30_000) })).status).toBe(413);
  const paid = await ask('POST', path, form);
  expect([paid.status, paid.headers.get('location')]).toEqual([303, session.success_url]);
  expect((await box.stripe.checkout.sessions.retrieve(id)).payment_status).toBe('paid');
  expect((await ask('GET', '/pay/cs_none')).status).toBe(404);
  await box.sandbox.close();
  expect((await ask('GET', path)).status).toBe(502);
});
