import { FOUNDER_ID } from '../../../api/admin/admin-repository.ts';
import { createTransferJob } from '../../../api/telephone/transfers.ts';
import { BOX_PENCE, costOf } from '../../support/sample-order.ts';
import { expect, openAnotherApp, type ShopUnderTest, test } from '../orders/shop-under-test.ts';
import { readPage } from '../slot-pages.ts';
import { compareBooks, entries, listMails, read, send, take } from './telephone-calls.ts';

test('an order paid in cash is paid at once, and confirmed to its buyer alone', async ({ shop }) => {
  const { page } = await take(shop);
  const order = await shop.readOrder();
  expect(order).toMatchObject({
    status: 'processing',
    paymentStatus: 'succeeded',
    paymentMethod: 'cash',
    paymentIntentId: null,
    paidAmount: 2 * BOX_PENCE,
    takenBy: 'Owner',
    takenById: FOUNDER_ID,
    flags: [],
  });
  expect(page).toContain(`Order ${order.orderNumber} is paid. An e-mail is on its way.`);
  expect((await listMails(shop)).map(({ kind }) => kind)).toEqual(['order_confirmation']);
  const history = await shop.readHistory(order.id);
  expect(history.map(({ kind, person, after }) => [kind, person, after])).toEqual([
    ['status', 'Owner', 'processing'],
    ['payment', 'Owner', costOf(2)],
  ]);
  await compareBooks(shop);
});

test('another order for a buyer has everything filled in but the boxes', async ({ shop }) => {
  await take(shop, {
    quantity: '5',
    recipientName: 'Ida <Hill>',
    shippingPostcode: 'HS1 2AA',
    outside: 'yes',
  });
  const { id, orderNumber } = await shop.readOrder();
  const page = await read(shop, `/admin/telephone?order=${id}`);
  expect(page).toContain(`Everything is as in ${orderNumber}`);
  const typed = (name: string) =>
    new RegExp(`name="${name}"[^>]*?(?: value="([^"]*)"|>([^<]*)</textarea>)`)
      .exec(page)
      ?.slice(1)
      .join('')
      .trim();
  const form = entries({ quantity: '1', recipientName: 'Ida &#60;Hill&#62;', shippingPostcode: 'HS1 2AA' });
  for (const [name, value] of Object.entries(form)) {
    if (!['id', 'way', 'deliveryWeek'].includes(name)) expect(typed(name), name).toBe(value);
  }
  expect(page).toContain(`<option value="${form.deliveryWeek}" selected>`);
  expect(page).toContain('We deliver there all the same');
  expect(typed('id')).not.toBe(id);
});

test('a form sent twice is one order', async ({ shop }) => {
  const form = entries();
  await Promise.all([send(shop, '', form), send(shop, '', form)]);
  await send(shop, '', form);
  const count = async () => (await shop.data.db.selectFrom('orders').select('id').execute()).length;
  expect(await count()).toBe(1);
  // The next caller's, typed into the page that the browser went back to.
  const next = await send(shop, '', { ...form, customerName: 'Bob Hill' });
  expect([next.status, await count()]).toEqual([409, 1]);
  expect(next.page).toContain('You’ve taken another order with this form already.');
  expect(next.page).toContain('value="Bob Hill"');
  const [, id = ''] = /name="id" value="([^"]+)"/.exec(next.page) ?? [];
  await send(shop, '', { ...form, id, customerName: 'Bob Hill' });
  expect(await count()).toBe(2);
});

test('a caller without an e-mail address gets no mails, and needs no look', async ({ shop }) => {
  await take(shop, { customerEmail: '' });
  expect(await shop.readOrder()).toMatchObject({ customerEmail: null, flags: [], status: 'processing' });
  expect((await listMails(shop)).map(({ kind }) => kind)).toEqual([]);
});

