import { listAddress } from '../../../src/domain/orders/order-fields.ts';
import { boxes, costOf, LATER, ORDER, WEEK } from '../../support/sample-order.ts';
import { expect, test } from '../labels/test.ts';
import type { ShopUnderTest } from './shop-under-test.ts';

// One order through its life, and what every place that speaks of it says of its boxes, its money and its address.

interface Said {
  readonly boxes: string;
  /** Every sum, once. */
  readonly money: readonly string[];
  readonly address: string;
}

const OLD = 'Grace Hill 1 High Street Taunton TA1 1AA';
const NEW = 'Grace Hill 2 Low Street Flat 9 Wells BA5 2AA';

/** What a place says, by the first letters of boxes, money and address: a large M has every sum. */
const TELLS: Readonly<Record<string, string>> = {
  list: 'bma',
  CSV: 'bma',
  'thank-you': 'bMa',
  'own page': 'bMa',
  'weeks’ sums': 'b',
  'scan page': 'b',
  'pick list': 'b',
  slips: 'ba',
  labels: 'ba',
  'Royal Mail': 'bma',
  order_notification: 'bMa',
  order_confirmation: 'bMa',
  order_change: 'bMa',
  buyer_change: 'ba',
  refund: 'bM',
  tracking: 'ba',
};

function hear(text: string): Said {
  const words = text
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/[\s,]+/g, ' ')
    .replace(/for \d+ box(es)? of your order/, '');
  const boxes = /(\d+) box(?:es)?\b|Box \d+ of (\d+)/.exec(words);
  const sums = [...words.matchAll(/£(\d+\.\d\d)(?! each| a box)/g)].map(([, sum = '']) => sum);
  const said = [OLD, NEW].filter((each) => words.includes(each));
  // A notice says what is new first.
  const [address = ''] = said.sort((one, other) => words.indexOf(one) - words.indexOf(other));
  return { boxes: boxes?.[1] ?? boxes?.[2] ?? '', money: [...new Set(sums)].sort(), address };
}

async function readPlaces(shop: ShopUnderTest, bought: Awaited<ReturnType<ShopUnderTest['buyInTime']>>) {
  const { key, week } = bought;
  const [listed] = JSON.parse(await shop.read('/api/branch-boxes/orders'));
  const [head = '', row = ''] = (await shop.read('/api/admin/orders.csv')).trim().split('\r\n');
  const cell = Object.fromEntries(head.split(',').map((name, at) => [name, row.split(',')[at] ?? '']));
  const lines = ['Name on the parcel', 'Address line 1', 'Address line 2', 'Town', 'Postcode'];
  const { attemptId, paymentIntentId } = bought;
  const thanks = await shop.complete(paymentIntentId, { ...ORDER, attemptId });
  const { facts, privateFacts } = thanks.body.receipt;
  const sums = await shop.call('GET', '/weeks');
  const scan = JSON.parse(await shop.read(`/api/admin/packing/scan?week=${week}`));
  const readPaper = async (view: string) =>
    hear((await shop.read(`/admin/packing?week=${week}&view=${view}&again=1`)).split('</nav>').at(-1) ?? '');
  const places: Record<string, Said> = {
    list: hear(`${listed.boxes.left} boxes £${listed.totalAmount} ${listAddress(listed).join(' ')}`),
    CSV: hear(`${cell.Boxes} boxes £${cell.Total} ${lines.map((name) => cell[name]).join(' ')}`),
    'thank-you': hear([...facts, ...privateFacts].flat().join(' ')),
    'own page': hear(/<dl[\s\S]*?<\/dl>/.exec(await shop.read(`/order?key=${key}`))?.[0] ?? ''),
    'weeks’ sums': hear(`${sums.body.find((each: { week: string }) => each.week === week).boxes} boxes`),
    'scan page': hear(`${scan.orders[0].boxes} boxes`),
    'pick list': await readPaper('list'),
    slips: await readPaper('slips'),
    labels: await readPaper('labels'),
  };
  return places;
}

