import { fulfilOrder } from '../../../api/orders/change/fulfil-order.ts';
import { LAST, LATER, WEEK } from '../../support/sample-order.ts';
import { addPerson } from '../../support/test-database.ts';
import { callAs } from '../orders/shop-calls.ts';
import { expect, test } from '../orders/shop-under-test.ts';
import { openPacker } from './admin-under-test.ts';

test('an order’s history says who did what, also once they have gone', async ({ shop }) => {
  const { id, orderNumber } = await shop.buy();
  const packer = await openPacker(shop.app, shop.data.db);
  await callAs(packer, orderNumber, { version: 1, trackingNumbers: ['AB123456789GB'] });
  await shop.change(id, 2, { status: 'delivered' });
  await shop.data.db.deleteFrom('people').where('id', '=', 'ben').execute();
  // Of before people had names.
  await shop.data.db
    .insertInto('orderEvents')
    .values({
      orderId: id,
      actor: 'admin',
      kind: 'week',
      before: null,
      after: WEEK,
      reason: null,
      createdAt: 'x',
    })
    .execute();
  expect(await shop.tellHistory(id)).toEqual([
    'The order came in.',
    'Ben marked it as shipped.',
    'Ben entered the tracking number AB123456789GB.',
    'Owner noted that it had arrived.',
    'The farm chose the week of 1 Dec.',
  ]);
});

test('a name that somebody else takes, or that changes, does not change who did it', async ({ shop }) => {
  const { id, orderNumber } = await shop.buy();
  const packer = await openPacker(shop.app, shop.data.db);
  const rename = (name: string) => packer.send('POST', '/admin/account/name', new URLSearchParams({ name }));
  await rename('Anna');
  await callAs(packer, orderNumber, { version: 1, status: 'shipped' });
  await rename('Ben');
  await addPerson(shop.data.db, 'Anna', 'owner');
  expect((await shop.tellHistory(id)).at(-1)).toBe('Anna (now Ben) marked it as shipped.');
  const events = await shop.data.db.selectFrom('orderEvents').select(['person', 'personId']).execute();
  expect(events.at(-1)).toEqual({ person: 'Anna', personId: 'ben' });
});

test('a packer sends and moves orders, and neither cancels nor refunds', async ({ shop }) => {
  const { id, orderNumber } = await shop.buy();
  const packer = await openPacker(shop.app, shop.data.db);
  for (const [step, form] of [
    ['', { version: 1, status: 'cancelled' }],
    ['', { version: 1, ignoresFraudWarning: true }],
    ['', { version: 1, deliveryWeek: LATER, note: 'In the farm’s words' }],
    ['/refund', { boxes: 1, version: 1, requestId: crypto.randomUUID() }],
  ] as const) {
    const response = await callAs(packer, `${orderNumber}${step}`, form);
    expect([response.status, (await response.json()).code], step).toEqual([403, 'owner_only']);
  }
  expect((await packer.send('GET', '/api/admin/orders.csv')).status).toBe(403);
  expect(await shop.tellHistory(id)).toHaveLength(1);
  expect((await callAs(packer, orderNumber, { version: 1, status: 'shipped' })).status).toBe(200);
});

test('a packer sees this week, the next, and what is left over, as far as packing needs it', async ({
  shop,
}) => {
  shop.setClock('2025-12-03T12:00:00Z');
  const buyFor = async (deliveryWeek: string, name: string) => {
    const order = {
      customerName: name,
      recipientName: name,
      customerEmail: `${name.toLowerCase()}@example.com`,
      deliveryWeek,
    };
    return shop.buy({ ...order, specialInstructions: 'Behind the barn' });
  };
  // No order number has an I or an O, and so none is found by her name.
  const iona = await buyFor(WEEK, 'Iona');
  await buyFor(LATER, 'Bea');
  await buyFor(LAST, 'Cat');
  const [left, gone] = [await buyFor(WEEK, 'Dan'), await buyFor(WEEK, 'Eva')];
  const cancelled = await buyFor(WEEK, 'Fay');
  const { db } = shop.data;
  await db.updateTable('orders').set({ week: '2025-11-24' }).where('id', 'in', [left.id, gone.id]).execute();
  await db.updateTable('orders').set({ status: 'delivered' }).where('id', '=', gone.id).execute();
  await fulfilOrder(shop.parts, iona.id, { version: 1, internalNote: 'Pays late' });
  await shop.change(cancelled.id, 1, { status: 'cancelled', reason: 'Rang us' });

  const packer = await openPacker(shop.app, shop.data.db);
  const read = async (path: string) => (await packer.send('GET', path)).text();
  const list = await read('/api/branch-boxes/orders');
  const names = (json: string) =>
    [...json.matchAll(/"customerName":"(\w+)"/g)].map(([, name]) => name).sort();
  expect(names(list)).toEqual(['Bea', 'Dan', 'Fay', 'Iona']);
  const page = await read('/api/branch-boxes/orders?limit=10');
  expect(names(page)).toEqual(['Bea', 'Dan', 'Fay', 'Iona']);
  // A search finds by what they see, and by nothing else.
  for (const [q, found] of [
    ['iona', ['Iona']],
    ['ta1 1aa', ['Bea', 'Dan', 'Fay', 'Iona']],
    ['iona@example', []],
    ['pays late', []],
    ['high street', []],
    ['01632', []],
  ] as const) {
    expect(names(await read(`/api/branch-boxes/orders?q=${encodeURIComponent(q)}`)), q).toEqual(found);
  }
  const changed = await callAs(packer, iona.orderNumber, { version: 2, status: 'shipped' });
  const undone = await callAs(packer, `${iona.orderNumber}/undo`, { version: 3 });
  const stale = await callAs(packer, iona.orderNumber, { version: 1, status: 'shipped' });
  const answers = [list, page, await read('/api/admin/weeks'), await changed.text(), await undone.text()];
  answers.push(await stale.text());
  expect([changed.status, undone.status, stale.status]).toEqual([200, 200, 409]);
  for (const answer of answers) {
    expect(answer).not.toMatch(/@example|Pays late|High Street|01632|\d\.\d\d"/);
  }
  expect(list).toContain('Behind the barn');
  expect(JSON.parse(list)[0]).toMatchObject({ shippingPostcode: 'TA1 1AA', quantity: 2, boxes: { left: 2 } });
  for (const path of ['/admin/packing?view=slips&week=', '/api/admin/packing/scan?week=']) {
    expect(await read(`${path}${LAST}`)).not.toContain('Cat');
    expect(await read(`${path}2025-11-24`)).not.toContain('Eva');
    expect(await read(`${path}2025-11-24`)).toContain('Dan');
  }

  // What the owner has cancelled is the owner's to take back.
  for (const body of [
    { version: 2, status: 'processing' },
    { version: 2, trackingNumbers: ['AB123456789GB'] },
  ]) {
    const refused = await callAs(packer, cancelled.orderNumber, body);
    expect([refused.status, (await refused.json()).code]).toEqual([403, 'owner_only']);
  }
  const undo = await callAs(packer, `${cancelled.orderNumber}/undo`, { version: 2 });
  expect(undo.status).toBe(409);
  expect((await shop.change(cancelled.id, 2, { status: 'processing' })).status).toBe(200);
});
