import { isUnpaid, type OrderListItem, type OrderPage } from '../../../src/domain/orders/order-list.ts';
import { fillWeek } from '../../support/fill-week.ts';
import { flagOrders } from '../../support/flag-orders.ts';
import { DELIVERY } from '../../support/sample-order.ts';
import { madeUpId, makeUpOrders } from './made-up-orders.ts';
import { buy, call, complete, startPaid, startPurchase } from './shop-calls.ts';
import { expect, type ShopUnderTest, test } from './shop-under-test.ts';

async function list(shop: ShopUnderTest, query = '') {
  const response = await shop.app.request(`/api/branch-boxes/orders${query}`, { headers: shop.admin });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

test('without a query: the full array, with the fields of the specification', async ({ shop }) => {
  const { paymentIntentId } = await startPaid(shop);
  const { body: done } = await complete(shop, paymentIntentId);
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
      unitPrice: '27.35',
      totalAmount: '54.70',
      status: 'processing',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      trackingNumber: null,
      parcels: [],
      deliveryWeek: '2025-12-01',
      flags: [],
      paymentStatus: 'succeeded',
      paymentMethod: 'card',
      takenBy: null,
      paidAmount: '54.70',
      refundedAmount: '0.00',
      goodwillAmount: '0.00',
      boxes: { ordered: 2, refunded: 0, left: 2, toSend: 2 },
      refundableAmount: '54.70',
      isRefunded: false,
      address: ['Grace Hill', '1 High Street', 'Taunton', 'TA1 1AA'],
      isDisputed: false,
      labelProblem: null,
      internalNote: null,
      version: 1,
    },
  ]);
});

const NOTHING = { orders: 0, revenue: '0.00', refunded: '0.00', unpaid: '0.00', boxes: 0, withTracking: 0 };

test('unpaid attempts never show', async ({ shop }) => {
  await startPurchase(shop);
  expect((await list(shop)).body).toEqual([]);
  expect((await list(shop, '?limit=5')).body).toEqual({
    orders: [],
    next: null,
    totals: NOTHING,
    all: NOTHING,
    view: 'all',
    packedNext: null,
    needsLook: 0,
    failedMails: 0,
    undelivered: [],
    readAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  });
});

for (const count of [0, 249, 250, 251, 1203]) {
  test(`the full array of ${count} orders is whole, newest first, each order once`, async ({ shop }) => {
    makeUpOrders(shop.data.sqlite, count);
    const orders: OrderListItem[] = (await list(shop)).body;
    expect(orders.map(({ id }) => id)).toEqual(
      Array.from({ length: count }, (_, index) => madeUpId(count - 1 - index)),
    );
  });
}

test('the full array is sent in pieces, and other work gets its turn between them', async ({ shop }) => {
  makeUpOrders(shop.data.sqlite, 3000);
  const response = await shop.app.request('/api/branch-boxes/orders', { headers: shop.admin });
  let pieces = 0;
  for await (const piece of response.body ?? []) {
    pieces += 1;
    expect(piece.byteLength).toBeLessThan(400_000);
    await shop.data.db
      .insertInto('settings')
      .values({ name: `${pieces}`, value: '' })
      .execute();
  }
  expect(pieces).toBeGreaterThan(10);
});

async function readPages(shop: ShopUnderTest, query: string): Promise<{ ids: string[]; pages: OrderPage[] }> {
  const pages: OrderPage[] = [];
  let cursor = '';
  do {
    const { status, body } = await list(shop, `?${query}&cursor=${cursor}`);
    expect(status).toBe(200);
    pages.push(body);
    cursor = body.next;
  } while (cursor !== null);
  return { ids: pages.flatMap(({ orders }) => orders.map(({ id }) => id)), pages };
}

for (const sort of ['newest', 'oldest']) {
  test(`pages sorted by ${sort} hold every order once, and the totals of all`, async ({ shop }) => {
    makeUpOrders(shop.data.sqlite, 100);
    const { ids, pages } = await readPages(shop, `limit=7&sort=${sort}`);
    const all = Array.from({ length: 100 }, (_, index) => madeUpId(index));
    expect(ids).toEqual(sort === 'newest' ? all.reverse() : all);
    expect(pages.map(({ orders }) => orders.length)).toEqual([...Array(14).fill(7), 2]);
    for (const { totals } of pages) {
      expect(totals).toEqual({
        orders: 100,
        revenue: '6837.50',
        refunded: '0.00',
        unpaid: '0.00',
        boxes: 250,
        withTracking: 10,
      });
    }
  });
}

