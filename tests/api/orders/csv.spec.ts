import { londonDay } from '../../../src/domain/dates.ts';
import { parsePounds } from '../../../src/domain/money.ts';
import { DELIVERY_FIELD_NAMES } from '../../../src/domain/orders/order-fields.ts';
import { flagOrders } from '../../support/flag-orders.ts';
import { parseCsv } from '../../support/parse-csv.ts';
import { BOX_PENCE, costOf, DELIVERY, LAST, LATER, WEEK } from '../../support/sample-order.ts';
import { take } from '../telephone/telephone-calls.ts';
import { makeUpOrders, toColumn, trackOrders } from './made-up-orders.ts';
import { intentBody } from './shop-calls.ts';
import { expect, type ShopUnderTest, test } from './shop-under-test.ts';

async function readCsv(shop: ShopUnderTest, query = '') {
  const response = await shop.app.request(`/api/admin/orders.csv${query}`, { headers: shop.admin });
  return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

test('the payments of a month have a line each, as accounting programs read them, and so have the refunds', async ({
  shop,
}) => {
  const { orderNumber } = await shop.buy({ customerName: '=Ann' });
  await shop.buy({ customerEmail: 'ben@example.com' });
  const { orders } = await shop.listOrders('?limit=2');
  const order = orders.find((each: { orderNumber: string }) => each.orderNumber === orderNumber);
  expect((await shop.refund(order.id, { boxes: 1, version: order.version })).status).toBe(200);
  const readMonth = async (query: string) => {
    const response = await shop.app.request(`/api/admin/payments.csv${query}`, { headers: shop.admin });
    return { status: response.status, rows: parseCsv((await response.text()).replace(/^\ufeff/, '')) };
  };
  const month = order.createdAt.slice(0, 7);
  const [year, , day] = order.createdAt.slice(0, 10).split('-');
  const { rows } = await readMonth(`?month=${month}`);
  expect(rows[0]).toEqual(['Date', 'Amount', 'Payee', 'Description', 'Reference']);
  expect(rows.slice(1).map(([, amount, payee, what, of]) => [amount, payee, what, of])).toEqual([
    [String(Number(costOf(2))), "'=Ann", '2 boxes, by card', orderNumber],
    [String(Number(costOf(2))), 'Ann Lee', '2 boxes, by card', expect.stringMatching(/^BB-/)],
    [`-${costOf(1)}`, "'=Ann", 'Refund, by card', orderNumber],
  ]);
  expect(rows[1]?.[0]).toBe(`${day}/${month.slice(5)}/${year}`);
  expect((await readMonth('?month=2024-02')).rows).toHaveLength(1);
  expect((await readMonth('')).status).toBe(200);
  expect((await readMonth('?month=2025-13')).status).toBe(422);
});

test('a CSV has one row an order of the week, oldest first, for a spreadsheet', async ({ shop }) => {
  await shop.buy({ customerName: 'Zoë "Zed" Ash, Esq.', shippingAddress: '1 High Street\nFlat 2' });
  await shop.buy({ customerEmail: 'ben@example.com', deliveryWeek: LATER });
  const { headers, bytes } = await readCsv(shop, `?week=${WEEK}`);
  expect(headers.get('Content-Type')).toBe('text/csv; charset=utf-8; header=present');
  expect(headers.get('Content-Disposition')).toBe(`attachment; filename="branch-boxes-${WEEK}.csv"`);
  expect(headers.get('Cache-Control')).toBe('no-store');
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const [heading = [], row = [], ...others] = parseCsv(bytes.subarray(3).toString('utf8'));
  expect(others).toEqual([]);
  const cells = Object.fromEntries(heading.map((name, at) => [name, row[at]]));
  expect(cells).toMatchObject({
    'Order number': expect.stringMatching(/^BB-/),
    Ordered: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    'Delivery week': WEEK,
    Status: 'processing',
    Payment: 'succeeded',
    Boxes: '2',
    'Boxes ordered': '2',
    'Price per box': costOf(1),
    Total: costOf(2),
    Paid: costOf(2),
    Refunded: '0.00',
    'Buyer’s name': 'Zoë "Zed" Ash, Esq.',
    'Address line 1': '1 High Street',
    'Address line 2': 'Flat 2',
    Town: 'Taunton',
    Postcode: 'TA1 1AA',
    Country: 'GB',
    'E-mail address': 'ann@example.com',
    'Phone number': '01632 960123',
    Instructions: 'Leave it in the porch',
    'Tracking numbers': '',
    'Needs a look': '',
    'Our own note': '',
  });
  const entered = Object.values({
    ...DELIVERY,
    customerName: 'Zoë "Zed" Ash, Esq.',
    shippingAddress: '1 High Street',
  });
  expect(row).toEqual(expect.arrayContaining(entered.filter((each) => each !== null)));
  const all = parseCsv((await readCsv(shop)).bytes.toString('utf8')).slice(1);
  const buyers = all.map((each) => each[heading.indexOf('E-mail address')]);
  expect(buyers, 'oldest first').toEqual(['ann@example.com', 'ben@example.com']);
  expect(
    (await shop.app.request('/api/admin/orders.csv?week=december', { headers: shop.admin })).status,
  ).toBe(422);
});

test('no column has a formula', async ({ shop }) => {
  makeUpOrders(shop.data.sqlite, 1);
  const columns = DELIVERY_FIELD_NAMES.map(toColumn);
  for (const evil of [
    '=1',
    '+a1',
    '＝1',
    '＠a',
    '-1',
    '@a',
    '\t=1',
    '\u200b=1',
    '\ufeff=1',
    '=1"',
    "=cmd|' /C calc'!A0",
  ]) {
    const changes = columns.map((name) => `${name} = @evil`).join(', ');
    shop.data.sqlite
      .prepare(`UPDATE orders SET ${changes}, order_number = @evil, internal_note = @evil`)
      .run({ evil });
    shop.data.sqlite.exec("UPDATE orders SET flags = '[]'; DELETE FROM parcels");
    trackOrders(shop.data.sqlite, evil);
    flagOrders(shop.data.sqlite, 'note', { details: [evil] });
    const [, row = []] = parseCsv((await readCsv(shop)).bytes.subarray(3).toString('utf8'));
    expect(row.filter((cell) => cell === `'${evil}`)).toHaveLength(columns.length + 4);
    expect(row.filter((cell) => /^[\s\p{C}]*[=+\-@＝＠]/u.test(cell))).toEqual([]);
  }
});

test('telephone numbers keep their first digit, and money has its days', async ({ shop }) => {
  const order = await shop.buy({ customerPhone: '07700900123' });
  await shop.buy({ customerEmail: 'ben@example.com', customerPhone: '+447700900123' });
  await shop.refund(order.id, { version: 1 });
  const [heading = [], ...rows] = parseCsv((await readCsv(shop)).bytes.subarray(3).toString('utf8'));
  const column = (name: string) => rows.map((row) => row[heading.indexOf(name)]);
  expect(column('Phone number')).toEqual(['07700 900123', '+447700 900123']);
  expect(column('Paid on')).toEqual(column('Ordered'));
  expect(column('Refunded on')).toEqual([column('Ordered')[0], '']);
  // A transfer that comes two days later is paid then, in both files.
  await take(shop, { way: 'bank' });
  const { orderNumber } = (await shop.readBooks()).orders.at(-1) ?? {};
  shop.clockAheadMs += 2 * 24 * 3_600_000;
  await shop.postOrderForm(`${orderNumber}/money/arrived`);
  const paidOn = londonDay(shop.parts.clock());
  const [head = [], ...orders] = parseCsv((await readCsv(shop)).bytes.subarray(3).toString('utf8'));
  expect(orders.at(-1)?.[head.indexOf('Paid on')]).toBe(paidOn);
  const payments = await shop.read(`/api/admin/payments.csv?month=${paidOn.slice(0, 7)}`);
  expect(payments).toContain(paidOn.split('-').reverse().join('/'));
});

function sum(amounts: number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

/** Paid minus refunded according to the CSV, in pence. */
async function sumCsv(shop: ShopUnderTest): Promise<number> {
  const [heading = [], ...rows] = parseCsv(await shop.read('/api/admin/orders.csv'));
  const pence = (row: string[], name: string) => parsePounds(row[heading.indexOf(name)]) ?? Number.NaN;
  const paid = rows.filter((row) => row[heading.indexOf('Payment')] === 'succeeded');
  const net = sum(paid.map((row) => pence(row, 'Total') - pence(row, 'Refunded')));
  expect(sum(rows.map((row) => pence(row, 'Paid') - pence(row, 'Refunded')))).toBe(net);
  return net;
}

async function sumWeeks(shop: ShopUnderTest): Promise<number> {
  const weeks: { revenue: string }[] = (await shop.call('GET', '/weeks')).body;
  return sum(weeks.map(({ revenue }) => parsePounds(revenue) ?? Number.NaN));
}

async function sumTiles(shop: ShopUnderTest): Promise<number> {
  const { totals } = await shop.listOrders('?limit=1');
  return (parsePounds(totals.revenue) ?? Number.NaN) - (parsePounds(totals.refunded) ?? Number.NaN);
}

async function sumStripe({ stripe }: ShopUnderTest): Promise<number> {
  let pence = 0;
  for await (const charge of stripe.charges.list({ limit: 100 })) {
    pence += charge.amount_captured - charge.amount_refunded;
  }
  return pence;
}

test('tiles, weeks, CSV and Stripe’s own list agree to the penny', async ({ shop }) => {
  const weeks = [WEEK, LATER, LAST];
  const orders = [];
  for (const [at, quantity] of [1, 2, 3, 4, 2, 1].entries()) {
    orders.push(
      await shop.buy({
        quantity,
        totalAmount: Number(costOf(quantity)),
        customerEmail: `buyer${at}@example.com`,
        deliveryWeek: weeks[at % 3] ?? '',
      }),
    );
  }
  const [one, two, three, four, five] = orders.map(({ id }) => id);
  await shop.change(one, 1, { status: 'cancelled' });
  await shop.change(two, 1, { status: 'shipped' });
  for (const answer of [
    await shop.refund(two, { version: 2, boxes: 2 }),
    await shop.refund(three, { version: 1 }),
    await shop.refund(four, { version: 1, boxes: 4 }),
  ]) {
    expect(answer.status).toBe(200);
  }
  await shop.stripe.refunds.create({ payment_intent: orders[4]?.paymentIntentId ?? '', amount: 777 });
  shop.openWebhooks();
  await expect
    .poll(async () => (await shop.readHistory(String(five))).at(-1))
    .toMatchObject({ kind: 'refund', after: '7.77' });

  const net = BOX_PENCE * 13 - (BOX_PENCE * 7 + 777);
  expect(await Promise.all([sumTiles(shop), sumWeeks(shop), sumCsv(shop), sumStripe(shop)])).toEqual([
    net,
    net,
    net,
    net,
  ]);

  // An unpaid order is no revenue; only the tile counts it, as it sums orders.
  const { paymentIntentId } = await shop.startPaid(intentBody(), 'pm_card_settlesLater');
  await shop.complete(paymentIntentId);
  expect(await Promise.all([sumWeeks(shop), sumCsv(shop), sumStripe(shop)])).toEqual([net, net, net]);
  expect(await sumTiles(shop)).toBe(net + 2 * BOX_PENCE);
});
