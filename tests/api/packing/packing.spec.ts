import { randomUUID } from 'node:crypto';
import type { ScanOrder, ScanResult } from '../../../src/domain/orders/scans.ts';
import { fillWeek, PACKED_WEEK } from '../../support/fill-week.ts';
import { flagOrders } from '../../support/flag-orders.ts';
import { boxes, costOf, LATER, WEEK } from '../../support/sample-order.ts';
import { test as base, expect, type ShopUnderTest } from '../orders/shop-under-test.ts';

interface PackingUnderTest {
  /** The words and the markup of the page at a query, as the signed-in admin gets it. */
  read(query: string): Promise<{ status: number; text: string; html: string; headers: Headers }>;
}

/** Playwright's `test` with the packing page of a shop. */
const test = base.extend<{ packing: PackingUnderTest }>({
  packing: async ({ shop }, use) => {
    await use({
      async read(query) {
        const response = await shop.app.request(`/admin/packing${query}`, { headers: shop.admin });
        const html = await response.text();
        const text = html
          .replaceAll(/<[^>]+>/g, ' ')
          .replaceAll(/\s+/g, ' ')
          .replaceAll(' ,', ',');
        return { status: response.status, headers: response.headers, html, text };
      },
    });
  },
});

const QUERY = `?week=${PACKED_WEEK}`;
const FLAG = `Paid £1, but the order is £${costOf(1)}.`;

/** One order of each kind; only the first two are to be packed. */
const KINDS = [
  { customerName: 'Ready One', quantity: 3, specialInstructions: 'Behind the gate' },
  { customerName: 'Ready Two', shippingPostcode: 'TA10 1AA' },
  { customerName: 'Flagged', flag: FLAG },
  { customerName: 'Cancelled', status: 'cancelled' },
  { customerName: 'Pending', status: 'pending', paymentStatus: 'processing' },
  { customerName: 'Unpaid', paymentStatus: 'failed' },
  { customerName: 'Shipped', status: 'shipped' },
  { customerName: 'Delivered', status: 'delivered' },
  { customerName: 'Elsewhen', week: LATER },
];

const NOT_PACKED = /Cancelled|Pending|Unpaid|Shipped|Delivered|Elsewhen/;

test('the pick list has ready orders and totals, and flagged ones apart', async ({ packing, shop }) => {
  const [one, two, flagged] = fillWeek(shop.data.sqlite, KINDS);
  const { text, html, headers } = await packing.read(QUERY);
  expect(headers.get('Cache-Control')).toBe('no-store');
  expect(html).toContain('<title>Pick list, week of 1 Dec | Farm</title>');
  expect(text).toContain('4 boxes in 2 orders: 1 with 1 box, 1 with 3.');
  expect(text).toContain(`${one} 3 boxes Ready One Taunton TA1 0AA Behind the gate`);
  const [look = '', list = ''] = text.split('4 boxes in 2 orders');
  expect(look).toContain('Look at these first: 1 order');
  expect(look).toContain(`${flagged}, Flagged, Taunton TA3 2AA, 1 box ${FLAG}`);
  expect(list).not.toContain('Flagged');
  expect(list.indexOf(String(two))).toBeLessThan(list.indexOf(String(one)));
  expect(text).toContain(
    'Left out: 1 order cancelled or refunded, 2 orders not paid. 2 orders have gone already. Print them again',
  );
  expect(text.replace(/Left out:.*?\./, '')).not.toMatch(NOT_PACKED);
});

test('orders of as many boxes lie by postcode, district 2 before 10', async ({ packing, shop }) => {
  const codes = ['TA10 1AA', 'BA2 1AA', 'TA2 9ZZ', 'TA2 1AA'];
  fillWeek(shop.data.sqlite, [
    { quantity: 2, shippingPostcode: 'AB1 1AA' },
    ...codes.map((shippingPostcode) => ({ shippingPostcode })),
  ]);
  for (const view of ['list', 'slips', 'labels']) {
    const { text } = await packing.read(`${QUERY}&view=${view}`);
    const found = text.match(/(AB1|TA10|BA2|TA2) \d../g)?.filter((each, at, all) => all.indexOf(each) === at);
    expect(found, view).toEqual(['BA2 1AA', 'TA2 1AA', 'TA2 9ZZ', 'TA10 1AA', 'AB1 1AA']);
  }
});

