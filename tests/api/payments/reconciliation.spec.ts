import { createReconciliation } from '../../../api/settlement/reconciliation.ts';
import { intentBody, pay, post, readBooks, startPaid, startPurchase } from '../orders/shop-calls.ts';
import { expect, test } from '../orders/shop-under-test.ts';

const HOUR_MS = 3_600_000;

test('a crash between the payment and its record loses nothing', async ({ shop }) => {
  const { paymentIntentId, attemptId } = await startPurchase(shop);
  await startPurchase(shop);
  // As if the process had ended before it noted the payment's id.
  await shop.data.db.updateTable('orderAttempts').set({ paymentIntentId: null }).execute();
  await pay(shop, paymentIntentId);
  await shop.reconciliation.runOnce();
  const { orders, attempts } = await readBooks(shop);
  expect(orders).toMatchObject([{ attemptId: attemptId, paymentIntentId: paymentIntentId }]);
  expect(attempts.every((attempt) => attempt.paymentIntentId !== null)).toBe(true);
});

test('Stripe away is no crash: it asks once, and the next run, as it starts, finds what the first could not', async ({
  shop,
}) => {
  for (let count = 0; count < 4; count += 1) await startPurchase(shop);
  await startPaid(shop);
  shop.sandbox.faults.addCall({ path: '/v1/payment_intents/*', method: 'GET', status: 500, count: 10 });
  await shop.reconciliation.runOnce();
  expect(shop.sandbox.faults.read().calls).toMatchObject([{ count: 9 }]);
  expect((await readBooks(shop)).orders).toEqual([]);
  shop.sandbox.faults.clear();
  shop.reconciliation.start();
  await expect.poll(async () => (await readBooks(shop)).orders.length).toBe(1);
  await shop.reconciliation.stop();
});

test('a payment not made within a day is cancelled and closed', async ({ shop }) => {
  const { paymentIntentId } = await startPurchase(shop);
  shop.clockAheadMs = 23 * HOUR_MS;
  await shop.reconciliation.runOnce();
  expect((await readBooks(shop)).attempts).toMatchObject([{ state: 'open' }]);
  shop.clockAheadMs = 25 * HOUR_MS;
  await shop.reconciliation.runOnce();
  const { attempts, orders } = await readBooks(shop);
  expect([attempts[0]?.state, orders]).toEqual(['closed', []]);
  expect((await shop.stripe.paymentIntents.retrieve(paymentIntentId)).status).toBe('canceled');
  await expect(pay(shop, paymentIntentId)).rejects.toThrow('canceled');
});

test('an attempt that never got a payment is closed after an hour', async ({ shop }) => {
  shop.sandbox.faults.addCall({ path: '/v1/payment_intents', method: 'POST', status: 500 });
  await post(shop, '/api/create-payment-intent', intentBody());
  await shop.reconciliation.runOnce();
  expect((await readBooks(shop)).attempts).toMatchObject([{ state: 'open' }]);
  shop.clockAheadMs = HOUR_MS + 1000;
  await shop.reconciliation.runOnce();
  expect((await readBooks(shop)).attempts).toMatchObject([{ state: 'closed' }]);
});

test('a closed attempt that was paid all the same is an order', async ({ shop }) => {
  const { paymentIntentId } = await startPurchase(shop);
  await shop.data.db.updateTable('orderAttempts').set({ state: 'closed' }).execute();
  await pay(shop, paymentIntentId);
  await post(shop, '/api/branch-boxes/order', { paymentIntentId });
  const { attempts, orders } = await readBooks(shop);
  expect([attempts[0]?.state, orders.length]).toEqual(['settled', 1]);
});

test('old attempts are asked about once an hour, young ones every time', async ({ shop }) => {
  await startPurchase(shop);
  const countAsked = async () => {
    shop.sandbox.faults.clear();
    shop.sandbox.faults.addCall({ path: '/v1/payment_intents/*', method: 'GET', count: 10 });
    await shop.reconciliation.runOnce();
    return 10 - (shop.sandbox.faults.read().calls[0]?.count ?? 0);
  };
  expect(await countAsked()).toBe(1);
  expect(await countAsked()).toBe(1);
  shop.clockAheadMs = 2 * HOUR_MS;
  expect(await countAsked()).toBe(1);
  expect(await countAsked()).toBe(0);
  shop.clockAheadMs = 3 * HOUR_MS;
  expect(await countAsked()).toBe(1);
});

test('reconciliation waits for no lost answer, and writes nothing once stopped', async ({ shop }) => {
  await startPaid(shop);
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  const reconciliation = createReconciliation({
    db: shop.data.db,
    recordPayment: shop.recordPayment,
    clock: () => new Date(),
    log: (message) => void shop.logged.push(message),
    gateway: {
      ...shop.gateway,
      async retrievePayment(id) {
        asked.resolve();
        await answer.promise;
        return shop.gateway.retrievePayment(id);
      },
    },
  });
  const run = reconciliation.runOnce();
  await asked.promise;
  await reconciliation.stop();
  answer.resolve();
  await run;
  const { orders, attempts } = await readBooks(shop);
  expect([orders, attempts[0]?.state]).toEqual([[], 'open']);
});
