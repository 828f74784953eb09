import { createOutbox } from '../../../api/mail/outbox.ts';
import { costOf } from '../../support/sample-order.ts';
import { expect, test } from '../orders/shop-under-test.ts';
import {
  compareBooks,
  entries,
  listMails,
  payLink,
  pressPay,
  read,
  readPayPage,
  send,
  take,
} from './telephone-calls.ts';

const HOUR_MS = 3_600_000;

test('a link holds its boxes, says what it is for, and makes one order when it is paid', async ({ shop }) => {
  shop.changeWeeks({ boxes: 2 });
  shop.openWebhooks();
  const { key, page } = await take(shop, { way: 'link' });
  expect(page).toContain(`/pay?key=${key}`);
  expect(page).toContain('href="sms:01632960123?body=');
  expect(page, 'the link just made waits').not.toContain('Everybody has paid.');
  expect((await send(shop, '', entries())).status).toBe(409);
  const [mail] = await listMails(shop);
  expect(mail).toMatchObject({ kind: 'payment_request', recipient: 'ann@example.com' });
  expect(mail?.textBody).not.toContain(key);

  const shown = await readPayPage(shop, key);
  expect(shown.status).toBe(200);
  for (const words of ['2 boxes', `Pay £${costOf(2)}`, 'Ann Lee']) expect(shown.page).toContain(words);
  const { thanks } = await payLink(shop, key);
  expect(thanks).toContain('Your order was received.');
  await shop.waitForDeliveries();
  await shop.reconciliation.runOnce();
  const { orders, mails } = await shop.readBooks();
  expect(orders).toMatchObject([
    { status: 'processing', paymentMethod: 'card', takenBy: 'Owner', flags: [], quantity: 2 },
  ]);
  expect(mails.map(({ kind }) => kind)).toEqual([
    'order_confirmation',
    'order_notification',
    'payment_request',
  ]);
  expect((await readPayPage(shop, key)).page).toContain('This is paid');
  expect((await pressPay(shop, key)).url).toBe('');
  expect(await read(shop)).toContain('Everybody has paid.');
  await compareBooks(shop);
});

test('an address that a buyer gives only at Stripe is the order’s, and gets the confirmation', async ({
  shop,
}) => {
  shop.openWebhooks();
  const { key } = await take(shop, { way: 'link', customerEmail: '' });
  expect(await listMails(shop)).toEqual([]);
  await payLink(shop, key);
  await shop.waitForDeliveries();
  const { orders, mails } = await shop.readBooks();
  expect(orders).toMatchObject([{ customerEmail: 'ann@example.com', flags: [] }]);
  expect(mails).toMatchObject([
    { kind: 'order_confirmation', recipient: 'ann@example.com' },
    { kind: 'order_notification' },
  ]);
});

test('a request to pay that is sent to another address has the same link', async ({ shop }) => {
  const { key } = await take(shop, { way: 'link' });
  const { db } = shop.data;
  const { id } = await db.selectFrom('outbox').select('id').executeTakeFirstOrThrow();
  const body = new URLSearchParams({ action: 'correct', address: 'anna@example.com' });
  await shop.app.request(`/admin/mails/${id}`, { method: 'POST', headers: shop.admin, body });
  const sent: { to: string; text: string }[] = [];
  const outbox = createOutbox({
    ...{ db, clock: () => new Date(), log: () => {}, writeOrderKey: shop.orderLinks.writeKey },
    transport: {
      send: async (mail) => {
        sent.push(mail);
        return { ok: true };
      },
    },
  });
  await outbox.runOnce();
  expect(sent).toMatchObject([{ to: 'anna@example.com', text: expect.stringContaining(`/pay?key=${key}`) }]);
});

test('a link opened many times at once is one page to pay on', async ({ shop }) => {
  const { key } = await take(shop, { way: 'link' });
  const opened = await Promise.all([1, 2, 3].map(() => pressPay(shop, key)));
  opened.push(await pressPay(shop, key));
  expect(new Set(opened.map(({ url }) => url)).size).toBe(1);
  expect((await shop.stripe.checkout.sessions.list({ limit: 10 })).data.length).toBe(1);
});

