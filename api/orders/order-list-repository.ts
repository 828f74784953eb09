import { type ExpressionBuilder, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Pence } from '#domain/money.ts';
import type { OrderSort } from '#domain/orders/order-list.ts';
import { parseOrderNumber } from '#domain/orders/order-number.ts';
import type { OrderStatus } from '#domain/orders/order-status.ts';
import { type Cursor, isAfter } from '../db/cursor.ts';
import type { Database, Instant } from '../db/schema.ts';
import { isFoundBy } from './order-search.ts';
import { type Order, readFlags, selectOrders } from './orders-repository.ts';
import { STANDING_BOXES } from './refunded-boxes.ts';

export interface OrderFilter {
  readonly status?: OrderStatus | undefined;
  /** The words that somebody searches for; call `updateSearchIndex` first. */
  readonly q?: string | undefined;
  /** The Monday of the delivery week. */
  readonly week?: string | undefined;
}

export interface PageRequest extends OrderFilter {
  readonly limit: number;
  readonly sort: OrderSort;
  readonly after?: Cursor | undefined;
}

export function selectOrderPage(db: Kysely<Database>, { limit, sort, after, ...filter }: PageRequest) {
  const direction = sort === 'newest' ? 'desc' : 'asc';
  return selectOrders(db)
    .where(matches(filter))
    .$if(after !== undefined, (query) => (after ? query.where(isAfter(after, sort)) : query))
    .orderBy('createdAt', direction)
    .orderBy('id', direction)
    .limit(limit);
}

export async function findOrderPage(db: Kysely<Database>, request: PageRequest): Promise<Order[]> {
  return (await selectOrderPage(db, request).execute()).map(readFlags);
}

export function selectOrderTotals(db: Kysely<Database>, filter: OrderFilter) {
  return db
    .selectFrom('orders')
    .select(({ fn }) => [
      fn.countAll<number>().as('orders'),
      fn.coalesce(fn.sum<Pence>('totalPence'), sql<Pence>`0`).as('revenuePence'),
      fn.coalesce(fn.sum<Pence>('refundedPence'), sql<Pence>`0`).as('refundedPence'),
      fn.coalesce(fn.sum<number>('quantity'), sql<number>`0`).as('boxes'),
      fn.count<number>('trackingNumber').as('withTracking'),
    ])
    .where(matches(filter));
}

export function findOrderTotals(db: Kysely<Database>, filter: OrderFilter) {
  return selectOrderTotals(db, filter).executeTakeFirstOrThrow();
}

/** Uses the index by time, so that polling every minute is cheap, however many orders there are. */
export function selectOrdersSince(db: Kysely<Database>, since: Instant) {
  return db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('orders'))
    .where('createdAt', '>', since);
}

export function countOrdersSince(db: Kysely<Database>, since: Instant): Promise<{ orders: number }> {
  return selectOrdersSince(db, since).executeTakeFirstOrThrow();
}

/** Per week: orders and boxes that are not cancelled, and the money that came in and has not been refunded. */
export function findWeekTotals(db: Kysely<Database>) {
  return db
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
}

function sumWhere(condition: RawBuilder<unknown>, amount: RawBuilder<unknown>) {
  return sql<number>`sum(CASE WHEN ${condition} THEN ${amount} ELSE 0 END)`;
}

function matches({ status, q, week }: OrderFilter) {
  return ({ eb, and }: ExpressionBuilder<Database, 'orders'>) => {
    const conditions = [];
    if (status !== undefined) conditions.push(eb('status', '=', status));
    if (week !== undefined) conditions.push(eb('week', '=', week));
    const number = q === undefined ? null : parseOrderNumber(q);
    if (number !== null) conditions.push(eb('orderNumber', '=', number));
    else if (q) conditions.push(isFoundBy(q));
    return and(conditions);
  };
}
