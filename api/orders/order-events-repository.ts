import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { Database, Instant, OrderEventsTable } from '../db/schema.ts';

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

/** How often the buyer has changed an order since an instant. One change may have several lines. */
export async function countBuyerChanges(
  db: Kysely<Database>,
  orderId: string,
  since: Instant,
): Promise<number> {
  const { changes } = await db
    .selectFrom('order_events')
    .select(sql<number>`count(DISTINCT created_at)`.as('changes'))
    .where('order_id', '=', orderId)
    .where('actor', '=', 'buyer')
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return changes;
}
