import { LONGEST_NOTE } from '../../../src/domain/orders/order-changes.ts';
import { flagOrders } from '../../support/flag-orders.ts';
import { BOX_PENCE, costOf, LAST, LATER, ORDER } from '../../support/sample-order.ts';
import { openPacker } from '../admin/admin-under-test.ts';
import { readFormEntries, unescapeHtml } from '../content/read-form.ts';
import { expect, type ShopUnderTest, test } from './shop-under-test.ts';

type Entries = Record<string, string>;
const NUMBER = 'AB123456789GB';

/** The text of an order's page, as a browser without script gets it. */
async function open(shop: ShopUnderTest, path: string, headers: Entries = shop.admin) {
  const response = await shop.app.request(`/admin/orders/${path}`, { headers });
  return { status: response.status, location: response.headers.get('Location'), text: await response.text() };
}

/** What a browser sends of one of the page's forms, found by words in it. */
function readOne(text: string, words: string): Entries {
  const forms = text.match(/<form [\s\S]*?<\/form>/g) ?? [];
  return readFormEntries(forms.find((form) => form.includes(words)) ?? '');
}

/** Opens the page, changes some fields of its form, and saves. */
async function save(shop: ShopUnderTest, number: string, changes: Entries) {
  const { text } = await open(shop, number);
  return shop.postOrderForm(number, { ...readOne(text, '>Save<'), ...changes });
}

/** The names of the fields with a message. */
function listWrong(text: string): (string | undefined)[] {
  return [...text.matchAll(/id="order-([\w-]+)-error"/g)].map(([, name]) => name);
}

test('one Save changes everything at once: one version, one e-mail, and a line for each in the history', async ({
  shop,
}) => {
  const { id, orderNumber } = await shop.buyInTime({ recipientName: '', giftMessage: '' });
  const saved = await save(shop, `${orderNumber}`, {
    deliveryWeek: LATER,
    shippingAddress: '9 New Road\r\nFlat 2',
    shippingPostcode: 'ba5 2aa',
    customerPhone: '01632 960 777',
    internalNote: 'Rang on Tuesday:\r\nwants ribbon',
    reason: 'Rang us',
  });
  expect([saved.status, saved.location]).toEqual([303, `/admin/orders/${orderNumber}?done=saved`]);
  expect(await shop.readOrder()).toMatchObject({
    version: 2,
    week: LATER,
    shippingPostcode: 'BA5 2AA',
    shippingAddress: '9 New Road\nFlat 2',
    internalNote: 'Rang on Tuesday:\nwants ribbon',
  });
  expect((await shop.tellHistory(id)).slice(1)).toEqual([
    'Owner moved the order from the week of 1 Dec to the week of 8 Dec.',
    'Owner changed the address from: Ann Lee, 1 High Street, Taunton, TA1 1AA, to: Ann Lee, 9 New Road, Flat 2, Taunton, BA5 2AA.',
    'Owner changed the phone number from: 01632 960123, to: 01632 960 777.',
    'Owner changed the note from: none, to: Rang on Tuesday:, wants ribbon.',
  ]);
  const by = { actor: 'admin', person: 'Owner', reason: 'Rang us' };
  expect((await shop.readHistory(id)).at(-1)).toMatchObject(by);
  expect(await shop.readMails('order_change')).toMatchObject([{ recipient: ORDER.customerEmail }]);
  // Posting it with another address and number says all of it in the one e-mail of the parcel.
  const posted = await save(shop, orderNumber, {
    trackingNumbers: `${NUMBER}\r\nAB987654321GB`,
    recipientName: 'Granny Lee',
  });
  expect(posted.status).toBe(303);
  expect(await shop.readOrder()).toMatchObject({
    version: 3,
    status: 'shipped',
    recipientName: 'Granny Lee',
  });
  expect(await shop.readMails('order_change')).toHaveLength(1);
  expect(await shop.readMails('tracking')).toMatchObject([
    { textBody: expect.stringContaining('Granny Lee') },
  ]);
  const same = await save(shop, orderNumber, { reason: 'Nothing else' });
  expect(same.location).toBe(`/admin/orders/${orderNumber}?done=nothing`);
  expect((await shop.readOrder()).version).toBe(3);
});

