import { ORDER } from '../../support/sample-order.ts';
import { buyInTime, change, NEW_ADDRESS, readMails, readOrder, refund, sendOwn } from './shop-calls.ts';
import { expect, test } from './shop-under-test.ts';

test('a buyer who cancels hears of it, and the farm is asked for the refund', async ({ shop }) => {
  const { key, orderNumber } = await buyInTime(shop);
  await sendOwn(shop, 'cancel', { key });
  const [letter, ...others] = await readMails(shop, 'order_change');
  expect(others).toEqual([]);
  expect(letter).toMatchObject({
    recipient: ORDER.customerEmail,
    subject: `Your order ${orderNumber} is cancelled`,
    textBody: expect.stringContaining('We will send £54.70 back to the card you paid with'),
  });
  const [notice] = await readMails(shop, 'buyer_change');
  expect(notice).toMatchObject({
    subject: `Order ${orderNumber} cancelled by its buyer: refund £54.70`,
    replyTo: ORDER.customerEmail,
    textBody: expect.stringContaining('Please refund £54.70 on the admin page.'),
  });
  expect(notice?.recipient).not.toBe(ORDER.customerEmail);
});

test('a buyer’s change is confirmed to them, and the farm sees old and new', async ({ shop }) => {
  const { key } = await buyInTime(shop);
  await sendOwn(shop, 'change', { key, deliveryWeek: '2025-12-08', ...NEW_ADDRESS });
  const [letter] = await readMails(shop, 'order_change');
  expect(letter?.textBody).toContain('You have changed your order');
  expect(letter?.textBody).toContain('Delivery: Week of 8 Dec');
  expect(letter?.textBody).toContain('BA5 2AA');
  const [notice] = await readMails(shop, 'buyer_change');
  expect(notice?.textBody).toContain('Delivery now: Week of 8 Dec');
  expect(notice?.textBody).toContain('Delivery before: Week of 1 Dec');
  expect(notice?.textBody).toMatch(/Delivery to before:[\s\S]*TA1 1AA/);
});

test('a form without a change sends no mail', async ({ shop }) => {
  const { key, customerName, shippingAddress, shippingCity, shippingPostcode, week } = await buyInTime(shop);
  await sendOwn(shop, 'change', {
    key,
    deliveryWeek: week ?? '',
    customerName: customerName ?? '',
    shippingAddress: shippingAddress ?? '',
    shippingCity: shippingCity ?? '',
    shippingPostcode: shippingPostcode ?? '',
  });
  expect(await readMails(shop, 'order_change')).toEqual([]);
  expect(await readMails(shop, 'buyer_change')).toEqual([]);
});

test('the buyer hears when the farm moves or cancels the order, and of nothing else', async ({ shop }) => {
  const { id, orderNumber } = await buyInTime(shop);
  await change(shop, id, 1, { deliveryWeek: '2025-12-15', reason: 'Snow' });
  await change(shop, id, 2, { trackingNumbers: ['AB123456789GB'] });
  await change(shop, id, 3, { status: 'delivered' });
  const [moved, ...others] = await readMails(shop, 'order_change');
  expect(others).toEqual([]);
  expect(moved?.textBody).toContain(
    `We have moved your order ${orderNumber} to the week of 15 December 2025. Before, it was: Week of 1 Dec`,
  );
  expect(moved?.textBody).toContain('Delivery: Week of 15 Dec');
  expect(await readMails(shop, 'buyer_change')).toEqual([]);
});

test('an order that the farm cancels is told to its buyer once', async ({ shop }) => {
  const { id, orderNumber } = await buyInTime(shop);
  await change(shop, id, 1, { status: 'cancelled' });
  const mails = await readMails(shop, 'order_change');
  expect(mails).toMatchObject([{ subject: `Your order ${orderNumber} is cancelled` }]);
  const text = mails[0]?.textBody;
  expect(text).toContain(`We have cancelled your order ${orderNumber}, and nothing will be sent.`);
  expect(text).toContain('We will send £54.70 back to the card you paid with');
  expect(text).not.toContain('Week of');

  // Its money is owed until it has gone back, or the order is to be sent after all.
  const owed = { flags: [{ code: 'cancelled_unrefunded' }] };
  expect(await readOrder(shop)).toMatchObject(owed);
  expect((await change(shop, id, 2, { status: 'processing' })).body.flags).toEqual([]);
  expect((await change(shop, id, 3, { status: 'cancelled' })).body).toMatchObject(owed);
  const done = await refund(shop, id, { boxes: 2, version: 4 });
  expect(done.body).toMatchObject({ status: 'cancelled', flags: [], isRefunded: true });
  const [letter] = await readMails(shop, 'refund');
  expect(letter?.subject).toBe(`Your order ${orderNumber} is cancelled and refunded`);
});

test('an order whose payment the bank has taken back promises no money', async ({ shop }) => {
  const { id } = await buyInTime(shop);
  await shop.data.db.updateTable('orders').set({ dispute: 'lost' }).execute();
  expect((await change(shop, id, 1, { status: 'cancelled' })).body.flags).toEqual([]);
  const [mail] = await readMails(shop, 'order_change');
  expect(mail?.textBody).toContain('Your bank has given your payment back to you.');
  expect(mail?.textBody).not.toContain('We will send');
});
