import { findOrdersOfWeek } from '../../../api/packing/packing-repository.ts';
import { listParcels, sortForPacking } from '../../../api/packing/sort-for-packing.ts';
import { parseCsv } from '../../support/parse-csv.ts';
import {
  buy,
  buyInTime,
  call,
  change,
  NEW_ADDRESS,
  readMails,
  readOrder,
  refund,
  sendOwn,
} from './shop-calls.ts';
import { expect, type ShopUnderTest, test } from './shop-under-test.ts';

const [A, B, C] = ['AB123456789GB', 'AB123456790GB', 'AB123456791GB'] as const;

const buyFive = (shop: ShopUnderTest) => buyInTime(shop, { quantity: 5, totalAmount: 136.75 });

const sendMails = (shop: ShopUnderTest) =>
  shop.data.db.updateTable('outbox').set({ state: 'sent' }).execute();

/** What the mails about parcels say, oldest first: their subject's first words, and the numbers in them. */
async function readNews(shop: ShopUnderTest) {
  return (await readMails(shop, 'tracking')).map(({ subject, textBody }) => [
    subject.replace(/ order .*/, ''),
    ...new Set(textBody.match(/AB\d+GB/g) ?? []),
  ]);
}

async function readWeek(shop: ShopUnderTest) {
  const weeks: { week: string }[] = (await call(shop, 'GET', '/weeks')).body;
  return weeks.find(({ week }) => week === '2025-12-01');
}

test('an order of five boxes has up to five parcels, in one mail', async ({ shop }) => {
  const { id, orderNumber } = await buyFive(shop);
  const six = Array.from({ length: 6 }, (_, index) => `AB12345678${index}GB`);
  expect(await change(shop, id, 1, { trackingNumbers: six })).toMatchObject({
    status: 422,
    body: { fields: { trackingNumbers: 'An order of 5 boxes has at most 5 parcels.' } },
  });
  const sent = await change(shop, id, 1, { trackingNumbers: ['ab 1234 5678 9gb', B] });
  expect(sent).toMatchObject({
    status: 200,
    body: {
      status: 'shipped',
      trackingNumber: A,
      parcels: [{ trackingNumber: A }, { trackingNumber: B }],
    },
  });
  expect(await readNews(shop)).toEqual([['Your', A, B]]);
  await sendMails(shop);
  // One is corrected, and the other stays as it was.
  await change(shop, id, 2, { trackingNumbers: [A, C] });
  expect(await readNews(shop)).toEqual([
    ['Your', A, B],
    ['Your', C],
  ]);
  expect((await readMails(shop, 'tracking'))[1]?.textBody).toContain('corrected the tracking number');
  const { body } = await call(shop, 'GET', `/orders/${id}/history`);
  const lines = body.history.filter(({ kind }: { kind: string }) => kind === 'tracking');
  expect(lines.map(({ before, after }: Record<string, string>) => [before, after])).toEqual([
    [null, A],
    [null, B],
    [B, C],
  ]);
  const csv = await shop.app.request('/api/admin/orders.csv', { headers: shop.admin });
  expect(parseCsv(await csv.text())[1]).toContain(`${A} ${C}`);
  const found = await shop.app.request(`/api/branch-boxes/orders?limit=5&q=${C}`, { headers: shop.admin });
  expect((await found.json()).orders).toMatchObject([{ orderNumber }]);
  const gone = await shop.app.request(`/api/branch-boxes/orders?limit=5&q=${B}`, { headers: shop.admin });
  expect((await gone.json()).orders).toEqual([]);
});

