import type { Insertable, Kysely, Selectable, Updateable } from 'kysely';
import type { Database, OrdersTable } from '../db/schema.ts';
import type { DrawOrderNumber } from './order-identity.ts';

export type Order = Selectable<OrdersTable>;

/** Two of 34 billion numbers are seldom the same, and never five times in a row. */
const MOST_DRAWS = 5;

/** Stores an order under a number that no other order has. */
export async function insertOrder(
  db: Kysely<Database>,
  order: Omit<Insertable<OrdersTable>, 'order_number'>,
  draw: DrawOrderNumber,
): Promise<Order> {
  for (let draws = 0; draws < MOST_DRAWS; draws += 1) {
    const inserted = await db
      .insertInto('orders')
      .values({ ...order, order_number: draw(order.attempt_id, draws) })
      .onConflict((conflict) => conflict.column('order_number').doNothing())
      .returningAll()
      .executeTakeFirst();
    if (inserted) return inserted;
  }
  throw new Error(`No free order number in ${MOST_DRAWS} draws`);
}

export function updateOrder(
  db: Kysely<Database>,
  id: string,
  changes: Updateable<OrdersTable>,
): Promise<Order> {
  return db.updateTable('orders').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

export function findOrder(db: Kysely<Database>, id: string): Promise<Order | undefined> {
  return db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst();
}

export function findOrderByNumber(db: Kysely<Database>, orderNumber: string): Promise<Order | undefined> {
  return db.selectFrom('orders').selectAll().where('order_number', '=', orderNumber).executeTakeFirst();
}

export function findOrderByAttempt(db: Kysely<Database>, attemptId: string): Promise<Order | undefined> {
  return db.selectFrom('orders').selectAll().where('attempt_id', '=', attemptId).executeTakeFirst();
}

export function findOrderByPayment(
  db: Kysely<Database>,
  paymentIntentId: string,
): Promise<Order | undefined> {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('payment_intent_id', '=', paymentIntentId)
    .executeTakeFirst();
}
