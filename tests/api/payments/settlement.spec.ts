import { toPayment } from '../../../api/payments/stripe-objects.ts';
import { BOX_PENCE, costOf } from '../../support/sample-order.ts';
import {
  complete,
  findEvent,
  intentBody,
  pay,
  readBooks,
  retrievePayment,
  sendEvent,
  startPaid,
  startPurchase,
} from '../orders/shop-calls.ts';
import { expect, type ShopUnderTest, test } from '../orders/shop-under-test.ts';

test('a payment that settles later is pending without mails, then processing, and leads nowhere when reported late', async ({
  shop,
}) => {
  const { paymentIntentId } = await startPaid(shop, intentBody(), 'pm_card_settlesLater');
  const first = await complete(shop, paymentIntentId);
  const message = expect.stringContaining('processed');
  expect(first).toMatchObject({ status: 200, body: { success: true, message } });
  const pending = await readBooks(shop);
  expect(pending.orders).toMatchObject([{ status: 'pending', paymentStatus: 'processing' }]);
  expect([pending.mails, pending.attempts[0]?.state]).toEqual([[], 'open']);

  shop.sandbox.settle(paymentIntentId, 'succeeded');
  expect((await sendEvent(shop, await findEvent(shop, 'payment_intent.succeeded'))).status).toBe(200);
  const settled = await readBooks(shop);
  const paid = { status: 'processing', paymentStatus: 'succeeded', paidAmount: 2 * BOX_PENCE };
  expect(settled.orders).toMatchObject([{ id: pending.orders[0]?.id, ...paid }]);
  expect([settled.mails.length, settled.attempts[0]?.state]).toEqual([2, 'settled']);
  expect((await complete(shop, paymentIntentId)).body.orderNumber).toBe(first.body.orderNumber);
  await sendEvent(shop, { ...(await findEvent(shop, 'payment_intent.processing')), id: 'evt_late' });
  for (const state of ['processing', 'unpaid', 'cancelled'] as const)
    expect(await recordAltered(shop, paymentIntentId, { state })).toMatchObject({ outcome: 'recorded' });
  const { orders, mails } = await readBooks(shop);
  expect([orders, mails]).toEqual([settled.orders, settled.mails]);
});

test('a payment that fails later cancels the order, and a second try brings it back', async ({ shop }) => {
  const { paymentIntentId } = await startPaid(shop, intentBody(), 'pm_card_failsLater');
  await complete(shop, paymentIntentId);
  shop.sandbox.settle(paymentIntentId, 'failed');
  await sendEvent(shop, await findEvent(shop, 'payment_intent.payment_failed'));
  const failed = await readBooks(shop);
  expect(failed.orders).toMatchObject([{ status: 'cancelled', paymentStatus: 'failed' }]);
  expect(failed.mails).toEqual([]);
  expect((await complete(shop, paymentIntentId)).status).toBe(402);
  await pay(shop, paymentIntentId);
  expect((await complete(shop, paymentIntentId)).status).toBe(200);
  const paid = await readBooks(shop);
  const { id } = failed.orders[0] ?? {};
  expect(paid.orders).toMatchObject([{ id, status: 'processing', paymentStatus: 'succeeded' }]);
  expect(paid.mails.length).toBe(2);
});

test('a pending order is moved on by the reconciliation, however late', async ({ shop }) => {
  const { paymentIntentId } = await startPaid(shop, intentBody(), 'pm_card_settlesLater');
  await shop.reconciliation.runOnce();
  expect((await readBooks(shop)).orders).toMatchObject([{ status: 'pending' }]);
  shop.sandbox.settle(paymentIntentId, 'succeeded');
  shop.clockAheadMs = 3 * 24 * 3_600_000;
  await shop.reconciliation.runOnce();
  expect((await readBooks(shop)).orders).toMatchObject([{ status: 'processing' }]);
});

async function recordAltered(shop: ShopUnderTest, paymentIntentId: string, change: object) {
  const payment = await retrievePayment(shop, paymentIntentId);
  return shop.recordPayment({ payment: { ...payment, ...change } });
}

