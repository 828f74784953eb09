import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import type { Hono } from 'hono';
import type { Stripe } from 'stripe';
import type { OpenDatabase } from '../../../api/db/open.ts';
import type { Job } from '../../../api/jobs/job.ts';
import type { OrderLinks } from '../../../api/orders/order-links.ts';
import { findOrderEvents, readOrderRow, selectOrders } from '../../../api/orders/orders-repository.ts';
import { recordPayment } from '../../../api/orders/sale/record-payment.ts';
import type { Payment } from '../../../api/payments/payment.ts';
import type { PaymentGateway } from '../../../api/payments/payment-gateway.ts';
import { toEvent } from '../../../api/routes/order-page.ts';
import type { Shop } from '../../../api/shop.ts';
import type { Catalogue } from '../../../api/site/catalogue.ts';
import { SANDBOX_WEBHOOK_SECRET } from '../../../api/stripe-sandbox/cards.ts';
import type { Sandbox } from '../../../api/stripe-sandbox/sandbox.ts';
import { parseDay } from '../../../src/domain/dates.ts';
import type { MailKind } from '../../../src/domain/mails.ts';
import { describeEvent } from '../../../src/domain/orders/order-history.ts';
import { BOX_PENCE, ORDER, typeOrder } from '../../support/sample-order.ts';
import type { Browser } from '../admin/admin-under-test.ts';
import { readPage } from '../slot-pages.ts';

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

/** The body of the specification without the order, whose data come with the completion. */
export function bareBody() {
  const { order: _, ...body } = intentBody();
  return body;
}

/** Before every week of the shop, so that the buyer may change the order. */
const IN_TIME = '2025-11-01T12:00:00Z';

/** Another delivery address, as the buyer's own page sends it. */
export const NEW_ADDRESS = {
  customerName: 'Zoë Ash',
  shippingAddress: '2 Low Street\nFlat 9',
  shippingCity: 'Wells',
  shippingPostcode: 'ba5 2aa',
};

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

interface Signing {
  secret?: string;
  /** Seconds before now at which it was signed. */
  ageSeconds?: number;
}

/** The whole app on a real database, against the payment sandbox, with webhooks over a real socket, and what tests do with it. */
export class ShopUnderTest {
  declare readonly app: Pick<Hono, 'request'>;
  /** The app's dependencies. */
  declare readonly parts: Shop;
  /** The headers of a signed-in admin. */
  declare readonly admin: Record<string, string>;
  declare readonly folder: string;
  declare readonly data: OpenDatabase;
  declare readonly sandbox: Sandbox;
  declare readonly gateway: PaymentGateway;
  declare readonly orderLinks: OrderLinks;
  declare readonly reconciliation: Job;
  /** Stripe's SDK in the hands of a buyer's browser or of the farm's dashboard. */
  declare readonly stripe: Stripe;
  declare readonly logged: string[];
  /** The weeks and prices on sale. A test replaces it to change them. */
  declare catalogue: Catalogue;
  /** How far the shop's clock is ahead of the real one. */
  declare clockAheadMs: number;
  /** Whether its disk has room for orders. */
  declare hasRoom: boolean;
  /** How often the outbox was woken. */
  declare wakes: number;
  /** Lets the sandbox's webhooks through, which wait until then. */
  declare readonly openWebhooks: () => void;
  declare readonly close: () => Promise<void>;

