import { BOX, expect, refusalOf, test } from './sandbox-under-test.ts';

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