test('a page that has expired is replaced by another, and the link stays', async ({ shop }) => {
  shop.openWebhooks();
  const { id, key } = await take(shop, { way: 'link' });
  const first = await pressPay(shop, key);
  await shop.stripe.checkout.sessions.expire(first.url.replace(/.*\//, ''));
  await shop.waitForDeliveries();
  await shop.reconciliation.runOnce();
  const [one, other] = await Promise.all([pressPay(shop, key), pressPay(shop, key)]);
  expect(one.url).not.toBe(first.url);
  expect(other.url).toBe(one.url);
  await payLink(shop, key);
  expect((await shop.readOrder()).attemptId).toBe(id);
  await compareBooks(shop);
});

test('a service that stops while it opens the page opens the same one later', async ({ shop }) => {
  const { id, key } = await take(shop, { way: 'link' });
  const { db } = shop.data;
  const first = await pressPay(shop, key);
  // As it is before the session is stored.
  await db.updateTable('orderAttempts').set({ checkoutSessionId: null }).where('id', '=', id).execute();
  expect((await pressPay(shop, key)).url).toBe(first.url);
  // Too late to repeat the call.
  const soon = new Date(Date.now() + 60_000).toISOString();
  await db
    .updateTable('orderAttempts')
    .set({ checkoutSessionId: null, sessionEndsAt: soon })
    .where('id', '=', id)
    .execute();
  expect((await pressPay(shop, key)).url).toBe(first.url);
});

test('a link that lapses frees its boxes by itself, and says so', async ({ shop }) => {
  shop.changeWeeks({ boxes: 2 });
  const { id, key } = await take(shop, { way: 'link' });
  shop.clockAheadMs = 48 * HOUR_MS + 1000;
  const over = await readPayPage(shop, key);
  expect(over.status).toBe(410);
  expect(over.page).toContain('This link has expired');
  expect(over.page).toContain('href="tel:');
  expect((await pressPay(shop, key)).status).toBe(410);
  await take(shop);
  await shop.reconciliation.runOnce();
  const { attempts } = await shop.readBooks();
  expect(attempts.find((each) => each.id === id)?.state).toBe('closed');
});

test('a withdrawn link frees its boxes, and ends its page at Stripe', async ({ shop }) => {
  shop.changeWeeks({ boxes: 2 });
  const { id, key } = await take(shop, { way: 'link' });
  const { url } = await pressPay(shop, key);
  const withdrawn = await send(shop, `/${id}/withdraw`);
  expect(withdrawn.page).toContain('its boxes are free again');
  const session = await shop.stripe.checkout.sessions.retrieve(url.replace(/.*\//, ''));
  expect(session.status).toBe('expired');
  expect((await readPayPage(shop, key)).status).toBe(410);
  await take(shop);
  expect((await send(shop, `/${id}/withdraw`)).location).toBe('/admin/telephone?done=gone');
});

test('money for a link that was withdrawn meanwhile is not lost', async ({ shop }) => {
  const { id, key } = await take(shop, { way: 'link' });
  const { url } = await pressPay(shop, key);
  await shop.data.db
    .updateTable('orderAttempts')
    .set({ endsAt: new Date(0).toISOString(), heldUntil: null })
    .where('id', '=', id)
    .execute();
  await shop.payOnPage(url);
  await shop.reconciliation.runOnce();
  expect(await shop.readOrder()).toMatchObject({ attemptId: id, status: 'processing' });
  await compareBooks(shop);
});

test('an unknown key shows where to find the link', async ({ shop }) => {
  const { key } = await take(shop, { way: 'cash' });
  for (const wrong of ['', 'nonsense', key]) {
    const shown = await readPayPage(shop, wrong);
    expect(shown.status).toBe(wrong === '' ? 200 : 404);
    expect(shown.page).toContain('Open the link we sent you');
  }
});

test('the mail can be sent again, once for each press', async ({ shop }) => {
  const { id } = await take(shop, { way: 'link' });
  expect((await send(shop, `/${id}/send`)).page).toContain('on its way again');
  expect((await listMails(shop)).length).toBe(2);
});

test('a declined card and an expired page do not end the link', async ({ shop }) => {
  shop.openWebhooks();
  const { key } = await take(shop, { way: 'link' });
  const { url } = await pressPay(shop, key);
  await shop.payOnPage(url, '4000 0000 0000 0002');
  await shop.stripe.checkout.sessions.expire(url.replace(/.*\//, ''));
  await shop.waitForDeliveries();
  // Stripe cancels an expired page's payment.
  const [intent] = (await shop.stripe.paymentIntents.list({ limit: 1 })).data;
  const declined = await shop.retrievePayment(intent?.id ?? '');
  await shop.recordPayment({ payment: { ...declined, state: 'cancelled' } });
  await shop.reconciliation.runOnce();
  await payLink(shop, key);
  expect(await shop.readOrder()).toMatchObject({ paymentStatus: 'succeeded', flags: [] });
  await compareBooks(shop);
});

test('a link that nobody has opened for hours stays open', async ({ shop }) => {
  const { key } = await take(shop, { way: 'link' });
  shop.clockAheadMs = 3 * HOUR_MS;
  await shop.reconciliation.runOnce();
  expect((await readPayPage(shop, key)).status).toBe(200);
});

test('a closed week and a far postcode that the farm has promised need no look once they are paid', async ({
  shop,
}) => {
  shop.changeWeeks({ boxes: 5, orderBy: '2020-01-01' });
  const { key } = await take(shop, { way: 'link', shippingPostcode: 'BT1 1AA', outside: 'yes' });
  await payLink(shop, key);
  expect(await shop.readOrder()).toMatchObject({ status: 'processing', flags: [] });
});
