import { randomUUID } from 'node:crypto';
import type { Stripe } from 'stripe';
import { flagOrders } from '../../support/flag-orders.ts';
import { ORDER } from '../../support/sample-order.ts';
import {
  buy,
  buyInTime,
  call,
  change,
  changeWeeks,
  complete,
  findEvent,
  intentBody,
  NEW_ADDRESS,
  pay,
  post,
  readMails,
  readOrder,
  sendEvent,
  sendOwn,
  startPaid,
  startPurchase,
} from '../orders/shop-calls.ts';
import { expect, type ShopUnderTest, test } from '../orders/shop-under-test.ts';
import { take } from '../telephone/telephone-calls.ts';

const WEEK = ORDER.deliveryWeek;
const LATER = '2025-12-08';
const NOTE = 'Snow has closed our lane.\n\nWe are so sorry.';

const buyAs = (shop: ShopUnderTest, name: string) =>
  buy(shop, { customerName: name, customerEmail: `${name.toLowerCase()}@example.com` });

function startJob(shop: ShopUnderTest, job: object = {}) {
  return call(shop, 'POST', `/weeks/${WEEK}/jobs`, {
    id: randomUUID(),
    action: 'refund',
    note: NOTE,
    ...job,
  });
}

async function readJob(shop: ShopUnderTest) {
  return (await call(shop, 'GET', '/week-jobs')).body.jobs[0];
}

async function listRefunds({ stripe }: ShopUnderTest): Promise<Stripe.Refund[]> {
  return (await stripe.refunds.list({ limit: 100 })).data;
}

/** What each buyer got in all, by kind, except about the purchase itself. */
async function listLetters(shop: ShopUnderTest) {
  const letters = [...(await readMails(shop, 'refund')), ...(await readMails(shop, 'order_change'))];
  return letters.sort((one, other) => one.recipient.localeCompare(other.recipient));
}

test('a week is refunded whole: once each, with one mail in the farm’s words', async ({ shop }) => {
  const orders = [await buyAs(shop, 'Ann'), await buyAs(shop, 'Ben'), await buyAs(shop, 'Cat')];
  const plan = await call(shop, 'GET', `/weeks/${WEEK}/plan`);
  expect(plan.body).toEqual({
    week: WEEK,
    isClosed: false,
    orders: 3,
    boxes: 6,
    refund: '164.10',
    byHand: [],
    leftOut: [],
  });
  expect(await startJob(shop)).toMatchObject({ status: 200, body: { total: 3, done: 0, state: 'running' } });
  await shop.weekJobs.runOnce();
  expect(await readJob(shop)).toMatchObject({
    state: 'done',
    person: 'Owner',
    total: 3,
    done: 3,
    refused: [],
    trouble: null,
  });
  expect((await listRefunds(shop)).map(({ amount }) => amount)).toEqual([5470, 5470, 5470]);
  for (const { orderNumber } of orders) {
    expect(await readOrder(shop, orderNumber)).toMatchObject({
      status: 'cancelled',
      refundedPence: 5470,
      flags: [],
    });
  }
  const letters = await listLetters(shop);
  expect(letters.map(({ recipient }) => recipient)).toEqual([
    'ann@example.com',
    'ben@example.com',
    'cat@example.com',
  ]);
  expect(letters[0]?.subject).toBe(`Your order ${orders[0]?.orderNumber} is cancelled and refunded`);
  expect(letters[0]?.textBody).toContain(
    'Hello Ann,\n\nSnow has closed our lane.\n\nWe are so sorry.\n\nWe have refunded £54.70 for all 2 boxes',
  );
  // Its webhooks are no news any more.
  await sendEvent(shop, await findEvent(shop, 'charge.refunded'));
  expect(await listLetters(shop)).toHaveLength(3);
});

