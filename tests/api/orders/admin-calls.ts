import type { MailKind } from '../../../api/db/schema.ts';
import { readFlags, selectOrders } from '../../../api/orders/orders-repository.ts';
import { ORDER } from '../../support/sample-order.ts';
import { complete, intentBody, pay, startPurchase } from './buyer.ts';
import type { ShopUnderTest } from './shop-under-test.ts';
import { expect } from './test.ts';

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

/** A paid order. */
export async function buy(shop: ShopUnderTest, order: Partial<typeof ORDER> = {}, card?: string) {
  const { paymentIntentId } = await startPurchase(shop, intentBody(order));
  await pay(shop, paymentIntentId, card);
  const { body } = await complete(shop, paymentIntentId, { ...ORDER, ...order });
  return readOrder(shop, body.orderNumber);
}

export async function readOrder({ data: { db } }: ShopUnderTest, orderNumber: string) {
  return readFlags(await selectOrders(db).where('orderNumber', '=', orderNumber).executeTakeFirstOrThrow());
}

export async function readMails({ data: { db } }: ShopUnderTest, kind: MailKind) {
  return db
    .selectFrom('outbox')
    .select(['recipient', 'replyTo', 'subject', 'textBody'])
    .where('kind', '=', kind)
    .orderBy('id')
    .execute();
}
