import type { filterSchemas } from '../../../api/orders/list/order-list-repository.ts';
import { findOrder, type OrderChanges, updateOrder } from '../../../api/orders/orders-repository.ts';
import { DELIVERY_FIELD_NAMES } from '../../../src/domain/orders/order-fields.ts';
import type { OrderListItem, OrderPage } from '../../../src/domain/orders/order-list.ts';
import { fillWeek } from '../../support/fill-week.ts';
import { flagOrders } from '../../support/flag-orders.ts';
import { BOX_PENCE, costOf, DELIVERY, LATER, WEEK } from '../../support/sample-order.ts';
import { madeUpId, makeUpOrders } from './made-up-orders.ts';
import { expect, type ShopUnderTest, test } from './shop-under-test.ts';

async function list(shop: ShopUnderTest, query = '') {
  const response = await shop.app.request(`/api/branch-boxes/orders${query}`, { headers: shop.admin });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

const range = (count: number) => Array.from({ length: count }, (_, index) => madeUpId(index));
const NOTHING = { orders: 0, revenue: '0.00', refunded: '0.00', unpaid: '0.00', boxes: 0, withTracking: 0 };
const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

test('without a query: the full array, with the fields of the specification, and no unpaid attempts', async ({
  shop,
}) => {
  await shop.startPurchase();
  expect((await list(shop)).body).toEqual([]);
  const empty = { orders: [], next: null, totals: NOTHING, all: NOTHING, packedNext: null };
  const none = { needsLook: 0, undelivered: [], readAt: INSTANT };
  expect((await list(shop, '?limit=5')).body).toEqual({ ...empty, ...none });
  // Parameters that it does not know are no query.
  for (const query of ['?utm_source=x', '?constructor=1', '?limit=', '?__proto__=1'])
    expect((await list(shop, query)).body, query).toEqual([]);
  const { paymentIntentId } = await shop.startPaid();
  const { body: done } = await shop.complete(paymentIntentId);
  const { status, headers, body } = await list(shop);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toMatch(/^application\/json/);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(body).toEqual([
    {
      id: expect.any(String),
      orderNumber: done.orderNumber,
      ...DELIVERY,
      quantity: 2,
      unitPrice: costOf(1),
      totalAmount: costOf(2),
      status: 'processing',
      createdAt: INSTANT,
      trackingNumber: null,
      parcels: [],
      deliveryWeek: WEEK,
      flags: [],
      paymentStatus: 'succeeded',
      paymentMethod: 'card',
      refundedAmount: '0.00',
      boxes: { ordered: 2, refunded: 0, left: 2, toSend: 2 },
      refundableAmount: costOf(2),
      owedAmount: '0.00',
      isRefunded: false,
      isDisputed: false,
      labelProblem: null,
      internalNote: null,
      version: 1,
    },
  ]);
});

test('the full array is whole, newest first, in pieces between which others have a turn', async ({
  shop,
}) => {
  for (const count of [250, 251, 3000]) {
    shop.data.sqlite.exec('DELETE FROM parcels; DELETE FROM orders; DELETE FROM order_attempts');
    makeUpOrders(shop.data.sqlite, count);
    const response = await shop.app.request('/api/branch-boxes/orders', { headers: shop.admin });
    const pieces: Uint8Array[] = [];
    for await (const piece of response.body ?? []) {
      pieces.push(piece);
      const row = { name: `${count} ${pieces.length}`, value: '' };
      await shop.data.db.insertInto('settings').values(row).execute();
      // An order that comes meanwhile shifts none of the others.
      if (count === 3000 && pieces.length === 1) await shop.buy();
    }
    const orders: OrderListItem[] = JSON.parse(Buffer.concat(pieces).toString());
    expect(orders.map(({ id }) => id)).toEqual(range(count).reverse());
    expect(Math.max(...pieces.map(({ byteLength }) => byteLength))).toBeLessThan(400_000);
    expect(pieces.length).toBeGreaterThanOrEqual(Math.ceil(count / 250));
  }
});

async function readPages(shop: ShopUnderTest, query: string): Promise<{ ids: string[]; pages: OrderPage[] }> {
  const pages: OrderPage[] = [];
  for (let next: number | null = 1; next !== null; ) {
    const { status, body } = await list(shop, `?${query}&page=${next}`);
    expect(status).toBe(200);
    pages.push(body);
    next = body.next;
  }
  return { ids: pages.flatMap(({ orders }) => orders.map(({ id }) => id)), pages };
}

test('pages hold every order once, and the totals of all; a full last one has no next', async ({ shop }) => {
  makeUpOrders(shop.data.sqlite, 98);
  const revenue = ((makeTotal(98) * BOX_PENCE) / 100).toFixed(2);
  for (const sort of ['newest', 'oldest']) {
    const { ids, pages } = await readPages(shop, `limit=7&sort=${sort}`);
    expect(ids).toEqual(sort === 'newest' ? range(98).reverse() : range(98));
    expect(pages.map(({ orders }) => orders.length)).toEqual(Array(14).fill(7));
    const totals = { ...NOTHING, orders: 98, revenue, boxes: makeTotal(98), withTracking: 10 };
    for (const page of pages) expect(page.totals).toEqual(totals);
  }
  const shipped = await readPages(shop, 'limit=6&status=shipped');
  expect(shipped.ids.length).toBe(20);
  expect(shipped.pages[0]?.totals?.orders).toBe(20);
  const statuses = shipped.pages.flatMap(({ orders }) => orders.map(({ status }) => status));
  expect(new Set(statuses)).toEqual(new Set(['shipped']));
  const beyond: OrderPage = (await list(shop, '?limit=50&page=9')).body;
  expect([beyond.orders, beyond.next, beyond.totals.orders]).toEqual([[], null, 98]);
});

/** The boxes of so many made-up orders. */
function makeTotal(count: number): number {
  return Array.from({ length: count }, (_, index) => 1 + (index % 4)).reduce((sum, each) => sum + each, 0);
}

test('a query that makes no sense is a 422, and a table that cannot be read no torn answer', async ({
  shop,
}) => {
  for (const query of [
    ...['limit=0', 'limit=201', 'limit=-1', 'limit=1.5', 'limit=ten', 'limit=1e99', 'limit=NaN'],
    ...['page=0', 'page=-1', 'page=1.5', 'page=x', 'page=1e6', 'page=1e99', 'page=Infinity'],
    ...['status=paid', 'status=constructor', 'sort=random', 'view=other', `q=${'x'.repeat(101)}`],
  ]) {
    const { status, body } = await list(shop, `?${query}`);
    const fields = { [query.split('=')[0] ?? '']: expect.any(String) };
    expect([status, body], query.slice(0, 40)).toMatchObject([422, { code: 'invalid_fields', fields }]);
  }
  for (const query of ['', '?since=', '?since=yesterday', `?since=${WEEK}`, '?until=2025-12-01T00:00:00Z']) {
    const { status, body } = await shop.call('GET', `/orders/count${query}`);
    expect([status, body.code], query).toEqual([422, 'invalid_fields']);
  }
  shop.data.sqlite.exec('ALTER TABLE orders RENAME TO moved');
  expect((await list(shop)).status).toBe(500);
  shop.data.sqlite.exec('ALTER TABLE moved RENAME TO orders');
  expect((await list(shop)).status).toBe(200);
});

test('each view has its orders, and a flagged order is only in one of them', async ({ shop }) => {
  shop.setClock('2025-11-20T12:00:00Z');
  const labelProblem = 'Royal Mail: no such postcode.';
  const flag = 'Ask first.';
  const [ready, left, later, flagged, label, sent, sentFlagged, disputed, refunded, unpaid] = fillWeek(
    shop.data.sqlite,
    [
      {},
      { week: '2025-11-10' },
      { week: LATER },
      { flag },
      { labelProblem },
      { status: 'shipped', labelProblem },
      { status: 'delivered', flag },
      { status: 'shipped' },
      { status: 'cancelled', refundedPence: BOX_PENCE, flag },
      { paymentStatus: 'processing' },
    ],
  );
  flagOrders(shop.data.sqlite, 'dispute_open', { where: `order_number = '${disputed}'` });
  const look = async (view: string): Promise<OrderPage> => (await list(shop, `?view=${view}`)).body;
  const numbers = (page: OrderPage) => page.orders.map(({ orderNumber }) => orderNumber).sort();
  const pack = await look('pack');
  expect(pack).toMatchObject({ packedNext: WEEK, needsLook: 3, totals: { orders: 3 } });
  expect(numbers(pack)).toEqual([ready, left, label].sort());
  const listed = await look('look');
  expect(numbers(listed)).toEqual([flagged, label, disputed].sort());
  expect(listed.totals?.orders).toBe(3);
  expect(numbers(await look('sent'))).toEqual([sent, sentFlagged, disputed].sort());
  expect((await look('all')).totals?.orders).toBe(10);
  // In season, people see first what they pack next.
  const open = async (path: string) =>
    (await shop.app.request(path, { headers: shop.admin })).headers.get('Location');
  expect(await open('/admin/orders')).toBe('/admin/orders?view=pack');
  expect(await open('/admin/orders?view=all')).toBe(null);
  shop.data.sqlite.exec("UPDATE orders SET status = 'shipped' WHERE week >= '2025-11-17'");
  expect(await open('/admin/orders')).toBe(null);
  const all = await look('all');
  expect(all).toMatchObject({ packedNext: null, totals: { orders: 10 } });
  expect([later, refunded, unpaid].every((number) => numbers(all).includes(number ?? ''))).toBe(true);
});

test('sums are those of what is listed, and of all orders, whatever the filter', async ({ shop }) => {
  const { sqlite } = shop.data;
  makeUpOrders(sqlite, 200);
  flagOrders(sqlite, 'abroad', { where: "id LIKE '%4'" });
  sqlite.exec(`UPDATE orders SET refunded_pence = 1000 WHERE id LIKE '%3';
    UPDATE orders SET payment_status = 'processing' WHERE id LIKE '%5' OR id LIKE '%4'`);
  const sum = (orders: readonly OrderListItem[], count: (order: OrderListItem) => number) =>
    orders.reduce((all, order) => all + count(order), 0);
  const add = (orders: readonly OrderListItem[]) => ({
    orders: orders.length,
    revenue: sum(orders, ({ totalAmount }) => Number(totalAmount)).toFixed(2),
    refunded: sum(orders, ({ refundedAmount }) => Number(refundedAmount)).toFixed(2),
    unpaid: sum(orders, ({ paymentStatus, status, totalAmount }) =>
      paymentStatus === 'processing' && status !== 'cancelled' ? Number(totalAmount) : 0,
    ).toFixed(2),
    boxes: sum(orders, ({ quantity }) => quantity),
    withTracking: orders.filter(({ trackingNumber }) => trackingNumber !== null).length,
  });
  const all = add((await list(shop)).body);
  expect(Number(all.unpaid)).toBeGreaterThan(0);
  // Each filter with a value that lists some orders and leaves others out.
  const narrowing: Record<keyof typeof filterSchemas, string> = {
    status: 'status=shipped',
    week: `week=${WEEK}`,
    q: 'q=ta5',
    view: 'view=sent',
  };
  for (const query of Object.values(narrowing)) {
    const { orders } = (await list(shop, `?limit=200&${query}`)).body.totals;
    expect(orders, query).toBeGreaterThan(0);
    expect(orders, query).toBeLessThan(all.orders);
  }
  for (const query of [
    ...[...Object.values(narrowing), 'view=pack', 'view=look'],
    ...[`week=${WEEK}&status=pending`, 'q=customer&view=sent', 'q=nothing', 'view=all'],
  ]) {
    const { body }: { body: OrderPage } = await list(shop, `?limit=200&${query}`);
    expect([body.totals, body.all], query).toEqual([add(body.orders), all]);
    const listed = new Set((await shop.read(`/api/admin/orders.csv?${query}`)).match(/BB-\w{4}-\w{3}/g));
    expect(listed, query).toEqual(new Set(body.orders.map(({ orderNumber }) => orderNumber)));
  }
});

test('orders that came after a page was read are counted, by the service’s own clock', async ({ shop }) => {
  const readPage = async (): Promise<OrderPage> => (await list(shop, '?limit=1')).body;
  const count = async (since: string) =>
    (await shop.call('GET', `/orders/count?since=${encodeURIComponent(since)}`)).body;
  makeUpOrders(shop.data.sqlite, 9);
  const instant = 'SELECT created_at FROM orders WHERE id = ?';
  const at = shop.data.sqlite.prepare(instant).pluck().get(madeUpId(5)) as string;
  // Three share it, and three came later.
  expect(await count(at)).toEqual({ orders: 3 });
  await shop.buy();
  shop.clockAheadMs = 60_000;
  const { readAt } = await readPage();
  expect(await count(readAt)).toEqual({ orders: 0 });
  shop.clockAheadMs = 120_000;
  for (const name of ['second', 'third']) await shop.buy({ customerEmail: `${name}@example.com` });
  // The same instant in another notation.
  for (const since of [readAt, readAt.replace(/\.\d+Z$/, 'Z')])
    expect(await count(since)).toEqual({ orders: 2 });
  expect(await count((await readPage()).readAt)).toEqual({ orders: 0 });
});

/** Ids of the orders that a search finds, and how many it counts. */
async function search(shop: ShopUnderTest, q: string) {
  const { orders, totals }: OrderPage = (await list(shop, `?q=${encodeURIComponent(q)}&limit=50`)).body;
  expect(totals?.orders).toBe(orders.length);
  return orders.map(({ id }) => id);
}

async function change(shop: ShopUnderTest, index: number, changes: OrderChanges) {
  const known = await findOrder(shop.data.db, madeUpId(index));
  if (!known) throw new Error(`No order ${index}`);
  await updateOrder(shop.data.db, known, changes);
}

const sentAs = (trackingNumber: string) => [{ trackingNumber, sentAt: '2025-12-01T09:00:00.000Z' }];

test('an order is found as a phone types it, and by what has changed', async ({ shop }) => {
  makeUpOrders(shop.data.sqlite, 6);
  await change(shop, 4, {
    customerName: 'Sinéad O’Brien-Łukaszewski',
    customerEmail: 'sinead.ob@post.example.org',
    customerPhone: '+44 7700 900 321',
    shippingAddress: 'Orchard Cottage\n14 Mill Lane',
    shippingCity: 'Burnham-on-Sea',
    shippingPostcode: 'TA8 2ZX',
    orderNumber: 'BB-7F3M-2Q9',
    parcels: sentAs('QX 123 456 789 GB'),
    specialInstructions: 'Beware of the geese',
  });
  for (const typed of [
    ...[
      'obrien',
      "O'BRIEN",
      'O’Brien',
      'o brien',
      'Sinead',
      'sinéad obrien',
      'sinead o brien',
      'lukaszewski',
    ],
    ...[
      'Łukasz',
      'sinead.ob@post.example.org',
      'post.example',
      '07700900321',
      '07700 900321',
      '+447700900321',
    ],
    ...['900321', '321', 'orchard', '14 mill lane', 'milllane', 'burnham on sea', 'Burnham-on-Sea'],
    ...['burnhamonsea', 'TA82ZX', 'ta8 2zx', '2zx', 'BB-7F3M-2Q9', 'bb 7f3m2q9', 'bb 7f3m 2q9', '2q9'],
    ...['QX123456789GB', '789GB', 'geese', 'geese orchard obrien'],
  ])
    expect(await search(shop, typed), typed).toEqual([madeUpId(4)]);
  for (const typed of [
    ...['brienx', 'obrien taunton', 'g', '…', '"', '%', '_', "' OR 1=1 --", 'geese* NOT', 'NEAR(geese)'],
    ...['words:geese', 'shipped', '_shipped', '20251215'],
  ])
    expect(await search(shop, typed), typed).toEqual([]);

  expect(await search(shop, 'customer1@')).toEqual([madeUpId(1)]);
  const names = DELIVERY_FIELD_NAMES.filter((name) => name !== 'shippingCountry');
  for (const name of [...names, 'internalNote'] as const) {
    await change(shop, 1, { [name]: 'Quokka 555' });
    expect(await search(shop, 'quokka'), name).toEqual([madeUpId(1)]);
    await change(shop, 1, { [name]: null });
    expect(await search(shop, 'quokka'), name).toEqual([]);
  }
  await change(shop, 1, { parcels: sentAs('QX5') });
  expect(await search(shop, 'qx5')).toEqual([madeUpId(1)]);
  await change(shop, 1, { parcels: [] });
  expect(await search(shop, 'qx5')).toEqual([]);
});
