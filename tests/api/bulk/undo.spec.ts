import { insertPerson } from '../../../api/admin/admin-repository.ts';
import type { BulkResult, OrderUndo } from '../../../src/domain/orders/order-changes.ts';
import { hashCheaply } from '../../support/test-database.ts';
import { Browser } from '../admin/admin-under-test.ts';
import { buy, call, change, changeWeeks, readHistory, readMails, readOrder } from '../orders/shop-calls.ts';
import { expect, type ShopUnderTest, test } from '../orders/shop-under-test.ts';

const NUMBERS = ['AB100000000GB', 'AB200000000GB'];
const LATER = '2025-12-08';

async function buyMany(shop: ShopUnderTest, count: number) {
  const orders = [];
  for (let at = 0; at < count; at += 1)
    orders.push(await buy(shop, { customerEmail: `buyer${at}@example.com` }));
  return orders;
}

/** Does something to several orders. @returns the results, and what takes them back */
async function act(shop: ShopUnderTest, path: string, body: object) {
  const { status, body: answer } = await call(shop, 'POST', `/orders/${path}`, body);
  const results = (answer.results ?? []) as BulkResult[];
  const undo = results.flatMap((result): OrderUndo[] => (result.ok && result.undo ? [result.undo] : []));
  return { status, answer, results, undo };
}

const choose = (orders: readonly { id: string; version: number }[]) =>
  orders.map(({ id, version }) => ({ id, version }));

const undoAll = (shop: ShopUnderTest, orders: readonly OrderUndo[]) => act(shop, 'undo', { orders });

async function sendMails(shop: ShopUnderTest) {
  await shop.data.db.updateTable('outbox').set({ state: 'sent' }).execute();
}

test('orders marked as shipped go back, nobody is told, and the history says so', async ({ shop }) => {
  const orders = await buyMany(shop, 2);
  const { undo } = await act(shop, 'ship', { orders: choose(orders) });
  const due = await shop.data.db
    .selectFrom('outbox')
    .select('nextAttemptAt')
    .where('kind', '=', 'tracking')
    .execute();
  expect(due).toHaveLength(2);
  for (const { nextAttemptAt } of due) expect(Date.parse(nextAttemptAt)).toBeGreaterThan(Date.now() + 60_000);

  const { answer } = await undoAll(shop, undo);
  expect(answer).toMatchObject({ told: 0, results: [{ ok: true }, { ok: true }] });
  for (const { orderNumber } of orders) {
    expect(await readOrder(shop, orderNumber)).toMatchObject({ status: 'processing', parcels: [] });
  }
  expect(await readMails(shop, 'tracking')).toEqual([]);
  expect((await readHistory(shop, orders[0]?.id ?? '')).at(-1)).toMatchObject({
    kind: 'status',
    before: 'shipped',
    after: 'processing',
    reason: 'Undone',
  });
});

test('an order changed since is left alone and named, and the buyers already told are counted', async ({
  shop,
}) => {
  const [told, changed] = await buyMany(shop, 2);
  if (!told || !changed) throw new Error('no orders');
  const { undo } = await act(shop, 'ship', { orders: choose([told, changed]) });
  await sendMails(shop);
  await change(shop, changed.id, 2, { status: 'delivered' });
  const { answer } = await undoAll(shop, undo);
  expect(answer).toMatchObject({
    told: 1,
    results: [
      { orderNumber: told.orderNumber, ok: true },
      { orderNumber: changed.orderNumber, ok: false, error: expect.stringContaining('Somebody else') },
    ],
  });
  expect((await readOrder(shop, changed.orderNumber)).status).toBe('delivered');
});

test('tracking numbers are as they were: none, none on a sent order, or another one', async ({ shop }) => {
  const [fresh, sent, numbered] = await buyMany(shop, 3);
  if (!fresh || !sent || !numbered) throw new Error('no orders');
  await change(shop, sent.id, 1, { status: 'shipped' });
  await change(shop, numbered.id, 1, { trackingNumbers: [NUMBERS[0]] });
  await shop.data.db
    .updateTable('outbox')
    .set({ state: 'sent' })
    .where('subjectId', 'like', `${numbered.id}%`)
    .execute();
  const entries = [
    { id: fresh.id, version: 1, trackingNumbers: ['AB300000000GB'] },
    { id: sent.id, version: 2, trackingNumbers: ['AB400000000GB'] },
    { id: numbered.id, version: 2, trackingNumbers: [NUMBERS[1]], replace: true },
  ];
  const { undo } = await act(shop, 'tracking', { entries });
  expect(undo).toHaveLength(3);
  expect((await undoAll(shop, undo)).answer.told).toBe(0);
  expect(await readOrder(shop, fresh.orderNumber)).toMatchObject({
    status: 'processing',
    parcels: [],
  });
  expect(await readOrder(shop, sent.orderNumber)).toMatchObject({ status: 'shipped', parcels: [] });
  expect(await readOrder(shop, numbered.orderNumber)).toMatchObject({
    status: 'shipped',
    parcels: [{ trackingNumber: NUMBERS[0] }],
  });
  // The order that was sent without a number is again mailed so; the one with the first number was, and is not again.
  const letters = await readMails(shop, 'tracking');
  expect(letters.map(({ recipient, textBody }) => [recipient, /AB\d+GB/.exec(textBody)?.[0]])).toEqual([
    ['buyer2@example.com', NUMBERS[0]],
    ['buyer1@example.com', undefined],
  ]);
});

