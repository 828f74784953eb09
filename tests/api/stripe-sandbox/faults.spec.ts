import { BOX, expect, refusalOf, test } from './sandbox-under-test.ts';

const PAID = ['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded'];
const PAY = { ...BOX, payment_method: 'pm_card_visa', confirm: true } as const;

test('webhooks are dropped, and their events listed all the same', async ({ box }) => {
  box.sandbox.faults.setWebhooks({ drop: 1, types: ['payment_intent.succeeded'] });
  await box.stripe.paymentIntents.create(PAY);
  await box.stripe.paymentIntents.create(PAY);
  await expect.poll(box.receiver.types).toEqual([...PAID.slice(0, 2), ...PAID]);
  expect((await box.stripe.events.list()).data).toHaveLength(6);
  expect(box.sandbox.listDeliveries().map(({ state }) => state)).toContain('dropped');
});

test('webhooks are delayed, sent twice, and in another order', async ({ box }) => {
  box.sandbox.faults.setWebhooks({ reorder: 10 });
  await box.stripe.paymentIntents.create(PAY);
  expect(box.receiver.events).toEqual([]);
  box.sandbox.faults.setWebhooks({ reorder: 3, delayMs: 400, duplicate: 1 });
  const last = [...PAID].reverse();
  await expect.poll(box.receiver.types).toEqual(last.flatMap((type) => [type, type]));
});

test('a call fails before its work, as often as asked', async ({ box: { stripe, sandbox } }) => {
  sandbox.faults.addCall({ method: 'POST', path: '/v1/payment_intents', status: 503, count: 2 });
  for (let time = 0; time < 2; time += 1) {
    const error = await refusalOf(stripe.paymentIntents.create(BOX, { idempotencyKey: 'k1' }));
    expect(error).toMatchObject({ type: 'StripeAPIError', statusCode: 503 });
  }
  expect((await stripe.paymentIntents.list()).data).toEqual([]);
  await stripe.paymentIntents.create(BOX, { idempotencyKey: 'k1' });
});

test('a 500 is kept under its key, also where the work was done', async ({ box: { stripe, sandbox } }) => {
  sandbox.faults.addCall({ path: '/v1/payment_intents/*/confirm', status: 500, after: true });
  const { id } = await stripe.paymentIntents.create(BOX);
  const confirm = () =>
    stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }, { idempotencyKey: 'k1' });
  expect((await refusalOf(confirm())).statusCode).toBe(500);
  expect((await stripe.paymentIntents.retrieve(id)).status).toBe('succeeded');
  const again = await refusalOf(confirm());
  expect([again.statusCode, again.headers?.['idempotent-replayed']]).toEqual([500, 'true']);
});

test('a connection is cut after the work, and the SDK finds it done by itself', async ({ box }) => {
  box.sandbox.faults.addCall({ path: '/v1/payment_intents', disconnect: true, after: true });
  const { id } = await box.stripe.paymentIntents.create(BOX);
  const { data } = await box.stripe.paymentIntents.list();
  expect(data.map((intent) => intent.id)).toEqual([id]);
});

test('a call hangs', async ({ box: { stripe, sandbox } }) => {
  sandbox.faults.addCall({ path: '/v1/payment_intents', hangMs: 60_000 });
  const error = await refusalOf(stripe.paymentIntents.create(BOX, { timeout: 200 }));
  expect(error.message).toContain('timeout');
  const before = Date.now();
  await sandbox.close();
  expect(Date.now() - before).toBeLessThan(3000);
});

test('the switches are reached over HTTP as well', async ({ box: { stripe, sandbox, receiver } }) => {
  const send = (method: string, path: string, body?: unknown) =>
    fetch(`${sandbox.url}/sandbox${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const faults = { webhooks: { drop: 'all' }, calls: [{ path: '/v1/refunds', status: 500 }] };
  expect((await send('POST', '/faults', faults)).status).toBe(200);
  const { id } = await stripe.paymentIntents.create({ ...PAY, payment_method: 'pm_card_settlesLater' });
  expect((await refusalOf(stripe.refunds.list())).statusCode).toBe(500);
  await expect
    .poll(() => sandbox.listDeliveries().map(({ state }) => state))
    .toEqual(Array(3).fill('dropped'));
  expect((await send('DELETE', '/faults')).status).toBe(200);
  expect(sandbox.dispute(id).ok).toBe(false);
  expect((await send('POST', `/payment_intents/${id}/settle`)).status).toBe(200);
  expect(sandbox.dispute(id).ok).toBe(true);
  await expect.poll(receiver.types).toEqual([...PAID.slice(1), 'charge.dispute.created']);
  expect((await send('POST', '/faults', { webhooks: { drop: -1 } })).status).toBe(400);
});

const KEY = { idempotencyKey: 'attempt-1' };

test('a key that comes again gets the first answer, also after a restart', async ({ box }) => {
  const first = await box.stripe.paymentIntents.create(BOX, KEY);
  await box.restart();
  const again = await box.stripe.paymentIntents.create(BOX, KEY);
  expect(again).toEqual(first);
  expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
  expect(again.lastResponse.headers['original-request']).toBe(first.lastResponse.requestId);
  expect(first.lastResponse.headers).not.toHaveProperty('idempotent-replayed');
  expect((await box.stripe.paymentIntents.list()).data).toHaveLength(1);
});

test('a decline is replayed too', async ({ box: { stripe } }) => {
  const { id } = await stripe.paymentIntents.create(BOX);
  const confirm = () => stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_chargeDeclined' }, KEY);
  const [first, second] = [await refusalOf(confirm()), await refusalOf(confirm())];
  expect(second.charge).toBe(first.charge);
  expect(second.headers?.['idempotent-replayed']).toBe('true');
});

test('other parameters or another address under a key are refused', async ({ box: { stripe } }) => {
  const { id } = await stripe.paymentIntents.create(BOX, KEY);
  const other = await refusalOf(stripe.paymentIntents.create({ ...BOX, amount: 5470 }, KEY));
  expect(other).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
  expect(other.message).toContain('same parameters');
  const elsewhere = await refusalOf(stripe.paymentIntents.cancel(id, {}, KEY));
  expect(elsewhere).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
});

test('a call that failed its checks can be mended under the same key', async ({ box: { stripe } }) => {
  await refusalOf(stripe.paymentIntents.create({ ...BOX, amount: 0.5 }, KEY));
  expect((await stripe.paymentIntents.create(BOX, KEY)).amount).toBe(2735);
});

test('a key that is being worked on is in use', async ({ box: { stripe, sandbox } }) => {
  sandbox.faults.addCall({ path: '/v1/payment_intents', hangMs: 60_000 });
  const slow = stripe.paymentIntents.create(BOX, KEY).catch(() => undefined);
  await expect.poll(() => sandbox.faults.read().calls).toEqual([]);
  const error = await refusalOf(stripe.paymentIntents.create(BOX, KEY));
  expect(error).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' });
  await sandbox.close();
  await slow;
});

test('a key is forgotten after a day', async ({ box }) => {
  let time = Date.UTC(2025, 10, 20);
  await box.restart({ clock: () => new Date(time) });
  const first = await box.stripe.paymentIntents.create(BOX, KEY);
  time += 24 * 60 * 60 * 1000 + 1;
  expect((await box.stripe.paymentIntents.create(BOX, KEY)).id).not.toBe(first.id);
});