/** What Stripe reports of an order's payments, one after another, and what becomes of the order. */
const REPORTS: Record<string, { reports: object[]; order: object; mails: number }> = {
  'a payment that failed is replaced by another one that came through': {
    reports: [{ state: 'processing' }, { state: 'unpaid' }, { id: 'pi_second', state: 'succeeded' }],
    order: { paymentIntentId: 'pi_second', status: 'processing', flags: [] },
    mails: 2,
  },
  'an order that the farm cancelled stays cancelled when paid, and is flagged': {
    reports: [{ state: 'processing' }, { cancels: true }, { state: 'succeeded' }],
    order: { status: 'cancelled', flags: [{ code: 'cancelled_unrefunded', details: [] }] },
    mails: 1,
  },
  'a second payment is flagged once, and makes no second order': {
    reports: [
      { state: 'succeeded' },
      { id: 'pi_2', state: 'succeeded' },
      { id: 'pi_2', state: 'succeeded' },
      { id: 'pi_3', state: 'unpaid' },
    ],
    order: { status: 'processing', flags: [{ code: 'second_payment', details: ['pi_2'] }] },
    mails: 2,
  },
  'a second payment that has gone back needs no look, and one that is only authorised is not taken': {
    reports: [
      { state: 'succeeded' },
      { id: 'pi_2', state: 'succeeded' },
      { id: 'pi_2', state: 'succeeded', refunded: 2 * BOX_PENCE },
      { id: 'pi_3', state: 'authorised' },
    ],
    order: { status: 'processing', flags: [] },
    mails: 2,
  },
  'an amount that differs flags the order, and confirms nothing': {
    reports: [{ state: 'succeeded', amount: 5000 }],
    order: {
      totalPence: 2 * BOX_PENCE,
      paidAmount: 5000,
      status: 'processing',
      flags: [{ code: 'paid_amount', details: ['£50', `£${costOf(2)}`] }],
    },
    mails: 1,
  },
  'another currency is flagged too, though the number is the same': {
    reports: [{ state: 'succeeded', currency: 'eur' }],
    order: {
      paidCurrency: 'eur',
      flags: [{ code: 'paid_amount', details: [expect.stringContaining('in EUR'), `£${costOf(2)}`] }],
    },
    mails: 1,
  },
};

test('differences are flagged, and reports of other payments take nothing away', async ({ shop }) => {
  const { db } = shop.data;
  for (const [name, { reports, order, mails }] of Object.entries(REPORTS)) {
    for (const table of ['orderEvents', 'labels', 'orderFlags', 'outbox', 'orders'] as const)
      await db.deleteFrom(table).execute();
    const { paymentIntentId } = await startPurchase(shop);
    for (const report of reports) {
      if ('cancels' in report) await db.updateTable('orders').set({ status: 'cancelled' }).execute();
      else await recordAltered(shop, paymentIntentId, report);
    }
    const books = await readBooks(shop);
    expect(books.orders, name).toMatchObject([order]);
    expect(books.mails.length, name).toBe(mails);
  }
  expect(shop.logged.filter((line) => line.includes('needs a look')).length).toBe(5);
  // An older payment of an attempt that comes to nothing does not close it.
  const { paymentIntentId, attemptId } = await startPurchase(shop);
  const older = await recordAltered(shop, paymentIntentId, { id: 'pi_older', state: 'cancelled' });
  expect(older).toEqual({ outcome: 'unpaid' });
  const attempt = (await readBooks(shop)).attempts.find(({ id }) => id === attemptId);
  expect(attempt).toMatchObject({ state: 'open', paymentIntentId });
});

/** What Stripe says of a payment, in the shop's terms. */
const read = (intent: object) =>
  toPayment(
    { id: 'pi_1', amount: 2 * BOX_PENCE, amount_received: 5000, shipping: null, ...intent } as never,
    {
      refunded: 0,
      goodwill: 0,
      failedRefunds: 0,
      dispute: null,
    },
  );

test('of a payment, what was received counts, every open status can still be paid, and an address may lack its parts', () => {
  for (const [status, expected] of [
    ['succeeded', { state: 'succeeded', amount: 5000 }],
    ['processing', { state: 'processing', amount: 2 * BOX_PENCE }],
    ['canceled', { state: 'cancelled' }],
    ['requires_capture', { state: 'authorised' }],
    ...['requires_payment_method', 'requires_confirmation', 'requires_action', 'new'].map(
      (open) => [open, { state: 'unpaid' }] as const,
    ),
  ] as const)
    expect(read({ status }), status).toMatchObject(expected);
  const nothing = { name: null, phone: null, lines: [], city: null, postcode: null, country: null };
  for (const shipping of [{}, { address: { line1: '', line2: null } }])
    expect(read({ status: 'succeeded', shipping }).shipping).toEqual(nothing);
  expect(read({ status: 'succeeded', metadata: null }).attemptId).toBeNull();
});