test('sent in part, the rest is still to be packed, and its buyer can change nothing', async ({ shop }) => {
  const { id, key } = await buyFive(shop);
  expect(await change(shop, id, 1, { trackingNumbers: [A], boxesSent: 2 })).toMatchObject({
    status: 200,
    body: { status: 'processing', trackingNumber: A, parcels: [{ trackingNumber: A, boxes: 2 }] },
  });
  const [letter] = await readMails(shop, 'tracking');
  expect(letter?.subject).toMatch(/^Part of your order/);
  expect(letter?.textBody).toContain('2 of your 5 boxes are on their way');
  const { ready } = sortForPacking(
    await findOrdersOfWeek(shop.data.db, '2025-12-01', 'owner', new Date()),
    false,
  );
  expect(listParcels(ready).map(({ box, boxes }) => `${box} of ${boxes}`)).toEqual([
    '3 of 5',
    '4 of 5',
    '5 of 5',
  ]);
  expect(await readWeek(shop)).toMatchObject({ boxes: 5, toPack: 3, shipped: 2 });
  const list = await shop.app.request('/api/branch-boxes/orders?limit=5&view=pack', { headers: shop.admin });
  expect(await list.json()).toMatchObject({ orders: [{ id }], totals: { withTracking: 1 } });
  const page = await (await shop.app.request(`/order?key=${key}`)).text();
  expect(page).toContain('2 of your 5 boxes are on their way, and the rest will follow');
  expect(page).not.toContain('<form');
  const own = { key, version: '2', deliveryWeek: '2025-12-08', ...NEW_ADDRESS };
  expect(await sendOwn(shop, 'cancel', own)).toMatchObject({ status: 409 });
  expect(await change(shop, id, 2, { status: 'cancelled' })).toMatchObject({
    status: 409,
    body: {
      error: '2 of 5 boxes are on their way, so it cannot be cancelled. Refund the others instead.',
    },
  });
  await sendMails(shop);
  // The rest follows: it is mailed without the number that the buyer knows.
  expect(await change(shop, id, 2, { trackingNumbers: [A, B] })).toMatchObject({
    body: { status: 'shipped' },
  });
  expect(await readNews(shop)).toEqual([
    ['Part of your', A],
    ['Your', B],
  ]);
  expect((await readMails(shop, 'tracking'))[1]?.textBody).toContain('The rest of your order');
  expect(await readWeek(shop)).toMatchObject({ toPack: 0, shipped: 5 });
});

test('what is sent in part is checked: numbers, and how many boxes', async ({ shop }) => {
  const { id } = await buyFive(shop);
  for (const [wanted, field] of [
    [{ boxesSent: 2 }, 'trackingNumbers'],
    [{ trackingNumbers: [A, B], boxesSent: 1 }, 'boxesSent'],
    [{ trackingNumbers: [A], boxesSent: 6 }, 'boxesSent'],
  ] as const) {
    expect((await change(shop, id, 1, wanted)).body.fields, field).toHaveProperty(field);
  }
  expect((await change(shop, id, 1, { trackingNumbers: [A], boxesSent: 2, status: 'shipped' })).status).toBe(
    409,
  );
  // Another parcel leaves, and then one comes back.
  await change(shop, id, 1, { trackingNumbers: [A], boxesSent: 2 });
  const two = await change(shop, id, 2, { trackingNumbers: [A, B], boxesSent: 4 });
  expect(two.body).toMatchObject({ status: 'processing', parcels: [{ boxes: 2 }, { boxes: 2 }] });
  const one = await change(shop, id, 3, { trackingNumbers: [B], boxesSent: 2 });
  expect(one.body.parcels).toMatchObject([{ trackingNumber: B, boxes: 2 }]);
  expect((await change(shop, id, 4, { trackingNumbers: [] })).body).toMatchObject({
    status: 'processing',
    parcels: [],
    trackingNumber: null,
  });
  expect(await readNews(shop)).toEqual([]);
  // All boxes are the whole order.
  const all = await change(shop, id, 5, { trackingNumbers: [A], boxesSent: 5 });
  expect(all.body).toMatchObject({ status: 'shipped' });
});

