import type { Kysely } from 'kysely';
import { countBoxes } from '#domain/orders/describe-order.ts';
import type { Role } from '#domain/people.ts';
import type { Database } from '../db/schema.ts';
import { isShownTo } from '../orders/list/order-list-repository.ts';
import { type Order, readOrderRow, selectOrders } from '../orders/orders-repository.ts';

/** An order as packing sees it. Its papers have no price, e-mail address or phone number. */
export type PackingOrder = Order;

/**
 * Every order of a delivery week that a role sees, with any status, in no particular order. Without shipped orders that were fully
 * refunded.
 * @param week its Monday
 */
export async function findOrdersOfWeek(
  db: Kysely<Database>,
  week: string,
  role: Role,
  now: Date,
): Promise<PackingOrder[]> {
  const rows = await selectOrders(db).where('week', '=', week).where(isShownTo(role, now)).execute();
  return rows.map(readOrderRow).filter((order) => order.status === 'cancelled' || countBoxes(order).left > 0);
}

export async function findPackingOrder(
  db: Kysely<Database>,
  orderNumber: string,
): Promise<PackingOrder | undefined> {
  const row = await selectOrders(db).where('orderNumber', '=', orderNumber).executeTakeFirst();
  return row && readOrderRow(row);
}
