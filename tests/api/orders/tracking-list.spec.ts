import { flagOrders } from '../../support/flag-orders.ts';
import { buy, call, change, readMails, readOrder } from './shop-calls.ts';
import { expect, type ShopUnderTest, test } from './shop-under-test.ts';

const NUMBERS = Array.from({ length: 12 }, (_, index) => `AB${100_000_000 + index}GB`);

const preview = (shop: ShopUnderTest, list: string) =>
  call(shop, 'POST', '/orders/tracking/preview', { list });

const enter = (shop: ShopUnderTest, entries: readonly object[]) =>
  call(shop, 'POST', '/orders/tracking', { entries });

/** An order with something special about it. */
async function buyAs(
  shop: ShopUnderTest,
  name: string,
  { trackingNumber, ...changes }: Record<string, string> = {},
) {
  const { db } = shop.data;
  const order = await buy(shop, { customerName: name, customerEmail: `${name.toLowerCase()}@example.com` });
  if (Object.keys(changes).length > 0)
    await db.updateTable('orders').set(changes).where('id', '=', order.id).execute();
  if (trackingNumber !== undefined) {
    const parcel = { orderId: order.id, position: 1, trackingNumber, boxes: 1, sentAt: order.createdAt };
    await db.insertInto('parcels').values(parcel).execute();
  }
  return order;
}

test('the preview names each order and why a line is left out, and changes nothing', {
  tag: '@file',
}, async ({ shop }) => {
  const ready = await buyAs(shop, 'Ready');
  const sent = await buyAs(shop, 'Sent', { status: 'shipped', trackingNumber: 'XY987654321GB' });
  const orders = [
    ready,
    sent,
    await buyAs(shop, 'Cancelled', { status: 'cancelled' }),
    await buyAs(shop, 'Disputed', { dispute: 'open' }),
    await buyAs(shop, 'Flagged'),
    await buyAs(shop, 'Unpaid', { status: 'pending', paymentStatus: 'processing' }),
    await buyAs(shop, 'Done', { status: 'shipped', trackingNumber: NUMBERS[6] ?? '' }),
    await buyAs(shop, 'Delivered', { status: 'delivered' }),
  ];
  flagOrders(shop.data.sqlite, 'abroad', { where: "customer_name IN ('Disputed', 'Flagged')" });
  const lines = orders.map(({ orderNumber }, index) => `${orderNumber};"Somebody";"${NUMBERS[index]}"`);
  const list = [
    'Order;Customer;Tracking',
    ...lines,
    `BB-2222-222, ${NUMBERS[9]}`,
    'hello',
    `${ready.orderNumber.toLowerCase()}\t${NUMBERS[10]}`,
    '',
  ].join('\r\n');
  const before = await shop.data.db.selectFrom('orders').selectAll().execute();
  const { status, body } = await preview(shop, list);
  expect(status).toBe(200);
  expect(body.proposals).toEqual([
    {
      lines: [2, 12],
      id: ready.id,
      orderNumber: ready.orderNumber,
      buyer: 'Ready',
      version: 1,
      trackingNumbers: [NUMBERS[0], NUMBERS[10]],
      replaces: [],
    },
    expect.objectContaining({ buyer: 'Sent', trackingNumbers: [NUMBERS[1]], replaces: ['XY987654321GB'] }),
  ]);
  const reasons = body.leftOut.map(
    ({ lines, buyer, reason, isDone }: { lines: number[] } & Record<string, unknown>) => [
      lines[0],
      buyer,
      reason,
      ...(isDone ? ['done'] : []),
    ],
  );
  expect(reasons).toEqual([
    [4, 'Cancelled', 'It is cancelled.'],
    [5, 'Disputed', 'The buyer’s bank disputes its payment.'],
    [6, 'Flagged', 'Somebody needs to look at it first. The delivery address is outside the United Kingdom.'],
    [7, 'Unpaid', 'It is not paid.'],
    [8, 'Done', 'It has already been sent with this.', 'done'],
    [9, 'Delivered', 'It is delivered already.'],
    [10, null, 'There is no such order.'],
    [11, null, 'There is no order number in this line.'],
  ]);
  expect(await shop.data.db.selectFrom('orders').selectAll().execute()).toEqual(before);
  expect(await readMails(shop, 'tracking')).toEqual([]);
  // A call without a preview has the same checks.
  const entries = orders.map(({ id }, index) => ({ id, version: 1, trackingNumbers: [NUMBERS[index]] }));
  const { results } = (await enter(shop, entries)).body;
  expect(results.map(({ ok }: { ok: boolean }) => ok)).toEqual([true, ...Array(7).fill(false)]);
  expect(results[1].error).toBe('It has another number already: XY987654321GB.');
  expect(await readMails(shop, 'tracking')).toHaveLength(1);
});