  /** @param from the address that the call comes from */
  async post(path: string, body: unknown, from = '192.0.2.1') {
    const response = await this.app.request(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': from },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  }

  /** Starts a purchase as the page does. */
  async startPurchase(body: unknown = intentBody(), path = '/api/create-payment-intent') {
    const started = await this.post(path, body);
    if (started.status !== 200) throw new Error(`${started.status} ${JSON.stringify(started.body)}`);
    return {
      paymentIntentId: String(started.body.clientSecret).replace(/_secret_.*/, ''),
      attemptId: String(started.body.attemptId),
    };
  }

  /** Pays as Stripe.js does after the buyer has given a card. */
  async pay(paymentIntentId: string, card = 'pm_card_visa'): Promise<void> {
    await this.stripe.paymentIntents.confirm(paymentIntentId, { payment_method: card });
  }

  /** A purchase that is paid and not yet completed. */
  async startPaid(body: unknown = intentBody(), card?: string) {
    const started = await this.startPurchase(body);
    await this.pay(started.paymentIntentId, card);
    return started;
  }

  recordPayment(report: Parameters<typeof recordPayment>[1]) {
    return recordPayment(this.parts, report);
  }

  /** A payment as the gateway reads it. */
  async retrievePayment(id: string): Promise<Payment> {
    const payment = await this.gateway.retrievePayment(id);
    if (!payment.ok) throw new Error(payment.problem.code);
    return payment.value;
  }

  /** Changes what the catalogue says of one week, or of every week. */
  changeWeeks(changes: { boxes?: number; orderBy?: string; closed?: true }, only?: string): void {
    const orderBy = parseDay(changes.orderBy ?? '') ?? undefined;
    const weeks = this.catalogue.weeks.map((week) =>
      only === undefined || week.id === only ? { id: week.id, ...changes, orderBy } : week,
    );
    this.catalogue = { ...this.catalogue, weeks };
  }

  /** Turns the shop's clock to an instant, from which it goes on. */
  setClock(instant: string): void {
    this.clockAheadMs = Date.parse(instant) - Date.now();
  }

  /** Posts a form of the buyer's own page, `change` or `cancel`. */
  async sendOwn(path: string, entries: Record<string, string>) {
    const response = await this.app.request(`/order/${path}`, {
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
  async buyInTime(order: Partial<typeof ORDER> = {}) {
    this.setClock(IN_TIME);
    const bought = await this.buy(order);
    return { ...bought, key: this.orderLinks.writeKey(bought.id) };
  }

  /** What a page or a call answers the owner. */
  async read(path: string): Promise<string> {
    return (await this.app.request(path, { headers: this.admin })).text();
  }

  /** The list of orders: all of them, or a page. */
  async listOrders(query = '') {
    return JSON.parse(await this.read(`/api/branch-boxes/orders${query}`));
  }

  /** The slips of the sample week. */
  readSlips(): Promise<string> {
    return this.read(`/admin/packing?week=${ORDER.deliveryWeek}&view=slips`);
  }

  /** A payment on the shop's account that the shop has not started. */
  payElsewhere(metadata: Record<string, string> = {}) {
    const paid = { currency: 'gbp', payment_method: 'pm_card_visa', confirm: true };
    return this.stripe.paymentIntents.create({ amount: 2 * BOX_PENCE, ...paid, metadata });
  }

  /** As if every mail had gone out. */
  async sendMails(): Promise<void> {
    await this.data.db.updateTable('outbox').set({ state: 'sent' }).execute();
  }

  /** Waits until the sandbox has delivered every event. */
  async waitForDeliveries(): Promise<void> {
    await expect
      .poll(() => this.sandbox.listDeliveries().every(({ state }) => state === 'delivered'))
      .toBe(true);
  }

  /** Refunds boxes as the admin page does: one, unless told otherwise. */
  refund(id: string | undefined, body: object) {
    return this.callOrder(id, '/refund', { boxes: 1, requestId: randomUUID(), ...body });
  }

  /** Changes an order as the admin page does. */
  change(id: string | undefined, version: number, changes: object) {
    return this.callOrder(id, '', { version, ...changes });
  }

  /** Takes an order's last change back. */
  undo(id: string, version: number) {
    return this.callOrder(id, '/undo', { version });
  }

  /** A call of the list to an order's own page. @returns the order after it, or the problem */
  private async callOrder(id: string | undefined, step: string, form: object) {
    const query = this.data.db
      .selectFrom('orders')
      .select('orderNumber')
      .where('id', '=', id ?? '');
    const path = `/admin/orders/${(await query.executeTakeFirst())?.orderNumber ?? id}${step}`;
    const response = await this.app.request(path, {
      method: 'POST',
      headers: { ...this.admin, ...CALL },
      body: writeEntries(form),
    });
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    const { order, ...body } = await response.json();
    return { status: response.status, body: { ...body, ...order } };
  }

  /** An order's history, as its page has it. */
  async readHistory(id: string) {
    return (await findOrderEvents(this.data.db, id)).map(toEvent);
  }

  /** The same in words. */
  async tellHistory(id: string): Promise<string[]> {
    return (await this.readHistory(id)).map(describeEvent);
  }

  complete(paymentIntentId: string, order: object = ORDER) {
    return this.post('/api/branch-boxes/order', { ...order, paymentIntentId });
  }

  /** Posts the order form, as a browser without scripts does. */
  submitForm(changes: Record<string, string> = {}, headers: Record<string, string> = {}) {
    return this.app.request('/api/branch-boxes/checkout', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(typeOrder(changes)),
    });
  }

  /** Pays on Stripe's page, as a browser without scripts does. */
  async payOnPage(address: string, number = '4242 4242 4242 4242') {
    const { pathname } = new URL(address);
    const form = { email: 'ann@example.com', name: 'Ann Lee', number, expiry: '12 / 50', cvc: '123' };
    const paid = await fetch(`${this.sandbox.url}${pathname}`, {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'manual',
    });
    return { status: paid.status, location: paid.headers.get('location') ?? (await paid.text()) };
  }

  /** Posts the order form. @returns the page to pay on, and the id that Stripe has given to it */
  async openPayPage(changes: Record<string, string> = {}) {
    const response = await this.submitForm(changes);
    const url = response.headers.get('location');
    if (url === null) throw new Error(`${response.status} ${await response.text()}`);
    return { url, sessionId: url.replace(/.*\//, '') };
  }

  /** All rows that a payment can cause. */
  async readBooks() {
    const orders = (await selectOrders(this.data.db).orderBy('createdAt').execute()).map(readOrderRow);
    const attempts = await this.data.db.selectFrom('orderAttempts').selectAll().orderBy('id').execute();
    const mails = await this.data.db
      .selectFrom('outbox')
      .select(['kind', 'recipient'])
      .orderBy('kind')
      .execute();
    return { orders, attempts, mails };
  }

  /** A call of the admin page. */
  async call(method: string, path: string, body?: unknown) {
    const response = await this.app.request(`/api/admin${path}`, {
      method,
      headers: { ...this.admin, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    return { status: response.status, body: await response.json() };
  }

  /** Posts a form of an order's own page. @param path the order's number, and what follows it */
  async postOrderForm(path: string, entries: Record<string, string> = {}) {
    const body = new URLSearchParams(entries);
    const response = await this.app.request(`/admin/orders/${path}`, {
      method: 'POST',
      headers: this.admin,
      body,
    });
    return {
      status: response.status,
      location: response.headers.get('Location'),
      text: await response.text(),
    };
  }

  /** A paid order. */
  async buy(order: Partial<typeof ORDER> = {}, card?: string) {
    const { paymentIntentId } = await this.startPaid(intentBody(order), card);
    const { body } = await this.complete(paymentIntentId, { ...ORDER, ...order });
    return { ...(await this.readOrder(body.orderNumber)), paymentIntentId };
  }

  /** The order of a number, or the only one. */
  async readOrder(orderNumber?: string) {
    const query = selectOrders(this.data.db).$if(orderNumber !== undefined, (orders) =>
      orders.where('orderNumber', '=', orderNumber ?? ''),
    );
    return readOrderRow(await query.executeTakeFirstOrThrow());
  }

  async readMails(kind: MailKind) {
    return this.data.db
      .selectFrom('outbox')
      .select(['recipient', 'replyTo', 'subject', 'textBody'])
      .where('kind', '=', kind)
      .orderBy('id')
      .execute();
  }

  /** Sends an event as Stripe does, signed over its very bytes. */
  async sendEvent(event: unknown, { secret, ageSeconds = 0 }: Signing = {}) {
    const payload = typeof event === 'string' ? event : JSON.stringify(event, null, 2);
    const signature = this.stripe.webhooks.generateTestHeaderString({
      payload,
      secret: secret ?? SANDBOX_WEBHOOK_SECRET,
      timestamp: Math.floor(Date.now() / 1000) - ageSeconds,
    });
    const response = await this.app.request('/api/stripe/webhook', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Stripe-Signature': signature },
      body: payload,
    });
    return { status: response.status, body: await response.json() };
  }

  /** Every event of the sandbox of a type, newest first: what Stripe would send. */
  async listEvents(type?: string): Promise<Stripe.Event[]> {
    const { data } = await this.stripe.events.list({ limit: 100, ...(type && { type }) });
    return data;
  }

  /** The one event of a type. */
  async findEvent(type: string): Promise<Stripe.Event> {
    const [event] = await this.listEvents(type);
    if (!event) throw new Error(`no ${type}`);
    return event;
  }
}
