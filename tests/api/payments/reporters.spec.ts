import {
  complete,
  findEvent,
  listEvents,
  pay,
  readBooks,
  sendEvent,
  startPaid,
  startPurchase,
} from '../orders/shop-calls.ts';
import { expect, type ShopUnderTest, test } from '../orders/shop-under-test.ts';

/** One order of Ann's, paid and confirmed once. */
async function expectOneOrder(shop: ShopUnderTest) {
  const { orders, attempts, mails } = await readBooks(shop);
  expect(orders).toMatchObject([
    { status: 'processing', paymentStatus: 'succeeded', flags: [], shippingPostcode: 'TA1 1AA' },
  ]);
  expect(attempts).toMatchObject([{ state: 'settled', paymentIntentId: orders[0]?.paymentIntentId }]);
  expect(mails.map(({ kind }) => kind)).toEqual(['order_confirmation', 'order_notification']);
}

test('the webhook alone, over a socket, for a browser that was closed', async ({ shop }) => {
  shop.openWebhooks();
  const { paymentIntentId } = await startPaid(shop);
  await expect.poll(async () => (await readBooks(shop)).orders.length).toBe(1);
  await expectOneOrder(shop);
  // The browser after it answers the order that the webhook has made.
  const { orderNumber } = (await readBooks(shop)).orders[0] ?? {};
  const body = { success: true, orderNumber };
  expect(await complete(shop, paymentIntentId)).toMatchObject({ status: 200, body });
  await expectOneOrder(shop);
});

test('the reconciliation alone, where browser and webhook were lost', async ({ shop }) => {
  await startPaid(shop);
  await shop.reconciliation.runOnce();
  await expectOneOrder(shop);
});

test('all of them at once, many times over', async ({ shop }) => {
  const { paymentIntentId } = await startPaid(shop);
  const event = await findEvent(shop, 'payment_intent.succeeded');
  const answers = await Promise.all(
    Array.from({ length: 8 }).flatMap((_, index) => [
      complete(shop, paymentIntentId),
      sendEvent(shop, { ...event, id: `evt_${index}` }),
      sendEvent(shop, event),
      shop.reconciliation.runOnce().then(() => ({ status: 200, body: {} as { orderNumber?: string } })),
    ]),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const numbers = answers.map(({ body }) => body.orderNumber).filter((number) => number !== undefined);
  expect(numbers.length).toBe(8);
  expect(new Set(numbers).size).toBe(1);
  await expectOneOrder(shop);
  expect(shop.logged.filter((line) => line.startsWith('order ')).length).toBe(1);
});

test('failed mails roll the order back, and the next report makes both', async ({ shop }) => {
  const { paymentIntentId } = await startPaid(shop);
  shop.data.sqlite.exec(
    "CREATE TRIGGER refuse BEFORE INSERT ON outbox BEGIN SELECT RAISE(ABORT, 'no mails'); END",
  );
  const event = await findEvent(shop, 'payment_intent.succeeded');
  expect((await complete(shop, paymentIntentId)).status).toBe(500);
  expect((await sendEvent(shop, event)).status).toBe(500);
  expect(await readBooks(shop)).toMatchObject({
    orders: [],
    mails: [],
    events: [],
    attempts: [{ state: 'open' }],
  });
  shop.data.sqlite.exec('DROP TRIGGER refuse');
  expect((await sendEvent(shop, event)).status).toBe(200);
  await expectOneOrder(shop);
});

const TWO_DAYS_MS = 2 * 24 * 60 * 60 * 1000;

test('a clock that jumps back two days still gives one order', async ({ shop }) => {
  shop.clockAheadMs = TWO_DAYS_MS;
  const [first, second, third] = [
    await startPurchase(shop),
    await startPurchase(shop),
    await startPurchase(shop),
  ];
  for (const { paymentIntentId } of [first, second, third]) await pay(shop, paymentIntentId);
  shop.clockAheadMs = 0;
  expect((await complete(shop, first.paymentIntentId)).status).toBe(200);
  const events = await listEvents(shop, 'payment_intent.succeeded');
  const own = events.find(
    (event) => 'id' in event.data.object && event.data.object.id === second.paymentIntentId,
  );
  expect((await sendEvent(shop, own)).status).toBe(200);
  await shop.reconciliation.runOnce();
  const { orders, attempts } = await readBooks(shop);
  expect(orders.map(({ paymentIntentId }) => paymentIntentId).sort()).toEqual(
    [first, second, third].map(({ paymentIntentId }) => paymentIntentId).sort(),
  );
  expect(attempts.map(({ state }) => state)).toEqual(['settled', 'settled', 'settled']);
});
