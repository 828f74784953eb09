import { complete, findEvent, readBooks, sendEvent, startPaid } from '../orders/shop-calls.ts';
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

test('the browser alone', async ({ shop }) => {
  const { paymentIntentId } = await startPaid(shop);
  expect((await complete(shop, paymentIntentId)).status).toBe(200);
  await expectOneOrder(shop);
});

test('the webhook alone, over a socket, for a browser that was closed', async ({ shop }) => {
  shop.openWebhooks();
  await startPaid(shop);
  await expect.poll(async () => (await readBooks(shop)).orders.length).toBe(1);
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

test('the browser after the webhook answers the order that the webhook has made', async ({ shop }) => {
  const { paymentIntentId } = await startPaid(shop);
  await sendEvent(shop, await findEvent(shop, 'payment_intent.succeeded'));
  const { orders } = await readBooks(shop);
  expect(await complete(shop, paymentIntentId)).toMatchObject({
    status: 200,
    body: { success: true, orderNumber: orders[0]?.orderNumber },
  });
  await expectOneOrder(shop);
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