test('there is a slip and a label for each box, without prices', async ({ packing, shop }) => {
  const [one, two] = fillWeek(shop.data.sqlite, KINDS);
  for (const view of ['slips', 'labels']) {
    const { text, html } = await packing.read(`${QUERY}&view=${view}`);
    const papers = text.slice(text.indexOf('without margins'));
    for (const box of ['Box 1 of 3', 'Box 2 of 3', 'Box 3 of 3', 'Box 1 of 1']) {
      expect(papers.split(box), `${view} ${box}`).toHaveLength(2);
    }
    expect(html.match(/class="(packing-slip|label)"/g)).toHaveLength(4);
    expect(papers.replace(/Left out:.*?\./, '')).not.toMatch(NOT_PACKED);
    expect(papers).not.toMatch(/Flagged|£|\d\.\d\d\b|example\.com|01632/);
    expect(papers.slice(papers.lastIndexOf('Box 1 of')), 'below the sheets').toContain(
      'Left out: 1 order cancelled or refunded, 2 orders not paid, 1 order to look at first',
    );
    expect(papers.split(String(one)).length - 1).toBe(3);
    expect(papers.split(String(two)).length - 1).toBe(1);
  }
  const { text, html } = await packing.read(`${QUERY}&view=slips`);
  expect(text).toContain('Otter Farm, Otter Lane, Bridgwater, Somerset, TA0 0AA');
  expect(text).toContain('Delivery instructions Behind the gate Week of 1 Dec');
  // Each box has a code of its own; the digest is of the whole order.
  const codes = [...html.matchAll(/aria-label="QR code of ([^"]+)"/g)].map(([, code = '']) => code);
  expect(codes.filter((code) => code.startsWith(String(one)))).toEqual(
    [1, 2, 3].map((box) => expect.stringMatching(new RegExp(`^${one}/${box}/3/[0-9A-F]{8}$`))),
  );
  expect(new Set(codes.map((code) => code.split('/')[3])).size).toBe(2);
});

test('a gift’s slip does not tell what its giver asked of the farm; the pick list does', async ({
  packing,
  shop,
}) => {
  const specialInstructions = 'No receipt, it is a surprise';
  fillWeek(shop.data.sqlite, [{ recipientName: 'Grandma Lee', specialInstructions }]);
  expect((await packing.read(`${QUERY}&view=slips`)).text).toContain('Grandma Lee');
  expect((await packing.read(`${QUERY}&view=slips`)).text).not.toContain(specialInstructions);
  expect((await packing.read(QUERY)).text).toContain(specialInstructions);
});

test('shipped orders print again when asked, and one order by its number', async ({ packing, shop }) => {
  const numbers = fillWeek(shop.data.sqlite, KINDS);
  const again = await packing.read(`${QUERY}&view=labels&again=1`);
  expect(again.html.match(/class="label"/g)).toHaveLength(6);
  for (const [index, labels] of [1, 1, 0, 0, 0, 1, 1, 0].entries()) {
    const number = String(numbers[index + 1]);
    const { html, text } = await packing.read(`${QUERY}&view=labels&order=${number.toLowerCase()}`);
    expect(html.match(/class="label"/g)?.length ?? 0, number).toBe(labels);
    if (labels === 0) expect(text).toContain(`This week has no paid order ${number}.`);
  }
});

