import { NO_MAILS } from '../../../api/orders/change-order.ts';
import { createPaymentRecorder } from '../../../api/orders/sale/record-payment.ts';
import { claimMode } from '../../../api/settlement/claim-mode.ts';
import { readBooks, retrievePayment, startPaid } from '../orders/shop-calls.ts';
import { expect, test } from '../orders/shop-under-test.ts';

test('a data folder keeps its mode, and says how to start another', async ({ shop }) => {
  const { db } = shop.data;
  await claimMode(db, shop.folder, 'live');
  await claimMode(db, shop.folder, 'live');
  const refused = claimMode(db, shop.folder, 'sandbox');
  await expect(refused).rejects.toThrow(
    `The data folder ${shop.folder} was started with live payments, but the settings are for the payment sandbox.`,
  );
  await expect(claimMode(db, shop.folder, 'test')).rejects.toThrow('set DATA_DIR to a new, empty folder');
});

test('each attempt has its mode, and a payment of another world buys nothing', async ({ shop }) => {
  const { paymentIntentId } = await startPaid(shop);
  expect((await readBooks(shop)).attempts).toMatchObject([{ mode: 'sandbox' }]);
  const payment = await retrievePayment(shop, paymentIntentId);
  // Real money in a sandbox shop, and the sandbox's money in a live one.
  expect(await shop.recordPayment({ payment: { ...payment, isLive: true } })).toEqual({ outcome: 'foreign' });
  const logged: string[] = [];
  const live = createPaymentRecorder({
    ...shop.parts,
    mode: 'live',
    log: (message) => logged.push(message),
    mails: NO_MAILS,
  });
  for (const isLive of [false, true]) {
    expect(await live({ payment: { ...payment, isLive } })).toEqual({ outcome: 'foreign' });
  }
  expect(logged[0]).toBe(`the payment ${paymentIntentId} does not belong to this live shop and was ignored`);
  expect((await readBooks(shop)).orders).toEqual([]);
});