test('a last page that is full has no next one', async ({ shop }) => {
  makeUpOrders(shop.data.sqlite, 14);
  expect((await readPages(shop, 'limit=7')).pages.length).toBe(2);
});

test('an order that comes in between shifts nothing', async ({ shop }) => {
  makeUpOrders(shop.data.sqlite, 20);
  const first: OrderPage = (await list(shop, '?limit=10')).body;
  const { paymentIntentId } = await startPaid(shop);
  await complete(shop, paymentIntentId);
  const second: OrderPage = (await list(shop, `?limit=10&cursor=${first.next}`)).body;
  const ids = [...first.orders, ...second.orders].map(({ id }) => id);
  expect(new Set(ids).size).toBe(20);
});

test('one status, with its own totals', async ({ shop }) => {
  makeUpOrders(shop.data.sqlite, 100);
  const { ids, pages } = await readPages(shop, 'limit=6&status=shipped');
  expect(ids.length).toBe(20);
  expect(pages[0]?.totals?.orders).toBe(20);
  expect(new Set(pages.flatMap(({ orders }) => orders.map(({ status }) => status)))).toEqual(
    new Set(['shipped']),
  );
});

test('a query that makes no sense is a 422', async ({ shop }) => {
  for (const query of [
    'limit=0',
    'limit=201',
    'limit=-1',
    'limit=1.5',
    'limit=ten',
    'limit=1e99',
    'limit=NaN',
    'cursor=x',
    `cursor=${Buffer.from('2025-11-01T00:00:00Z').toString('base64url')}`,
    `cursor=${'A'.repeat(4000)}`,
    'status=paid',
    'status=constructor',
    'sort=random',
    'view=other',
    `q=${'x'.repeat(101)}`,
  ]) {
    const { status, body } = await list(shop, `?${query}`);
    expect([status, body], query.slice(0, 40)).toMatchObject([
      422,
      { code: 'invalid_fields', fields: { [query.split('=')[0] ?? '']: expect.any(String) } },
    ]);
  }
});

test('parameters that it does not know are no query', async ({ shop }) => {
  for (const query of ['?utm_source=x', '?constructor=1', '?limit=', '?__proto__=1']) {
    expect((await list(shop, query)).body, query).toEqual([]);
  }
});