test('every place says the same of an order, through its whole life', async ({ shop, desk }) => {
  shop.changeWeeks({ boxes: 3 });
  const bought = await shop.buyInTime({ ...boxes(3) });
  const { id, key, orderNumber } = bought;
  const { db } = shop.data;
  const known = new Set<string>();

  const look = async (step: string, { boxes, money, address }: Said, ...silent: string[]) => {
    const places = await readPlaces(shop, bought);
    const mails = await db.selectFrom('outbox').select(['id', 'kind', 'textBody']).execute();
    for (const mail of mails.filter((each) => !known.has(each.id))) {
      known.add(mail.id);
      places[mail.kind] = hear(mail.textBody);
    }
    const label = desk.standIn.orders.get(orderNumber)?.request;
    if (label !== undefined) {
      const to = Object.values(label.recipient.address).join(' ');
      const [, total, count] = /"total":([\d.]+).*"Boxes","value":"(\d+)"/.exec(JSON.stringify(label)) ?? [];
      places['Royal Mail'] = hear(`${count} boxes £${Number(total).toFixed(2)} ${to}`);
    }
    for (const [place, said] of Object.entries(places)) {
      if (silent.includes(place)) continue;
      const tells = TELLS[place] ?? '';
      const name = `${step}: ${place}`;
      if (tells.includes('b')) expect(said.boxes, name).toBe(boxes);
      if (tells.includes('a')) expect(said.address, name).toBe(address);
      if (tells.includes('M')) expect(said.money, name).toEqual(money);
      if (tells.includes('m')) expect(money, name).toEqual(expect.arrayContaining([...said.money]));
      if (tells.includes('m')) expect(said.money, name).not.toEqual([]);
    }
    return Object.keys(places);
  };
  const alter = async (changes: object) => shop.change(id, (await shop.readOrder()).version, changes);

  await look('bought', { boxes: '3', money: [costOf(3)], address: OLD });
  await shop.refund(id, { version: (await shop.readOrder()).version });
  await shop.postOrderForm(`${(await shop.readOrder()).orderNumber}/confirmation`);
  const money = [costOf(1), costOf(2), costOf(3)];
  await look('one refunded', { boxes: '2', money, address: OLD });

  // Two boxes are left of the other week, so it is offered to this buyer.
  shop.changeWeeks({ boxes: 2 }, LATER);
  const page = await (await shop.app.request(`/order?key=${key}`)).text();
  expect(page).toContain(`<option value="${LATER}"`);
  const address = {
    shippingAddress: '2 Low Street\nFlat 9',
    shippingCity: 'Wells',
    shippingPostcode: 'BA5 2AA',
  };
  const { version } = await shop.readOrder();
  await shop.sendOwn('change', { key, version: String(version), deliveryWeek: WEEK, ...address });
  await shop.postOrderForm(`${(await shop.readOrder()).orderNumber}/confirmation`);
  await desk.queue.runOnce();
  await look('changed', { boxes: '2', money, address: NEW });

  await alter({ trackingNumbers: ['AB123456789GB'] });
  const sent = await look('sent', { boxes: '2', money, address: NEW });
  expect(sent).toContain('tracking');

  await alter({ status: 'processing' });
  await alter({ status: 'cancelled' });
  // A cancelled order has no papers, and its buyer's page no longer shows an address.
  const gone = ['pick list', 'slips', 'labels', 'own page', 'thank-you', 'weeks’ sums', 'order_change'];
  await look('cancelled', { boxes: '2', money, address: NEW }, ...gone);
  await shop.refund(id, { boxes: 2, version: (await shop.readOrder()).version });
  const nothing = { boxes: '0', money: ['0.00', costOf(3)], address: NEW };
  await look('refunded', nothing, ...gone, 'scan page', 'Royal Mail', 'refund');
});