test('what cannot be saved comes back with all that was typed, and nothing changes', async ({ shop }) => {
  const { orderNumber } = await shop.buyInTime();
  const changes = {
    trackingNumbers: 'soon',
    customerName: ' ',
    customerEmail: 'ann',
    giftMessage: 'x'.repeat(201),
    shippingPostcode: 'TA',
    internalNote: 'x'.repeat(LONGEST_NOTE + 1),
    reason: 'Rang',
  };
  const refused = await save(shop, orderNumber, changes);
  expect([refused.status, listWrong(refused.text)]).toEqual([422, Object.keys(changes).slice(0, -1)]);
  expect(refused.text).toMatch(/class="summary" role="alert" tabindex="-1" autofocus/);
  expect(readOne(refused.text, '>Save<')).toMatchObject(changes);
  const long = await save(shop, orderNumber, { reason: 'x'.repeat(501) });
  expect([long.status, listWrong(long.text)]).toEqual([422, ['reason']]);
  expect((await shop.readOrder()).version).toBe(1);
  shop.changeWeeks({ boxes: 1 }, LAST);
  const full = await save(shop, orderNumber, { deliveryWeek: LAST });
  expect([full.status, listWrong(full.text)]).toEqual([409, ['deliveryWeek']]);
  const none = await save(shop, orderNumber, { deliveryWeek: '2025-01-06' });
  expect([none.status, listWrong(none.text)]).toEqual([422, ['deliveryWeek']]);
});

test('of two people the second sees the order as it is now, with what they typed, and saves again', async ({
  shop,
}) => {
  const { id, orderNumber } = await shop.buyInTime();
  const form = readOne((await open(shop, orderNumber)).text, '>Save<');
  await save(shop, orderNumber, { shippingCity: 'Wells' });
  const late = await shop.postOrderForm(orderNumber, {
    ...form,
    shippingAddress: '9 New Road',
    reason: 'Rang',
  });
  expect(late.status).toBe(409);
  expect(late.text).toContain('What you entered is still there: Address.');
  const again = readOne(late.text, '>Save<');
  expect(again).toMatchObject({ shippingCity: 'Wells', shippingAddress: '9 New Road', reason: 'Rang' });
  expect((await shop.postOrderForm(orderNumber, again)).status).toBe(303);
  expect(await shop.readOrder()).toMatchObject({ shippingCity: 'Wells', shippingAddress: '9 New Road' });
  // The same form once more, as after a press of Back, is no conflict: it is all there.
  expect((await shop.postOrderForm(orderNumber, again)).location).toBe(
    `/admin/orders/${orderNumber}?done=saved`,
  );
  expect((await shop.readHistory(id)).length).toBe(3);
});

test('once it is sent, only the ways to reach its buyer change', async ({ shop }) => {
  const { id, orderNumber } = await shop.buyInTime();
  await shop.change(id, 1, { status: 'shipped' });
  const form = readOne((await open(shop, orderNumber)).text, '>Save<');
  expect(Object.keys(form)).toEqual([
    'form',
    'version',
    'was',
    'status',
    'trackingNumbers',
    'customerEmail',
    'customerPhone',
    'internalNote',
    'reason',
  ]);
  const was = JSON.stringify({ shippingCity: 'Taunton' });
  const forged = await shop.postOrderForm(orderNumber, { version: '2', was, shippingCity: 'Bath' });
  expect([forged.status, (await shop.readOrder()).shippingCity]).toEqual([409, 'Taunton']);
  await save(shop, orderNumber, { customerEmail: 'new@example.com' });
  expect(await shop.readMails('order_change')).toMatchObject([{ recipient: 'new@example.com' }]);
});

test('the reasons for a look are decided anew, and settled on the page', async ({ shop }) => {
  const { orderNumber } = await shop.buyInTime();
  const { sqlite } = shop.data;
  const codes = async () => (await shop.readOrder()).flags.map(({ code }) => code);
  flagOrders(sqlite, 'abroad');
  flagOrders(sqlite, 'fraud_warning');
  sqlite.exec(
    `UPDATE orders SET fraud_warning = 'open', shipping_country = 'FR', shipping_postcode = '75001'`,
  );
  // The postcode is not one of ours, but nobody has touched it.
  await save(shop, orderNumber, { shippingCity: 'Paris' });
  expect(await codes()).toEqual(['abroad', 'fraud_warning']);
  await save(shop, orderNumber, { shippingPostcode: 'TA1 1AA' });
  expect([(await shop.readOrder()).shippingCountry, await codes()]).toEqual(['GB', ['fraud_warning']]);
  const { prefixes } = shop.catalogue.deliveryArea.notDeliveredTo[0] ?? { prefixes: [] };
  await save(shop, orderNumber, { shippingPostcode: `${prefixes[0]}1 1AA` });
  expect(await codes()).toEqual(['fraud_warning', 'outside_area']);
  await save(shop, orderNumber, { shippingPostcode: 'TA1 1AA' });
  const { text } = await open(shop, orderNumber);
  expect(text).toContain('Look at this first: The buyer’s bank warns');
  await shop.postOrderForm(orderNumber, readOne(text, 'Send it all the same'));
  expect(await codes()).toEqual([]);
});

