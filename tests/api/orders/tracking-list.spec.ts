import { flagOrders } from '../../support/flag-orders.ts';
import { buy, call, readMails } from './shop-calls.ts';
import { expect, type ShopUnderTest, test } from './shop-under-test.ts';

const NUMBERS = Array.from({ length: 12 }, (_, index) => `AB${100_000_000 + index}GB`);

const preview = (shop: ShopUnderTest, list: string) =>
  call(shop, 'POST', '/orders/tracking/preview', { list });

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
    const parcel = { orderId: order.id, position: 1, trackingNumber, sentAt: order.createdAt };
    await db.insertInto('parcels').values(parcel).execute();
  }
  return order;
}

test('the preview names each order and why a line is left out, and changes nothing', async ({ shop }) => {
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
});
