import { readFlags, selectOrders } from '../../../api/orders/orders-repository.ts';
import { ORDER } from '../../support/sample-order.ts';
import type { ShopUnderTest } from './shop-under-test.ts';

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

/** @param from the address that the call comes from */
export async function post(shop: ShopUnderTest, path: string, body: unknown, from = '192.0.2.1') {
  const response = await shop.app.request(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': from },
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

/** Posts the order form, as a browser without scripts does. */
export function submitForm(
  shop: ShopUnderTest,
  changes: Record<string, string> = {},
  headers: Record<string, string> = {},
) {
  const entries = Object.entries({ ...ORDER, ...changes }).map(([name, value]) => [name, String(value)]);
  return shop.app.request('/api/branch-boxes/checkout', {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(entries),
  });
}

/** Pays on Stripe's page, as a browser without scripts does. */
export async function payOnPage(shop: ShopUnderTest, address: string, number = '4242 4242 4242 4242') {
  const { pathname } = new URL(address);
  const form = {
    email: 'ann@example.com',
    name: 'Ann Lee',
    number,
    expiry: '12 / 50',
    cvc: '123',
  };
  const paid = await fetch(`${shop.sandbox.url}${pathname}`, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  });
  return { status: paid.status, location: paid.headers.get('location') ?? (await paid.text()) };
}

/** Posts the order form. @returns the page to pay on, and the id that Stripe has given to it */
export async function openPayPage(shop: ShopUnderTest, changes: Record<string, string> = {}) {
  const response = await submitForm(shop, changes);
  const url = response.headers.get('location');
  if (url === null) throw new Error(`${response.status} ${await response.text()}`);
  return { url, sessionId: url.replace(/.*\//, '') };
}

/** Everything that a payment can leave behind. */
export async function readBooks({ data: { db } }: ShopUnderTest) {
  const orders = (await selectOrders(db).orderBy('createdAt').execute()).map(readFlags);
  const attempts = await db.selectFrom('orderAttempts').selectAll().orderBy('id').execute();
  const mails = await db.selectFrom('outbox').select(['kind', 'recipient']).orderBy('kind').execute();
  const events = await db.selectFrom('stripeEvents').selectAll().execute();
  return { orders, attempts, mails, events };
}
