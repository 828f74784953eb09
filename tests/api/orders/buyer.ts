import type { ShopUnderTest } from './shop-under-test.ts';

/** The stored order data of section 3, as the page keeps them. */
export const ORDER = {
  quantity: 2,
  unitPrice: 39.99,
  totalAmount: 79.98,
  customerName: 'Ann Lee',
  customerEmail: 'ann@example.com',
  customerPhone: '01632 960123',
  shippingAddress: '1 High Street',
  shippingCity: 'Taunton',
  shippingPostcode: 'TA1 1AA',
  shippingCountry: 'GB',
  specialInstructions: 'Leave it in the porch',
  deliveryWeek: '2025-12-01',
};

/** The body of `POST /api/create-payment-intent` for an order. */
export function intentBody(order: Partial<typeof ORDER> = {}) {
  const full = { ...ORDER, ...order };
  return {
    amount: full.totalAmount,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    metadata: { customerName: full.customerName, customerEmail: full.customerEmail, orderType: 'branch_box' },
    order: full,
  };
}

export async function post(shop: ShopUnderTest, path: string, body: unknown) {
  const response = await shop.app.request(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** Begins a purchase as the page does. */
export async function startPurchase(
  shop: ShopUnderTest,
  body: unknown = intentBody(),
  path = '/api/create-payment-intent',
) {
  const started = await post(shop, path, body);
  if (started.status !== 200) throw new Error(`${started.status} ${JSON.stringify(started.body)}`);
  return {
    paymentIntentId: String(started.body.clientSecret).replace(/_secret_.*/, ''),
    attemptId: String(started.body.attemptId),
  };
}

/** Pays as Stripe.js does after the buyer has given a card. */
export async function pay(
  shop: ShopUnderTest,
  paymentIntentId: string,
  card = 'pm_card_visa',
): Promise<void> {
  await shop.stripe.paymentIntents.confirm(paymentIntentId, { payment_method: card });
}

export function complete(shop: ShopUnderTest, paymentIntentId: string, order: object = ORDER) {
  return post(shop, '/api/branch-boxes/order', { ...order, paymentIntentId });
}

/** Everything that a payment can leave behind. */
export async function readBooks({ data: { db } }: ShopUnderTest) {
  const orders = await db.selectFrom('orders').selectAll().orderBy('id').execute();
  const attempts = await db.selectFrom('order_attempts').selectAll().orderBy('id').execute();
  const mails = await db.selectFrom('outbox').select(['kind', 'recipient']).orderBy('kind').execute();
  const events = await db.selectFrom('stripe_events').selectAll().execute();
  return { orders, attempts, mails, events };
}
