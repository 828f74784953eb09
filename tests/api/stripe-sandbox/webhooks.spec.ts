import { BOX, expect, startWebhookReceiver, test } from './sandbox-under-test.ts';

const PAID = ['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded'];
const PAY = { ...BOX, payment_method: 'pm_card_visa', confirm: true } as const;

test('events are signed, in order, and listed', async ({ box: { stripe, receiver } }) => {
  const intent = await stripe.paymentIntents.create(PAY, { idempotencyKey: 'k1' });
  await expect.poll(receiver.types).toEqual(PAID);
  expect(receiver.refused).toEqual([]);
  const last = receiver.events[2];
  expect(last).toMatchObject({
    object: 'event',
    api_version: '2026-10-28.endive',
    livemode: false,
    request: { idempotency_key: 'k1', id: intent.lastResponse.requestId },
    data: { object: { id: intent.id, status: 'succeeded', amount_received: 2735 } },
  });
  const listed = await stripe.events.list();
  expect(listed.data.map(({ type }) => type)).toEqual([...PAID].reverse());
  const some = await stripe.events.list({ type: 'charge.succeeded', limit: 1 });
  expect(some.data.map(({ type }) => type)).toEqual(['charge.succeeded']);
});

test('another secret makes the signature a wrong one', async ({ box: { stripe, sandbox, receiver } }) => {
  sandbox.setWebhook({ url: receiver.url, secret: 'whsec_another' });
  await stripe.paymentIntents.create(BOX);
  await expect.poll(() => receiver.refused.length).toBeGreaterThan(0);
  expect(receiver.events).toEqual([]);
});

test('an event that is answered with an error comes again, and the others pass', async ({
  box: { stripe, receiver },
}) => {
  receiver.answers.push(500, 200, 200, 503);
  const { id } = await stripe.paymentIntents.create(PAY);
  await expect.poll(receiver.types).toEqual([PAID[1], PAID[2], PAID[0]]);
  expect(receiver.events.every(({ data }) => JSON.stringify(data).includes(id))).toBe(true);
});

test('events wait without a receiver, and then arrive in order', async ({ box }) => {
  const { stripe, sandbox, receiver } = box;
  const { url } = receiver;
  await receiver.close();
  await stripe.paymentIntents.create(PAY);
  await expect.poll(() => sandbox.listDeliveries()[0]?.attempts).toBeGreaterThan(1);
  expect(sandbox.listDeliveries().map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting']);
  const back = await startWebhookReceiver(Number(new URL(url).port));
  await expect.poll(back.types).toEqual(PAID);
  await back.close();
});

test('a restart forgets nothing, and delivers what had not arrived', async ({ box }) => {
  await box.restart({ webhook: { url: 'http://127.0.0.1:9/', secret: 'whsec_sandbox' } });
  const paid = await box.stripe.paymentIntents.create(PAY);
  const refund = await box.stripe.refunds.create({ payment_intent: paid.id, amount: 100 });
  const waiting = await box.stripe.paymentIntents.create({ ...PAY, payment_method: 'pm_card_settlesLater' });
  expect(box.receiver.events).toEqual([]);
  await box.restart({ settleAfterMs: 1 });
  expect(await box.stripe.paymentIntents.retrieve(paid.id)).toEqual(paid);
  expect((await box.stripe.refunds.list()).data).toEqual([refund]);
  expect((await box.stripe.paymentIntents.retrieve(waiting.id)).status).toBe('processing');
  await expect
    .poll(box.receiver.types)
    .toEqual([
      ...PAID,
      'refund.created',
      'charge.refunded',
      'payment_intent.created',
      'charge.pending',
      'payment_intent.processing',
    ]);
  expect(box.sandbox.settle(waiting.id)).toMatchObject({ ok: true });
});

test.describe('with a delay to settle', () => {
  test.use({ boxOptions: { settleAfterMs: 1500 } });
  test('a payment that was processing before a restart settles after it', async ({ box }) => {
    const { id } = await box.stripe.paymentIntents.create({ ...PAY, payment_method: 'pm_card_settlesLater' });
    await box.restart();
    await expect.poll(async () => (await box.stripe.paymentIntents.retrieve(id)).status).toBe('succeeded');
  });
});
