import { flagOrders } from '../../support/flag-orders.ts';
import { findFreePort } from '../../support/free-port.ts';
import { costOf, LATER, WEEK } from '../../support/sample-order.ts';
import { intentBody } from '../orders/shop-calls.ts';
import type { ShopUnderTest } from '../orders/shop-under-test.ts';
import { KEY } from './click-and-drop-stand-in.ts';
import { expect, type LabelDesk, test } from './test.ts';

const DAY = 24 * 60;

function readLabels({ data: { db } }: ShopUnderTest) {
  return db.selectFrom('labels').selectAll().orderBy('createdAt').execute();
}

function creations({ standIn }: LabelDesk) {
  return standIn.calls.filter(({ method }) => method === 'POST');
}

test('a paid order is created once, with what the carrier needs and no more', async ({ shop, desk }) => {
  const { orderNumber } = await shop.buy({ shippingAddress: 'Flat 2\nThe Mill\n1 High Street\nWellington' });
  await desk.work();
  await desk.work(DAY);
  expect(creations(desk)).toHaveLength(1);
  const { request } = desk.standIn.orders.get(orderNumber) ?? {};
  expect(request).toEqual({
    orderReference: orderNumber,
    recipient: {
      address: {
        fullName: 'Grace Hill',
        addressLine1: 'Flat 2',
        addressLine2: 'The Mill',
        addressLine3: '1 High Street, Wellington',
        city: 'Taunton',
        postcode: 'TA1 1AA',
        countryCode: 'GB',
      },
    },
    orderDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    specialInstructions: 'Leave it in the porch',
    subtotal: Number(costOf(2)),
    shippingCostCharged: 0,
    total: Number(costOf(2)),
    currencyCode: 'GBP',
    tags: [
      { key: 'Boxes', value: '2' },
      { key: 'Week', value: WEEK },
    ],
  });
  expect(await readLabels(shop)).toMatchObject([{ state: 'created', identifier: 1000 }]);
});

test('the tracking number is stored when it comes, and mailed once', async ({ shop, desk }) => {
  const { id, orderNumber } = await shop.buy();
  await desk.work();
  await desk.work(11);
  expect((await shop.readOrder(orderNumber)).parcels).toEqual([]);
  const known = desk.standIn.orders.get(orderNumber);
  if (!known) throw new Error('not created');
  known.trackingNumber = 'QJ 1234 5678 9GB';
  await desk.work(30);
  expect(await shop.readOrder(orderNumber)).toMatchObject({
    parcels: [{ trackingNumber: 'QJ123456789GB' }],
    status: 'shipped',
    labelProblem: null,
  });
  const history = await shop.readHistory(id);
  expect(history.at(-1)).toMatchObject({
    kind: 'tracking',
    after: 'QJ123456789GB',
    reason: 'Royal Mail Click & Drop',
  });
  const before = desk.standIn.calls.length;
  await desk.work(DAY);
  expect(desk.standIn.calls).toHaveLength(before);
  expect(await shop.readMails('tracking')).toHaveLength(1);

  // One in several packages is sent once all of them have numbers, with each.
  const other = await shop.buy();
  await desk.work();
  const packed = desk.standIn.orders.get(other.orderNumber);
  if (!packed) throw new Error('not created');
  packed.packages = [{ packageNumber: 1, trackingNumber: 'QJ123456780GB' }, { packageNumber: 2 }];
  await desk.work(30);
  expect(await shop.readOrder(other.orderNumber)).toMatchObject({ status: 'processing', parcels: [] });
  packed.packages[1] = { packageNumber: 2, trackingNumber: 'QJ 1234 5679 0GB' };
  await desk.work(60);
  const parcels = [{ trackingNumber: 'QJ123456780GB' }, { trackingNumber: 'QJ123456790GB' }];
  expect(await shop.readOrder(other.orderNumber)).toMatchObject({ status: 'shipped', parcels });
  expect(await shop.readMails('tracking')).toHaveLength(2);
});