test('an entered number ships the order, and replaces another only when asked', async ({ shop }) => {
  const [first, kept, replaced] = [
    await buyAs(shop, 'First'),
    await buyAs(shop, 'Kept', { status: 'shipped', trackingNumber: 'XY987654321GB' }),
    await buyAs(shop, 'Replaced', { status: 'shipped', trackingNumber: 'XY987654322GB' }),
  ];
  const entry = (id: string, index: number, replace = false) => {
    return { id, version: 1, trackingNumbers: [NUMBERS[index]], replace };
  };
  const { body } = await enter(shop, [entry(first.id, 0), entry(kept.id, 1), entry(replaced.id, 2, true)]);
  expect(body.results).toMatchObject([
    { orderNumber: first.orderNumber, ok: true, order: { status: 'shipped', trackingNumber: NUMBERS[0] } },
    { orderNumber: kept.orderNumber, ok: false },
    { orderNumber: replaced.orderNumber, ok: true, order: { trackingNumber: NUMBERS[2] } },
  ]);
  expect((await readOrder(shop, kept.orderNumber)).parcels[0]?.trackingNumber).toBe('XY987654321GB');
  expect((await readMails(shop, 'tracking')).map(({ recipient }) => recipient)).toEqual([
    'first@example.com',
    'replaced@example.com',
  ]);
  // Sent again after an answer that was lost, nobody has a second mail.
  await enter(shop, [entry(first.id, 0)]);
  expect(await readMails(shop, 'tracking')).toHaveLength(2);
});

test('an order that has changed since the preview is left out, with the reason', async ({ shop }) => {
  const [moved, cancelled] = [await buyAs(shop, 'Moved'), await buyAs(shop, 'Cancelled')];
  const list = [moved, cancelled].map(({ orderNumber }, at) => `${orderNumber},${NUMBERS[at]}`).join('\n');
  const { proposals } = (await preview(shop, list)).body;
  await change(shop, moved.id, 1, { deliveryWeek: '2025-12-15' });
  await change(shop, cancelled.id, 1, { status: 'cancelled' });
  const entries = proposals.map(({ id, version, trackingNumbers }: Record<string, unknown>) => {
    return { id, version, trackingNumbers };
  });
  expect((await enter(shop, entries)).body.results).toMatchObject([
    { orderNumber: moved.orderNumber, ok: false, error: expect.stringContaining('changed this order') },
    { orderNumber: cancelled.orderNumber, ok: false, error: 'It is cancelled.' },
  ]);
  expect(await readMails(shop, 'tracking')).toEqual([]);
});

test('a list is bounded, in lines and in bytes', async ({ shop }) => {
  const line = `BB-2222-222,${NUMBERS[0]}`;
  expect((await preview(shop, Array(800).fill(line).join('\n'))).status).toBe(200);
  expect(await preview(shop, Array(801).fill(line).join('\n'))).toMatchObject({
    status: 413,
    body: { error: 'This list has 801 lines, and 800 can be entered at a time. Please split it.' },
  });
  expect(await preview(shop, 'é'.repeat(50_000))).toMatchObject({
    status: 413,
    body: { error: expect.stringContaining('longer than 96 kB') },
  });
  expect((await preview(shop, 'x'.repeat(200_000))).status).toBe(413);
  const entry = { id: crypto.randomUUID(), version: 1, trackingNumbers: [NUMBERS[0]], replace: true };
  expect((await enter(shop, Array(800).fill(entry))).status).toBe(200);
  expect((await enter(shop, Array(801).fill(entry))).status).toBe(422);
});
