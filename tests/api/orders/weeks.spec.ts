import { FOUNDER_ID } from '../../../api/admin/admin-repository.ts';
import { WEEK_LOSS_MESSAGES } from '../../../src/domain/delivery/weeks.ts';
import { ORDER } from '../../support/sample-order.ts';
import {
  buyInTime,
  call,
  changeWeeks,
  complete,
  findEvent,
  intentBody,
  NEW_ADDRESS,
  pay,
  post,
  readBooks,
  sendEvent,
  sendOwn,
  startPaid,
  startPurchase,
} from './shop-calls.ts';
import { expect, type ShopUnderTest, test } from './shop-under-test.ts';

const WEEK = ORDER.deliveryWeek;
const LATER = '2025-12-08';
const MINUTE = 60_000;

function capWeek(shop: ShopUnderTest, boxes: number, orderBy?: string) {
  changeWeeks(shop, { boxes, ...(orderBy && { orderBy }) }, WEEK);
}

async function readWeek(shop: ShopUnderTest) {
  const response = await shop.app.request('/api/branch-boxes/weeks');
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  const { weeks } = await response.json();
  expect(weeks.map(({ id }: { id: string }) => id)).toEqual(shop.catalogue.weeks.map(({ id }) => id));
  return weeks.find(({ id }: { id: string }) => id === WEEK);
}

/** A buyer with a connection and an e-mail address of their own. */
function buyer(name: string, quantity: number) {
  const totalAmount = Number((quantity * 27.35).toFixed(2));
  return intentBody({ quantity, totalAmount, customerEmail: `${name}@example.com` });
}

test('a week says how many boxes are left, without those reserved for others', async ({ shop }) => {
  expect(await readWeek(shop)).toEqual({ id: WEEK, state: 'open', boxesLeft: null });
  capWeek(shop, 8);
  expect(await readWeek(shop)).toEqual({ id: WEEK, state: 'open', boxesLeft: 8 });
  await post(shop, '/api/create-payment-intent', buyer('ann', 4), '192.0.2.1');
  expect(await readWeek(shop)).toMatchObject({ state: 'open', boxesLeft: 4 });
  expect(await post(shop, '/api/create-payment-intent', buyer('ben', 5), '192.0.2.3')).toMatchObject({
    status: 409,
    body: { code: 'week_full', error: expect.stringContaining('has only 4 boxes left.') },
  });
  shop.clockAheadMs = 16 * MINUTE;
  expect(await readWeek(shop)).toMatchObject({ state: 'open', boxesLeft: 8 });
});

test('a closed week takes no order, by no way, until it is opened again', async ({ shop }) => {
  const own = await buyInTime(shop, { customerEmail: 'own@example.com' });
  const later = await buyInTime(shop, { customerEmail: 'later@example.com', deliveryWeek: LATER });
  const paying = await startPurchase(shop);
  const pending = await startPaid(
    shop,
    intentBody({ customerEmail: 'slow@example.com' }),
    'pm_card_settlesLater',
  );
  await complete(shop, pending.paymentIntentId);
  expect((await call(shop, 'POST', `/weeks/${WEEK}/close`)).body).toMatchObject({ isClosed: true });
  expect(await shop.data.db.selectFrom('closedWeeks').select(['person', 'personId']).execute()).toEqual([
    { person: 'Owner', personId: FOUNDER_ID },
  ]);
  expect(await readWeek(shop)).toMatchObject({ state: 'closed' });
  expect(await post(shop, '/api/create-payment-intent', intentBody())).toMatchObject({
    status: 409,
    body: { code: 'week_not_on_sale' },
  });
  const foliage = { quantity: 1, deliveryWeek: WEEK };
  expect((await post(shop, '/create-payment-intent', foliage)).status).toBe(409);
  // The buyers' own pages: neither out of it nor into it.
  for (const { key } of [own, later]) {
    const moved = { key, deliveryWeek: key === own.key ? LATER : WEEK, ...NEW_ADDRESS };
    expect((await sendOwn(shop, 'change', moved)).status).toBe(409);
  }
  // Whoever was paying is treated as when a week closes during the payment.
  await pay(shop, paying.paymentIntentId);
  expect((await complete(shop, paying.paymentIntentId)).body).toMatchObject({
    success: true,
    weekLoss: 'closed',
  });
  shop.sandbox.settle(pending.paymentIntentId, 'succeeded');
  await sendEvent(shop, await findEvent(shop, 'payment_intent.succeeded'));
  const flagged = await shop.data.db.selectFrom('orderFlags').select('code').execute();
  expect(flagged).toEqual([{ code: 'week_closed' }, { code: 'week_closed' }]);
  expect(
    (await call(shop, 'GET', '/weeks')).body.find(({ week }: { week: string }) => week === WEEK),
  ).toMatchObject({
    isClosed: true,
  });

  expect((await call(shop, 'POST', `/weeks/${WEEK}/open`)).body).toMatchObject({ isClosed: false });
  expect((await post(shop, '/api/create-payment-intent', intentBody())).status).toBe(200);
});

test('boxes come free when Stripe says that the payment was cancelled', async ({ shop }) => {
  shop.openWebhooks();
  capWeek(shop, 4);
  const { paymentIntentId } = await startPurchase(shop, buyer('ann', 2));
  expect(await readWeek(shop)).toMatchObject({ boxesLeft: 2 });
  await shop.stripe.paymentIntents.cancel(paymentIntentId);
  await expect.poll(() => readWeek(shop)).toMatchObject({ boxesLeft: 4 });
});

for (const { what, change, code, loss } of [
  { what: 'fills up', change: (shop: ShopUnderTest) => capWeek(shop, 1), code: 'week_full', loss: 'full' },
  {
    what: 'closes',
    change: (shop: ShopUnderTest) => capWeek(shop, 9, '2025-11-20'),
    code: 'week_closed',
    loss: 'closed',
  },
] as const) {
  test(`a week that ${what} during a payment keeps the order, and tells buyer and farm`, async ({ shop }) => {
    const { paymentIntentId } = await startPurchase(shop);
    change(shop);
    await pay(shop, paymentIntentId);
    const completed = await complete(shop, paymentIntentId);
    expect(completed).toMatchObject({
      status: 200,
      body: { success: true, weekLoss: loss, message: WEEK_LOSS_MESSAGES[loss] },
    });
    const { orders, mails } = await readBooks(shop);
    expect(orders).toMatchObject([{ status: 'processing', week: WEEK, flags: [{ code, details: [] }] }]);
    expect(mails.map(({ kind }) => kind)).toEqual(['order_confirmation', 'order_notification']);
    const letters = await shop.data.db.selectFrom('outbox').select(['kind', 'textBody']).execute();
    const confirmation = letters.find(({ kind }) => kind === 'order_confirmation')?.textBody;
    expect(confirmation).toContain(WEEK_LOSS_MESSAGES[loss]);
    // Nobody else got the boxes of a week that has closed.
    expect(confirmation?.includes('somebody else')).toBe(loss === 'full');
    expect(confirmation).not.toContain('in the week you chose');
  });
}