test('a bank transfer waits until the farm sees the money', async ({ shop }) => {
  const { page } = await take(shop, { way: 'bank' });
  const waiting = await shop.readOrder();
  expect(waiting).toMatchObject({ status: 'pending', paymentStatus: 'processing', paymentMethod: 'bank' });
  expect(page).toContain(`Order ${waiting.orderNumber} is waiting for the money.`);
  expect(page).toContain(`£${costOf(2)} by bank transfer`);
  const [mail, ...others] = await listMails(shop);
  expect(others).toEqual([]);
  expect(mail?.kind).toBe('payment_request');
  expect(mail?.textBody).toContain(`£${costOf(2)}`);
  expect(mail?.textBody).toContain('We’ll ring you with our account details.');
  // Nobody asks Stripe about it.
  await shop.reconciliation.runOnce();
  expect((await shop.change(waiting.id, 1, { status: 'shipped' })).status).toBe(409);

  for (let times = 0; times < 2; times += 1) await shop.postOrderForm(`${waiting.orderNumber}/money/arrived`);
  expect(await shop.readOrder()).toMatchObject({
    status: 'processing',
    paymentStatus: 'succeeded',
    version: 2,
  });
  const kinds = (await listMails(shop)).map(({ kind }) => kind).sort();
  expect(kinds).toEqual(['order_confirmation', 'payment_request']);
  expect(await read(shop)).toContain('Everybody has paid.');
});

/** What the service does at an instant with the transfers that have not come. */
async function lookAtTransfers(shop: ShopUnderTest, instant: string, isRight = true): Promise<void> {
  shop.setClock(instant);
  const { log } = shop.parts.serviceLog;
  await createTransferJob({ ...shop.parts, log, isClockRight: async () => isRight }).runOnce();
}

test('a transfer is asked for once more after five days, and lapses after ten, as its buyer was told', async ({
  shop,
}) => {
  shop.changeWeeks({ boxes: 2 });
  shop.setClock('2025-11-17T12:00:00Z');
  const { id, page } = await take(shop, { way: 'bank' });
  expect(page).toContain('the end of Thursday 27 November 2025');
  const { id: orderId, orderNumber } = await shop.readOrder();
  const own = await shop.app.request(`/order?key=${shop.orderLinks.writeKey(orderId)}`);
  expect(await readPage(own)).toContain('until the end of Thursday 27 November 2025');
  const listKinds = async () => (await listMails(shop)).map(({ kind }) => kind);
  const [asked] = await listMails(shop);
  expect(asked?.textBody).toContain(
    'until the end of Thursday 27 November 2025. If your transfer hasn’t come after 5 days',
  );
  for (const [instant, kinds, status, isRight = true] of [
    ['2025-11-21T12:00:00Z', ['payment_request'], 'pending'],
    // Nobody is written to at night.
    ['2025-11-22T08:00:00Z', ['payment_request'], 'pending'],
    ['2025-11-22T10:00:00Z', ['payment_request', 'payment_reminder'], 'pending'],
    ['2025-11-27T17:00:00Z', ['payment_request', 'payment_reminder'], 'pending'],
    ['2025-11-28T10:00:00Z', ['payment_request', 'payment_reminder'], 'pending', false],
    ['2025-11-28T10:00:00Z', ['payment_request', 'payment_reminder', 'payment_lapsed'], 'cancelled'],
  ] as const) {
    await lookAtTransfers(shop, instant, isRight);
    expect([await listKinds(), (await shop.readOrder()).status], instant).toEqual([kinds, status]);
    const note = await read(shop, '/admin/telephone');
    expect(note.includes('5 days'), instant).toBe(status === 'pending' && instant.startsWith('2025-11-22'));
  }
  const [, reminder, lapse] = await listMails(shop);
  expect(reminder?.textBody).toContain('If you haven’t got our account details, please ring us.');
  expect(lapse?.textBody).toContain('If your transfer still arrives, it isn’t lost.');
  expect((await shop.readHistory(orderId)).at(-1)).toMatchObject({
    kind: 'status',
    after: 'cancelled',
    reason: 'The bank transfer had not come by Thursday 27 November 2025.',
  });
  // It comes all the same, and its boxes have gone to somebody else, who does not keep them.
  const other = await take(shop, { customerName: 'Bob Hill' });
  expect(await read(shop, `/admin/orders/${orderNumber}`)).toContain('If the money still comes, say so here');
  expect((await shop.postOrderForm(`${orderNumber}/money/arrived`)).location).toContain('done=arrived');
  const late = await shop.readOrder(orderNumber);
  expect(late).toMatchObject({ status: 'cancelled', flags: [{ code: 'cancelled_unrefunded' }] });
  const revive = () => shop.change(orderId, late.version, { status: 'processing' });
  expect(await revive()).toMatchObject({ status: 409, body: { code: 'week_full' } });
  shop.changeWeeks({ boxes: 4 });
  expect((await revive()).status).toBe(200);
  expect(await listKinds()).toContain('order_confirmation');
  expect((await listMails(shop)).filter(({ kind }) => kind === 'order_change')).toEqual([]);
  expect([id, other.id]).toHaveLength(2);
});

