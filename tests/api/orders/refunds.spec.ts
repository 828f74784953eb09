import { randomUUID } from 'node:crypto';
import { BOX_PENCE, boxes, costOf, ORDER, WEEK } from '../../support/sample-order.ts';
import { take } from '../telephone/telephone-calls.ts';
import { intentBody } from './shop-calls.ts';
import { expect, type ShopUnderTest, test } from './shop-under-test.ts';

const THREE = boxes(3);
const LOST = { path: '/v1/refunds', method: 'POST', status: 503 } as const;

/** A payment's refunds at Stripe, newest first, in pence. */
async function listRefunds({ stripe }: ShopUnderTest, payment_intent: string) {
  return (await stripe.refunds.list({ payment_intent })).data.map(({ amount }) => amount);
}

test('one box of three is refunded, mailed, and written down with who and why', async ({ shop }) => {
  const { id, orderNumber, paymentIntentId } = await shop.buy(THREE);
  const wakes = shop.wakes;
  const done = await shop.refund(id, { version: 1, reason: 'One arrived crushed' });
  expect(done).toMatchObject({
    status: 200,
    body: { refundedAmount: costOf(1), totalAmount: costOf(3), status: 'processing', flags: [] },
  });
  expect(await listRefunds(shop, paymentIntentId)).toEqual([BOX_PENCE]);
  expect(await shop.readHistory(id)).toMatchObject([
    { kind: 'status' },
    {
      actor: 'admin',
      person: 'Owner',
      kind: 'refund_request',
      before: null,
      after: costOf(1),
      reason: 'One arrived crushed',
    },
    { actor: 'payment', kind: 'refund', before: '0.00', after: costOf(1), reason: null },
  ]);
  const [mail, ...others] = await shop.readMails('refund');
  expect(others).toEqual([]);
  expect(shop.wakes).toBeGreaterThan(wakes);
  expect(mail?.recipient).toBe(ORDER.customerEmail);
  for (const words of [
    `We’ve refunded £${costOf(1)} for 1 box of your order ${orderNumber}.`,
    'to the card you paid with',
    '5 to 10 working days',
    'We’ll still send you 2 boxes.',
  ]) {
    expect(mail?.textBody.replace(/\s+/g, ' ')).toContain(words);
  }
});

test('all that is left goes back to the penny, and what has not been sent is cancelled', async ({ shop }) => {
  const { id, paymentIntentId } = await shop.buy();
  // A kindness of the farm, given on Stripe's own pages, that nobody has told the shop of.
  await shop.stripe.refunds.create({ payment_intent: paymentIntentId, amount: 1001 });
  const unaware = await shop.refund(id, { version: 1, boxes: 2 });
  expect(unaware).toMatchObject({ status: 409, body: { code: 'order_changed_meanwhile' } });
  const { version: known, refundedPence } = await shop.readOrder();
  expect(refundedPence).toBe(1001);
  const done = await shop.refund(id, { version: known, boxes: 2 });
  expect(done.body).toMatchObject({ refundedAmount: costOf(2), status: 'cancelled' });
  expect(await listRefunds(shop, paymentIntentId)).toEqual([4469, 1001]);
  const letters = (await shop.readMails('refund')).map(({ textBody }) => textBody.replace(/\s+/g, ' '));
  expect(letters).toHaveLength(2);
  expect(letters[0]).toContain('£10.01 of what you paid for');
  expect(letters[1]).toContain('£44.69 for all 2 boxes of');
  expect(letters[1]).toContain('The order is cancelled, and nothing more will be sent.');
  expect(letters[1]).toContain(`Refunded: £${costOf(2)}`);
  // It cannot be packed again by a slip.
  const { version } = done.body;
  expect(await shop.change(id, version, { status: 'processing' })).toMatchObject({
    status: 409,
    body: { code: 'step_not_allowed' },
  });
});

