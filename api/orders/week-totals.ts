import { type Kysely, type RawBuilder, sql } from 'kysely';
import { toPence, toPounds } from '#domain/money.ts';
import type { WeekTotals } from '#domain/orders/order-changes.ts';
import type { Database } from '../db/schema.ts';
import type { Catalogue } from '../site/catalogue.ts';
import { STANDING_BOXES } from './refunded-boxes.ts';

/**
 * Every week that the shop sells or has orders in, by date. Orders and boxes are those that stand. The revenue is what
 * came in for the week and has not gone back, so a cancelled order counts until it is refunded, and an unpaid one does
 * not: the sum over the weeks is what Stripe's list of payments comes to.
 */
export async function readWeekTotals(
  db: Kysely<Database>,
  { weeks }: Pick<Catalogue, 'weeks'>,
): Promise<WeekTotals[]> {
  const rows = await db
    .selectFrom('orders')
    .select([
      'week',
      sumWhere(sql`status != 'cancelled'`, sql`1`).as('orders'),
      sumWhere(sql`status != 'cancelled'`, STANDING_BOXES).as('boxes'),
      sumWhere(sql`status = 'processing'`, STANDING_BOXES).as('toPack'),
      sumWhere(sql`status IN ('shipped', 'delivered')`, STANDING_BOXES).as('shipped'),
      sumWhere(sql`payment_status = 'succeeded'`, sql`paid_amount - refunded_pence`).as('revenuePence'),
    ])
    .where('week', 'is not', null)
    .groupBy('week')
    .execute();
  const ids = new Set([...weeks.map(({ id }) => String(id)), ...rows.map(({ week }) => week ?? '')]);
  return [...ids].sort().map((id) => {
    const row = rows.find(({ week }) => week === id);
    return {
      week: id,
      orders: row?.orders ?? 0,
      boxes: row?.boxes ?? 0,
      toPack: row?.toPack ?? 0,
      shipped: row?.shipped ?? 0,
      revenue: toPounds(toPence(row?.revenuePence ?? 0)),
      cap: weeks.find((week) => week.id === id)?.boxes ?? null,
    };
  });
}

function sumWhere(condition: RawBuilder<unknown>, amount: RawBuilder<unknown>) {
  return sql<number>`sum(CASE WHEN ${condition} THEN ${amount} ELSE 0 END)`;
}