test('the details that were missing bring the confirmation, once', async ({ shop }) => {
  const { orderNumber } = await shop.buyInTime();
  shop.data.sqlite.exec(
    `DELETE FROM outbox; UPDATE orders SET shipping_postcode = NULL, shipping_address = NULL`,
  );
  flagOrders(shop.data.sqlite, 'missing_details');
  await save(shop, orderNumber, { shippingAddress: '1 High Street' });
  expect(await shop.readMails('order_confirmation')).toEqual([]);
  await save(shop, orderNumber, { shippingPostcode: 'TA1 1AA' });
  expect(await shop.readMails('order_confirmation')).toMatchObject([{ recipient: ORDER.customerEmail }]);
  expect((await shop.readOrder()).flags).toEqual([]);
  expect(await shop.readMails('order_change')).toHaveLength(1);
});

test('the farm’s own note is found by the search, and is nowhere else', async ({ shop }) => {
  const { id, orderNumber, key } = await shop.buyInTime();
  await save(shop, orderNumber, { internalNote: 'wants zibeline ribbon' });
  expect((await shop.listOrders('?q=zibeline')).orders).toMatchObject([{ id }]);
  await shop.postOrderForm(`${orderNumber}/confirmation`, {});
  await save(shop, orderNumber, { shippingCity: 'Wells' });
  const own = await (await shop.app.request(`/order?key=${key}`)).text();
  const views = ['list', 'slips', 'labels'];
  const papers = await Promise.all(
    views.map((view) => shop.read(`/admin/packing?week=${ORDER.deliveryWeek}&view=${view}`)),
  );
  const mails = JSON.stringify(await shop.data.db.selectFrom('outbox').selectAll().execute());
  const payments = JSON.stringify(await shop.stripe.paymentIntents.list());
  for (const text of [own, ...papers, mails, payments]) {
    expect(text).toContain('Grace Hill');
    expect(text).not.toContain('zibeline');
  }
});

test('refund and cancellation say their sums, and are done once however often they are sent', async ({
  shop,
}) => {
  const { orderNumber } = await shop.buy();
  const sums = (text: string) =>
    text.match(/<option [^>]*>\d box[^<]*/g)?.map((each) => each.replace(/.*>/, ''));
  const { text } = await open(shop, orderNumber);
  expect(sums(text)).toEqual([`1 box: £${costOf(1)}`, `2 boxes, all that’s left: £${costOf(2)}`]);
  const goodwill = await shop.postOrderForm(`${orderNumber}/refund`, {
    ...readOne(text, '>Refund<'),
    boxes: '',
    goodwill: '£99',
  });
  expect([goodwill.status, listWrong(goodwill.text)]).toEqual([422, ['refund-reason']]);
  const asked: Entries = { ...readOne(goodwill.text, '>Refund<'), goodwill: '£7.50', reason: 'Late' };
  expect(
    listWrong((await shop.postOrderForm(`${orderNumber}/refund`, { ...asked, goodwill: '99' })).text),
  ).toEqual(['goodwill']);
  for (let times = 0; times < 2; times++) {
    expect((await shop.postOrderForm(`${orderNumber}/refund`, asked)).location).toContain('done=refunded');
    expect(await shop.readOrder()).toMatchObject({
      refundedPence: 750,
      goodwillPence: 750,
      status: 'processing',
    });
  }
  // Whoever comes back to the page and asks for something else with its forms is not told that it’s done.
  for (const [step, other] of [
    ['refund', { ...asked, goodwill: '8' }],
    ['refund', { ...asked, goodwill: '', boxes: '1' }],
    ['cancel', { version: asked.version ?? '', requestId: asked.requestId ?? '', money: 'refund' }],
  ] as const)
    expect((await shop.postOrderForm(`${orderNumber}/${step}`, other)).status, step).toBe(409);
  const cancel = readOne((await open(shop, orderNumber)).text, 'Cancel and refund £47.20');
  for (let times = 0; times < 2; times++) {
    const done = await shop.postOrderForm(`${orderNumber}/cancel`, { ...cancel, money: 'refund' });
    expect(done.location).toContain('done=cancelled_refunded');
    expect(await shop.readOrder()).toMatchObject({
      refundedPence: 2 * BOX_PENCE,
      status: 'cancelled',
      flags: [],
    });
  }
  const cancelled = (await open(shop, orderNumber)).text;
  expect(cancelled, 'what can still be changed').toContain('<summary>E-mail address, note …</summary>');
  expect(cancelled).not.toContain('Add a tracking number');
});

