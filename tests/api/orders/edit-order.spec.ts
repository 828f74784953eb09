import { LONGEST_NOTE } from '../../../src/domain/orders/order-edit.ts';
import { describeEvent } from '../../../src/domain/orders/order-history.ts';
import { flagOrders } from '../../support/flag-orders.ts';
import { ORDER } from '../../support/sample-order.ts';
import { buy, buyInTime, call, change, readHistory, readMails, readOrder } from './shop-calls.ts';
import { expect, type ShopUnderTest, test } from './shop-under-test.ts';

const PLAIN = { recipientName: '', giftMessage: '' };

function edit(shop: ShopUnderTest, id: string, version: number, details: object) {
  return call(shop, 'PATCH', `/orders/${id}/details`, { version, ...details });
}

async function describeHistory(shop: ShopUnderTest, id: string): Promise<string[]> {
  return (await readHistory(shop, id)).slice(1).map(describeEvent);
}

test('the farm changes an address: the history says from what to what, and the buyer hears', async ({
  shop,
}) => {
  const { id, orderNumber } = await buyInTime(shop, PLAIN);
  const { status, body } = await edit(shop, id, 1, {
    shippingAddress: '9 New Road\r\nFlat 2',
    shippingPostcode: 'ba5 2aa',
    recipientName: 'Granny Lee',
    reason: 'Rang us',
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    version: 2,
    shippingPostcode: 'BA5 2AA',
    shippingAddress: '9 New Road\nFlat 2',
  });
  expect(await describeHistory(shop, id)).toEqual([
    'Owner changed the address from: Ann Lee, 1 High Street, Taunton, TA1 1AA, to: Granny Lee, 9 New Road, Flat 2, Taunton, BA5 2AA.',
  ]);
  const [mail, ...others] = await readMails(shop, 'order_change');
  expect(others).toEqual([]);
  expect(mail?.recipient).toBe(ORDER.customerEmail);
  expect(mail?.textBody).toContain(`We have changed the address of your order ${orderNumber}.`);
  expect(mail?.textBody).toContain('Granny Lee\n');
});

test('each other detail has its own line; a new e-mail address is told, and a phone number is not', async ({
  shop,
}) => {
  const { id } = await buyInTime(shop, PLAIN);
  await edit(shop, id, 1, { customerPhone: '01632 960 777' });
  expect(await readMails(shop, 'order_change')).toEqual([]);
  await edit(shop, id, 2, {
    giftMessage: 'To you',
    specialInstructions: '',
    customerEmail: 'new@example.com',
  });
  expect(await describeHistory(shop, id)).toEqual([
    'Owner changed the phone number from: 01632 960123, to: 01632 960 777.',
    'Owner changed the e-mail address from: ann@example.com, to: new@example.com.',
    'Owner changed the gift message from: none, to: To you.',
    'Owner changed the instructions from: Leave it in the porch, to: none.',
  ]);
  expect(await readMails(shop, 'order_change')).toMatchObject([
    { recipient: 'new@example.com', textBody: expect.stringContaining('Here it is now.') },
  ]);
});

test('what cannot be taken is said at its field, and nothing changes', async ({ shop }) => {
  const { id } = await buyInTime(shop);
  const wrong = {
    customerName: ' ',
    customerEmail: 'ann',
    shippingPostcode: 'TA',
    giftMessage: 'x'.repeat(201),
  };
  const { status, body } = await edit(shop, id, 1, wrong);
  expect([status, Object.keys(body.fields)]).toEqual([422, Object.keys(wrong).sort(byTable)]);
  expect((await readOrder(shop)).version).toBe(1);
  expect((await edit(shop, id, 1, { orderNumber: 'BB-2222-222' })).status).toBe(422);
  // The same again is no change.
  const same = { customerName: 'Ann Lee ', shippingPostcode: 'ta11aa' };
  expect((await edit(shop, id, 1, same)).body).toMatchObject({ version: 1 });
});

test('of two changes the second is told, with the order as it is now', async ({ shop }) => {
  const { id } = await buyInTime(shop);
  await edit(shop, id, 1, { shippingCity: 'Wells' });
  const late = await edit(shop, id, 1, { shippingCity: 'Bath' });
  expect(late.status).toBe(409);
  expect(late.body).toMatchObject({
    code: 'order_changed_meanwhile',
    order: { version: 2, shippingCity: 'Wells' },
  });
  expect((await call(shop, 'PATCH', `/orders/${id}/note`, { version: 1, note: 'x' })).status).toBe(409);
});

test('once it is sent, only e-mail and phone change', async ({ shop }) => {
  const { id } = await buyInTime(shop);
  await change(shop, id, 1, { status: 'shipped' });
  const refused = await edit(shop, id, 2, { shippingCity: 'Bath', customerPhone: '1' });
  expect([refused.status, refused.body.code]).toEqual([409, 'step_not_allowed']);
  const taken = await edit(shop, id, 2, { customerEmail: 'new@example.com', customerPhone: '01632 960 777' });
  expect(taken.body).toMatchObject({
    customerEmail: 'new@example.com',
    customerPhone: '01632 960 777',
    version: 3,
  });
});

