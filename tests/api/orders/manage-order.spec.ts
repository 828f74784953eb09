import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { FOUNDER_ID } from '../../../api/admin/admin-repository.ts';
import { createOrderLinks } from '../../../api/orders/order-links.ts';
import { closeWeek, openWeek } from '../../../api/orders/sale/closed-weeks.ts';
import { parseDay } from '../../../src/domain/dates.ts';
import { endWithSundays } from '../../../src/domain/delivery/season-end.ts';
import { flagOrders } from '../../support/flag-orders.ts';
import {
  buy,
  buyInTime,
  change,
  changeWeeks,
  NEW_ADDRESS,
  readOrder,
  sendOwn,
  setClock,
} from './shop-calls.ts';
import { expect, type ShopUnderTest, test } from './shop-under-test.ts';

async function look(shop: ShopUnderTest, key: string, query = '') {
  const response = await shop.app.request(`/order?key=${key}${query}`);
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  return { status: response.status, page: await response.text() };
}

test('only the exact link shows the order', async ({ shop }) => {
  const { id, key } = await buyInTime(shop, { customerName: '<b>Ann</b>' });
  const { status, page } = await look(shop, key);
  const { orderNumber } = await readOrder(shop);
  expect(status).toBe(200);
  for (const text of [orderNumber, '2 boxes', '£54.70', 'Week of 1 Dec', '&#60;b&#62;Ann', 'TA1 1AA']) {
    expect(page).toContain(text);
  }
  expect(page).not.toContain('<b>Ann');
  const changed = key.replace(/.$/, (sign) => (sign === 'A' ? 'B' : 'A'));
  for (const other of [
    changed,
    key.slice(1),
    key.slice(0, -4),
    `${key}A`,
    id,
    'x',
    '%00',
    shop.orderLinks.writeKey(crypto.randomUUID()),
  ]) {
    const answer = await look(shop, other);
    expect(answer.status, other).toBe(404);
    expect(answer.page).not.toContain(orderNumber);
  }
  // Without a key it is an ordinary page that says where the link is.
  const plain = await shop.app.request('/order');
  expect([plain.status, await plain.text()]).toEqual([
    200,
    expect.stringContaining('Open the link in your confirmation'),
  ]);
});