test('an order that is cancelled now and refunded later needs a look until it is', async ({ shop }) => {
  const { orderNumber } = await shop.buy();
  const cancel = readOne((await open(shop, orderNumber)).text, 'Cancel, refund later');
  for (let times = 0; times < 2; times++) {
    const entries = { ...cancel, money: 'later', reason: 'Snow' };
    expect((await shop.postOrderForm(`${orderNumber}/cancel`, entries)).location).toContain('done=cancelled');
  }
  const { text } = await open(shop, orderNumber);
  expect(text).toContain('its payment hasn’t gone back');
  expect(readOne(text, '>Refund<')).toMatchObject({ boxes: '2' });
  await shop.postOrderForm(`${orderNumber}/refund`, readOne(text, '>Refund<'));
  expect(await shop.readOrder()).toMatchObject({ refundedPence: 2 * BOX_PENCE, flags: [] });
  // Nothing is promised of money that the bank has taken back.
  const lost = await shop.buy({ customerEmail: 'lost@example.com' });
  await shop.data.db.updateTable('orders').set({ dispute: 'lost' }).where('id', '=', lost.id).execute();
  const off = await shop.postOrderForm(`${lost.orderNumber}/cancel`, { version: '1', money: 'later' });
  expect(off.location).toContain('done=saved');
});

test('what the buyer was told stands in the history with its text and without keys, is taken back while it waits, and sent again', async ({
  shop,
}) => {
  const { id, orderNumber } = await shop.buyInTime();
  const { db } = shop.data;
  await db.updateTable('outbox').set({ state: 'sent', sentAt: shop.parts.clock().toISOString() }).execute();
  await shop.change(id, 1, { deliveryWeek: LATER });
  const { text } = await open(shop, orderNumber);
  const hear = (markup: string) => unescapeHtml(markup).replaceAll(/<[^>]*>/g, '');
  expect(hear(text)).toContain('Confirmation, to ann@example.com: sent');
  expect(hear(text)).toMatch(/Changed order, to ann@example\.com: waits until \d\d:\d\d/);
  expect(hear(text)).toContain('/order?key=…');
  expect(text).not.toContain('New order, to the farm');
  const undo = () => shop.postOrderForm(`${orderNumber}/undo`, readOne(text, 'Take it back'));
  expect((await undo()).location).toMatch(/done=undone$/);
  // A second press of the same button.
  expect((await undo()).location).toMatch(/done=undone_before$/);
  expect(await shop.readMails('order_change')).toEqual([]);
  expect((await shop.readOrder()).week).toBe(ORDER.deliveryWeek);

  const lastError = 'Can’t send mail - all recipients were rejected: 550 no such user';
  await db
    .updateTable('outbox')
    .set({ state: 'failed', lastError })
    .where('kind', '=', 'order_confirmation')
    .execute();
  const failed = (await open(shop, orderNumber)).text;
  expect(hear(failed)).toContain('The confirmation didn’t arrive. There seems to be no such mailbox.');
  const { action } = /action="\/admin\/orders\/(?<action>[^"]*\/mails\/[^"]*)"/.exec(failed)?.groups ?? {};
  const correct = { action: 'correct', address: 'ann@', order: '1' };
  const refused = await shop.postOrderForm(action ?? '', correct);
  expect([refused.status, readOne(refused.text, 'Another address').address]).toEqual([422, 'ann@']);
  const sent = await shop.postOrderForm(action ?? '', { ...correct, address: 'right@example.com' });
  expect(sent.location).toContain('done=order_corrected');
  expect((await shop.readOrder()).customerEmail).toBe('right@example.com');
  await shop.postOrderForm(`${orderNumber}/confirmation`, {});
  const last = await db
    .selectFrom('outbox')
    .select('recipient')
    .where('kind', '=', 'order_confirmation')
    .where('sentAgainAs', 'is', null)
    .execute();
  // Sent again twice, it is one e-mail.
  expect(last).toEqual([{ recipient: 'right@example.com' }]);
});