test('that the money has arrived can be taken back, until anything is sent', async ({ shop }) => {
  shop.setClock('2025-11-17T12:00:00Z');
  await take(shop, { way: 'bank' });
  const { id: orderId, orderNumber } = await shop.readOrder();
  const receive = () => shop.postOrderForm(`${orderNumber}/money/arrived`);
  shop.setClock('2025-11-27T12:00:00Z');
  expect((await receive()).location).toContain('done=arrived');
  await shop.data.db.updateTable('outbox').set({ state: 'sent' }).execute();
  const takeBack = (version: number) =>
    shop.postOrderForm(`${orderNumber}/money/back`, { version: String(version) });
  expect((await takeBack(1)).status).toBe(409);
  expect((await takeBack(2)).location).toContain('done=not_arrived');
  expect(await shop.readOrder()).toMatchObject({
    status: 'pending',
    paymentStatus: 'processing',
    version: 3,
  });
  expect((await shop.readHistory(orderId)).map(({ kind, after }) => [kind, after])).toEqual([
    ['status', 'pending'],
    ['payment', costOf(2)],
    ['status', 'processing'],
    ['payment', null],
    ['status', 'pending'],
  ]);
  // With all its days.
  await lookAtTransfers(shop, '2025-11-28T12:00:00Z');
  expect((await shop.readOrder()).status).toBe('pending');
  expect((await listMails(shop)).at(-1)?.textBody).toContain('until the end of Sunday 7 December 2025');
  await receive();
  const confirmed = (await listMails(shop)).filter(({ kind }) => kind === 'order_confirmation');
  expect(confirmed).toHaveLength(2);
  await shop.change(orderId, 4, { status: 'shipped' });
  expect((await takeBack(5)).status).toBe(409);
});

test('what cannot be promised is refused in words, with what was typed, and a closed week or a far postcode can be', async ({
  shop,
}) => {
  shop.changeWeeks({ boxes: 3 });
  expect(await read(shop)).toContain('Week of 1 Dec (3 boxes left)');
  shop.changeWeeks({ boxes: 3, orderBy: '2020-01-01' });
  await take(shop);
  const far = { shippingPostcode: 'BT1 1AA', quantity: '1' };
  for (const [changes, status, ...words] of [
    [
      { customerName: 'Bea Hill' },
      409,
      'That week has 1 box left. Please choose another.',
      'value="Bea Hill"',
    ],
    [far, 422, 'We deliver there all the same'],
    [{ customerName: '', way: '' }, 422, 'Please enter the caller’s name', 'Please choose how they pay.'],
    // Without a field in the form.
    [{ shippingCountry: 'XX', id: 'none' }, 422, 'Please reload the page.', 'United Kingdom'],
  ] as const) {
    const refused = await send(shop, '', entries(changes));
    expect(refused.status).toBe(status);
    const [summary = ''] = /<div class="summary"[\s\S]*?<\/div>/.exec(refused.page) ?? [];
    for (const each of words) expect('id' in changes ? summary : refused.page).toContain(each);
  }
  expect(await shop.data.db.selectFrom('orderAttempts').select('id').execute()).toHaveLength(1);
  await take(shop, { ...far, outside: 'yes' });
  const { orders } = await shop.readBooks();
  expect(orders.map(({ flags }) => flags)).toEqual([[], []]);
});