test('goodwill takes no box out of the order, however much it adds up to', async ({ shop }) => {
  const { id, orderNumber } = await shop.buy(THREE);
  const bad = { boxes: undefined, goodwill: '20.00', version: 1 };
  expect(await shop.refund(id, bad)).toMatchObject({
    status: 422,
    body: { fields: { reason: expect.stringContaining('books') } },
  });
  const sums = { ...bad, reason: 'Arrived two days late' };
  expect(await shop.refund(id, { ...sums, goodwill: '82.06' })).toMatchObject({
    status: 422,
    body: { fields: { goodwill: expect.stringContaining(`up to £${costOf(3)}`) } },
  });
  expect(await shop.refund(id, { ...sums, boxes: 1 })).toMatchObject({ status: 422 });
  const first = await shop.refund(id, sums);
  expect(first.body).toMatchObject({
    refundedAmount: '20.00',
    status: 'processing',
  });
  const second = await shop.refund(id, { ...sums, version: first.body.version });
  expect(second.body).toMatchObject({ refundedAmount: '40.00' });
  expect(await shop.readSlips()).toContain('box 3 of 3');
  const box = await shop.refund(id, { version: second.body.version });
  expect(box.body).toMatchObject({ refundedAmount: '67.35' });
  expect((await shop.readOrder()).goodwillPence).toBe(4000);
  expect(await shop.readSlips()).toContain('box 2 of 2');
  const letters = (await shop.readMails('refund')).map(({ textBody }) => textBody.replace(/\s+/g, ' '));
  expect(letters).toMatchObject([
    expect.stringContaining(`£20.00 of what you paid for your order ${orderNumber}`),
    expect.stringContaining('We’ll still send you 3 boxes'),
    expect.stringContaining(`£${costOf(1)} for 1 box of your order ${orderNumber}`),
  ]);
  expect(await shop.readHistory(id)).toContainEqual(
    expect.objectContaining({ kind: 'refund_request', after: '20.00', reason: 'Arrived two days late' }),
  );
});

test('goodwill that didn’t reach the buyer no longer counts as goodwill', async ({ shop }) => {
  const { id, paymentIntentId } = await shop.buy(THREE);
  const given = { boxes: undefined, goodwill: '40.00', version: 1, reason: 'Arrived late' };
  await shop.refund(id, given);
  const [made] = (await shop.stripe.refunds.list({ payment_intent: paymentIntentId })).data;
  shop.sandbox.failRefund(String(made?.id));
  const payment = await shop.gateway.retrievePayment(paymentIntentId);
  if (payment.ok) await shop.recordPayment({ payment: payment.value });
  const failed = await shop.readOrder();
  expect(failed).toMatchObject({ refundedPence: 0, goodwillPence: 0, flags: [{ code: 'refund_failed' }] });
  const again = await shop.refund(id, { ...given, version: failed.version, goodwill: costOf(3) });
  expect(again.body).toMatchObject({
    refundedAmount: costOf(3),
    status: 'cancelled',
  });
  expect((await shop.readOrder()).goodwillPence).toBe(0);
});

test('a sent order stays shipped when refunded, and a cancelled one cancelled', async ({ shop }) => {
  const [sent, cancelled] = [await shop.buy(), await shop.buy({ customerEmail: 'ben@example.com' })];
  await shop.change(sent.id, 1, { status: 'shipped' });
  await shop.change(cancelled.id, 1, { status: 'cancelled' });
  for (const [{ id }, status] of [
    [sent, 'shipped'],
    [cancelled, 'cancelled'],
  ] as const) {
    const done = await shop.refund(id, { version: 2, boxes: 2 });
    expect(done).toMatchObject({ status: 200, body: { status, refundedAmount: costOf(2), flags: [] } });
  }
});

test('the same request is one refund, however often it comes, by card and in cash, whatever version it names', async ({
  shop,
}) => {
  const { orderNumber, paymentIntentId } = await shop.buy();
  await take(shop);
  const cash = (await shop.readBooks()).orders.find(({ paymentMethod }) => paymentMethod === 'cash');
  for (const number of [orderNumber, cash?.orderNumber]) {
    shop.clockAheadMs = 0;
    const ask = async (requestId: string) => {
      const { id, version } = await shop.readOrder(number);
      return (await shop.refund(id, { version, requestId })).body.refundedAmount;
    };
    const [first, second] = [randomUUID(), randomUUID()];
    expect([await ask(first), await ask(first), await ask(second)]).toEqual([
      costOf(1),
      costOf(1),
      costOf(2),
    ]);
    // By then Stripe has forgotten it.
    shop.clockAheadMs = 25 * 3_600_000;
    expect([await ask(first), await ask(second), await ask(first)]).toEqual([
      costOf(2),
      costOf(2),
      costOf(2),
    ]);
  }
  expect(await shop.readMails('refund')).toHaveLength(4);
  expect(await listRefunds(shop, paymentIntentId)).toEqual([BOX_PENCE, BOX_PENCE]);
});

