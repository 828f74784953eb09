import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Database, OrderEventsTable } from '../db/schema.ts';

export type NewOrderEvent = Insertable<OrderEventsTable>;

export async function insertOrderEvents(
  db: Kysely<Database>,
  events: readonly NewOrderEvent[],
): Promise<void> {
  if (events.length > 0)
    await db
      .insertInto('order_events')
      .values([...events])
      .execute();
}

/** An order's history, oldest first. */
export function findOrderEvents(
  db: Kysely<Database>,
  orderId: string,
): Promise<Selectable<OrderEventsTable>[]> {
  return db.selectFrom('order_events').selectAll().where('order_id', '=', orderId).orderBy('id').execute();
}
