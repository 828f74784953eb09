import { randomUUID } from 'node:crypto';
import { typeOrder } from '../../support/sample-order.ts';
import { expect, type ShopUnderTest } from '../orders/shop-under-test.ts';

/** What is typed at the telephone. */
export function entries(changes: Record<string, string> = {}): Record<string, string> {
  const { unitPrice: _, totalAmount: __, ...order } = typeOrder();
  return { ...order, id: randomUUID(), way: 'cash', ...changes };
}

/** Sends a form of the farm's page. @returns the page that it leads to, or is answered with */
export async function send(shop: ShopUnderTest, path: string, form: Record<string, string> = {}) {
  const body = new URLSearchParams(form);
  const answer = await shop.app.request(`/admin/telephone${path}`, {
    method: 'POST',
    headers: shop.admin,
    body,
  });
  const location = answer.headers.get('Location');
  return {
    status: answer.status,
    location,
    page: location ? await read(shop, location) : await answer.text(),
  };
}

export async function read(shop: ShopUnderTest, path = '/admin/telephone'): Promise<string> {
  return (await shop.app.request(path, { headers: shop.admin })).text();
}

/** Takes an order by telephone. @returns its attempt's id, and its payment link's key */
export async function take(shop: ShopUnderTest, changes: Record<string, string> = {}) {
  const form = entries(changes);
  const taken = await send(shop, '', form);
  if (taken.status !== 303) throw new Error(`${taken.status} ${taken.page.replaceAll(/<[^>]+>/g, ' ')}`);
  return { id: form.id ?? '', key: shop.orderLinks.writeKey(form.id ?? ''), ...taken };
}

export async function readPayPage(shop: ShopUnderTest, key: string) {
  const answer = await shop.app.request(`/pay?key=${key}`);
  return { status: answer.status, page: await answer.text() };
}

/** Presses the button of the page behind a payment link. */
export async function pressPay(shop: ShopUnderTest, key: string) {
  const answer = await shop.app.request('/pay', { method: 'POST', body: new URLSearchParams({ key }) });
  return { status: answer.status, url: answer.headers.get('Location') ?? '', page: await answer.text() };
}

/** Pays a link as a buyer without script does, and comes back. */
export async function payLink(shop: ShopUnderTest, key: string, card?: string) {
  const { url, page } = await pressPay(shop, key);
  if (url === '') throw new Error(page);
  const paid = await shop.payOnPage(url, card);
  const back = new URL(paid.location);
  return { paid, thanks: await (await shop.app.request(`${back.pathname}${back.search}`)).text() };
}

export function listMails({ data: { db } }: ShopUnderTest) {
  return db.selectFrom('outbox').select(['kind', 'recipient', 'subject', 'textBody']).execute();
}

/** The books: what Stripe has, and what our orders say came in by card, in pence. */
export async function compareBooks(shop: ShopUnderTest): Promise<void> {
  const csv = await (await shop.app.request('/api/admin/orders.csv', { headers: shop.admin })).text();
  const [head = '', ...rows] = csv.trim().split('\r\n');
  const column = head.split(',').indexOf('By card');
  const ours = rows.reduce((sum, row) => sum + Math.round(Number(row.split(',')[column]) * 100), 0);
  let theirs = 0;
  for await (const { status, amount_received } of shop.stripe.paymentIntents.list({ limit: 100 })) {
    if (status === 'succeeded') theirs += amount_received;
  }
  for await (const { amount } of shop.stripe.refunds.list({ limit: 100 })) theirs -= amount;
  expect(ours).toBe(theirs);
}
