import { randomUUID } from 'node:crypto';
import { toPence } from '../../../src/domain/money.ts';
import {
  buy,
  change,
  changeWeeks,
  payOnPage,
  readBooks,
  readHistory,
  readOrder,
  refund,
  retrievePayment,
  waitForDeliveries,
} from '../orders/shop-calls.ts';
import { expect, type ShopUnderTest, test } from '../orders/shop-under-test.ts';
import { compareBooks, listMails, payLink, pressPay, readPayPage, send, take } from './telephone-calls.ts';

/** Adds a box to an order. @returns the key of its payment link */
async function addBox(shop: ShopUnderTest, order: { id: string; version: number }, way: string, boxes = 1) {
  const id = randomUUID();
  const form = { id, order: order.id, version: String(order.version), boxes: String(boxes), way };
  return { id, key: shop.orderLinks.writeKey(id), ...(await send(shop, '/boxes', form)) };
}

/** Every further payment has another price, as if the farm had changed it meanwhile. */
function changePrice(shop: ShopUnderTest, pence: number): void {
  const { branchBox } = shop.catalogue;
  shop.catalogue = { ...shop.catalogue, branchBox: { ...branchBox, pricePence: toPence(pence) } };
}

test('a box more by link: the order stands as it was, until the link is paid', async ({ shop }) => {
  shop.openWebhooks();
  const order = await buy(shop);
  changePrice(shop, 3000);
  const { key, page } = await addBox(shop, order, 'link');
  expect(page).toContain(`1 box more for ${order.orderNumber}, £30.00: held until`);
  expect(await readOrder(shop)).toMatchObject({ quantity: 2, version: order.version });
  expect((await readPayPage(shop, key)).page).toContain(order.orderNumber);

  const { thanks } = await payLink(shop, key);
  expect(thanks).toContain('Thanks!');
  await waitForDeliveries(shop);
  await shop.reconciliation.runOnce();
  expect(await readOrder(shop)).toMatchObject({
    quantity: 3,
    totalPence: 8470,
    paidAmount: 8470,
    status: 'processing',
    flags: [],
    furtherPayments: [{ method: 'card', boxes: 1, paidPence: 3000 }],
  });
  const kinds = (await listMails(shop))
    .map(({ kind }) => kind)
    .filter((kind) => !kind.startsWith('order_co'));
  expect(kinds.sort()).toEqual(['buyer_change', 'order_change', 'order_notification', 'payment_request']);
  const changed = (await listMails(shop)).find(({ kind }) => kind === 'order_change');
  expect(changed?.textBody).toContain('is now 3 boxes.');
  const history = await readHistory(shop, order.id);
  expect(history.slice(1)).toMatchObject([
    { kind: 'payment', before: 'card', after: '30.00' },
    { kind: 'boxes', before: '2', after: '3' },
  ]);
  await compareBooks(shop);
});

test('boxes more in cash are there at once, and by bank when the money has arrived', async ({ shop }) => {
  const order = await buy(shop);
  const cash = await addBox(shop, order, 'cash');
  await addBox(shop, order, 'cash');
  expect(cash.status).toBe(303);
  const now = await readOrder(shop);
  expect(now).toMatchObject({ quantity: 3, paidAmount: 8205 });
  const bank = await addBox(shop, now, 'bank', 2);
  expect(await readOrder(shop)).toMatchObject({ quantity: 3, version: now.version });
  await send(shop, `/${bank.id}/arrived`);
  await send(shop, `/${bank.id}/arrived`);
  expect(await readOrder(shop)).toMatchObject({ quantity: 5, paidAmount: 13675, totalPence: 13675 });
  const csv = await (await shop.app.request('/api/admin/orders.csv', { headers: shop.admin })).text();
  // The dates of its payment and of its refunds are between them.
  expect(csv).toMatch(/,136\.75,136\.75,[\d-]+,0\.00,,54\.70,27\.35,54\.70,/);
  await compareBooks(shop);
});

test('boxes that the week does not have are refused, and those asked for are held', async ({ shop }) => {
  changeWeeks(shop, { boxes: 3 });
  const order = await buy(shop);
  expect((await addBox(shop, order, 'link', 2)).page).toContain('That week has 1 box left.');
  expect((await addBox(shop, order, 'link')).status).toBe(303);
  expect((await addBox(shop, order, 'cash')).page).toContain('That week has no boxes left.');
});

