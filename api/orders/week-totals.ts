import { type Kysely, sql } from 'kysely';
import { type Pence, toPounds } from '#domain/money.ts';
import type { WeekTotals } from '#domain/order-changes.ts';
import type { Catalogue } from '../catalogue.ts';
import type { Database } from '../db/schema.ts';

/** Every week that the shop sells or has orders in, by date: cancelled orders count for nothing. */
export async function readWeekTotals(
  db: Kysely<Database>,
  { weeks }: Pick<Catalogue, 'weeks'>,
): Promise<WeekTotals[]> {
  const rows = await db
    .selectFrom('orders')
    .select(({ fn }) => [
      'week',
      fn.countAll<number>().as('orders'),
      fn.sum<number>('quantity').as('boxes'),
      fn.sum<number>('total_pence').as('revenue_pence'),
      sql<number>`sum(CASE WHEN status = 'processing' THEN quantity ELSE 0 END)`.as('to_pack'),
      sql<number>`sum(CASE WHEN status IN ('shipped', 'delivered') THEN quantity ELSE 0 END)`.as('shipped'),
    ])
    .where('week', 'is not', null)
    .where('status', '!=', 'cancelled')
    .groupBy('week')
    .execute();
  const ids = new Set([...weeks.map(({ id }) => String(id)), ...rows.map(({ week }) => week ?? '')]);
  return [...ids].sort().map((id) => {
    const row = rows.find(({ week }) => week === id);
    return {
      week: id,
      orders: row?.orders ?? 0,
      boxes: row?.boxes ?? 0,
      toPack: row?.to_pack ?? 0,
      shipped: row?.shipped ?? 0,
      revenue: toPounds((row?.revenue_pence ?? 0) as Pence),
      cap: weeks.find((week) => week.id === id)?.boxes ?? null,
    };
  });
}
