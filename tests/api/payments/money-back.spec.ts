import { BOX_PENCE, costOf, WEEK } from '../../support/sample-order.ts';
import {
  buy,
  change,
  complete,
  findEvent,
  listEvents,
  payElsewhere,
  read,
  readBooks,
  readHistory,
  readMails,
  readOrder,
  refund,
  retrievePayment,
  sendEvent,
  startPaid,
} from '../orders/shop-calls.ts';
import { expect, test } from '../orders/shop-under-test.ts';

test('a refund made on Stripe’s own pages arrives by webhook, once', async ({ shop }) => {
  const { id, paymentIntentId } = await buy(shop);
  shop.openWebhooks();
  await shop.stripe.refunds.create({ payment_intent: paymentIntentId });
  await expect
    .poll(() => readOrder(shop))
    .toMatchObject({ refundedPence: 2 * BOX_PENCE, status: 'cancelled', flags: [] });
  const event = await findEvent(shop, 'charge.refunded');
  const before = await readBooks(shop);
  expect((await sendEvent(shop, event)).status).toBe(200);
  expect((await sendEvent(shop, { ...event, id: 'evt_later' })).status).toBe(200);
  expect((await readBooks(shop)).orders).toEqual(before.orders);
  expect(await readMails(shop, 'refund')).toHaveLength(1);
  expect(await readHistory(shop, id)).toMatchObject([
    { kind: 'status', after: 'processing' },
    { actor: 'payment', kind: 'status', after: 'cancelled' },
    { actor: 'payment', kind: 'refund', before: '0.00', after: costOf(2) },
  ]);
});

test('refunds and disputes of payments that are not the shop’s change nothing', async ({ shop }) => {
  const { id } = await payElsewhere(shop);
  await shop.stripe.refunds.create({ payment_intent: id });
  const event = await findEvent(shop, 'charge.refunded');
  expect((await sendEvent(shop, event)).status).toBe(200);
  const unknown = { ...event, data: { object: { ...event.data.object, payment_intent: 'pi_elsewhere' } } };
  expect((await sendEvent(shop, unknown)).status).toBe(200);
  const without = { ...event, data: { object: { ...event.data.object, payment_intent: null } } };
  expect((await sendEvent(shop, without)).status).toBe(200);
  expect((await readBooks(shop)).orders).toEqual([]);
});

test('a dispute is shown, blocks a refund, and is won or lost', async ({ shop }) => {
  shop.openWebhooks();
  for (const [verdict, flags] of [
    ['won', []],
    ['lost', [{ code: 'dispute_lost', details: [] }]],
  ] as const) {
    const { id, orderNumber, paymentIntentId } = await buy(shop, { customerEmail: `${verdict}@example.com` });
    const read = () => readOrder(shop, orderNumber);
    const opened = shop.sandbox.dispute(paymentIntentId);
    if (!opened.ok) throw new Error(opened.message);
    const open = { dispute: 'open', flags: [{ code: 'dispute_open', details: [] }] };
    await expect.poll(read).toMatchObject(open);
    const error = expect.stringContaining('disputes this payment');
    const body = { code: 'refund_refused', error, order: { isDisputed: true } };
    expect(await refund(shop, id, { version: (await read()).version })).toMatchObject({ status: 409, body });
    shop.sandbox.closeDispute(opened.dispute.id, verdict);
    await expect.poll(read).toMatchObject({ dispute: verdict, flags });
    const disputes = (await readHistory(shop, id)).filter(({ kind }) => kind === 'dispute');
    expect(disputes).toMatchObject([
      { actor: 'payment', before: null, after: 'open' },
      { actor: 'payment', before: 'open', after: verdict },
    ]);
  }
});

test('a refund that the bank refuses is owed again, and can be repeated', async ({ shop }) => {
  const { id, paymentIntentId } = await buy(shop);
  shop.openWebhooks();
  const made = await shop.stripe.refunds.create({ payment_intent: paymentIntentId, amount: BOX_PENCE });
  await expect.poll(() => readOrder(shop)).toMatchObject({ refundedPence: BOX_PENCE });
  shop.sandbox.failRefund(made.id);
  await expect
    .poll(() => readOrder(shop))
    .toMatchObject({ refundedPence: 0, flags: [{ code: 'refund_failed', details: [] }] });
  expect(await readMails(shop, 'refund')).toHaveLength(1);
  const { version } = await readOrder(shop);
  const again = await refund(shop, id, { version });
  expect(again.body).toMatchObject({ refundedAmount: costOf(1), flags: [] });
  expect(await readMails(shop, 'refund')).toHaveLength(2);
});

test('a report that was overtaken on its way takes nothing back', async ({ shop }) => {
  const { paymentIntentId } = await buy(shop);
  const before = await retrievePayment(shop, paymentIntentId);
  const made = await shop.stripe.refunds.create({ payment_intent: paymentIntentId, amount: BOX_PENCE });
  const between = await retrievePayment(shop, paymentIntentId);
  shop.sandbox.failRefund(made.id);
  const after = await retrievePayment(shop, paymentIntentId);
  await shop.recordPayment({ payment: after });
  const recorded = await readOrder(shop);
  expect(recorded).toMatchObject({ refundedPence: 0, refundFailedPence: BOX_PENCE });
  for (const payment of [between, before]) await shop.recordPayment({ payment });
  expect(await readOrder(shop)).toEqual(recorded);
});