test('the reasons for a look are decided anew', async ({ shop }) => {
  const { id } = await buyInTime(shop);
  flagOrders(shop.data.sqlite, 'abroad');
  flagOrders(shop.data.sqlite, 'fraud_warning');
  shop.data.sqlite.exec(`UPDATE orders SET shipping_country = 'FR', shipping_postcode = '75001'`);
  // The postcode is not one of ours, but nobody has touched it.
  const kept = await edit(shop, id, 1, { shippingCity: 'Paris' });
  expect(kept.body.flags.map(({ code }: { code: string }) => code)).toEqual(['abroad', 'fraud_warning']);
  const home = await edit(shop, id, 2, { shippingPostcode: 'TA1 1AA' });
  expect(home.body).toMatchObject({ shippingCountry: 'GB', flags: [{ code: 'fraud_warning' }] });
  const { prefixes } = shop.catalogue.deliveryArea.notDeliveredTo[0] ?? { prefixes: [] };
  const away = await edit(shop, id, 3, { shippingPostcode: `${prefixes[0]}1 1AA` });
  expect(away.body.flags).toMatchObject([{ code: 'fraud_warning' }, { code: 'outside_area' }]);
  const back = await edit(shop, id, 4, { shippingPostcode: 'TA1 1AA' });
  expect(back.body.flags).toMatchObject([{ code: 'fraud_warning' }]);
});

test('the details that were missing bring the confirmation, once', async ({ shop }) => {
  const { id } = await buyInTime(shop);
  shop.data.sqlite.exec(
    `DELETE FROM outbox; UPDATE orders SET shipping_postcode = NULL, shipping_address = NULL`,
  );
  flagOrders(shop.data.sqlite, 'missing_details');
  await edit(shop, id, 1, { shippingAddress: '1 High Street' });
  expect(await readMails(shop, 'order_confirmation')).toEqual([]);
  await edit(shop, id, 2, { shippingPostcode: 'TA1 1AA' });
  expect(await readMails(shop, 'order_confirmation')).toMatchObject([{ recipient: ORDER.customerEmail }]);
  expect((await readOrder(shop)).flags).toEqual([]);
  expect(await readMails(shop, 'order_change')).toHaveLength(1);
});

test('the farm’s own note is found by the search, and is nowhere else', async ({ shop }) => {
  const { id, key } = await buyInTime(shop);
  const note = 'Rang on Tuesday:\nwants zibeline ribbon';
  const written = await call(shop, 'PATCH', `/orders/${id}/note`, { version: 1, note });
  expect(written.body).toMatchObject({ internalNote: note, version: 2 });
  expect(await describeHistory(shop, id)).toEqual([
    'Owner changed the note from: none, to: Rang on Tuesday:, wants zibeline ribbon.',
  ]);
  const search = await shop.app.request('/api/branch-boxes/orders?q=zibeline', { headers: shop.admin });
  expect((await search.json()).orders).toMatchObject([{ id }]);
  await call(shop, 'POST', `/orders/${id}/confirmation`);
  await edit(shop, id, 2, { shippingCity: 'Wells' });
  const own = await (await shop.app.request(`/order?key=${key}`)).text();
  const paper = (view: string) =>
    shop.app.request(`/admin/packing?week=${ORDER.deliveryWeek}&view=${view}`, { headers: shop.admin });
  const papers = await Promise.all(
    ['list', 'slips', 'labels'].map(async (view) => (await paper(view)).text()),
  );
  const mails = JSON.stringify(await shop.data.db.selectFrom('outbox').selectAll().execute());
  const payments = JSON.stringify(await shop.stripe.paymentIntents.list());
  for (const text of [own, ...papers, mails, payments]) {
    expect(text).toContain('Grace Hill');
    expect(text).not.toContain('zibeline');
  }
  const long = await call(shop, 'PATCH', `/orders/${id}/note`, {
    version: 3,
    note: 'x'.repeat(LONGEST_NOTE + 1),
  });
  expect([long.status, Object.keys(long.body.fields)]).toEqual([422, ['note']]);
});

test('the confirmation goes again as the order is now, to where it has its mail now', async ({ shop }) => {
  const { id } = await buyInTime(shop);
  await edit(shop, id, 1, { customerEmail: 'new@example.com', shippingCity: 'Wells' });
  const again = await call(shop, 'POST', `/orders/${id}/confirmation`);
  expect([again.status, again.body]).toEqual([200, { sentTo: 'new@example.com' }]);
  await call(shop, 'POST', `/orders/${id}/confirmation`);
  const mails = await shop.data.db
    .selectFrom('outbox')
    .select(['recipient', 'state', 'textBody'])
    .where('kind', '=', 'order_confirmation')
    .where('sentAgainAs', 'is', null)
    .execute();
  // Pressing twice sends one mail, and the first one, which still waits, is not sent besides.
  expect(mails).toMatchObject([
    { recipient: 'new@example.com', state: 'waiting', textBody: expect.stringContaining('Wells') },
  ]);
});

test('nothing is confirmed of an order that is not paid, is cancelled, or has no address', async ({
  shop,
}) => {
  const { id } = await buy(shop);
  const ask = async () => (await call(shop, 'POST', `/orders/${id}/confirmation`)).status;
  for (const column of [`payment_status = 'processing'`, `status = 'cancelled'`, 'customer_email = NULL']) {
    shop.data.sqlite.exec(`UPDATE orders SET ${column}`);
    expect(await ask(), column).toBe(409);
    shop.data.sqlite.exec(
      `UPDATE orders SET payment_status = 'succeeded', status = 'processing', customer_email = 'ann@example.com'`,
    );
  }
  expect(await ask()).toBe(200);
});

/** In the order of the form. */
function byTable(one: string, other: string): number {
  const names = Object.keys(ORDER);
  return names.indexOf(one) - names.indexOf(other);
}