test('a partly used sheet starts at the next free label', async ({ packing, shop }) => {
  fillWeek(shop.data.sqlite, Array(20).fill({}));
  for (const [query, sheets] of [
    ['', [20]],
    ['&skip=1', [21]],
    ['&skip=5', [21, 4]],
    ['&skip=26', [21, 4]],
    ['&skip=-1', [20]],
    ['&skip=many&sheet=99', [20]],
    ['&sheet=8', [8, 8, 4]],
    ['&sheet=8&skip=7', [8, 8, 8, 3]],
  ] as const) {
    const { html } = await packing.read(`${QUERY}&view=labels${query}`);
    const counts = [...html.matchAll(/<ol class="label-sheet.*?<\/ol>/gs)];
    expect(
      counts.map(([sheet]) => sheet.split('<li').length - 1),
      query,
    ).toEqual(sheets);
  }
});

test('without a week there are weeks to choose from; a wrong one is refused', async ({ packing, shop }) => {
  fillWeek(shop.data.sqlite, [{ week: '2024-12-02', quantity: 4 }, {}]);
  shop.clockAheadMs = Date.parse('2025-12-03T10:00:00Z') - Date.now();
  const { text, html, status } = await packing.read('');
  expect(status).toBe(200);
  // Not a week in which nobody has ordered.
  expect(text).toMatch(/Which week\? 4 boxes late, week of 2 Dec 1 box to pack, week of 1 Dec Packed/);
  expect(html).toContain('href="?week=2024-12-02"');
  for (const week of ['2025-12-02', '2031-01-06', 'december', '<i>']) {
    const unknown = await packing.read(`?week=${encodeURIComponent(week)}`);
    expect([unknown.status, unknown.text.includes('There’s no such week.')], week).toEqual([404, true]);
    expect(unknown.html).not.toContain('<i>');
  }
});

test('a week with nothing left to pack says so, or that all of it is sent', async ({ packing, shop }) => {
  const readAll = (query: string) =>
    Promise.all(['list', 'slips', 'labels'].map((view) => packing.read(`${query}&view=${view}`)));
  for (const { text } of await readAll(QUERY)) expect(text).toContain('Nothing left to pack for this week.');
  fillWeek(shop.data.sqlite, [{ status: 'shipped' }, { status: 'delivered' }]);
  for (const { text } of await readAll(QUERY)) {
    expect(text).toContain('All 2 orders are on their way. Print them again');
    expect(text).not.toMatch(/Nothing left|Ready to pack|Lay them out/);
  }
  expect((await packing.read('')).text).toContain('Which week? Week of 1 Dec: all 2 sent Packed');
});

const [A, B, C] = ['AB123456789GB', 'AB123456790GB', 'AB123456791GB'] as const;

const buyThree = (shop: ShopUnderTest, customerEmail = 'ann@example.com') =>
  shop.buy({ ...boxes(3), customerEmail });

async function readWeek(shop: ShopUnderTest): Promise<ScanOrder[]> {
  return (await shop.call('GET', `/packing/scan?week=${WEEK}`)).body.orders;
}

function scan(orderNumber: string, trackingNumber: string, more: object = {}) {
  return {
    id: randomUUID(),
    orderNumber,
    trackingNumber,
    digest: null,
    isUndone: false,
    ...more,
  };
}

async function handIn(shop: ShopUnderTest, ...scans: object[]): Promise<ScanResult[]> {
  const results: ScanResult[] = [];
  for (const each of scans) {
    const { status, body } = await shop.call('POST', '/packing/scans', each);
    expect(status).toBe(200);
    results.push(body);
  }
  return results;
}

test('the first scanned parcel sends the order, which takes one for each box', async ({ shop }) => {
  const { id, orderNumber } = await buyThree(shop);
  const [known] = await readWeek(shop);
  expect(known).toEqual({
    orderNumber,
    name: 'Grace Hill',
    town: 'Taunton TA1\u00A01AA',
    boxes: 3,
    trackingNumbers: [],
    digest: expect.stringMatching(/^[\dA-F]{8}$/),
    state: 'ready',
  });
  const { digest } = known as ScanOrder;
  const [first] = await handIn(shop, scan(orderNumber, 'ab 1234 5678 9gb', { digest }));
  expect(first).toMatchObject({
    ok: true,
    order: { state: 'ready', trackingNumbers: [A], digest },
  });
  expect(await shop.readOrder(orderNumber)).toMatchObject({
    status: 'shipped',
    parcels: [{ trackingNumber: A }],
  });
  const rest = await handIn(
    shop,
    ...[B, C, 'AB123456792GB'].map((each) => scan(orderNumber, each, { digest })),
  );
  expect(rest).toMatchObject([
    { ok: true },
    { ok: true, order: { state: 'sent' } },
    { ok: false, problem: 'sent' },
  ]);
  expect(await shop.readOrder(orderNumber)).toMatchObject({ status: 'shipped', parcels: [{}, {}, {}] });
  // The mail has waited for the others.
  const mails = await shop.readMails('tracking');
  expect(mails).toHaveLength(1);
  expect(mails[0]?.textBody).toMatch(/AB123456789GB\s+AB123456790GB\s+AB123456791GB/);
  const { nextAttemptAt, createdAt } = await shop.data.db
    .selectFrom('outbox')
    .select(['nextAttemptAt', 'createdAt'])
    .where('kind', '=', 'tracking')
    .executeTakeFirstOrThrow();
  expect(Date.parse(nextAttemptAt) - Date.parse(createdAt)).toBe(90_000);
  const history = await shop.readHistory(id);
  expect(history.at(-1)).toMatchObject({ person: 'Owner', reason: 'Scanned while packing.' });
});

test('a slip that is no longer true is refused, with the reason', async ({ shop }) => {
  const orders = [];
  for (const name of ['moved', 'cancelled', 'refunded', 'flagged', 'fine']) {
    orders.push({ name, ...(await shop.buy({ customerEmail: `${name}@example.com` })) });
  }
  const digests = new Map((await readWeek(shop)).map(({ orderNumber, digest }) => [orderNumber, digest]));
  const [moved, cancelled, refunded, , fine] = orders;
  await shop.change(moved?.id, 1, { deliveryWeek: LATER });
  await shop.change(cancelled?.id, 1, { status: 'cancelled' });
  await shop.refund(refunded?.id, { version: 1 });
  flagOrders(shop.data.sqlite, 'abroad', { where: "customer_email = 'flagged@example.com'" });
  const scans = orders.map(({ orderNumber }, index) =>
    scan(orderNumber, `AB10000000${index}GB`, { digest: digests.get(orderNumber) }),
  );
  expect(
    await handIn(shop, ...scans, scan('BB-ZZZZ-ZZZ', A), scan(fine?.orderNumber ?? '', 'soon')),
  ).toMatchObject([
    { ok: false, problem: 'changed' },
    { ok: false, problem: 'cancelled', error: 'This order is cancelled. Put the box back.' },
    // Its slips say two boxes.
    { ok: false, problem: 'changed' },
    { ok: false, problem: 'look' },
    { ok: true },
    { ok: false, problem: 'unknown', order: null },
    { ok: false, problem: 'invalid' },
  ]);
  // A typed number has no digest: the person has looked at the order.
  expect(await handIn(shop, scan(moved?.orderNumber ?? '', B))).toMatchObject([{ ok: true }]);
});

test('a scan that is handed in twice is one parcel, and a number is one order’s', async ({ shop }) => {
  const [one, other] = [await buyThree(shop), await buyThree(shop, 'ben@example.com')];
  const first = scan(one.orderNumber, A);
  const both = await Promise.all([handIn(shop, first), handIn(shop, first)]);
  expect(both.flat().map(({ ok }) => ok)).toEqual([true, true]);
  expect(await handIn(shop, first, scan(one.orderNumber, A))).toMatchObject([{ ok: true }, { ok: true }]);
  expect((await shop.readOrder(one.orderNumber)).parcels).toHaveLength(1);
  expect(await handIn(shop, scan(other.orderNumber, A))).toMatchObject([
    { ok: false, problem: 'other_order', error: `${A} belongs to ${one.orderNumber}.` },
  ]);
  expect(await shop.readMails('tracking')).toHaveLength(1);
});

test('the last scan is taken back, and so is its mail', async ({ shop }) => {
  const { orderNumber } = await shop.buy();
  await handIn(shop, scan(orderNumber, A), scan(orderNumber, B));
  expect(await handIn(shop, scan(orderNumber, B, { isUndone: true }))).toMatchObject([
    { ok: true, order: { state: 'ready', trackingNumbers: [A] } },
  ]);
  await handIn(shop, scan(orderNumber, A, { isUndone: true }), scan(orderNumber, A, { isUndone: true }));
  expect(await shop.readOrder(orderNumber)).toMatchObject({ status: 'processing', parcels: [] });
  expect(await shop.readMails('tracking')).toEqual([]);
});

test('what makes no sense is refused', async ({ shop }) => {
  for (const [body, status] of [
    [[], 400],
    [{}, 422],
    [{ id: '1' }, 422],
  ] as const)
    expect((await shop.call('POST', '/packing/scans', body)).status).toBe(status);
  expect((await shop.call('GET', '/packing/scan?week=soon')).status).toBe(422);
});