test('a mail that waits says how it is by the time that it goes', async ({ shop }) => {
  const { id } = await buyFive(shop);
  await change(shop, id, 1, { trackingNumbers: [A], boxesSent: 1 });
  await change(shop, id, 2, { trackingNumbers: [A, B], boxesSent: 2 });
  expect(await readNews(shop)).toEqual([['Part of your', A, B]]);
  expect((await readMails(shop, 'tracking'))[0]?.textBody).toContain('2 of your 5 boxes');
  await change(shop, id, 3, { trackingNumbers: [B], boxesSent: 1 });
  expect(await readNews(shop)).toEqual([['Part of your', B]]);
  await sendMails(shop);
  await change(shop, id, 4, { status: 'shipped' });
  expect((await readMails(shop, 'tracking')).at(-1)?.textBody).toContain('The rest of your order');
  await change(shop, id, 5, { status: 'processing' });
  // Nobody is told again of the same parcel.
  await change(shop, id, 6, { trackingNumbers: [B] });
  expect(await readNews(shop)).toEqual([['Part of your', B]]);
});

test('when the boxes that are left are refunded, the order is sent', async ({ shop }) => {
  const { id, orderNumber } = await buyFive(shop);
  await change(shop, id, 1, { trackingNumbers: [A], boxesSent: 2 });
  await refund(shop, id, { version: 2 });
  expect(await readOrder(shop, orderNumber)).toMatchObject({ status: 'processing' });
  expect((await readMails(shop, 'refund'))[0]?.textBody).toContain('We will still send you 2 boxes');
  expect(await readWeek(shop)).toMatchObject({ boxes: 4, toPack: 2, shipped: 2 });
  const { version } = await readOrder(shop, orderNumber);
  await refund(shop, id, { version, boxes: 2 });
  expect(await readOrder(shop, orderNumber)).toMatchObject({ status: 'shipped', parcels: [{ boxes: 2 }] });
  expect(await readWeek(shop)).toMatchObject({ boxes: 2, toPack: 0, shipped: 2 });
});

test('a list has several parcels for one order, however they are written', async ({ shop }) => {
  const five = await buyFive(shop);
  const two = await buy(shop, { customerEmail: 'two@example.com', customerName: 'Two' });
  const part = await buyInTime(shop, {
    customerEmail: 'part@example.com',
    quantity: 5,
    totalAmount: 136.75,
  });
  await change(shop, part.id, 1, { trackingNumbers: ['XY987654321GB'], boxesSent: 1 });
  const list = [
    `${five.orderNumber} AB 1234 5678 9GB ${B}`,
    `${two.orderNumber}\tAB111111111GB AB111111112GB\tAB 1111 1111 3GB`,
    `${five.orderNumber};"${C}"`,
    `${part.orderNumber} AB222222222GB`,
    `${part.orderNumber}, ${C}`,
  ].join('\n');
  const { body } = await call(shop, 'POST', '/orders/tracking/preview', { list });
  expect(body.proposals).toMatchObject([
    { lines: [1, 3], trackingNumbers: [A, B, C], replaces: [] },
    // Sent in part, it keeps the parcel that it has.
    { lines: [4], trackingNumbers: ['XY987654321GB', 'AB222222222GB'], replaces: [] },
  ]);
  expect(body.leftOut).toMatchObject([
    { lines: [2], buyer: 'Two', reason: 'An order of 2 boxes has at most 2 parcels. There are 3 numbers.' },
    { lines: [5], reason: `${C} is here for ${five.orderNumber} as well.` },
  ]);
  for (const { id, version, trackingNumbers } of body.proposals) {
    expect(await change(shop, id, version, { trackingNumbers })).toMatchObject({
      body: { status: 'shipped', parcels: trackingNumbers.map(() => ({})) },
    });
  }
  const again = await call(shop, 'POST', '/orders/tracking/preview', { list: `${two.orderNumber},${A}` });
  expect(again.body.leftOut).toMatchObject([{ reason: `${A} already belongs to ${five.orderNumber}.` }]);
});
