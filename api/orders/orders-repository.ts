import type { Insertable, Kysely, Selectable, Updateable } from 'kysely';
import type { Database, OrdersTable } from '../db/schema.ts';
import type { DrawOrderNumber } from './order-identity.ts';

export type Order = Selectable<OrdersTable>;

/** Two of 34 billion numbers are seldom the same, and never five times in a row. */
const MOST_DRAWS = 5;

/** Stores an order under a number that no other order has. */
export async function insertOrder(
  db: Kysely<Database>,
  order: Omit<Insertable<OrdersTable>, 'orderNumber'>,
  draw: DrawOrderNumber,
): Promise<Order> {
  for (let draws = 0; draws < MOST_DRAWS; draws += 1) {
    const inserted = await db
      .insertInto('orders')
      .values({ ...order, orderNumber: draw(order.attemptId, draws) })
      .onConflict((conflict) => conflict.column('orderNumber').doNothing())
      .returningAll()
      .executeTakeFirst();
    if (inserted) return inserted;
  }
  throw new Error(`No free order number in ${MOST_DRAWS} draws`);
}

/**
 * Changes an order as it was read, and no other: so nothing is written over what was sent or cancelled since.
 * @throws NoResultError when somebody else has changed it since
 */
export function updateOrder(
  db: Kysely<Database>,
  { id, version }: Pick<Order, 'id' | 'version'>,
  changes: Updateable<OrdersTable>,
): Promise<Order> {
  return db
    .updateTable('orders')
    .set({ ...changes, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function findOrder(db: Kysely<Database>, id: string): Promise<Order | undefined> {
  return db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The orders of these numbers, by number. */
export async function findOrdersByNumber(
  db: Kysely<Database>,
  orderNumbers: readonly string[],
): Promise<ReadonlyMap<string, Order>> {
  const orders = await db.selectFrom('orders').selectAll().where('orderNumber', 'in', orderNumbers).execute();
  return new Map(orders.map((order) => [order.orderNumber, order]));
}

export function findOrderByAttempt(db: Kysely<Database>, attemptId: string): Promise<Order | undefined> {
  return db.selectFrom('orders').selectAll().where('attemptId', '=', attemptId).executeTakeFirst();
}

export function findOrderByPayment(
  db: Kysely<Database>,
  paymentIntentId: string,
): Promise<Order | undefined> {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('paymentIntentId', '=', paymentIntentId)
    .executeTakeFirst();
}