test('a lost answer of Stripe is a 503, and the same request finds out', async ({ shop }) => {
  const { id, paymentIntentId } = await shop.buy(THREE);
  const request = { version: 1, boxes: 3, requestId: randomUUID(), note: 'Snow has closed our lane.' };
  shop.sandbox.faults.addCall({ ...LOST, after: true });
  expect(await shop.refund(id, request)).toMatchObject({
    status: 503,
    body: { code: 'payments_unavailable' },
  });
  // Another admin who has reloaded: the refund, which was made after all, is seen first.
  const other = await shop.refund(id, { version: 2 });
  expect(other).toMatchObject({ status: 409, body: { code: 'order_changed_meanwhile' } });
  expect(await shop.refund(id, request)).toMatchObject({
    status: 200,
    body: { refundedAmount: costOf(3), status: 'cancelled' },
  });
  expect(await listRefunds(shop, paymentIntentId)).toEqual([3 * BOX_PENCE]);
  // In the farm's words, no matter who was the first to know.
  const [letter, ...others] = await shop.readMails('refund');
  expect(others).toEqual([]);
  expect(letter?.textBody).toContain(
    `Snow has closed our lane.\n\nWe’ve refunded £${costOf(3)} for all 3 boxes`,
  );
});

test('a refund that did not reach Stripe, or of which Stripe cannot be asked, blocks others for a minute', async ({
  shop,
}) => {
  const { id, paymentIntentId } = await shop.buy(THREE);
  const request = { version: 1, requestId: randomUUID() };
  shop.sandbox.faults.addCall({ path: '/v1/payment_intents/*', method: 'GET', status: 503 });
  const unavailable = { status: 503, body: { code: 'payments_unavailable' } };
  expect(await shop.refund(id, request)).toMatchObject(unavailable);
  expect((await shop.readOrder()).version).toBe(1);
  shop.sandbox.faults.addCall(LOST);
  expect(await shop.refund(id, request)).toMatchObject(unavailable);
  const other = await shop.refund(id, { version: 2 });
  expect(other).toMatchObject({ status: 409, body: { code: 'refund_under_way' } });
  shop.clockAheadMs = 61_000;
  expect((await shop.refund(id, { version: 2, boxes: 2 })).status).toBe(200);
  // The first one was given up with that: it must not come on top.
  const late = await shop.refund(id, request);
  expect(late).toMatchObject({ status: 409, body: { code: 'order_changed_meanwhile' } });
  expect(await listRefunds(shop, paymentIntentId)).toEqual([2 * BOX_PENCE]);
});

test('a request without an answer for a day is not repeated', async ({ shop }) => {
  const { id, paymentIntentId } = await shop.buy(THREE);
  const request = { version: 1, requestId: randomUUID() };
  shop.sandbox.faults.addCall({ ...LOST, after: true });
  await shop.refund(id, request);
  shop.clockAheadMs = 24 * 3_600_000;
  expect(await shop.refund(id, request)).toMatchObject({
    status: 409,
    body: { code: 'order_changed_meanwhile' },
  });
  expect(await listRefunds(shop, paymentIntentId)).toEqual([BOX_PENCE]);
});

test('Stripe’s refusal is said in words, and the order is as Stripe has it', async ({ shop }) => {
  const { id, paymentIntentId } = await shop.buy();
  const request = { version: 1, boxes: 2, requestId: randomUUID() };
  shop.sandbox.faults.addCall(LOST);
  await shop.refund(id, request);
  // Somebody loses patience and does it on Stripe's own pages.
  await shop.stripe.refunds.create({ payment_intent: paymentIntentId });
  const error = 'All of this payment has gone back to the buyer already.';
  expect(await shop.refund(id, request)).toMatchObject({
    status: 409,
    body: { code: 'refund_refused', error },
  });
  expect(await shop.readOrder()).toMatchObject({ refundedPence: 2 * BOX_PENCE, status: 'cancelled' });
  const history = await shop.readHistory(id);
  expect(history.at(-1)).toMatchObject({
    actor: 'payment',
    kind: 'refund_request',
    before: costOf(2),
    after: null,
    reason: error,
  });
});

