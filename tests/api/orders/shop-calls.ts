import { randomUUID } from 'node:crypto';
import type { Stripe } from 'stripe';
import { findOrderEvents, readOrderRow, selectOrders } from '../../../api/orders/orders-repository.ts';
import type { Payment } from '../../../api/payments/payment.ts';
import { toEvent } from '../../../api/routes/order-page.ts';
import { SANDBOX_WEBHOOK_SECRET } from '../../../api/stripe-sandbox/cards.ts';
import { parseDay } from '../../../src/domain/dates.ts';
import type { MailKind } from '../../../src/domain/mails.ts';
import { describeEvent } from '../../../src/domain/orders/order-history.ts';
import { BOX_PENCE, ORDER, typeOrder } from '../../support/sample-order.ts';
import type { Browser } from '../admin/admin-under-test.ts';
import { readPage } from '../slot-pages.ts';
import { expect, type ShopUnderTest } from './shop-under-test.ts';

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
export async function post(
  shop: Pick<ShopUnderTest, 'app'>,
  path: string,
  body: unknown,
  from = '192.0.2.1',
) {
  const response = await shop.app.request(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': from },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** Starts a purchase as the page does. */
export async function startPurchase(
  shop: Pick<ShopUnderTest, 'app'>,
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
  shop: Pick<ShopUnderTest, 'stripe'>,
  paymentIntentId: string,
  card = 'pm_card_visa',
): Promise<void> {
  await shop.stripe.paymentIntents.confirm(paymentIntentId, { payment_method: card });
}

/** A purchase that is paid and not yet completed. */
export async function startPaid(
  shop: Pick<ShopUnderTest, 'app' | 'stripe'>,
  body: unknown = intentBody(),
  card?: string,
) {
  const started = await startPurchase(shop, body);
  await pay(shop, started.paymentIntentId, card);
  return started;
}

/** The body of the specification without the order, whose data come with the completion. */
export function bareBody() {
  const { order: _, ...body } = intentBody();
  return body;
}

/** A payment as the gateway reads it. */
export async function retrievePayment(shop: ShopUnderTest, id: string): Promise<Payment> {
  const payment = await shop.gateway.retrievePayment(id);
  if (!payment.ok) throw new Error(payment.problem.code);
  return payment.value;
}

/** Changes what the catalogue says of one week, or of every week. */
export function changeWeeks(
  shop: ShopUnderTest,
  changes: { boxes?: number; orderBy?: string; closed?: true },
  only?: string,
): void {
  const orderBy = parseDay(changes.orderBy ?? '') ?? undefined;
  const weeks = shop.catalogue.weeks.map((week) =>
    only === undefined || week.id === only ? { id: week.id, ...changes, orderBy } : week,
  );
  shop.catalogue = { ...shop.catalogue, weeks };
}

/** Turns the shop's clock to an instant, from which it goes on. */
export function setClock(shop: ShopUnderTest, instant: string): void {
  shop.clockAheadMs = Date.parse(instant) - Date.now();
}

/** Before every week of the shop, so that the buyer may change the order. */
const IN_TIME = '2025-11-01T12:00:00Z';

/** Posts a form of the buyer's own page, `change` or `cancel`. */
export async function sendOwn(shop: ShopUnderTest, path: string, entries: Record<string, string>) {
  const response = await shop.app.request(`/order/${path}`, {
    method: 'POST',
    body: new URLSearchParams({ version: '1', ...entries }),
  });
  return {
    status: response.status,
    location: response.headers.get('Location'),
    page: await readPage(response),
  };
}

/** A paid order that its buyer may still change. */
export async function buyInTime(shop: ShopUnderTest, order: Partial<typeof ORDER> = {}) {
  setClock(shop, IN_TIME);
  const bought = await buy(shop, order);
  return { ...bought, key: shop.orderLinks.writeKey(bought.id) };
}

/** Another delivery address, as the buyer's own page sends it. */
export const NEW_ADDRESS = {
  customerName: 'Zoë Ash',
  shippingAddress: '2 Low Street\nFlat 9',
  shippingCity: 'Wells',
  shippingPostcode: 'ba5 2aa',
};

/** What a page or a call answers the owner. */
export async function read({ app, admin }: ShopUnderTest, path: string): Promise<string> {
  return (await app.request(path, { headers: admin })).text();
}

/** The list of orders: all of them, or a page. */
export async function listOrders(shop: ShopUnderTest, query = '') {
  return JSON.parse(await read(shop, `/api/branch-boxes/orders${query}`));
}

/** The slips of the sample week. */
export function readSlips(shop: ShopUnderTest): Promise<string> {
  return read(shop, `/admin/packing?week=${ORDER.deliveryWeek}&view=slips`);
}

/** A payment on the shop's account that the shop has not started. */
export function payElsewhere({ stripe }: ShopUnderTest, metadata: Record<string, string> = {}) {
  const paid = { currency: 'gbp', payment_method: 'pm_card_visa', confirm: true };
  return stripe.paymentIntents.create({ amount: 2 * BOX_PENCE, ...paid, metadata });
}

/** As if every mail had gone out. */
export async function sendMails({ data: { db } }: ShopUnderTest): Promise<void> {
  await db.updateTable('outbox').set({ state: 'sent' }).execute();
}

/** Waits until the sandbox has delivered every event. */
export async function waitForDeliveries({ sandbox }: ShopUnderTest): Promise<void> {
  await expect.poll(() => sandbox.listDeliveries().every(({ state }) => state === 'delivered')).toBe(true);
}

/** Refunds boxes as the admin page does: one, unless told otherwise. */
export function refund(shop: ShopUnderTest, id: string | undefined, body: object) {
  return callOrder(shop, id, '/refund', { boxes: 1, requestId: randomUUID(), ...body });
}

/** Changes an order as the admin page does. */
export function change(shop: ShopUnderTest, id: string | undefined, version: number, changes: object) {
  return callOrder(shop, id, '', { version, ...changes });
}

/** Takes an order's last change back. */
export function undo(shop: ShopUnderTest, id: string, version: number) {
  return callOrder(shop, id, '/undo', { version });
}

/** A call of the list to an order's own page. @returns the order after it, or the problem */
async function callOrder(shop: ShopUnderTest, id: string | undefined, step: string, form: object) {
  const { data, app, admin } = shop;
  const query = data.db
    .selectFrom('orders')
    .select('orderNumber')
    .where('id', '=', id ?? '');
  const path = `/admin/orders/${(await query.executeTakeFirst())?.orderNumber ?? id}${step}`;
  const response = await app.request(path, {
    method: 'POST',
    headers: { ...admin, ...CALL },
    body: writeEntries(form),
  });
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  const { order, ...body } = await response.json();
  return { status: response.status, body: { ...body, ...order } };
}

const CALL = { Accept: 'application/json' };

/** Changes an order as somebody who is signed in. @param path its number, and a step */
export function callAs(browser: Browser, path: string, form: object): Promise<Response> {
  return browser.send('POST', `/admin/orders/${path}`, writeEntries(form), CALL);
}

function writeEntries(form: object): URLSearchParams {
  const entries = Object.entries(form).flatMap(([name, value]) => {
    if (value === undefined) return [];
    return [[name, Array.isArray(value) ? value.join('\n') : value === true ? '1' : String(value)]];
  });
  return new URLSearchParams(entries);
}

/** An order's history, as its page has it. */
export async function readHistory({ data: { db } }: ShopUnderTest, id: string) {
  return (await findOrderEvents(db, id)).map(toEvent);
}

/** The same in words. */
export async function tellHistory(shop: ShopUnderTest, id: string): Promise<string[]> {
  return (await readHistory(shop, id)).map(describeEvent);
}

export function complete(shop: Pick<ShopUnderTest, 'app'>, paymentIntentId: string, order: object = ORDER) {
  return post(shop, '/api/branch-boxes/order', { ...order, paymentIntentId });
}

/** Posts the order form, as a browser without scripts does. */
export function submitForm(
  shop: ShopUnderTest,
  changes: Record<string, string> = {},
  headers: Record<string, string> = {},
) {
  return shop.app.request('/api/branch-boxes/checkout', {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(typeOrder(changes)),
  });
}

/** Pays on Stripe's page, as a browser without scripts does. */
export async function payOnPage(shop: ShopUnderTest, address: string, number = '4242 4242 4242 4242') {
  const { pathname } = new URL(address);
  const form = { email: 'ann@example.com', name: 'Ann Lee', number, expiry: '12 / 50', cvc: '123' };
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

/** All rows that a payment can cause. */
export async function readBooks({ data: { db } }: ShopUnderTest) {
  const orders = (await selectOrders(db).orderBy('createdAt').execute()).map(readOrderRow);
  const attempts = await db.selectFrom('orderAttempts').selectAll().orderBy('id').execute();
  const mails = await db.selectFrom('outbox').select(['kind', 'recipient']).orderBy('kind').execute();
  return { orders, attempts, mails };
}

/** A call of the admin page. */
export async function call(shop: ShopUnderTest, method: string, path: string, body?: unknown) {
  const response = await shop.app.request(`/api/admin${path}`, {
    method,
    headers: { ...shop.admin, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  return { status: response.status, body: await response.json() };
}

/** Posts a form of an order's own page. @param path the order's number, and what follows it */
export async function postOrderForm(
  { app, admin }: ShopUnderTest,
  path: string,
  entries: Record<string, string> = {},
) {
  const body = new URLSearchParams(entries);
  const response = await app.request(`/admin/orders/${path}`, { method: 'POST', headers: admin, body });
  return { status: response.status, location: response.headers.get('Location'), text: await response.text() };
}

/** A paid order. */
export async function buy(shop: ShopUnderTest, order: Partial<typeof ORDER> = {}, card?: string) {
  const { paymentIntentId } = await startPaid(shop, intentBody(order), card);
  const { body } = await complete(shop, paymentIntentId, { ...ORDER, ...order });
  return { ...(await readOrder(shop, body.orderNumber)), paymentIntentId };
}

/** The order of a number, or the only one. */
export async function readOrder({ data: { db } }: ShopUnderTest, orderNumber?: string) {
  const query = selectOrders(db).$if(orderNumber !== undefined, (orders) =>
    orders.where('orderNumber', '=', orderNumber ?? ''),
  );
  return readOrderRow(await query.executeTakeFirstOrThrow());
}

export async function readMails({ data: { db } }: ShopUnderTest, kind: MailKind) {
  return db
    .selectFrom('outbox')
    .select(['recipient', 'replyTo', 'subject', 'textBody'])
    .where('kind', '=', kind)
    .orderBy('id')
    .execute();
}

interface Signing {
  secret?: string;
  /** Seconds before now at which it was signed. */
  ageSeconds?: number;
}

/** Sends an event as Stripe does, signed over its very bytes. */
export async function sendEvent(
  shop: ShopUnderTest,
  event: unknown,
  { secret, ageSeconds = 0 }: Signing = {},
) {
  const payload = typeof event === 'string' ? event : JSON.stringify(event, null, 2);
  const signature = shop.stripe.webhooks.generateTestHeaderString({
    payload,
    secret: secret ?? SANDBOX_WEBHOOK_SECRET,
    timestamp: Math.floor(Date.now() / 1000) - ageSeconds,
  });
  const response = await shop.app.request('/api/stripe/webhook', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Stripe-Signature': signature },
    body: payload,
  });
  return { status: response.status, body: await response.json() };
}

/** Every event of the sandbox of a type, newest first: what Stripe would send. */
export async function listEvents(shop: ShopUnderTest, type?: string): Promise<Stripe.Event[]> {
  const { data } = await shop.stripe.events.list({ limit: 100, ...(type && { type }) });
  return data;
}

/** The one event of a type. */
export async function findEvent(shop: ShopUnderTest, type: string): Promise<Stripe.Event> {
  const [event] = await listEvents(shop, type);
  if (!event) throw new Error(`no ${type}`);
  return event;
}