test('a payment that went back before its order was known brings no confirmation', async ({ shop }) => {
  const { id } = await payElsewhere(shop);
  await shop.stripe.refunds.create({ payment_intent: id });
  const payment = await retrievePayment(shop, id);
  const { attemptId } = await buy(shop);
  const { db } = shop.data;
  await db.deleteFrom('labels').execute();
  await db.deleteFrom('orderEvents').execute();
  await db.deleteFrom('orders').execute();
  await db.deleteFrom('outbox').execute();
  await shop.recordPayment({ payment: { ...payment, attemptId: attemptId } });
  const { orders, mails } = await readBooks(shop);
  expect(orders).toMatchObject([{ status: 'cancelled', refundedPence: 2 * BOX_PENCE }]);
  expect(mails.map(({ kind }) => kind)).toEqual(['refund']);
});

test('more refunds than a charge brings along are all counted', async ({ shop }) => {
  const { paymentIntentId } = await buy(shop);
  for (let time = 0; time < 12; time += 1) {
    await shop.stripe.refunds.create({ payment_intent: paymentIntentId, amount: 100 });
  }
  expect(await retrievePayment(shop, paymentIntentId)).toMatchObject({ refunded: 1200, failedRefunds: 0 });
  expect(await listEvents(shop, 'charge.refunded')).toHaveLength(12);
});

/** With what needs a look at its top. */
const PICK_LIST = `/admin/packing?week=${WEEK}`;

test('a review holds an order until it is closed, and late events do not reopen it', async ({ shop }) => {
  const { id, paymentIntentId } = await buy(shop);
  const opened = shop.sandbox.openReview(paymentIntentId);
  if (!opened.ok) throw new Error(opened.message);
  const event = await findEvent(shop, 'review.opened');
  const late = await shop.gateway.retrievePayment(paymentIntentId);
  expect((await sendEvent(shop, event)).status).toBe(200);
  expect(await readOrder(shop)).toMatchObject({ review: 'open', flags: [{ code: 'review', details: [] }] });
  expect(await read(shop, PICK_LIST)).toContain('asks for a review');

  shop.sandbox.closeReview(opened.review.id, 'approved');
  expect((await sendEvent(shop, await findEvent(shop, 'review.closed'))).status).toBe(200);
  expect(await readOrder(shop)).toMatchObject({ review: 'closed', flags: [] });
  if (late.ok) await shop.recordPayment({ payment: late.value });
  expect(await readOrder(shop)).toMatchObject({ review: 'closed', flags: [] });
  const history = await readHistory(shop, id);
  expect(history.slice(1)).toMatchObject([
    { kind: 'dispute', before: null, after: 'review_open' },
    { kind: 'dispute', before: 'review_open', after: 'review_closed' },
  ]);
});

test('a fraud warning holds an order until the farm decides or it is refunded', async ({ shop }) => {
  const { id, orderNumber, paymentIntentId } = await buy(shop);
  shop.sandbox.warnOfFraud(paymentIntentId);
  const event = await findEvent(shop, 'radar.early_fraud_warning.created');
  expect((await sendEvent(shop, event)).status).toBe(200);
  const held = await readOrder(shop, orderNumber);
  expect(held).toMatchObject({ fraudWarning: 'open', flags: [{ code: 'fraud_warning', details: [] }] });
  expect(await read(shop, PICK_LIST)).toContain('may be fraud');
  const released = await change(shop, id, held.version, { ignoresFraudWarning: true });
  expect(released).toMatchObject({ status: 200, body: { flags: [] } });
  // Stripe sends what it has sent before under another id too.
  await sendEvent(shop, { ...event, id: 'evt_again' });
  expect(await readOrder(shop, orderNumber)).toMatchObject({ fraudWarning: 'decided', flags: [] });
  const history = await readHistory(shop, id);
  expect(history.at(-1)).toMatchObject({ actor: 'admin', before: 'fraud_open', after: 'fraud_decided' });

  // One that is refunded after a warning needs no decision.
  const other = await buy(shop);
  shop.sandbox.warnOfFraud(other.paymentIntentId);
  await sendEvent(shop, await findEvent(shop, 'radar.early_fraud_warning.created'));
  await shop.stripe.refunds.create({ payment_intent: other.paymentIntentId });
  await sendEvent(shop, await findEvent(shop, 'charge.refunded'));
  const over = { status: 'cancelled', fraudWarning: 'decided', flags: [] };
  expect(await readOrder(shop, other.orderNumber)).toMatchObject(over);
});

test('a doubt heard of before the order is in it at once, and no mail is promised', async ({ shop }) => {
  const { paymentIntentId } = await startPaid(shop);
  shop.sandbox.openReview(paymentIntentId);
  const done = await complete(shop, paymentIntentId);
  expect(done.body.confirmation).toBe('after_look');
  expect(done.body.message).toBe(
    'Thank you. We have your order and your payment. We will check it first, and then get in touch with you.',
  );
  const mails = () => shop.data.db.selectFrom('outbox').select('kind').orderBy('kind').execute();
  expect(await mails()).toEqual([{ kind: 'order_notification' }]);
});