test('it is asked for less and less often, and after 30 days no more', async ({ shop, desk }) => {
  const { orderNumber } = await shop.buy();
  await desk.work();
  const counts: number[] = [];
  for (let day = 0; day < 31; day += 1) {
    const before = desk.standIn.calls.length;
    for (let step = 0; step < 12; step += 1) {
      await desk.work(120);
    }
    counts.push(desk.standIn.calls.length - before);
  }
  expect(counts[0]).toBeLessThanOrEqual(9);
  expect(counts[1]).toBeGreaterThanOrEqual(3);
  expect(counts[1]).toBeLessThanOrEqual(4);
  expect(counts[30]).toBe(0);
  expect((await shop.readOrder(orderNumber)).labelProblem).toContain('30 days');
});

test('a number that the farm has entered itself is left alone', async ({ shop, desk }) => {
  const { id, orderNumber } = await shop.buy();
  await desk.work();
  await shop.change(id, 1, { trackingNumbers: ['AB123456789GB'] });
  const known = desk.standIn.orders.get(orderNumber);
  if (known) known.trackingNumber = 'QJ123456789GB';
  await desk.work(DAY);
  expect((await shop.readOrder(orderNumber)).parcels[0]?.trackingNumber).toBe('AB123456789GB');
});

test('no two calls of any kind come within a second', async ({ shop, desk }) => {
  for (let order = 0; order < 3; order += 1) await shop.buy();
  await desk.work();
  await shop.buy();
  await desk.work(20);
  const times = desk.standIn.calls.map(({ at }) => at);
  expect(times.length).toBe(7);
  for (const [index, at] of times.entries())
    expect(at - (times[index - 1] ?? 0)).toBeGreaterThanOrEqual(1000);
});

test('a clear refusal is told to the farm and not tried again; an answer that created nothing is tried again', async ({
  shop,
  desk,
}) => {
  for (const [mood, reason] of [
    ['refuse', 'Royal Mail: Postcode does not exist.'],
    ['malformed', 'Royal Mail: The address is missing. addressLine1'],
  ] as const) {
    const before = creations(desk).length;
    const { id, orderNumber } = await shop.buy();
    desk.standIn.mood = mood;
    await desk.work();
    desk.standIn.mood = 'create';
    await desk.work(4 * DAY);
    expect(creations(desk), mood).toHaveLength(before + 1);
    const label = (await readLabels(shop)).find(({ orderId }) => orderId === id);
    expect(label).toMatchObject({ state: 'failed', lastError: reason });
    const shown = { orderNumber, trackingNumber: null, labelProblem: reason };
    expect(await shop.listOrders()).toContainEqual(expect.objectContaining(shown));
  }
  for (const mood of ['too_many', 'unauthorised'] as const) {
    const before = creations(desk).length;
    const { orderNumber } = await shop.buy();
    desk.standIn.mood = mood;
    await desk.work();
    expect((await shop.readOrder(orderNumber)).labelProblem, mood).toMatch(/\(4\d\d\)/);
    desk.standIn.mood = 'create';
    await desk.work();
    expect(creations(desk)).toHaveLength(before + 1);
    await desk.work(3);
    expect(creations(desk)).toHaveLength(before + 2);
    expect((await shop.readOrder(orderNumber)).labelProblem).toBeNull();
  }
});

test('while Royal Mail cannot be reached, orders wait for three days', async ({ shop, desk }) => {
  const { orderNumber } = await shop.buy();
  const unreachable = desk.openQueue(KEY, `http://127.0.0.1:${await findFreePort()}`);
  await unreachable.runOnce();
  expect(await readLabels(shop)).toMatchObject([
    { state: 'waiting', lastError: 'We couldn’t reach Royal Mail.' },
  ]);
  desk.pass(3 * DAY);
  await unreachable.runOnce();
  expect((await shop.readOrder(orderNumber)).labelProblem).toBe('We couldn’t reach Royal Mail.');
  expect(await readLabels(shop)).toMatchObject([{ state: 'failed' }]);
});