test('the page is compressed when accepted, and never cached', async ({ shop }) => {
  const { key } = await buyInTime(shop);
  for (const [accept, decode] of [
    ['gzip, br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const response = await shop.app.request(`/order?key=${key}`, { headers: { 'Accept-Encoding': accept } });
    expect(response.headers.get('Vary')).toBe('Accept-Encoding');
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(decode(Buffer.from(await response.arrayBuffer())).toString()).toContain('Week of 1 Dec');
  }
});

test('another secret opens none of the old links', async ({ shop }) => {
  const { key } = await buyInTime(shop);
  expect(createOrderLinks(randomBytes(32)).readKey(key)).toBeNull();
});

test('week and address change until the cut-off, and the farm sees who did it', async ({ shop }) => {
  const { key } = await buyInTime(shop);
  const done = await sendOwn(shop, 'change', { key, deliveryWeek: '2025-12-08', ...NEW_ADDRESS });
  expect(done).toMatchObject({ status: 303, location: `/order?key=${key}&done=changed` });
  expect(await readOrder(shop)).toMatchObject({
    week: '2025-12-08',
    customerName: 'Zoë Ash',
    shippingAddress: '2 Low Street\nFlat 9',
    shippingPostcode: 'BA5 2AA',
    version: 2,
  });
  expect((await look(shop, key, '&done=changed')).page).toContain('Your changes have been saved.');
  const events = await shop.data.db.selectFrom('orderEvents').select(['actor', 'kind']).execute();
  expect(events.slice(1)).toEqual([
    { actor: 'buyer', kind: 'week' },
    { actor: 'buyer', kind: 'address' },
    // The buyer's name, which is not on the parcel of a gift.
    { actor: 'buyer', kind: 'address' },
  ]);
  // A page that was open meanwhile does not undo it.
  const late = await sendOwn(shop, 'change', { key, deliveryWeek: '2025-12-01', ...NEW_ADDRESS });
  expect(late.status).toBe(409);
  expect((await readOrder(shop)).week).toBe('2025-12-08');
});

test('what cannot be taken comes back with everything that was entered, the week too', async ({ shop }) => {
  const { key } = await buyInTime(shop);
  const entries = { key, deliveryWeek: '2025-12-08', ...NEW_ADDRESS, shippingPostcode: 'nowhere' };
  const { status, page } = await sendOwn(shop, 'change', entries);
  expect(status).toBe(422);
  expect(page).toContain('Please enter a full UK postcode');
  expect(page).toContain('value="nowhere"');
  expect(page).toContain('2 Low Street\nFlat 9</textarea>');
  expect(page).toContain('<option value="2025-12-08" selected>');
  // Above the form is the order, without the new entries.
  expect(page).toMatch(/<dt>Delivery<\/dt><dd>Week of 1 Dec/);
  expect(page).toContain('TA1 1AA');
  expect((await readOrder(shop)).version).toBe(1);
  // Mended and sent as the page has it, all of it is saved.
  await sendOwn(shop, 'change', { ...entries, shippingPostcode: 'BA5 2AA' });
  expect(await readOrder(shop)).toMatchObject({ week: '2025-12-08', shippingPostcode: 'BA5 2AA' });
});

test('where the database takes nothing, the page says so, and keeps what was entered', async ({ shop }) => {
  const { key } = await buyInTime(shop);
  const entries = { key, deliveryWeek: '2025-12-08', ...NEW_ADDRESS };
  shop.data.sqlite.pragma('query_only = ON');
  const change = await sendOwn(shop, 'change', entries);
  const cancel = await sendOwn(shop, 'cancel', { key });
  shop.data.sqlite.pragma('query_only = OFF');
  for (const { status, page } of [change, cancel]) {
    expect(status).toBe(503);
    expect(page).toContain('We could not save that just now. Please try again in a moment.');
  }
  expect(change.page).toContain('value="Zoë Ash"');
  expect(shop.logged.join()).toContain('storage failed: POST /order/');
  expect(await readOrder(shop)).toMatchObject({ status: 'processing', version: 1 });
});

test('instructions are shown, changed and removed, and each change counts', async ({ shop }) => {
  const { key } = await buyInTime(shop, { specialInstructions: 'In the <porch>' });
  const known = await readOrder(shop);
  const { page } = await look(shop, key);
  expect(page).toContain('<dt>Your instructions</dt><dd>In the &#60;porch&#62;</dd>');
  expect(page).toContain('\nIn the &#60;porch&#62;</textarea>');
  const entries = {
    key,
    deliveryWeek: known.week ?? '',
    customerName: known.customerName ?? '',
    shippingAddress: known.shippingAddress ?? '',
    shippingCity: known.shippingCity ?? '',
    shippingPostcode: known.shippingPostcode ?? '',
  };
  const change = (version: string, more: Record<string, string>) =>
    sendOwn(shop, 'change', { ...entries, version, ...more });
  const long = await change('1', { specialInstructions: 'x'.repeat(501) });
  expect([long.status, long.page]).toEqual([422, expect.stringContaining('to 500 characters: it has 501')]);
  expect(long.page).toContain('href="#own-specialInstructions"');
  // A page from before the form had the field takes nothing away.
  await change('1', {});
  expect((await readOrder(shop)).specialInstructions).toBe('In the <porch>');
  expect((await change('2', { specialInstructions: 'With Mrs Oak\nat No. 4' })).status).toBe(303);
  expect((await look(shop, key)).page).toContain('<dd>With Mrs Oak\nat No. 4</dd>');
  await change('3', { specialInstructions: ' ' });
  expect((await readOrder(shop)).specialInstructions).toBeNull();
  expect((await look(shop, key)).page).not.toContain('<dt>Your instructions');
  const { db } = shop.data;
  const events = await db.selectFrom('orderEvents').select(['kind', 'before', 'after']).execute();
  expect(events.slice(1)).toEqual([
    {
      kind: 'address',
      before: 'Instructions: In the <porch>',
      after: 'Instructions: With Mrs Oak\nat No. 4',
    },
    { kind: 'address', before: 'Instructions: With Mrs Oak\nat No. 4', after: 'Instructions: none' },
  ]);
  const mails = await db.selectFrom('outbox').select(['kind', 'textBody']).execute();
  const [notice] = mails.filter(({ kind }) => kind === 'buyer_change');
  expect(notice?.textBody).toContain('Instructions before: In the <porch>');
  expect(notice?.textBody).toMatch(/Instructions now:\s+With Mrs Oak/);
  const [mail] = mails.filter(({ kind }) => kind === 'order_change');
  expect(mail?.textBody).toContain('> With Mrs Oak\n> at No. 4');
});

test('a week that is full meanwhile is asked for again, and the address is kept', async ({ shop }) => {
  const { key } = await buyInTime(shop);
  changeWeeks(shop, { boxes: 1 }, '2025-12-08');
  const wrong = { key, deliveryWeek: '2025-12-08', ...NEW_ADDRESS, shippingPostcode: 'nowhere' };
  const { page } = await sendOwn(shop, 'change', wrong);
  expect(page).toContain('<a href="#own-week">Please choose one of the weeks that are still open.</a>');
  expect(page).toContain('<option value="" selected>Please choose a week</option>');
  const blank = await sendOwn(shop, 'change', { key, deliveryWeek: '', ...NEW_ADDRESS });
  expect(blank).toMatchObject({
    status: 422,
    page: expect.stringContaining('2 Low Street\nFlat 9</textarea>'),
  });
  expect((await readOrder(shop)).version).toBe(1);
});

test('an order can be changed ten times in a day, and cancelled all the same', async ({ shop }) => {
  const { key } = await buyInTime(shop);
  const change = (turn: number) => {
    const address = { ...NEW_ADDRESS, shippingAddress: `${turn} Low Street` };
    return sendOwn(shop, 'change', { key, version: String(turn), deliveryWeek: '2025-12-08', ...address });
  };
  for (let turn = 1; turn <= 10; turn += 1) {
    shop.clockAheadMs += 60_000;
    expect((await change(turn)).status, `change ${turn}`).toBe(303);
  }
  const { status, page } = await change(11);
  expect([status, page]).toEqual([429, expect.stringContaining('changed ten times in a day')]);
  expect(page).toContain('11 Low Street</textarea>');
  const { db } = shop.data;
  const mails = await db
    .selectFrom('outbox')
    .select('kind')
    .where('kind', 'in', ['order_change', 'buyer_change'])
    .execute();
  expect(mails).toHaveLength(20);
  expect(await readOrder(shop)).toMatchObject({ version: 11, shippingAddress: '10 Low Street' });
  // After a day it goes on.
  shop.clockAheadMs += 24 * 60 * 60_000;
  expect((await change(11)).status).toBe(303);
  for (let turn = 12; turn <= 20; turn += 1) {
    shop.clockAheadMs += 60_000;
    await change(turn);
  }
  expect((await change(21)).status).toBe(429);
  expect((await sendOwn(shop, 'cancel', { key, version: '21' })).status).toBe(303);
});

for (const { what, changes, today, isShown } of [
  { what: 'on its way', changes: { status: 'shipped' }, today: '2025-12-05', isShown: true },
  { what: 'delivered', changes: { status: 'delivered' }, today: '2025-12-05', isShown: false },
  { what: 'cancelled', changes: { status: 'cancelled' }, today: '2025-12-05', isShown: false },
  { what: 'sent three weeks ago', changes: { status: 'shipped' }, today: '2025-12-23', isShown: false },
] as const) {
  test(`the link ${isShown ? 'shows' : 'hides'} the address of an order that is ${what}`, async ({
    shop,
  }) => {
    const { key } = await buyInTime(shop);
    await shop.data.db.updateTable('orders').set(changes).execute();
    setClock(shop, `${today}T12:00:00Z`);
    const { page } = await look(shop, key);
    expect(page.includes('TA1 1AA')).toBe(isShown);
    expect(page.includes('High Street')).toBe(isShown);
    expect(page.includes('porch')).toBe(isShown);
    expect(page.includes('No longer shown here')).toBe(!isShown);
    expect(page).not.toContain('Add the week to your calendar');
  });
}

test('three months after its week the link ends, with the farm’s telephone', async ({ shop }) => {
  const { key } = await buyInTime(shop);
  const { orderNumber } = await readOrder(shop);
  await shop.data.db.updateTable('orders').set({ status: 'delivered' }).execute();
  setClock(shop, '2026-03-03T12:00:00Z');
  expect((await look(shop, key)).page).toContain(orderNumber);
  setClock(shop, '2026-03-04T12:00:00Z');
  const { status, page } = await look(shop, key);
  expect(status).toBe(410);
  expect(page).toContain('This link has expired');
  expect(page).toMatch(/ring us on <a href="tel:/);
  expect(page).not.toContain(orderNumber);
  expect((await shop.app.request(`/order/week.ics?key=${key}`)).status).toBe(410);
  for (const path of ['change', 'cancel']) {
    expect((await sendOwn(shop, path, { key, ...NEW_ADDRESS })).status, path).toBe(410);
  }
});

test('what still waits for a week can be seen and settled for as long as it waits', async ({ shop }) => {
  const { key } = await buyInTime(shop);
  flagOrders(shop.data.sqlite, 'week_closed');
  setClock(shop, '2026-06-01T12:00:00Z');
  const { status, page } = await look(shop, key);
  expect(status).toBe(200);
  expect(page).toContain('TA1 1AA');
});

test('a full week is not offered, and not given', async ({ shop }) => {
  const { key } = await buyInTime(shop);
  changeWeeks(shop, { boxes: 1 }, '2025-12-08');
  const { page } = await look(shop, key);
  expect(page).toContain('value="2025-12-15"');
  expect(page).not.toContain('value="2025-12-08"');
  const refused = await sendOwn(shop, 'change', { key, deliveryWeek: '2025-12-08', ...NEW_ADDRESS });
  expect(refused).toMatchObject({ status: 409, page: expect.stringContaining('1 box left') });
  expect((await readOrder(shop)).week).toBe('2025-12-01');
});

test('a cancelled order frees its boxes and tells the farm to refund it', async ({ shop }) => {
  const { key } = await buyInTime(shop);
  expect(await sendOwn(shop, 'cancel', { key })).toMatchObject({ status: 303 });
  expect(await readOrder(shop)).toMatchObject({
    status: 'cancelled',
    flags: [{ code: 'cancelled_by_buyer', details: [] }],
  });
  const { page } = await look(shop, key, '&done=cancelled');
  expect(page).toContain('We will send £54.70 back to the card you paid with');
  expect(page).not.toContain('<form');
  expect((await sendOwn(shop, 'cancel', { key, version: '2' })).status).toBe(409);
});

for (const { what, orderBy, open, closed, lastDay } of [
  {
    what: 'the cut-off of its week',
    orderBy: '2025-11-26',
    open: '2025-11-26T23:30:00Z',
    closed: '2025-11-27T00:30:00Z',
    lastDay: 'Wednesday 26 November 2025',
  },
  {
    what: 'the Saturday before it',
    orderBy: undefined,
    open: '2025-11-29T23:30:00Z',
    closed: '2025-11-30T00:30:00Z',
    lastDay: 'Saturday 29 November 2025',
  },
]) {
  test(`nothing changes after ${what}`, async ({ shop }) => {
    const { key } = await buyInTime(shop);
    const day = parseDay(orderBy ?? '') ?? undefined;
    shop.catalogue = {
      ...shop.catalogue,
      weeks: shop.catalogue.weeks.map((week) => ({ ...week, orderBy: day })),
    };
    setClock(shop, open);
    expect((await look(shop, key)).page).toContain('<form');
    setClock(shop, closed);
    const { page } = await look(shop, key);
    expect(page).not.toContain('<form');
    expect(page).toContain(`The last day to change or cancel it was ${lastDay}.`);
    for (const path of ['change', 'cancel']) {
      const refused = await sendOwn(shop, path, { key, deliveryWeek: '2025-12-08', ...NEW_ADDRESS });
      expect(refused).toMatchObject({
        status: 409,
        page: expect.stringContaining('can no longer be changed here'),
      });
    }
    expect((await readOrder(shop)).version).toBe(1);
  });
}

test('the page says since when the farm’s own doing has closed it, whatever closed it later', async ({
  shop,
}) => {
  const { id, key } = await buyInTime(shop);
  setClock(shop, '2025-11-20T12:00:00Z');
  await closeWeek(
    shop.data.db,
    '2025-12-01',
    { id: FOUNDER_ID, name: 'Owner', role: 'owner' },
    shop.parts.clock(),
  );
  setClock(shop, '2025-12-02T12:00:00Z');
  expect((await look(shop, key)).page).toContain('We closed its week on Thursday 20 November 2025, so');
  await openWeek(shop.data.db, '2025-12-01');
  await change(shop, id, 1, { status: 'shipped' });
  expect((await look(shop, key)).page).toContain('The last day to change or cancel it was Saturday 29');
  await shop.data.db.updateTable('orders').set({ week: '2025-12-08' }).execute();
  expect((await look(shop, key)).page).toContain('We sent it on Tuesday 2 December 2025, so');
  await change(shop, id, 2, { status: 'processing' });
  await change(shop, id, 3, { status: 'cancelled' });
  expect((await look(shop, key)).page).toContain('It was cancelled on Tuesday 2 December 2025.');
});

test('a sample week that was bought after its day can be changed and cancelled, and one that closes cannot', async ({
  shop,
}) => {
  setClock(shop, '2026-06-01T12:00:00Z');
  const { id } = await buy(shop);
  const key = shop.orderLinks.writeKey(id);
  expect((await look(shop, key)).page).toContain('Change your order');
  expect(await sendOwn(shop, 'change', { key, deliveryWeek: '2025-12-08', ...NEW_ADDRESS })).toMatchObject({
    status: 303,
  });
  const ending = { ...shop.catalogue, weeks: endWithSundays(shop.catalogue.weeks) };
  const sample = shop.catalogue;
  shop.catalogue = ending;
  expect((await sendOwn(shop, 'cancel', { key, version: '2' })).status).toBe(409);
  shop.catalogue = sample;
  expect((await sendOwn(shop, 'cancel', { key, version: '2' })).status).toBe(303);
  expect((await readOrder(shop)).status).toBe('cancelled');
});

test('while the bank takes its time, the page says so and offers nothing', async ({ shop }) => {
  const { key } = await buyInTime(shop);
  await shop.data.db.updateTable('orders').set({ paymentStatus: 'processing', status: 'pending' }).execute();
  const { page } = await look(shop, key);
  expect(page).toContain('still confirming your payment');
  expect(page).not.toContain('<form');
});

test('the calendar file has the week’s five days', async ({ shop }) => {
  const { key } = await buyInTime(shop);
  const response = await shop.app.request(`/order/week.ics?key=${key}`);
  expect(response.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8');
  const text = await response.text();
  const { orderNumber } = await readOrder(shop);
  expect(text).toContain('DTSTART;VALUE=DATE:20251201\r\nDTEND;VALUE=DATE:20251206\r\n');
  expect(text).toContain(`UID:${orderNumber}@`);
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect((await shop.app.request('/order/week.ics?key=x')).status).toBe(404);
});