test('sent, flagged, disputed and unpaid orders are left out and named; one that cannot be refunded is kept, and tried again', {
  tag: '@file',
}, async ({ shop }) => {
  const [ready, bad] = [await buyAs(shop, 'Ready'), await buyAs(shop, 'Bad')];
  const [sent, flagged, disputed] = [
    await buyAs(shop, 'Sent'),
    await buyAs(shop, 'Flagged'),
    await buyAs(shop, 'Disputed'),
  ];
  await change(shop, sent.id, 1, { status: 'shipped' });
  flagOrders(shop.data.sqlite, 'note', { where: `id = '${flagged.id}'`, details: ['Ask first.'] });
  await shop.data.db.updateTable('orders').set({ dispute: 'open' }).where('id', '=', disputed.id).execute();
  const pending = await startPaid(shop, intentBody(), 'pm_card_settlesLater');
  const { orderNumber: unpaid } = (await complete(shop, pending.paymentIntentId)).body;
  // Nothing is lost where only its week is gone.
  flagOrders(shop.data.sqlite, 'week_full', { where: `id = '${ready.id}'` });

  const { body: plan } = await call(shop, 'GET', `/weeks/${WEEK}/plan`);
  expect(plan).toMatchObject({ orders: 2, boxes: 4 });
  expect(plan.leftOut).toEqual([
    { reason: 'It has been sent.', orderNumbers: [sent.orderNumber] },
    { reason: 'Somebody needs to look at it first.', orderNumbers: [flagged.orderNumber] },
    { reason: 'The buyer’s bank disputes its payment.', orderNumbers: [disputed.orderNumber] },
    { reason: 'Its payment has not come through.', orderNumbers: [unpaid] },
  ]);
  shop.sandbox.faults.addCall({ path: '/v1/refunds', method: 'POST', status: 400 });
  await startJob(shop);
  await shop.weekJobs.runOnce();
  const job = await readJob(shop);
  expect(job).toMatchObject({ state: 'done', total: 2, done: 1 });
  expect(job.refused).toEqual([
    { orderNumber: ready.orderNumber, reason: expect.stringContaining('Stripe') },
  ]);
  expect(await readOrder(shop, bad.orderNumber)).toMatchObject({ status: 'cancelled' });

  expect((await call(shop, 'POST', `/week-jobs/${job.id}/continue`)).body).toMatchObject({
    state: 'running',
    refused: [],
  });
  await shop.weekJobs.runOnce();
  expect(await readJob(shop)).toMatchObject({ state: 'done', done: 2, refused: [] });
  expect(await readOrder(shop, ready.orderNumber)).toMatchObject({ status: 'cancelled', flags: [] });
  expect(await listRefunds(shop)).toHaveLength(2);
  expect((await readOrder(shop, flagged.orderNumber)).status).toBe('processing');
});

test('while Stripe is away the job says so and waits, and then goes on by itself', async ({ shop }) => {
  const { orderNumber } = await buyAs(shop, 'Ann');
  shop.sandbox.faults.addCall({ path: '/v1/payment_intents/*', method: 'GET', status: 503 });
  await startJob(shop);
  await shop.weekJobs.runOnce();
  expect(await readJob(shop)).toMatchObject({
    state: 'running',
    done: 0,
    refused: [],
    trouble: 'Stripe cannot be reached. This will be tried again.',
  });
  await shop.weekJobs.runOnce();
  expect((await readOrder(shop, orderNumber)).status).toBe('processing');
  shop.clockAheadMs += 6000;
  // The refund is made this time, but its answer is lost.
  shop.sandbox.faults.addCall({ path: '/v1/refunds', method: 'POST', status: 503, after: true });
  await shop.weekJobs.runOnce();
  expect(await readJob(shop)).toMatchObject({ state: 'running', done: 0 });
  // The webhook is the first to know.
  await sendEvent(shop, await findEvent(shop, 'charge.refunded'));
  shop.clockAheadMs += 11_000;
  await shop.weekJobs.runOnce();
  expect(await readJob(shop)).toMatchObject({ state: 'done', done: 1, trouble: null });
  expect(await listRefunds(shop)).toHaveLength(1);
  const [letter, ...others] = await listLetters(shop);
  expect(others).toEqual([]);
  expect(letter?.textBody).toContain('Snow has closed our lane.');
});

test('of two people the second is told; a job stops, and goes on where it was', async ({ shop }) => {
  await buyAs(shop, 'Ann');
  const id = randomUUID();
  const [first, second] = await Promise.all([startJob(shop, { id }), startJob(shop)]);
  expect([first.status, second.status].sort()).toEqual([200, 409]);
  const { body: mine } = first.status === 200 ? first : second;
  // The same request again is the same job.
  expect((await startJob(shop, { id: mine.id })).body).toMatchObject({ id: mine.id, total: 1 });
  expect((await call(shop, 'POST', `/week-jobs/${mine.id}/stop`)).body.state).toBe('stopped');
  await shop.weekJobs.runOnce();
  expect(await listRefunds(shop)).toEqual([]);
  await call(shop, 'POST', `/week-jobs/${mine.id}/continue`);
  await shop.weekJobs.runOnce();
  expect(await readJob(shop)).toMatchObject({ state: 'done', done: 1 });
  expect((await call(shop, 'POST', `/week-jobs/${randomUUID()}/stop`)).status).toBe(404);
});

