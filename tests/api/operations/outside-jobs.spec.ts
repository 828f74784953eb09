import { createClickAndDrop } from '../../../api/labels/click-and-drop.ts';
import { createLabelQueue } from '../../../api/labels/label-queue.ts';
import { NO_MAILS } from '../../../api/orders/change-order.ts';
import { createReconciliation } from '../../../api/settlement/reconciliation.ts';
import { KEY } from '../labels/click-and-drop-stand-in.ts';
import { test as base, expect } from '../labels/test.ts';
import { openSmtpInbox, type SmtpInbox } from '../mail/smtp-inbox.ts';
import type { ShopUnderTest } from '../orders/shop-under-test.ts';
import { listSubjects, openWatchedService } from './farm-under-test.ts';

/** A shop whose service restarts as often as a test asks. */
const test = base.extend<{ inbox: SmtpInbox }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
  inbox: async ({}, use) => {
    const inbox = await openSmtpInbox();
    await use(inbox);
    await inbox.close();
  },
});

function restart(shop: ShopUnderTest, inbox: SmtpInbox) {
  return openWatchedService(shop.data.db, inbox, () => new Date(Date.now() + shop.clockAheadMs));
}

test('reconciliation: Stripe’s outage is reported once, and its end', async ({ shop, inbox }) => {
  await shop.startPurchase();
  const run = async () => {
    const { watch, outbox } = restart(shop, inbox);
    const reportRun = watch.follow('reconciliation');
    await createReconciliation({ ...shop.parts, log: () => {}, reportRun }).runOnce();
    // The order's own mails do not matter here.
    await outbox.runOnce();
    shop.clockAheadMs += 5 * 60_000;
    return listSubjects(inbox);
  };
  const failing = 'The shop cannot ask Stripe about payments';
  shop.sandbox.faults.addCall({ path: '/v1/payment_intents/*', method: 'GET', status: 500, count: 100 });
  expect([await run(), await run()]).toEqual([[], []]);
  expect(await run()).toEqual([failing]);
  expect(await run()).toEqual([failing]);
  // With nothing to ask, nobody knows.
  const { db } = shop.data;
  await db.updateTable('orderAttempts').set({ state: 'closed' }).execute();
  expect(await run()).toEqual([failing]);
  await db.updateTable('orderAttempts').set({ state: 'open' }).execute();
  shop.sandbox.faults.clear();
  const both = [failing, 'The shop can ask Stripe about payments again'];
  expect(await run()).toEqual(both);
  expect(await run()).toEqual(both);
});

test('reconciliation: a refused key is reported, one refusal among answers is not', async ({
  shop,
  inbox,
}) => {
  for (let count = 0; count < 2; count += 1) await shop.startPurchase();
  const { watch } = restart(shop, inbox);
  const reportRun = watch.follow('reconciliation');
  const job = createReconciliation({ ...shop.parts, log: () => {}, reportRun });
  const failTwice = async (count: number) => {
    for (let time = 0; time < 3; time += 1) {
      shop.sandbox.faults.clear();
      shop.sandbox.faults.addCall({ path: '/v1/payment_intents/*', method: 'GET', status: 401, count });
      await job.runOnce();
      shop.clockAheadMs += 6 * 60_000;
    }
    return watch.listWarnings();
  };
  expect(await failTwice(1)).toEqual([]);
  expect(await failTwice(2)).toEqual(['reconciliation']);
});

test('labels: a refused key is reported after an hour, and its repair', async ({ shop, inbox, desk }) => {
  await shop.buy();
  const run = async () => {
    const { watch, outbox } = restart(shop, inbox);
    const service = createClickAndDrop({ key: KEY, url: desk.standIn.url });
    await createLabelQueue({
      db: shop.data.db,
      clock: () => new Date(Date.now() + shop.clockAheadMs),
      log: () => {},
      service,
      reportRun: watch.follow('labels'),
      pause: async () => {},
      getCatalogue: () => shop.catalogue,
      mails: NO_MAILS,
      wakeOutbox: () => {},
    }).runOnce();
    await outbox.runOnce();
    return listSubjects(inbox);
  };
  const failing = 'Royal Mail Click & Drop is not taking the shop’s orders';
  desk.standIn.mood = 'unauthorised';
  // As often as the queue tries.
  for (const minutes of [1, 2, 4, 8, 16, 32]) {
    expect(await run()).toEqual([]);
    desk.pass(minutes);
  }
  expect(await run()).toEqual([failing]);
  desk.pass(120);
  expect(await run()).toEqual([failing]);
  // An order that cannot be sent says so itself; the service works.
  desk.standIn.mood = 'refuse';
  desk.pass(240);
  const both = [failing, 'Royal Mail Click & Drop is taking the shop’s orders again'];
  expect(await run()).toEqual(both);
  desk.pass(240);
  expect(await run()).toEqual(both);
});
