import { complete, listEvents, pay, readBooks, sendEvent, startPurchase } from './shop-calls.ts';
import { expect, test } from './shop-under-test.ts';

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
