import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import type { Pence } from '#domain/money.ts';
import type { OrderSort } from '#domain/orders/order-list.ts';
import { parseOrderNumber } from '#domain/orders/order-number.ts';
import type { OrderStatus } from '#domain/orders/order-status.ts';
import type { Database, Instant } from '../db/schema.ts';
import { isFoundBy } from './order-search.ts';
import { type Order, readFlags, selectOrders } from './orders-repository.ts';

export interface OrderFilter {
  readonly status?: OrderStatus | undefined;
  /** The words that somebody searches for; call `updateSearchIndex` first. */
  readonly q?: string | undefined;
  /** The Monday of the delivery week. */
  readonly week?: string | undefined;
}

/** The place of an order in the list. Two orders of one millisecond differ in their ids. */
export interface OrderCursor {
  readonly createdAt: Instant;
  readonly id: string;
}

export interface PageRequest extends OrderFilter {
  readonly limit: number;
  readonly sort: OrderSort;
  /** The page begins behind it. */
  readonly after?: OrderCursor | undefined;
}

/** By key and not by offset: a page far down costs what the first one does, and new orders shift nothing. */
export function selectOrderPage(db: Kysely<Database>, { limit, sort, after, ...filter }: PageRequest) {
  const direction = sort === 'newest' ? 'desc' : 'asc';
  return selectOrders(db)
    .where(matches(filter))
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('createdAt', 'id'),
          sort === 'newest' ? '<' : '>',
          tuple(after?.createdAt ?? '', after?.id ?? ''),
        ),
      ),
    )
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

/** Read off the index by time, so that asking once a minute costs nothing, however many orders there are. */
export function selectOrdersSince(db: Kysely<Database>, since: Instant) {
  return db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('orders'))
    .where('createdAt', '>', since);
}

export function countOrdersSince(db: Kysely<Database>, since: Instant): Promise<{ orders: number }> {
  return selectOrdersSince(db, since).executeTakeFirstOrThrow();
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
