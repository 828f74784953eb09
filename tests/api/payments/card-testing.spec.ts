import { intentBody } from '../orders/shop-calls.ts';
import { expect, type ShopUnderTest, test } from '../orders/shop-under-test.ts';

const DECLINED = 'pm_card_chargeDeclined';
const HOUR_MS = 3_600_000;

/** Tries a card that is declined, and waits until the shop has heard of it. @returns what Stripe says of the try */
async function tryCard(shop: ShopUnderTest, paymentIntentId: string): Promise<string> {
  const said = await shop.pay(paymentIntentId, DECLINED).catch((error: Error) => error.message);
  const isHeard = () => shop.sandbox.listDeliveries().every(({ state }) => state === 'delivered');
  await expect.poll(isHeard).toBe(true);
  return String(said);
}

/** As if so many cards had been declined from elsewhere a moment ago. */
async function addDeclines(shop: ShopUnderTest, cards: number): Promise<void> {
  const { attemptId } = await shop.startPurchase();
  const failedAt = new Date().toISOString();
  await shop.data.db
    .updateTable('orderAttempts')
    .set({ failedCards: cards, failedAt, heldBy: 'elsewhere' })
    .where('id', '=', attemptId)
    .execute();
}

test('a payment is cancelled after six declined cards, and not before', async ({ shop }) => {
  shop.openWebhooks();
  const { paymentIntentId } = await shop.startPurchase();
  for (let card = 1; card <= 6; card += 1) {
    expect(await tryCard(shop, paymentIntentId), String(card)).toContain('declined');
  }
  await expect(shop.pay(paymentIntentId)).rejects.toThrow('canceled');
  expect((await shop.readBooks()).attempts).toMatchObject([{ state: 'closed', failedCards: 6 }]);
  expect(await shop.readMails('service_notice')).toEqual([]);

  const second = await shop.startPurchase();
  for (let card = 1; card <= 5; card += 1) await tryCard(shop, second.paymentIntentId);
  await shop.pay(second.paymentIntentId);
  await expect.poll(async () => (await shop.readBooks()).orders.length).toBe(1);
});

test('a page at Stripe ends the same way, and repeated events count no card twice', async ({ shop }) => {
  const { url, sessionId } = await shop.openPayPage();
  for (let card = 1; card <= 6; card += 1) await shop.payOnPage(url, '4000 0000 0000 0002');
  for (const event of (await shop.listEvents('payment_intent.payment_failed')).slice(1)) {
    await shop.sendEvent(event);
    await shop.sendEvent(event);
  }
  expect((await shop.stripe.checkout.sessions.retrieve(sessionId)).status).toBe('expired');
  await shop.reconciliation.runOnce();
  expect((await shop.readBooks()).attempts).toMatchObject([{ failedCards: 6, state: 'closed' }]);
});

test('a connection with many declined cards is blocked for an hour, others are not', async ({ shop }) => {
  shop.openWebhooks();
  for (const _ of [1, 2]) {
    const { paymentIntentId } = await shop.startPurchase();
    for (let card = 1; card <= 6; card += 1) await tryCard(shop, paymentIntentId);
  }
  const refused = await shop.post('/api/create-payment-intent', intentBody());
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_declined' } });
  expect((await shop.post('/api/create-payment-intent', intentBody(), '198.51.100.7')).status).toBe(200);
  expect(await shop.readMails('service_notice')).toHaveLength(1);
  shop.clockAheadMs = HOUR_MS + 1000;
  expect((await shop.post('/api/create-payment-intent', intentBody())).status).toBe(200);
});

test('many declined cards from everywhere are reported once, and end each payment', async ({ shop }) => {
  await addDeclines(shop, 40);
  const { paymentIntentId: id } = await shop.startPurchase();
  await shop.pay(id, DECLINED).catch(() => {});
  await shop.sendEvent(await shop.findEvent('payment_intent.payment_failed'));
  expect((await shop.stripe.paymentIntents.retrieve(id)).status).toBe('requires_payment_method');
  await shop.pay(id, DECLINED).catch(() => {});
  await shop.sendEvent(await shop.findEvent('payment_intent.payment_failed'));
  expect((await shop.stripe.paymentIntents.retrieve(id)).status).toBe('canceled');
  expect((await shop.post('/api/create-payment-intent', intentBody())).status).toBe(429);
  // The shop stays open: a good card buys from anywhere else.
  const elsewhere = await shop.post('/api/create-payment-intent', intentBody(), '198.51.100.7');
  expect(elsewhere.status).toBe(200);
  expect(await shop.readMails('service_notice')).toMatchObject([
    { subject: 'Somebody is trying out stolen cards in the shop', recipient: expect.stringContaining('@') },
  ]);
});
