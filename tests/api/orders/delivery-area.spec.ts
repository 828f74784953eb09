import { readOrderRow, selectOrders } from '../../../api/orders/orders-repository.ts';
import { flagOrders } from '../../support/flag-orders.ts';
import { ORDER } from '../../support/sample-order.ts';
import {
  complete,
  intentBody,
  pay,
  post,
  readBooks,
  readMails,
  setClock,
  startPaid,
  startPurchase,
  submitForm,
} from './shop-calls.ts';
import { expect, test } from './shop-under-test.ts';

const OUTSIDE = { code: 'outside_area', details: [] };

const BELFAST = { shippingPostcode: 'bt1 1aa', shippingCity: 'Belfast' };
const SENTENCE =
  'We do not deliver to BT postcodes (Northern Ireland). Please ring us on 01632 960 214, and we will see what we can do.';

test('an order for where nothing is delivered is refused before there is a payment', async ({ shop }) => {
  expect(await post(shop, '/api/create-payment-intent', intentBody(BELFAST))).toMatchObject({
    status: 422,
    body: { code: 'invalid_fields', fields: { 'order.shippingPostcode': SENTENCE } },
  });
  expect((await readBooks(shop)).attempts).toEqual([]);
  expect((await shop.stripe.paymentIntents.list()).data).toEqual([]);
});

test('the posted form comes back with the message beside the postcode', async ({ shop }) => {
  const answer = await submitForm(shop, BELFAST);
  expect(answer.status).toBe(422);
  const page = await answer.text();
  expect(page).toMatch(`<span class="visually-hidden">Error: </span>${SENTENCE}`);
  expect(page).toContain('value="BT1 1AA"');
  expect((await readBooks(shop)).attempts).toEqual([]);
});

test('an address that comes with the payment keeps its order, flagged', async ({ shop }) => {
  const foliage = await startPurchase(
    shop,
    { quantity: 1, deliveryWeek: '2025-12-01' },
    '/create-payment-intent',
  );
  await shop.stripe.paymentIntents.update(foliage.paymentIntentId, {
    receipt_email: 'ann@example.com',
    shipping: {
      name: 'Ann Ash',
      address: { line1: '1 High Street', city: 'Belfast', postal_code: 'BT1 1AA', country: 'GB' },
    },
  });
  await pay(shop, foliage.paymentIntentId);
  expect((await complete(shop, foliage.paymentIntentId, {})).status).toBe(200);

  // The specified body without the order: everything about it arrives after the payment.
  const { order: _, ...bare } = intentBody();
  const late = await startPurchase(shop, bare);
  await pay(shop, late.paymentIntentId);
  await complete(shop, late.paymentIntentId, {});
  expect((await complete(shop, late.paymentIntentId, { ...ORDER, ...BELFAST })).status).toBe(200);

  const { orders } = await readBooks(shop);
  expect(orders.map(({ flags, status }) => [flags, status])).toEqual([
    [[OUTSIDE], 'processing'],
    [[OUTSIDE], 'processing'],
  ]);
  expect(await readMails(shop, 'order_confirmation')).toEqual([]);
  expect(await readMails(shop, 'order_notification')).not.toEqual([]);
});

test('on the own page no such address is taken, and another one clears the flag', async ({ shop }) => {
  setClock(shop, '2025-11-01T12:00:00Z');
  const { paymentIntentId } = await startPaid(shop);
  await complete(shop, paymentIntentId);
  const read = async () => readOrderRow(await selectOrders(shop.data.db).executeTakeFirstOrThrow());
  const { id } = await read();
  const change = (version: number, entries: Record<string, string>) => {
    const { customerName, shippingAddress, shippingCity } = ORDER;
    const key = shop.orderLinks.writeKey(id);
    const given = { key, version: `${version}`, customerName, shippingAddress, shippingCity, ...entries };
    return shop.app.request('/order/change', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(given).toString(),
    });
  };
  const refused = await change(1, { shippingPostcode: 'JE2 3AB' });
  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain('We do not deliver to JE postcodes (the Channel Islands)');
  expect(await read()).toMatchObject({ version: 1, shippingPostcode: 'TA1 1AA' });

  await shop.data.db.updateTable('orders').set({ shippingPostcode: 'BT1 1AA' }).execute();
  flagOrders(shop.data.sqlite, 'outside_area');
  // An order agreed by telephone may still change its week.
  const moved = await change(1, { shippingPostcode: 'BT1 1AA', deliveryWeek: '2025-12-08' });
  expect(moved.status).toBe(303);
  expect(await read()).toMatchObject({ week: '2025-12-08', flags: [OUTSIDE] });
  expect((await change(2, { shippingPostcode: 'TA1 1AA' })).status).toBe(303);
  expect(await read()).toMatchObject({ shippingPostcode: 'TA1 1AA', flags: [] });
});
