import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { Database, Instant, OrderEventsTable } from '../db/schema.ts';

export type NewOrderEvent = Insertable<OrderEventsTable>;

export async function insertOrderEvents(
  db: Kysely<Database>,
  events: readonly NewOrderEvent[],
): Promise<void> {
  if (events.length > 0)
    await db
      .insertInto('orderEvents')
      .values([...events])
      .execute();
}

/** An order's history, oldest first. */
export function findOrderEvents(
  db: Kysely<Database>,
  orderId: string,
): Promise<Selectable<OrderEventsTable>[]> {
  return db.selectFrom('orderEvents').selectAll().where('orderId', '=', orderId).orderBy('id').execute();
}

/** How often the buyer has changed an order since an instant. One change may have several lines. */
export async function countBuyerChanges(
  db: Kysely<Database>,
  orderId: string,
  since: Instant,
): Promise<number> {
  const { changes } = await db
    .selectFrom('orderEvents')
    .select(sql<number>`count(DISTINCT created_at)`.as('changes'))
    .where('orderId', '=', orderId)
    .where('actor', '=', 'buyer')
    .where('createdAt', '>', since)
    .executeTakeFirstOrThrow();
  return changes;
}
