import { randomBytes } from 'node:crypto';
import { createOrderLinks } from '../../../api/orders/order-links.ts';
import { endWithSundays } from '../../../src/domain/delivery/season-end.ts';
import { flagOrders } from '../../support/flag-orders.ts';
import { costOf, LAST, LATER, ORDER, WEEK } from '../../support/sample-order.ts';
import { readPage } from '../slot-pages.ts';
import { NEW_ADDRESS } from './shop-calls.ts';
import { expect, type ShopUnderTest, test } from './shop-under-test.ts';

async function look(shop: ShopUnderTest, key: string, query = '') {
  const response = await shop.app.request(`/order?key=${key}${query}`);
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  return { status: response.status, page: await readPage(response) };
}

const MOVED = { deliveryWeek: LATER, ...NEW_ADDRESS };

test('only the exact link shows the order, and nothing keeps its page', async ({ shop }) => {
  const { id, key, orderNumber } = await shop.buyInTime({ customerName: '<b>Ann</b>' });
  const { status, page } = await look(shop, key);
  expect(status).toBe(200);
  for (const text of [orderNumber, '2 boxes', `£${costOf(2)}`, 'Week of 1 Dec', '&#60;b&#62;Ann', 'TA1 1AA'])
    expect(page).toContain(text);
  expect(page).not.toContain('<b>Ann');
  expect((await look(shop, key, '&done=constructor')).page).not.toContain('role="status"');
  const changed = key.replace(/.$/, (sign) => (sign === 'A' ? 'B' : 'A'));
  const others = [changed, key.slice(1), key.slice(0, -4), `${key}A`, id, 'x', '%00'];
  for (const other of [...others, shop.orderLinks.writeKey(crypto.randomUUID())]) {
    const answer = await look(shop, other);
    expect([answer.status, answer.page.includes(orderNumber)], other).toEqual([404, false]);
  }
  // Without a key it is an ordinary page that says where the link is.
  const plain = await shop.app.request('/order');
  expect([plain.status, (await plain.text()).includes('Open the link in your confirmation')]).toEqual([
    200,
    true,
  ]);
  // Another secret opens none of the old links.
  expect(createOrderLinks(randomBytes(32)).readKey(key)).toBeNull();
  const file = await shop.app.request(`/order/week.ics?key=${key}`);
  expect(file.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8');
  const text = await file.text();
  expect(text).toContain('DTSTART;VALUE=DATE:20251201\r\nDTEND;VALUE=DATE:20251206\r\n');
  expect(text).toContain(`UID:${orderNumber}@`);
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect((await shop.app.request('/order/week.ics?key=x')).status).toBe(404);
});

test('what cannot be taken comes back with everything that was entered; mended, it is saved, and nobody undoes it', async ({
  shop,
}) => {
  const { key } = await shop.buyInTime();
  const entries = { key, ...MOVED, shippingPostcode: 'nowhere' };
  const { status, page } = await shop.sendOwn('change', entries);
  expect(status).toBe(422);
  const kept = ['value="nowhere"', '2 Low Street\nFlat 9</textarea>', `<option value="${LATER}" selected>`];
  for (const text of ['We need the full UK postcode', ...kept]) expect(page).toContain(text);
  // Above the form is the order, without the new entries.
  expect(page).toMatch(/<dt>Delivery<\/dt><dd>Week of 1 Dec/);
  expect(page).toContain('TA1 1AA');
  const far = await shop.sendOwn('change', { ...entries, shippingPostcode: 'JE2 3AB' });
  expect([far.status, far.page.includes('We don’t deliver to JE postcodes (the Channel Islands)')]).toEqual([
    422,
    true,
  ]);

  shop.data.sqlite.pragma('query_only = ON');
  const full = { ...entries, shippingPostcode: NEW_ADDRESS.shippingPostcode };
  const stuck = [await shop.sendOwn('change', full), await shop.sendOwn('cancel', { key })];
  shop.data.sqlite.pragma('query_only = OFF');
  for (const each of stuck) {
    expect(each.status).toBe(503);
    expect(each.page).toContain('We couldn’t save that just now. Please try again in a moment.');
  }
  expect(stuck[0]?.page).toContain('value="Zoë Ash"');
  expect(shop.logged.join()).toContain('storage failed: POST /order/');
  expect(await shop.readOrder()).toMatchObject({ status: 'processing', version: 1 });

  // However often the button is pressed, it is one change.
  for (let times = 0; times < 2; times++) {
    const done = await shop.sendOwn('change', full);
    expect(done).toMatchObject({ status: 303, location: `/order?key=${key}&done=changed` });
  }
  const saved = { week: LATER, customerName: 'Zoë Ash', shippingAddress: '2 Low Street\nFlat 9', version: 2 };
  expect(await shop.readOrder()).toMatchObject({ ...saved, shippingPostcode: 'BA5 2AA' });
  expect((await look(shop, key, '&done=changed')).page).toContain('Your changes have been saved.');
  const events = await shop.data.db.selectFrom('orderEvents').select(['actor', 'kind']).execute();
  // The last is the buyer's name, which is not on the parcel of a gift.
  const kinds = ['week', 'address', 'address'];
  expect(events.slice(1)).toEqual(kinds.map((kind) => ({ actor: 'buyer', kind })));
  // A page that was open meanwhile does not undo it.
  expect((await shop.sendOwn('change', { ...full, deliveryWeek: WEEK })).status).toBe(409);
  expect((await shop.readOrder()).week).toBe(LATER);

  // Where the farm has agreed to a far address, its week can change; another address clears the flag.
  await shop.data.db.updateTable('orders').set({ shippingPostcode: 'BT1 1AA' }).execute();
  flagOrders(shop.data.sqlite, 'outside_area');
  const outside = { ...full, version: '2', deliveryWeek: WEEK, shippingPostcode: 'BT1 1AA' };
  expect((await shop.sendOwn('change', outside)).status).toBe(303);
  expect(await shop.readOrder()).toMatchObject({ week: WEEK, flags: [{ code: 'outside_area' }] });
  await shop.sendOwn('change', { ...outside, version: '3', shippingPostcode: 'TA1 1AA' });
  expect(await shop.readOrder()).toMatchObject({ shippingPostcode: 'TA1 1AA', flags: [] });
});

test('instructions are shown, changed and removed, and each change counts', async ({ shop }) => {
  const { key, ...known } = await shop.buyInTime({ specialInstructions: 'In the <porch>' });
  const { page } = await look(shop, key);
  expect(page).toContain('<dt>Your instructions</dt><dd>In the &#60;porch&#62;</dd>');
  expect(page).toContain('\nIn the &#60;porch&#62;</textarea>');
  const names = ['customerName', 'shippingAddress', 'shippingCity', 'shippingPostcode'] as const;
  const same = Object.fromEntries(names.map((name) => [name, known[name] ?? '']));
  const change = (version: string, more: Record<string, string>) =>
    shop.sendOwn('change', { key, deliveryWeek: WEEK, ...same, version, ...more });
  const long = await change('1', { specialInstructions: 'x'.repeat(501) });
  expect([long.status, long.page]).toEqual([422, expect.stringContaining('to 500 characters: it has 501')]);
  expect(long.page).toContain('href="#own-specialInstructions"');
  // A page from before the form had the field takes nothing away.
  await change('1', {});
  expect((await shop.readOrder()).specialInstructions).toBe('In the <porch>');
  expect((await change('2', { specialInstructions: 'With Mrs Oak\nat No. 4' })).status).toBe(303);
  expect((await look(shop, key)).page).toContain('<dd>With Mrs Oak\nat No. 4</dd>');
  await change('3', { specialInstructions: ' ' });
  expect((await shop.readOrder()).specialInstructions).toBeNull();
  expect((await look(shop, key)).page).not.toContain('<dt>Your instructions');
  const events = await shop.data.db.selectFrom('orderEvents').select(['kind', 'before', 'after']).execute();
  const [first, second] = ['Instructions: In the <porch>', 'Instructions: With Mrs Oak\nat No. 4'];
  expect(events.slice(1)).toEqual([
    { kind: 'address', before: first, after: second },
    { kind: 'address', before: second, after: 'Instructions: none' },
  ]);
  const [notice] = await shop.readMails('buyer_change');
  expect(notice?.textBody).toContain('Instructions before: In the <porch>');
  expect(notice?.textBody).toMatch(/Instructions now:\s+With Mrs Oak/);
  expect((await shop.readMails('order_change'))[0]?.textBody).toContain('> With Mrs Oak\n> at No. 4');
});

test('a full week is not offered, not given, and asked for again with the address kept', async ({ shop }) => {
  const { key } = await shop.buyInTime();
  shop.changeWeeks({ boxes: 1 }, LATER);
  const { page: offered } = await look(shop, key);
  expect(offered).toContain(`value="${LAST}"`);
  expect(offered).not.toContain(`value="${LATER}"`);
  const refused = await shop.sendOwn('change', { key, ...MOVED });
  expect(refused).toMatchObject({ status: 409, page: expect.stringContaining('1 box left') });
  const { page } = await shop.sendOwn('change', { key, ...MOVED, shippingPostcode: 'nowhere' });
  expect(page).toContain('<a href="#own-week">Please choose one of the weeks that are still open.</a>');
  expect(page).toContain('<option value="" selected>Please choose a week</option>');
  const blank = await shop.sendOwn('change', { key, ...MOVED, deliveryWeek: '' });
  const kept = expect.stringContaining('2 Low Street\nFlat 9</textarea>');
  expect(blank).toMatchObject({ status: 422, page: kept });
  expect(await shop.readOrder()).toMatchObject({ version: 1, week: WEEK });
});

test('an order can be changed ten times in a day, and cancelled all the same', async ({ shop }) => {
  const { key } = await shop.buyInTime();
  const changeTo = (turn: number) => {
    shop.clockAheadMs += 60_000;
    const address = { ...MOVED, shippingAddress: `${turn} Low Street` };
    return shop.sendOwn('change', { key, version: String(turn), ...address });
  };
  for (let turn = 1; turn <= 10; turn += 1) expect((await changeTo(turn)).status, `change ${turn}`).toBe(303);
  const { status, page } = await changeTo(11);
  expect([status, page]).toEqual([429, expect.stringContaining('changed ten times in a day')]);
  expect(page).toContain('11 Low Street</textarea>');
  expect(await shop.readMails('order_change')).toHaveLength(10);
  expect(await shop.readMails('buyer_change')).toHaveLength(10);
  expect(await shop.readOrder()).toMatchObject({ version: 11, shippingAddress: '10 Low Street' });
  // After a day it goes on.
  shop.clockAheadMs += 24 * 60 * 60_000;
  for (let turn = 11; turn <= 20; turn += 1) expect((await changeTo(turn)).status).toBe(303);
  expect((await changeTo(21)).status).toBe(429);
  expect((await shop.sendOwn('cancel', { key, version: '21' })).status).toBe(303);
  expect(await shop.readOrder()).toMatchObject({
    status: 'cancelled',
    flags: [{ code: 'cancelled_by_buyer', details: [] }],
  });
  const { page: cancelled } = await look(shop, key, '&done=cancelled');
  expect(cancelled).toContain(`We’ll send £${costOf(2)} back to the card you paid with`);
  expect(cancelled).not.toContain('<form');
  // Pressed twice.
  const again = await shop.sendOwn('cancel', { key, version: '21' });
  expect(again.location).toBe(`/order?key=${key}&done=cancelled`);
  expect((await shop.readOrder()).version).toBe(22);
});

test('the link shows the address while it matters, and the order for three months after its week', async ({
  shop,
}) => {
  const { key, orderNumber } = await shop.buyInTime();
  const { db, sqlite } = shop.data;
  for (const [status, today, isShown] of [
    ['shipped', '2025-12-05', true],
    ['delivered', '2025-12-05', false],
    ['cancelled', '2025-12-05', false],
    ['shipped', '2025-12-23', false],
  ] as const) {
    await db.updateTable('orders').set({ status }).execute();
    shop.setClock(`${today}T12:00:00Z`);
    const { page } = await look(shop, key);
    const shown = ['TA1 1AA', 'High Street', 'porch'].map((words) => page.includes(words));
    expect([...shown, page.includes('Deliver to')], `${status} ${today}`).toEqual(Array(4).fill(isShown));
    expect(page).not.toContain('Add the week to your calendar');
  }
  await db.updateTable('orders').set({ status: 'pending', paymentStatus: 'processing' }).execute();
  const pending = await look(shop, key);
  expect(pending.page).toContain('still confirming your payment');
  expect(pending.page).not.toContain('<form');
  await db.updateTable('orders').set({ status: 'delivered', paymentStatus: 'succeeded' }).execute();
  shop.setClock('2026-03-03T12:00:00Z');
  expect((await look(shop, key)).page).toContain(orderNumber);
  shop.setClock('2026-03-04T12:00:00Z');
  const { status, page } = await look(shop, key);
  expect(status).toBe(410);
  expect(page).toContain('This link has expired');
  expect(page).toMatch(/ring us on <a href="tel:/);
  expect(page).not.toContain(orderNumber);
  expect((await shop.app.request(`/order/week.ics?key=${key}`)).status).toBe(410);
  for (const path of ['change', 'cancel'])
    expect((await shop.sendOwn(path, { key, ...NEW_ADDRESS })).status, path).toBe(410);
  // What still waits for a week can be seen and settled for as long as it waits.
  await db.updateTable('orders').set({ status: 'processing' }).execute();
  flagOrders(sqlite, 'week_closed');
  shop.setClock('2026-06-01T12:00:00Z');
  const waiting = await look(shop, key);
  expect(waiting).toMatchObject({ status: 200, page: expect.stringContaining('TA1 1AA') });
  expect(waiting.page).toContain('choose another week, or have your money back.');
  expect(waiting.page).toContain('<dt>Delivery</dt><dd>Week to be agreed</dd>');
  expect(waiting.page).not.toContain('Add the week to your calendar');
  const gone = await shop.app.request(`/order/week.ics?key=${key}`);
  expect([gone.status, gone.headers.get('Location')]).toEqual([303, `/order?key=${key}`]);
});

test('nothing changes after the cut-off of the week, or the Saturday before it', async ({ shop }) => {
  const { key } = await shop.buyInTime();
  for (const [orderBy, open, closed, lastDay] of [
    ['2025-11-26', '2025-11-26T23:30:00Z', '2025-11-27T00:30:00Z', 'Wednesday 26 November 2025'],
    ['', '2025-11-29T23:30:00Z', '2025-11-30T00:30:00Z', 'Saturday 29 November 2025'],
  ] as const) {
    shop.changeWeeks({ orderBy });
    shop.setClock(open);
    expect((await look(shop, key)).page).toContain('<form');
    shop.setClock(closed);
    const { page } = await look(shop, key);
    expect(page).not.toContain('<form');
    expect(page).toContain(`The last day to change or cancel your order was ${lastDay}.`);
    for (const path of ['change', 'cancel']) {
      const refused = await shop.sendOwn(path, { key, ...MOVED });
      const words = expect.stringContaining('can no longer be changed here');
      expect(refused).toMatchObject({ status: 409, page: words });
    }
    expect((await shop.readOrder()).version).toBe(1);
  }
});

test('the page says since when the farm’s own doing has closed it, and the last day only while it is not sent', async ({
  shop,
}) => {
  const { id, key } = await shop.buyInTime();
  shop.setClock('2025-11-20T12:00:00Z');
  const expectSaid = async (words: string) => expect((await look(shop, key)).page).toContain(words);
  shop.changeWeeks({ closed: true }, WEEK);
  await expectSaid('We’ve closed your week, so');
  shop.changeWeeks({});
  shop.setClock('2025-12-02T12:00:00Z');
  await shop.change(id, 1, { status: 'shipped' });
  await expectSaid('We sent them on Tuesday 2 December 2025.');
  expect((await shop.sendOwn('change', { key, version: '2', ...MOVED })).status).toBe(409);
  await shop.change(id, 2, { status: 'processing' });
  await expectSaid('The last day to change or cancel your order was Saturday 29');
  await shop.change(id, 3, { status: 'cancelled' });
  await expectSaid('It was cancelled on Tuesday 2 December 2025.');
});

test('a sample week that was bought after its day can be changed and cancelled, and one that closes cannot', async ({
  shop,
}) => {
  shop.setClock('2026-06-01T12:00:00Z');
  const { id } = await shop.buy({ customerEmail: ORDER.customerEmail });
  const key = shop.orderLinks.writeKey(id);
  expect((await look(shop, key)).page).toContain('Change the week');
  expect(await shop.sendOwn('change', { key, ...MOVED })).toMatchObject({ status: 303 });
  const sample = shop.catalogue;
  shop.catalogue = { ...sample, weeks: endWithSundays(sample.weeks) };
  expect((await shop.sendOwn('cancel', { key, version: '2' })).status).toBe(409);
  shop.catalogue = sample;
  expect((await shop.sendOwn('cancel', { key, version: '2' })).status).toBe(303);
  expect((await shop.readOrder()).status).toBe('cancelled');
});