test('a week moves to another while there is room; the mail is as its preview', async ({ shop }) => {
  const [ann, ben] = [await buyAs(shop, 'Ann'), await buyAs(shop, 'Ben')];
  changeWeeks(shop, { boxes: 3 }, LATER);
  const mail = { action: 'move', toWeek: LATER, note: NOTE };
  const preview = await call(shop, 'POST', `/weeks/${WEEK}/mail`, mail);
  expect(preview.body.text).toContain(`Hello Ann,\n\nSnow has closed our lane.`);
  expect((await startJob(shop, { ...mail, toWeek: WEEK })).status).toBe(422);
  await startJob(shop, mail);
  await shop.weekJobs.runOnce();
  const job = await readJob(shop);
  expect(job).toMatchObject({ state: 'done', done: 1 });
  expect(job.refused).toEqual([
    { orderNumber: ben.orderNumber, reason: expect.stringContaining('1 box left') },
  ]);
  expect(await readOrder(shop, ann.orderNumber)).toMatchObject({ week: LATER, flags: [] });
  const [letter, ...others] = await readMails(shop, 'order_change');
  expect(others).toEqual([]);
  const withoutKey = letter?.textBody.replace(/key=\w+/, 'key=…');
  expect([letter?.subject, withoutKey]).toEqual([preview.body.subject, preview.body.text]);
  changeWeeks(shop, { boxes: 9 }, LATER);
  await call(shop, 'POST', `/week-jobs/${job.id}/continue`);
  await shop.weekJobs.runOnce();
  expect((await readOrder(shop, ben.orderNumber)).week).toBe(LATER);
  expect(await readMails(shop, 'order_change')).toHaveLength(2);
});

test('a closed week takes no order, by no way, until it is opened again', async ({ shop }) => {
  const own = await buyInTime(shop, { customerEmail: 'own@example.com' });
  const later = await buyInTime(shop, { customerEmail: 'later@example.com', deliveryWeek: LATER });
  const paying = await startPurchase(shop);
  const pending = await startPaid(
    shop,
    intentBody({ customerEmail: 'slow@example.com' }),
    'pm_card_settlesLater',
  );
  await complete(shop, pending.paymentIntentId);
  expect((await call(shop, 'POST', `/weeks/${WEEK}/close`)).body).toMatchObject({ isClosed: true });
  const offered = await (await shop.app.request('/api/branch-boxes/weeks')).json();
  expect(offered.weeks.find(({ id }: { id: string }) => id === WEEK)).toMatchObject({ state: 'closed' });
  expect(await post(shop, '/api/create-payment-intent', intentBody())).toMatchObject({
    status: 409,
    body: { code: 'week_not_on_sale' },
  });
  const foliage = { quantity: 1, deliveryWeek: WEEK };
  expect((await post(shop, '/create-payment-intent', foliage)).status).toBe(409);
  // The buyers' own pages: neither out of it nor into it.
  for (const { key } of [own, later]) {
    const moved = { key, deliveryWeek: key === own.key ? LATER : WEEK, ...NEW_ADDRESS };
    expect((await sendOwn(shop, 'change', moved)).status).toBe(409);
  }
  // Whoever was paying is treated as when a week closes during the payment.
  await pay(shop, paying.paymentIntentId);
  expect((await complete(shop, paying.paymentIntentId)).body).toMatchObject({
    success: true,
    weekLoss: 'closed',
  });
  shop.sandbox.settle(pending.paymentIntentId, 'succeeded');
  await sendEvent(shop, await findEvent(shop, 'payment_intent.succeeded'));
  const flagged = await shop.data.db.selectFrom('orderFlags').select('code').execute();
  expect(flagged).toEqual([{ code: 'week_closed' }, { code: 'week_closed' }]);
  expect(
    (await call(shop, 'GET', '/weeks')).body.find(({ week }: { week: string }) => week === WEEK),
  ).toMatchObject({
    isClosed: true,
  });

  expect((await call(shop, 'POST', `/weeks/${WEEK}/open`)).body).toMatchObject({ isClosed: false });
  expect((await post(shop, '/api/create-payment-intent', intentBody())).status).toBe(200);
});

test('money that came in cash is not given back by a job', async ({ shop }) => {
  await buyAs(shop, 'Ann');
  await take(shop, { customerEmail: 'cash@example.com', way: 'cash' });
  const cash = await shop.data.db
    .selectFrom('orders')
    .select('orderNumber')
    .where('paymentMethod', '=', 'cash')
    .executeTakeFirstOrThrow();
  const plan = await call(shop, 'GET', `/weeks/${WEEK}/plan`);
  expect(plan.body).toMatchObject({ orders: 2, refund: '54.70', byHand: [cash.orderNumber] });
  await startJob(shop);
  await shop.weekJobs.runOnce();
  expect(await readJob(shop)).toMatchObject({ state: 'done', total: 1, done: 1, refused: [] });
  expect(await readOrder(shop, cash.orderNumber)).toMatchObject({ status: 'processing', refundedPence: 0 });
  // Moving it costs nobody anything.
  await startJob(shop, { action: 'move', toWeek: LATER });
  await shop.weekJobs.runOnce();
  expect(await readOrder(shop, cash.orderNumber)).toMatchObject({ week: LATER });
});