test('of two admins who refund one order the second is told', async ({ shop }) => {
  const { id, paymentIntentId } = await shop.buy(THREE);
  const answers = await Promise.all([shop.refund(id, { version: 1 }), shop.refund(id, { version: 1 })]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('order_changed_meanwhile');
  expect(await listRefunds(shop, paymentIntentId)).toEqual([BOX_PENCE]);
});

test('what was not paid, is gone, or is more than there was is refused', async ({ shop }) => {
  const { paymentIntentId } = await shop.startPaid(intentBody(), 'pm_card_settlesLater');
  await shop.complete(paymentIntentId);
  const pending = await shop.readOrder();
  const refused = { status: 409, body: { code: 'nothing_to_refund' } };
  expect(await shop.refund(pending.id, { version: 1 })).toMatchObject(refused);

  const { id } = await shop.buy({ customerEmail: 'ben@example.com' });
  await shop.refund(id, { version: 1 });
  expect(await shop.refund(id, { version: 3, boxes: 2 })).toMatchObject({
    status: 422,
    body: { code: 'invalid_fields', fields: { boxes: 'Only 1 box is left to refund.' } },
  });
  expect((await shop.refund(id, { version: 3, boxes: 1 })).body.refundedAmount).toBe(costOf(2));
  expect(await shop.refund(id, { version: 5, boxes: 1 })).toMatchObject(refused);

  for (const wrong of [{ boxes: 0 }, { boxes: 1.5 }, { requestId: 'again' }, { version: 0 }]) {
    expect((await shop.refund(id, { version: 5, ...wrong })).status).toBe(422);
  }
  expect((await shop.refund('nobody', { version: 1 })).status).toBe(404);
});

test('refunded boxes come free in their week', async ({ shop }) => {
  const week = ORDER.deliveryWeek;
  const { id, paymentIntentId } = await shop.buy(THREE);
  shop.changeWeeks({ boxes: 3 }, week);
  const readWeek = async () => {
    const { weeks } = await (await shop.app.request('/api/branch-boxes/weeks')).json();
    const [totals] = (await shop.call('GET', '/weeks')).body.filter(
      (each: { week: string }) => each.week === week,
    );
    const { boxesLeft } = weeks.find((each: { id: string }) => each.id === week);
    return [boxesLeft, totals.boxes, totals.toPack, totals.orders];
  };
  expect(await readWeek()).toEqual([0, 3, 3, 1]);
  await shop.refund(id, { version: 1 });
  expect(await readWeek()).toEqual([1, 2, 2, 1]);
  // Less than a box's price frees none.
  await shop.stripe.refunds.create({ payment_intent: paymentIntentId, amount: 500 });
  await shop.refund(id, { version: 3 });
  expect(await readWeek()).toEqual([1, 2, 2, 1]);
  await shop.refund(id, { version: (await shop.readOrder()).version, boxes: 2 });
  expect(await readWeek()).toEqual([3, 0, 0, 0]);
});

test('what was paid more than it cost goes back whole; in another currency it is left to Stripe’s own pages', async ({
  shop,
}) => {
  const error = expect.stringContaining('pounds');
  for (const [update, expected] of [
    [{ amount: 10_000 }, { status: 200, body: { refundedAmount: '100.00', status: 'cancelled' } }],
    [{ currency: 'eur' }, { status: 409, body: { code: 'nothing_to_refund', error } }],
  ] as const) {
    const { paymentIntentId } = await shop.startPurchase();
    await shop.stripe.paymentIntents.update(paymentIntentId, update);
    await shop.pay(paymentIntentId);
    const { orderNumber } = (await shop.complete(paymentIntentId)).body;
    const { id } = await shop.readOrder(orderNumber);
    expect(await shop.refund(id, { version: 1, boxes: 2 })).toMatchObject(expected);
  }
});

test('a refund made on Stripe’s own pages arrives by webhook, once', async ({ shop }) => {
  const { id, paymentIntentId } = await shop.buy();
  shop.openWebhooks();
  await shop.stripe.refunds.create({ payment_intent: paymentIntentId });
  await expect
    .poll(() => shop.readOrder())
    .toMatchObject({ refundedPence: 2 * BOX_PENCE, status: 'cancelled', flags: [] });
  const event = await shop.findEvent('charge.refunded');
  const before = await shop.readBooks();
  expect((await shop.sendEvent(event)).status).toBe(200);
  expect((await shop.sendEvent({ ...event, id: 'evt_later' })).status).toBe(200);
  expect((await shop.readBooks()).orders).toEqual(before.orders);
  expect(await shop.readMails('refund')).toHaveLength(1);
  expect(await shop.readHistory(id)).toMatchObject([
    { kind: 'status', after: 'processing' },
    { actor: 'payment', kind: 'status', after: 'cancelled' },
    { actor: 'payment', kind: 'refund', before: '0.00', after: costOf(2) },
  ]);
});

test('refunds and disputes of payments that are not the shop’s change nothing', async ({ shop }) => {
  const { id } = await shop.payElsewhere();
  await shop.stripe.refunds.create({ payment_intent: id });
  const event = await shop.findEvent('charge.refunded');
  expect((await shop.sendEvent(event)).status).toBe(200);
  const unknown = { ...event, data: { object: { ...event.data.object, payment_intent: 'pi_elsewhere' } } };
  expect((await shop.sendEvent(unknown)).status).toBe(200);
  const without = { ...event, data: { object: { ...event.data.object, payment_intent: null } } };
  expect((await shop.sendEvent(without)).status).toBe(200);
  expect((await shop.readBooks()).orders).toEqual([]);
});

test('a dispute is shown, blocks a refund, and is won or lost', async ({ shop }) => {
  shop.openWebhooks();
  for (const [verdict, flags] of [
    ['won', []],
    ['lost', [{ code: 'dispute_lost', details: [] }]],
  ] as const) {
    const { id, orderNumber, paymentIntentId } = await shop.buy({ customerEmail: `${verdict}@example.com` });
    const read = () => shop.readOrder(orderNumber);
    const opened = shop.sandbox.dispute(paymentIntentId);
    if (!opened.ok) throw new Error(opened.message);
    const open = { dispute: 'open', flags: [{ code: 'dispute_open', details: [] }] };
    await expect.poll(read).toMatchObject(open);
    const error = expect.stringContaining('disputes this payment');
    const body = { code: 'refund_refused', error };
    expect(await shop.refund(id, { version: (await read()).version })).toMatchObject({ status: 409, body });
    shop.sandbox.closeDispute(opened.dispute.id, verdict);
    await expect.poll(read).toMatchObject({ dispute: verdict, flags });
    const disputes = (await shop.readHistory(id)).filter(({ kind }) => kind === 'dispute');
    expect(disputes).toMatchObject([
      { actor: 'payment', before: null, after: 'open' },
      { actor: 'payment', before: 'open', after: verdict },
    ]);
  }
});

test('a refund that the bank refuses is owed again, and can be repeated', async ({ shop }) => {
  const { id, paymentIntentId } = await shop.buy();
  shop.openWebhooks();
  const made = await shop.stripe.refunds.create({ payment_intent: paymentIntentId, amount: BOX_PENCE });
  await expect.poll(() => shop.readOrder()).toMatchObject({ refundedPence: BOX_PENCE });
  shop.sandbox.failRefund(made.id);
  await expect
    .poll(() => shop.readOrder())
    .toMatchObject({ refundedPence: 0, flags: [{ code: 'refund_failed', details: [] }] });
  expect(await shop.readMails('refund')).toHaveLength(1);
  const { version } = await shop.readOrder();
  const again = await shop.refund(id, { version });
  expect(again.body).toMatchObject({ refundedAmount: costOf(1), flags: [] });
  expect(await shop.readMails('refund')).toHaveLength(2);
});

test('a report that was overtaken on its way takes nothing back', async ({ shop }) => {
  const { paymentIntentId } = await shop.buy();
  const before = await shop.retrievePayment(paymentIntentId);
  const made = await shop.stripe.refunds.create({ payment_intent: paymentIntentId, amount: BOX_PENCE });
  const between = await shop.retrievePayment(paymentIntentId);
  shop.sandbox.failRefund(made.id);
  const after = await shop.retrievePayment(paymentIntentId);
  await shop.recordPayment({ payment: after });
  const recorded = await shop.readOrder();
  expect(recorded).toMatchObject({ refundedPence: 0, refundFailedPence: BOX_PENCE });
  for (const payment of [between, before]) await shop.recordPayment({ payment });
  expect(await shop.readOrder()).toEqual(recorded);
});

test('a payment that went back before its order was known brings no confirmation', async ({ shop }) => {
  const { id } = await shop.payElsewhere();
  await shop.stripe.refunds.create({ payment_intent: id });
  const payment = await shop.retrievePayment(id);
  const { attemptId } = await shop.buy();
  const { db } = shop.data;
  await db.deleteFrom('labels').execute();
  await db.deleteFrom('orderEvents').execute();
  await db.deleteFrom('orders').execute();
  await db.deleteFrom('outbox').execute();
  await shop.recordPayment({ payment: { ...payment, attemptId: attemptId } });
  const { orders, mails } = await shop.readBooks();
  expect(orders).toMatchObject([{ status: 'cancelled', refundedPence: 2 * BOX_PENCE }]);
  expect(mails.map(({ kind }) => kind)).toEqual(['refund']);
});

test('more refunds than a charge brings along are all counted', async ({ shop }) => {
  const { paymentIntentId } = await shop.buy();
  for (let time = 0; time < 12; time += 1) {
    await shop.stripe.refunds.create({ payment_intent: paymentIntentId, amount: 100 });
  }
  expect(await shop.retrievePayment(paymentIntentId)).toMatchObject({ refunded: 1200, failedRefunds: 0 });
  expect(await shop.listEvents('charge.refunded')).toHaveLength(12);
});

/** With what needs a look at its top. */
const PICK_LIST = `/admin/packing?week=${WEEK}`;

test('a review holds an order until it is closed, and late events do not reopen it', async ({ shop }) => {
  const { id, paymentIntentId } = await shop.buy();
  const opened = shop.sandbox.openReview(paymentIntentId);
  if (!opened.ok) throw new Error(opened.message);
  const event = await shop.findEvent('review.opened');
  const late = await shop.gateway.retrievePayment(paymentIntentId);
  expect((await shop.sendEvent(event)).status).toBe(200);
  expect(await shop.readOrder()).toMatchObject({ review: 'open', flags: [{ code: 'review', details: [] }] });
  expect(await shop.read(PICK_LIST)).toContain('asks for a review');

  shop.sandbox.closeReview(opened.review.id, 'approved');
  expect((await shop.sendEvent(await shop.findEvent('review.closed'))).status).toBe(200);
  expect(await shop.readOrder()).toMatchObject({ review: 'closed', flags: [] });
  if (late.ok) await shop.recordPayment({ payment: late.value });
  expect(await shop.readOrder()).toMatchObject({ review: 'closed', flags: [] });
  const history = await shop.readHistory(id);
  expect(history.slice(1)).toMatchObject([
    { kind: 'dispute', before: null, after: 'review_open' },
    { kind: 'dispute', before: 'review_open', after: 'review_closed' },
  ]);
});

test('a fraud warning holds an order until the farm decides or it is refunded', async ({ shop }) => {
  const { id, orderNumber, paymentIntentId } = await shop.buy();
  shop.sandbox.warnOfFraud(paymentIntentId);
  const event = await shop.findEvent('radar.early_fraud_warning.created');
  expect((await shop.sendEvent(event)).status).toBe(200);
  const held = await shop.readOrder(orderNumber);
  expect(held).toMatchObject({ fraudWarning: 'open', flags: [{ code: 'fraud_warning', details: [] }] });
  expect(await shop.read(PICK_LIST)).toContain('may be fraud');
  const released = await shop.change(id, held.version, { ignoresFraudWarning: true });
  expect(released).toMatchObject({ status: 200, body: { flags: [] } });
  // Stripe sends what it has sent before under another id too.
  await shop.sendEvent({ ...event, id: 'evt_again' });
  expect(await shop.readOrder(orderNumber)).toMatchObject({ fraudWarning: 'decided', flags: [] });
  const history = await shop.readHistory(id);
  expect(history.at(-1)).toMatchObject({ actor: 'admin', before: 'fraud_open', after: 'fraud_decided' });

  // One that is refunded after a warning needs no decision.
  const other = await shop.buy();
  shop.sandbox.warnOfFraud(other.paymentIntentId);
  await shop.sendEvent(await shop.findEvent('radar.early_fraud_warning.created'));
  await shop.stripe.refunds.create({ payment_intent: other.paymentIntentId });
  await shop.sendEvent(await shop.findEvent('charge.refunded'));
  const over = { status: 'cancelled', fraudWarning: 'decided', flags: [] };
  expect(await shop.readOrder(other.orderNumber)).toMatchObject(over);
});

test('a doubt heard of before the order is in it at once, and no mail is promised', async ({ shop }) => {
  const { paymentIntentId } = await shop.startPaid();
  shop.sandbox.openReview(paymentIntentId);
  const done = await shop.complete(paymentIntentId);
  expect(done.body.confirmation).toBe('after_look');
  expect(done.body.message).toBe(
    'Thank you. We have your order and your payment. We’ll check it first, and then get in touch with you.',
  );
  const mails = () => shop.data.db.selectFrom('outbox').select('kind').orderBy('kind').execute();
  expect(await mails()).toEqual([{ kind: 'order_notification' }]);
});
