import { randomUUID } from 'node:crypto';
import type { ScanOrder, ScanResult } from '../../../src/domain/orders/scans.ts';
import { flagOrders } from '../../support/flag-orders.ts';
import { boxes, LATER, WEEK } from '../../support/sample-order.ts';
import { buy, call, change, readHistory, readMails, readOrder, refund } from '../orders/shop-calls.ts';
import { expect, type ShopUnderTest, test } from '../orders/shop-under-test.ts';

const [A, B, C] = ['AB123456789GB', 'AB123456790GB', 'AB123456791GB'] as const;

const buyThree = (shop: ShopUnderTest, customerEmail = 'ann@example.com') =>
  buy(shop, { ...boxes(3), customerEmail });

async function readWeek(shop: ShopUnderTest): Promise<ScanOrder[]> {
  return (await call(shop, 'GET', `/packing/scan?week=${WEEK}`)).body.orders;
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
    const { status, body } = await call(shop, 'POST', '/packing/scans', each);
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
    town: 'Taunton TA1 1AA',
    boxes: 3,
    trackingNumbers: [],
    digest: expect.stringMatching(/^[\dA-F]{8}$/),
    state: 'ready',
    version: 1,
  });
  const { digest } = known as ScanOrder;
  const [first] = await handIn(shop, scan(orderNumber, 'ab 1234 5678 9gb', { digest }));
  expect(first).toMatchObject({
    ok: true,
    order: { state: 'ready', trackingNumbers: [A], digest },
  });
  expect(await readOrder(shop, orderNumber)).toMatchObject({
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
  expect(await readOrder(shop, orderNumber)).toMatchObject({ status: 'shipped', parcels: [{}, {}, {}] });
  // The mail has waited for the others.
  const mails = await readMails(shop, 'tracking');
  expect(mails).toHaveLength(1);
  expect(mails[0]?.textBody).toMatch(/AB123456789GB\s+AB123456790GB\s+AB123456791GB/);
  const { nextAttemptAt, createdAt } = await shop.data.db
    .selectFrom('outbox')
    .select(['nextAttemptAt', 'createdAt'])
    .where('kind', '=', 'tracking')
    .executeTakeFirstOrThrow();
  expect(Date.parse(nextAttemptAt) - Date.parse(createdAt)).toBe(90_000);
  const history = await readHistory(shop, id);
  expect(history.at(-1)).toMatchObject({ person: 'Owner', reason: 'Scanned while packing.' });
});

test('a slip that is no longer true is refused, with the reason', async ({ shop }) => {
  const orders = [];
  for (const name of ['moved', 'cancelled', 'refunded', 'flagged', 'fine']) {
    orders.push({ name, ...(await buy(shop, { customerEmail: `${name}@example.com` })) });
  }
  const digests = new Map((await readWeek(shop)).map(({ orderNumber, digest }) => [orderNumber, digest]));
  const [moved, cancelled, refunded, , fine] = orders;
  await change(shop, moved?.id, 1, { deliveryWeek: LATER });
  await change(shop, cancelled?.id, 1, { status: 'cancelled' });
  await refund(shop, refunded?.id, { version: 1 });
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
  expect((await readOrder(shop, one.orderNumber)).parcels).toHaveLength(1);
  expect(await handIn(shop, scan(other.orderNumber, A))).toMatchObject([
    { ok: false, problem: 'other_order', error: `${A} belongs to ${one.orderNumber}.` },
  ]);
  expect(await readMails(shop, 'tracking')).toHaveLength(1);
});

test('the last scan is taken back, and so is its mail', async ({ shop }) => {
  const { orderNumber } = await buy(shop);
  await handIn(shop, scan(orderNumber, A), scan(orderNumber, B));
  expect(await handIn(shop, scan(orderNumber, B, { isUndone: true }))).toMatchObject([
    { ok: true, order: { state: 'ready', trackingNumbers: [A] } },
  ]);
  await handIn(shop, scan(orderNumber, A, { isUndone: true }), scan(orderNumber, A, { isUndone: true }));
  expect(await readOrder(shop, orderNumber)).toMatchObject({ status: 'processing', parcels: [] });
  expect(await readMails(shop, 'tracking')).toEqual([]);
});

test('what makes no sense is refused', async ({ shop }) => {
  for (const body of [{}, [], { id: '1' }]) {
    expect((await call(shop, 'POST', '/packing/scans', body)).status).toBe(422);
  }
  expect((await call(shop, 'GET', '/packing/scan?week=soon')).status).toBe(422);
});