test('a cancelled bank order frees its boxes, and money that comes all the same needs a look', async ({
  shop,
}) => {
  shop.changeWeeks({ boxes: 2 });
  await take(shop, { way: 'bank' });
  expect((await send(shop, '', entries())).status).toBe(409);
  const { id: orderId, orderNumber } = await shop.readOrder();
  expect((await shop.change(orderId, 1, { status: 'cancelled' })).status).toBe(200);
  await take(shop);
  await shop.postOrderForm(`${orderNumber}/money/arrived`);
  const late = await shop.readHistory(orderId);
  expect(late.at(-1)).toMatchObject({ kind: 'payment', before: 'bank', after: costOf(2) });
  const flagged = shop.data.db.selectFrom('orders').select(['id', 'flags']).where('flags', '!=', '[]');
  const flags = JSON.stringify([{ code: 'cancelled_unrefunded', details: [] }]);
  expect(await flagged.execute()).toEqual([{ id: orderId, flags }]);
  // Taken back, it is cancelled as before, and no page says that it waits.
  const { version } = await shop.readOrder(orderNumber);
  const before = await read(shop, `/admin/orders/${orderNumber}`);
  const form = { version: String(version) };
  const { location } = await shop.postOrderForm(`${orderNumber}/money/back`, form);
  for (const page of [before, await read(shop, location ?? '')])
    expect(page).not.toContain('waits for its bank transfer again');
});

test('the form proposes the first week that isn’t over', async ({ shop }) => {
  const days = { '2025-11-01': '2025-11-17', '2025-12-07': '2025-12-01', '2025-12-08': '2025-12-08' };
  for (const [day, week] of [...Object.entries(days), ['2026-02-01', '2025-11-17']] as const) {
    shop.setClock(`${day}T12:00:00Z`);
    expect(await read(shop, '/admin/telephone'), day).toContain(`<option value="${week}" selected>`);
  }
});

test('money that the farm gives back by hand is recorded once, with the boxes', async ({ shop }) => {
  await take(shop);
  const { id, version } = await shop.readOrder();
  const first = await shop.refund(id, { version });
  expect(first).toMatchObject({ status: 200, body: { refundedAmount: costOf(1), status: 'processing' } });
  const last = await shop.refund(id, { version: first.body.version });
  expect(last.body).toMatchObject({ refundedAmount: costOf(2), status: 'cancelled' });
  const mails = (await listMails(shop)).filter(({ kind }) => kind === 'refund');
  expect(mails.length).toBe(2);
  expect(mails[0]?.textBody).toContain('We’ve given it back to you in cash.');
  expect((await shop.stripe.refunds.list({ limit: 10 })).data).toEqual([]);
  await compareBooks(shop);
});

test('only owners may take orders by telephone', async ({ shop }) => {
  const { db } = shop.data;
  await db.updateTable('people').set({ role: 'packer' }).execute();
  expect((await send(shop, '', entries())).status).toBe(403);
  expect(await read(shop)).not.toContain('Take the order');
});

test('the mail about a bank transfer has the account and the reference, if the farm has given one', async ({
  shop,
}) => {
  const settings = shop.parts.getMailSettings();
  const bankAccount = { name: 'The Farm', sortCode: '00-00-00', number: '12345678' };
  const getMailSettings = () => ({ ...settings, farm: { ...settings.farm, bankAccount } });
  await take(openAnotherApp(shop, { getMailSettings }), { way: 'bank' });
  const { orderNumber } = await shop.readOrder();
  const [mail] = await listMails(shop);
  for (const words of ['The Farm', '00-00-00', '12345678', orderNumber])
    expect(mail?.textBody).toContain(words);
});