for (const status of ['shipped', 'cancelled'] as const) {
  test(`money for a box more of an order that is ${status} needs a look, and can go back`, async ({
    shop,
  }) => {
    const order = await buy(shop);
    const { key } = await addBox(shop, order, 'link');
    const { url } = await pressPay(shop, key);
    await change(shop, order.id, order.version, { status });
    expect((await readPayPage(shop, key)).status).toBe(410);
    await payOnPage(shop, url);
    await shop.reconciliation.runOnce();
    const late = await readOrder(shop);
    expect(late).toMatchObject({ quantity: 2, paidAmount: 8205, status });
    expect(late.flags.find(({ code }) => code === 'late_payment')?.details.slice(0, 2)).toEqual([
      '£27.35',
      '1 box',
    ]);
    await compareBooks(shop);
    const body = { version: late.version, boxes: undefined, goodwill: '27.35', reason: 'Too late' };
    expect((await refund(shop, order.id, body)).status).toBe(200);
    const settled = await readOrder(shop);
    expect(settled).toMatchObject({ paidAmount: 8205, refundedPence: 2735 });
    expect(settled.flags.map(({ code }) => code)).not.toContain('late_payment');
    await compareBooks(shop);
  });
}

test('a refund is taken from the payments in turn, the last one first', async ({ shop }) => {
  const order = await buy(shop);
  const { key } = await addBox(shop, order, 'link');
  await payLink(shop, key);
  const paid = await readOrder(shop);
  const further = paid.furtherPayments[0]?.paymentIntentId ?? '';
  const body = { version: paid.version, boxes: 2, requestId: randomUUID() };
  expect((await refund(shop, order.id, body)).body).toMatchObject({ refundedAmount: '54.70' });
  expect((await refund(shop, order.id, body)).body).toMatchObject({ refundedAmount: '54.70' });
  expect((await retrievePayment(shop, further)).refunded).toBe(2735);
  expect((await retrievePayment(shop, order.paymentIntentId)).refunded).toBe(2735);
  const { version } = await readOrder(shop);
  const rest = await refund(shop, order.id, { version });
  expect(rest.body).toMatchObject({ refundedAmount: '82.05', status: 'cancelled' });
  await compareBooks(shop);
});

test('a refund of a card and of cash goes back both ways, once', async ({ shop }) => {
  const order = await buy(shop);
  await addBox(shop, order, 'cash');
  const { version } = await readOrder(shop);
  const body = { version, boxes: 3, requestId: randomUUID() };
  await Promise.all([refund(shop, order.id, body), refund(shop, order.id, body)]);
  expect(await readOrder(shop)).toMatchObject({ refundedPence: 8205, status: 'cancelled' });
  expect((await retrievePayment(shop, order.paymentIntentId)).refunded).toBe(5470);
  await compareBooks(shop);
});

test('what Stripe reports of a further payment reaches the order', async ({ shop }) => {
  shop.openWebhooks();
  const order = await buy(shop);
  const { key } = await addBox(shop, order, 'link');
  await payLink(shop, key, '4000 0000 0000 0259');
  await waitForDeliveries(shop);
  const disputed = await readOrder(shop);
  expect(disputed).toMatchObject({ quantity: 3, dispute: 'open' });
  expect(disputed.flags.map(({ code }) => code)).toContain('dispute_open');
});

test('a refund of a further payment at Stripe’s own pages reaches the order, in any order', async ({
  shop,
}) => {
  shop.openWebhooks();
  const order = await buy(shop);
  const { key } = await addBox(shop, order, 'link');
  await payLink(shop, key);
  const further = (await readOrder(shop)).furtherPayments[0]?.paymentIntentId ?? '';
  await shop.stripe.refunds.create({ payment_intent: further, amount: 1000 });
  await shop.stripe.refunds.create({ payment_intent: order.paymentIntentId, amount: 500 });
  await waitForDeliveries(shop);
  expect(await readOrder(shop)).toMatchObject({ refundedPence: 1500, status: 'processing' });
  await compareBooks(shop);
});

test('a shop that has lost its records makes order and boxes again from Stripe’s', async ({ shop }) => {
  const order = await buy(shop);
  const { key } = await addBox(shop, order, 'link');
  await payLink(shop, key);
  const { db } = shop.data;
  for (const table of ['furtherPayments', 'orderEvents', 'labels', 'outbox'] as const) {
    await db.deleteFrom(table).execute();
  }
  await db.updateTable('orderAttempts').set({ addsTo: null }).execute();
  for (const table of ['orders', 'orderAttempts', 'settings'] as const) await db.deleteFrom(table).execute();
  await shop.reconciliation.runOnce();
  const { orders } = await readBooks(shop);
  expect(orders).toMatchObject([{ id: order.id, quantity: 3, paidAmount: 8205 }]);
  await compareBooks(shop);
});

test('an order taken by link takes over the e-mail address typed at Stripe, and can have more boxes too', async ({
  shop,
}) => {
  const { key } = await take(shop, { way: 'link', customerEmail: '' });
  await payLink(shop, key);
  const order = await readOrder(shop);
  expect(order.flags).toEqual([]);
  await payLink(shop, (await addBox(shop, order, 'link')).key);
  expect(await readOrder(shop)).toMatchObject({ quantity: 3, customerEmail: 'ann@example.com' });
  await compareBooks(shop);
});