test('shipped orders go back to processing together, and forward again with their numbers', async ({
  shop,
}) => {
  const [numbered, waiting] = await buyMany(shop, 2);
  if (!numbered || !waiting) throw new Error('no orders');
  await change(shop, numbered.id, 1, { trackingNumbers: [NUMBERS[0]] });
  await sendMails(shop);
  const { results, undo } = await act(shop, 'back', {
    orders: [
      { id: numbered.id, version: 2 },
      { id: waiting.id, version: 1 },
    ],
  });
  expect(results).toMatchObject([
    { ok: true, order: { status: 'processing', trackingNumber: null } },
    { ok: false, error: 'It is not marked as shipped.' },
  ]);
  await undoAll(shop, undo);
  expect(await readOrder(shop, numbered.orderNumber)).toMatchObject({
    status: 'shipped',
    parcels: [{ trackingNumber: NUMBERS[0] }],
  });
  expect(await readMails(shop, 'tracking')).toHaveLength(1);
});

test('orders move first come while there are boxes, with the farm’s own sentence, and back unheard', async ({
  shop,
}) => {
  const orders = await buyMany(shop, 3);
  changeWeeks(shop, { boxes: 4 }, LATER);
  const { results, undo } = await act(shop, 'move', {
    orders: choose(orders),
    deliveryWeek: LATER,
    note: 'The lane is under snow.',
  });
  expect(results).toMatchObject([
    { ok: true, order: { deliveryWeek: LATER } },
    { ok: true },
    { ok: false, orderNumber: orders[2]?.orderNumber, error: expect.stringContaining('no boxes left') },
  ]);
  const [first, second, ...others] = await readMails(shop, 'order_change');
  expect(others).toEqual([]);
  expect(first?.textBody).toContain('The lane is under snow.\n\nWe have moved your order');
  expect(second?.textBody).toContain('Delivery: Week of 8 Dec');

  // One of the two has been told: only that buyer hears that it is back.
  await shop.data.db
    .updateTable('outbox')
    .set({ state: 'sent' })
    .where('subjectId', '=', `${orders[0]?.id}/2`)
    .execute();
  expect((await undoAll(shop, undo)).answer).toMatchObject({
    told: 1,
    results: [{ ok: true }, { ok: true }],
  });
  const letters = await readMails(shop, 'order_change');
  expect(letters.map(({ recipient }) => recipient)).toEqual(['buyer0@example.com', 'buyer0@example.com']);
  expect(letters[1]?.textBody).toContain('Before, it was: Week of 8 December 2025.');
});

test('a packer undoes and moves, and writes no words of the farm', async ({ shop }) => {
  const [order] = await buyMany(shop, 1);
  const person = { id: 'ben', name: 'Ben', role: 'packer', passwordHash: hashCheaply('ben') } as const;
  await shop.data.db.transaction().execute((trx) => insertPerson(trx, person));
  const packer = new Browser(shop.app);
  await packer.signIn('ben', 'Ben');
  const send = async (path: string, body: object) =>
    (await packer.send('POST', `/api/admin/orders/${path}`, body)).status;
  const move = { orders: choose(order ? [order] : []), deliveryWeek: LATER };
  expect(await send('move', { ...move, note: 'Hello' })).toBe(403);
  expect(await send('move', move)).toBe(200);
  const undo = {
    id: order?.id,
    version: 2,
    status: 'processing',
    trackingNumbers: [],
    boxesSent: null,
    deliveryWeek: '2025-12-01',
  };
  expect(await send('undo', { orders: [{ ...undo, status: 'cancelled' }] })).toBe(422);
  expect(await send('undo', { orders: [undo] })).toBe(200);
  expect((await readOrder(shop)).week).toBe('2025-12-01');
});
