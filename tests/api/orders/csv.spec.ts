import { DELIVERY_FIELD_NAMES } from '../../../src/domain/orders/order-fields.ts';
import { flagOrders } from '../../support/flag-orders.ts';
import { parseCsv } from '../../support/parse-csv.ts';
import { DELIVERY } from '../../support/sample-order.ts';
import { makeUpOrders, toColumn } from './made-up-orders.ts';
import { buy } from './shop-calls.ts';
import { expect, type ShopUnderTest, test } from './shop-under-test.ts';

async function readCsv(shop: ShopUnderTest, query = '') {
  const response = await shop.app.request(`/api/admin/orders.csv${query}`, { headers: shop.admin });
  return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

test('a CSV has one row an order of the week, oldest first, for a spreadsheet', async ({ shop }) => {
  await buy(shop, { customerName: 'Zoë "Zed" Ash, Esq.', shippingAddress: '1 High Street\nFlat 2' });
  await buy(shop, { customerEmail: 'ben@example.com', deliveryWeek: '2025-12-08' });
  const { headers, bytes } = await readCsv(shop, '?week=2025-12-01');
  expect(headers.get('Content-Type')).toBe('text/csv; charset=utf-8; header=present');
  expect(headers.get('Content-Disposition')).toBe('attachment; filename="branch-boxes-2025-12-01.csv"');
  expect(headers.get('Cache-Control')).toBe('no-store');
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const [heading = [], row = [], ...others] = parseCsv(bytes.subarray(3).toString('utf8'));
  expect(others).toEqual([]);
  const cells = Object.fromEntries(heading.map((name, at) => [name, row[at]]));
  expect(cells).toMatchObject({
    'Order number': expect.stringMatching(/^BB-/),
    Ordered: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    'Delivery week': '2025-12-01',
    Status: 'processing',
    Payment: 'succeeded',
    Boxes: '2',
    'Price per box': '27.35',
    Total: '54.70',
    Paid: '54.70',
    Refunded: '0.00',
    Name: 'Zoë "Zed" Ash, Esq.',
    'Address line 1': '1 High Street',
    'Address line 2': 'Flat 2',
    Town: 'Taunton',
    Postcode: 'TA1 1AA',
    Country: 'GB',
    'E-mail': 'ann@example.com',
    Phone: '01632 960123',
    Instructions: 'Leave it in the porch',
    'Tracking number': '',
    'Needs a look': '',
  });
  const entered = Object.values({
    ...DELIVERY,
    customerName: 'Zoë "Zed" Ash, Esq.',
    shippingAddress: '1 High Street',
  });
  expect(row).toEqual(expect.arrayContaining(entered));
  expect(parseCsv((await readCsv(shop)).bytes.toString('utf8'))).toHaveLength(3);
  expect(
    (await shop.app.request('/api/admin/orders.csv?week=december', { headers: shop.admin })).status,
  ).toBe(422);
});

test('in no column is anything calculated, whoever wrote it', async ({ shop }) => {
  makeUpOrders(shop.data.sqlite, 1);
  const columns = [...DELIVERY_FIELD_NAMES, 'trackingNumber'].map(toColumn);
  for (const evil of ['=1', '+1', '-1', '@a', '\t=1', '\u200b=1', '\ufeff=1', '=1"', "=cmd|' /C calc'!A0"]) {
    const changes = columns.map((name) => `${name} = @evil`).join(', ');
    shop.data.sqlite.prepare(`UPDATE orders SET ${changes}, order_number = @evil`).run({ evil });
    shop.data.sqlite.exec('DELETE FROM order_flags');
    flagOrders(shop.data.sqlite, 'note', { details: [evil] });
    const [, row = []] = parseCsv((await readCsv(shop)).bytes.subarray(3).toString('utf8'));
    expect(row.filter((cell) => cell === `'${evil}`)).toHaveLength(columns.length + 2);
    expect(row.filter((cell) => /^[\s\p{C}]*[=+\-@]/u.test(cell))).toEqual([]);
  }
});

test('thousands of orders come in pieces, each once', async ({ shop }) => {
  makeUpOrders(shop.data.sqlite, 1100);
  const rows = parseCsv((await readCsv(shop)).bytes.subarray(3).toString('utf8'));
  expect(new Set(rows.map(([number]) => number)).size).toBe(1101);
});