test.describe('views', () => {
  const numbers = (page: OrderPage) => page.orders.map(({ orderNumber }) => orderNumber).sort();

  test('each has its orders, and a flagged order is only in one of them', async ({ shop }) => {
    shop.clockAheadMs = Date.parse('2025-11-20T12:00:00Z') - Date.now();
    const [ready, left, later, flagged, label, sent, sentFlagged, disputed, refunded, unpaid] = fillWeek(
      shop.data.sqlite,
      [
        {},
        { week: '2025-11-10' },
        { week: '2025-12-08' },
        { flag: 'Ask first.' },
        { labelProblem: 'Royal Mail: no such postcode.' },
        { status: 'shipped', labelProblem: 'Royal Mail: no such postcode.' },
        { status: 'delivered', flag: 'Ask first.' },
        { status: 'shipped' },
        { status: 'cancelled', refundedPence: 2735, flag: 'Ask first.' },
        { paymentStatus: 'processing' },
      ],
    );
    flagOrders(shop.data.sqlite, 'dispute_open', { where: `order_number = '${disputed}'` });
    const read = async (view: string): Promise<OrderPage> => (await list(shop, `?view=${view}`)).body;
    const pack = await read('pack');
    expect(pack).toMatchObject({ view: 'pack', packedNext: '2025-12-01', needsLook: 3 });
    expect(numbers(pack)).toEqual([ready, left, label].sort());
    expect(pack.totals?.orders).toBe(3);
    const look = await read('look');
    expect(numbers(look)).toEqual([flagged, label, disputed].sort());
    expect(look.totals?.orders).toBe(3);
    expect(numbers(await read('sent'))).toEqual([sent, sentFlagged, disputed].sort());
    expect((await read('all')).totals?.orders).toBe(10);
    // In season, people see first what they pack next.
    expect(await read('start')).toEqual({ ...pack, readAt: expect.any(String) });
    shop.data.sqlite.exec("UPDATE orders SET status = 'shipped' WHERE week >= '2025-11-17'");
    const start = await read('start');
    expect(start).toMatchObject({ view: 'all', packedNext: null });
    expect(start.totals?.orders).toBe(10);
    expect([later, refunded, unpaid].every((number) => numbers(start).includes(number ?? ''))).toBe(true);
  });
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
    unpaid: sum(orders, (order) => (isUnpaid(order) ? Number(order.totalAmount) : 0)).toFixed(2),
    boxes: sum(orders, ({ quantity }) => quantity),
    withTracking: orders.filter(({ trackingNumber }) => trackingNumber !== null).length,
  });
  const all = add((await list(shop)).body);
  expect(Number(all.unpaid)).toBeGreaterThan(0);
  for (const query of [
    ...['status=shipped', 'week=2025-12-01', 'q=ta5', 'view=pack', 'view=look', 'view=sent', 'view=start'],
    ...['week=2025-12-01&status=pending', 'q=customer&view=sent', 'q=nothing', 'view=all'],
  ]) {
    const { body }: { body: OrderPage } = await list(shop, `?limit=200&${query}`);
    expect([body.totals, body.all], query).toEqual([add(body.orders), all]);
    const csv = await shop.app.request(`/api/admin/orders.csv?${query}`, { headers: shop.admin });
    const listed = new Set((await csv.text()).match(/BB-\w{4}-\w{3}/g));
    expect(listed, query).toEqual(new Set(body.orders.map(({ orderNumber }) => orderNumber)));
  }
});

test('a table that cannot be read is an error and no torn answer', async ({ shop }) => {
  shop.data.sqlite.exec('ALTER TABLE orders RENAME TO moved');
  expect((await list(shop)).status).toBe(500);
  shop.data.sqlite.exec('ALTER TABLE moved RENAME TO orders');
  expect((await list(shop)).status).toBe(200);
});

async function readPage(shop: ShopUnderTest): Promise<OrderPage> {
  const response = await shop.app.request('/api/branch-boxes/orders?limit=1', { headers: shop.admin });
  return response.json();
}

const count = (shop: ShopUnderTest, since: string) =>
  call(shop, 'GET', `/orders/count?since=${encodeURIComponent(since)}`);

test('orders that came after a page was read are counted, by the service’s own clock', async ({ shop }) => {
  await buy(shop);
  shop.clockAheadMs = 60_000;
  const { readAt } = await readPage(shop);
  expect(await count(shop, readAt)).toEqual({ status: 200, body: { orders: 0 } });
  shop.clockAheadMs = 120_000;
  await buy(shop, { customerEmail: 'second@example.com' });
  await buy(shop, { customerEmail: 'third@example.com' });
  expect((await count(shop, readAt)).body).toEqual({ orders: 2 });
  // The same instant in another notation.
  expect((await count(shop, readAt.replace(/\.\d+Z$/, 'Z'))).body).toEqual({ orders: 2 });
  expect((await count(shop, (await readPage(shop)).readAt)).body).toEqual({ orders: 0 });
});

test('the order of the very instant is no new one', async ({ shop }) => {
  makeUpOrders(shop.data.sqlite, 9);
  const at = shop.data.sqlite
    .prepare('SELECT created_at FROM orders WHERE id = ?')
    .pluck()
    .get(madeUpId(5)) as string;
  // Three share it, and three came later.
  expect((await count(shop, at)).body).toEqual({ orders: 3 });
});

test('what is no instant is refused', async ({ shop }) => {
  for (const query of [
    '',
    '?since=',
    '?since=yesterday',
    '?since=2025-12-01',
    '?until=2025-12-01T00:00:00Z',
  ]) {
    const { status, body } = await call(shop, 'GET', `/orders/count${query}`);
    expect([status, body.code], query).toEqual([422, 'invalid_fields']);
  }
});