test('nothing is confirmed of an order that is not paid, is cancelled, or has no address', async ({
  shop,
}) => {
  const { orderNumber } = await shop.buy();
  const ask = async () => (await shop.postOrderForm(`${orderNumber}/confirmation`, {})).status;
  for (const column of [`payment_status = 'processing'`, `status = 'cancelled'`, 'customer_email = NULL']) {
    shop.data.sqlite.exec(`UPDATE orders SET ${column}`);
    expect(await ask(), column).toBe(409);
    shop.data.sqlite.exec(
      `UPDATE orders SET payment_status = 'succeeded', status = 'processing', customer_email = 'ann@example.com'`,
    );
  }
  expect(await ask()).toBe(303);
});

test('a page is found by its number as people write it, leads back to its list, and names the buyer’s other orders', async ({
  shop,
}) => {
  const { orderNumber } = await shop.buy();
  const other = await shop.buy({ customerEmail: 'Else@example.com' });
  await shop.buy({ customerEmail: 'stranger@example.com', customerPhone: '01632 960999' });
  for (const typed of [orderNumber.toLowerCase(), orderNumber.slice(3), orderNumber.replaceAll('-', '')])
    expect((await open(shop, typed)).location, typed).toBe(`/admin/orders/${orderNumber}`);
  const list = 'view=sent&page=2';
  const { text } = await open(shop, `${orderNumber}?${new URLSearchParams({ list })}`);
  expect(unescapeHtml(text)).toContain(`href="/admin/orders?${list}#${orderNumber}"`);
  const links = new Set(
    [...text.matchAll(/href="\/admin\/orders\/(BB-[^"]*)"/g)].map(([, number]) => number),
  );
  expect([...links]).toEqual([other.orderNumber]);
  const unknown = await open(shop, 'BB-2222-222');
  expect([unknown.status, unknown.text.includes('There’s no order “BB-2222-222”')]).toEqual([404, true]);
});

test('a packer sees and changes what packing needs, and no sums, addresses or mails', async ({ shop }) => {
  shop.setClock('2025-12-01T09:00:00Z');
  const { orderNumber } = await shop.buy();
  const packer = await openPacker(shop.app, shop.data.db);
  const text = await (await packer.send('GET', `/admin/orders/${orderNumber}`)).text();
  for (const secret of ['£', 'ann@', '960123', 'High Street', 'Refund', 'History', 'Cancel'])
    expect(text, secret).not.toContain(secret);
  const entries = readOne(text, '>Save<');
  expect(Object.keys(entries)).toEqual([
    'form',
    'version',
    'was',
    'status',
    'deliveryWeek',
    'trackingNumbers',
    'reason',
  ]);
  const send = async (given: Entries) =>
    (await packer.send('POST', `/admin/orders/${orderNumber}`, new URLSearchParams(given))).status;
  const was = JSON.stringify({ shippingCity: 'Taunton', internalNote: '' });
  expect(await send({ ...entries, was, shippingCity: 'Bath' })).toBe(403);
  expect(await send({ ...entries, was, internalNote: 'x' })).toBe(403);
  expect(await send({ ...entries, status: 'cancelled' })).toBe(403);
  expect(await send(readOne(text, '>Mark as sent<'))).toBe(303);
  expect(await shop.readOrder()).toMatchObject({ status: 'shipped', shippingCity: 'Taunton' });
  const far = await shop.buy({ deliveryWeek: LAST });
  for (const Accept of ['text/html', 'application/json']) {
    const ask = async (path: string, form?: Entries) => {
      const body = form && new URLSearchParams(form);
      const { status } = await packer.send(form ? 'POST' : 'GET', `/admin/orders/${path}`, body, { Accept });
      return status < 400 ? 'done' : status;
    };
    expect(await ask(far.orderNumber), Accept).toBe(404);
    expect(await ask(far.orderNumber, { version: '1' }), Accept).toBe(404);
    // What they have moved away themselves, they see until somebody else has changed it.
    const near = await shop.buy({ customerEmail: `${Accept.length}@example.com` });
    const moved = { version: '1', deliveryWeek: LAST };
    for (const again of ['', '1'])
      expect(await ask(near.orderNumber, { ...moved, again }), Accept).toBe('done');
    expect(await ask(near.orderNumber), Accept).toBe('done');
    expect(await ask(`${near.orderNumber}/undo`, { version: '2' }), Accept).toBe('done');
    expect(await ask(near.orderNumber, { ...moved, version: '3' }), Accept).toBe('done');
    await shop.change(near.id, 4, { internalNote: 'Rang us' });
    expect(await ask(near.orderNumber), Accept).toBe(404);
    expect(await ask(`${near.orderNumber}/undo`, { version: '5' }), Accept).toBe(404);
  }
});