test('in doubt whether it was created, it is looked up by its number', async ({ shop, desk }) => {
  for (const [at, mood] of (['fail_after', 'hang_after'] as const).entries()) {
    const { id, orderNumber } = await shop.buy();
    const read = async () => (await readLabels(shop)).find(({ orderId }) => orderId === id);
    desk.standIn.mood = mood;
    await desk.work();
    expect(await read(), mood).toMatchObject({ state: 'asked' });
    desk.standIn.mood = 'create';
    await desk.work();
    await desk.work(3);
    const path = `/orders/%22${orderNumber}%22`;
    expect(desk.standIn.calls.at(-1)).toMatchObject({ method: 'GET', path });
    expect(creations(desk)).toHaveLength(at + 1);
    expect(await read()).toMatchObject({ state: 'created', identifier: 1000 + at });
  }
});

test('what cannot be found there is left to a person, and never created again', async ({ shop, desk }) => {
  const { orderNumber } = await shop.buy();
  desk.standIn.mood = 'fail_before';
  await desk.work();
  desk.standIn.mood = 'create';
  desk.standIn.isDown = true;
  for (let hour = 0; hour < 3; hour += 1) {
    await desk.work(60);
  }
  expect(await readLabels(shop)).toMatchObject([{ state: 'asked' }]);
  desk.standIn.isDown = false;
  for (let day = 0; day < 4; day += 1) {
    await desk.work(DAY);
  }
  expect(creations(desk)).toHaveLength(1);
  expect((await shop.readOrder(orderNumber)).labelProblem).toMatch(
    /^We can’t tell .*Click & Drop: look there/,
  );
});

test('two processes that work off one queue create each order once', async ({ shop, desk }) => {
  for (let order = 0; order < 4; order += 1) await shop.buy();
  await Promise.all([desk.queue.runOnce(), desk.openQueue().runOnce()]);
  expect(creations(desk)).toHaveLength(4);
  expect(desk.standIn.orders.size).toBe(4);
});

test('a held order waits, and a cancelled or refunded one is dropped', async ({ shop, desk }) => {
  const flagged = await shop.buy();
  const cancelled = await shop.buy();
  const { db } = shop.data;
  flagOrders(shop.data.sqlite, 'abroad', { where: `id = '${flagged.id}'` });
  await shop.change(cancelled.id, 1, { status: 'cancelled' });
  await desk.work();
  expect(desk.standIn.calls).toEqual([]);
  expect(await readLabels(shop)).toMatchObject([{ orderId: flagged.id, state: 'waiting' }]);
  // Nor one whose payment has not come through.
  const { paymentIntentId } = await shop.startPaid(intentBody(), 'pm_card_settlesLater');
  await shop.complete(paymentIntentId);
  await desk.work();
  expect(desk.standIn.calls).toEqual([]);
  shop.sandbox.settle(paymentIntentId, 'succeeded');
  await shop.complete(paymentIntentId);
  await db.updateTable('orders').set({ flags: '[]' }).execute();
  await shop.change(flagged.id, 1, { deliveryWeek: LATER });
  await desk.work();
  expect(desk.standIn.orders.size).toBe(2);
  expect([...desk.standIn.orders.keys()]).toContain(flagged.orderNumber);
});

test('neither the key nor anything of the buyer is logged', async ({ shop, desk }) => {
  for (const mood of ['refuse', 'malformed', 'unauthorised', 'fail_after', 'hang_after'] as const) {
    await shop.buy();
    desk.standIn.mood = mood;
    await desk.work();
  }
  const wrong = desk.openQueue('a-wrong-key-7f3a');
  await shop.buy();
  await wrong.runOnce();
  const text = desk.logged.join('\n');
  expect(text).toContain('failed for good');
  for (const secret of [KEY, 'a-wrong-key-7f3a', 'Ann Lee', 'TA1 1AA', 'High Street', 'Postcode']) {
    expect(text).not.toContain(secret);
  }
});
