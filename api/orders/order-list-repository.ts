import {
  type Expression,
  type ExpressionBuilder,
  type Kysely,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import type { Pence } from '#domain/money.ts';
import { SENDING_FLAGS } from '#domain/orders/order-flags.ts';
import { MOST_TOTALLED, type OrderSort, type OrderView } from '#domain/orders/order-list.ts';
import { parseOrderNumber } from '#domain/orders/order-number.ts';
import type { OrderStatus } from '#domain/orders/order-status.ts';
import { type Cursor, isAfter } from '../db/cursor.ts';
import type { Database, Instant } from '../db/schema.ts';
import { selectFound } from './order-search.ts';
import { type Order, readOrderRow, selectOrders } from './orders-repository.ts';
import { BOXES_SENT_IN_PART, BOXES_TO_PACK } from './refunded-boxes.ts';

export interface OrderFilter {
  readonly status?: OrderStatus | undefined;
  /** The words that somebody searches for; call `updateSearchIndex` first. */
  readonly q?: string | undefined;
  /** The Monday of the delivery week. */
  readonly week?: string | undefined;
  readonly view?: Exclude<OrderView, 'all'> | undefined;
  /** The last week of the view `pack`. */
  readonly packedNext?: string | null | undefined;
}

export interface PageRequest extends OrderFilter {
  readonly limit: number;
  readonly sort: OrderSort;
  readonly after?: Cursor | undefined;
  /** Whether a search finds too many orders to sort: they are read as they came in, until the page is full. */
  readonly findsMany?: boolean;
}

export function selectOrderPage(db: Kysely<Database>, request: PageRequest) {
  const { limit, sort, after, findsMany, ...filter } = request;
  const direction = sort === 'newest' ? 'desc' : 'asc';
  const orders = joinFound(selectOrders(db), filter).where(matches(filter)).limit(limit);
  if (!findsMany) {
    return orders
      .$if(after !== undefined, (query) => (after ? query.where(isAfter(after, sort)) : query))
      .orderBy('createdAt', direction)
      .orderBy('id', direction);
  }
  const passed = db
    .selectFrom('orderSearch')
    .select('id')
    .where('orderId', '=', after?.id ?? '');
  return orders
    .$if(after !== undefined, (query) => query.where(PLACE, sort === 'newest' ? '<' : '>', passed))
    .orderBy(PLACE, direction);
}

export async function findOrderPage(db: Kysely<Database>, request: PageRequest): Promise<Order[]> {
  return (await selectOrderPage(db, request).execute()).map(readOrderRow);
}

/** The totals of the matching orders: from the sums that the database keeps, unless single orders have to be looked at. */
export function selectOrderTotals(db: Kysely<Database>, filter: OrderFilter) {
  const isLookedUp = Boolean(filter.q) || filter.view === 'look' || filter.view === 'pack';
  return isLookedUp ? sumOrders(db, filter) : readSums(db, filter);
}

function sumOrders(db: Kysely<Database>, filter: OrderFilter) {
  const orders = joinFound(db.selectFrom('orders'), filter)
    .select(['totalPence', 'refundedPence', 'quantity', HAS_PARCEL.as('hasParcel')])
    .where(matches(filter))
    .$if(Boolean(filter.q), (query) => query.limit(MOST_TOTALLED + 1));
  return db
    .selectFrom(orders.as('matching'))
    .select(({ fn }) => [
      fn.countAll<number>().as('orders'),
      fn.coalesce(fn.sum<Pence>('totalPence'), sql<Pence>`0`).as('revenuePence'),
      fn.coalesce(fn.sum<Pence>('refundedPence'), sql<Pence>`0`).as('refundedPence'),
      fn.coalesce(fn.sum<number>('quantity'), sql<number>`0`).as('boxes'),
      sql<number>`count(*) FILTER (WHERE has_parcel)`.as('withTracking'),
    ]);
}

function readSums(db: Kysely<Database>, { status, week, view }: OrderFilter) {
  return db
    .selectFrom('orderSums')
    .select(({ fn }) => [
      fn.coalesce(fn.sum<number>('orders'), sql<number>`0`).as('orders'),
      fn.coalesce(fn.sum<Pence>('totalPence'), sql<Pence>`0`).as('revenuePence'),
      fn.coalesce(fn.sum<Pence>('refundedPence'), sql<Pence>`0`).as('refundedPence'),
      fn.coalesce(fn.sum<number>('boxes'), sql<number>`0`).as('boxes'),
      fn.coalesce(fn.sum<number>('withParcels'), sql<number>`0`).as('withTracking'),
    ])
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'pending'))
    .$if(week !== undefined, (query) => query.where('week', '=', week ?? ''))
    .$if(view === 'sent', (query) => query.where(IS_SENT));
}

/** @returns null for a search that finds more orders than are added up */
export async function findOrderTotals(db: Kysely<Database>, filter: OrderFilter) {
  const totals = await selectOrderTotals(db, filter).executeTakeFirstOrThrow();
  return filter.q && totals.orders > MOST_TOTALLED ? null : totals;
}

/** The first week with orders to pack, from a Monday on. */
export async function findPackedNext(db: Kysely<Database>, monday: string): Promise<string | null> {
  const row = await db
    .selectFrom('orders')
    .select('week')
    .where('week', '>=', monday)
    .where(IS_READY)
    .orderBy('week')
    .limit(1)
    .executeTakeFirst();
  return row?.week ?? null;
}

export function selectNeedsLook(db: Kysely<Database>) {
  return db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('orders'))
    .where(NEEDS_LOOK);
}

/** How many orders need a look. It is on every admin page, so it reads no other orders. */
export async function countNeedsLook(db: Kysely<Database>): Promise<number> {
  return (await selectNeedsLook(db).executeTakeFirstOrThrow()).orders;
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
  return (
    db
      .selectFrom('orderSums')
      .select([
        'week',
        sumWhere(sql`status != 'cancelled'`, sql`orders`).as('orders'),
        sumWhere(sql`status != 'cancelled'`, sql`standing_boxes`).as('boxes'),
        sumWhere(IS_SENT, sql`standing_boxes`).as('sent'),
        sumWhere(sql`payment_status = 'succeeded'`, sql`paid_pence - refunded_pence`).as('revenuePence'),
      ])
      .where('week', '!=', '')
      .groupBy('week')
      // Sums of orders that have all been moved to another week.
      .having(({ fn }) => fn.sum('orders'), '>', 0)
      .execute()
  );
}

/** Per week: the boxes still to be packed, and those that are sent of orders that are sent in part. */
export function findUnpackedBoxes(db: Kysely<Database>) {
  return db
    .selectFrom('orders')
    .select(({ fn }) => [
      'week',
      fn.sum<number>(BOXES_TO_PACK).as('toPack'),
      fn.sum<number>(BOXES_SENT_IN_PART).as('sent'),
    ])
    .where('status', '=', 'processing')
    .groupBy('week')
    .execute();
}

const HAS_PARCEL = sql<SqlBool>`EXISTS (SELECT 1 FROM parcels WHERE order_id = orders.id)`;

function sumWhere(condition: RawBuilder<unknown>, amount: Expression<unknown>) {
  return sql<number>`sum(CASE WHEN ${condition} THEN ${amount} ELSE 0 END)`;
}

/** Literally as in the index of sent orders. */
const IS_SENT = sql<SqlBool>`status IN ('shipped', 'delivered')`;

/** Paid, not sent, and nothing to check first. */
const IS_READY = sql<SqlBool>`status = 'processing' AND payment_status = 'succeeded'
  AND NOT EXISTS (SELECT 1 FROM order_flags WHERE order_id = orders.id)`;

const IS_OVER = sql`status IN ('shipped', 'delivered') OR (status = 'cancelled' AND refunded_pence >= paid_amount)`;

/** As `needsLook` of the list says: an order with a reason that still matters, or a label to make by hand. */
const NEEDS_LOOK = sql<SqlBool>`orders.id IN (
    SELECT order_id FROM order_flags UNION SELECT id FROM orders WHERE label_problem IS NOT NULL)
  AND ((label_problem IS NOT NULL AND status = 'processing') OR EXISTS (
    SELECT 1 FROM order_flags WHERE order_id = orders.id AND (NOT (${IS_OVER})
      OR code NOT IN (${sql.join(SENDING_FLAGS.map((code) => sql.lit(code)))}))))`;

/** The number of a found order, counted as orders came in. */
const PLACE = sql.ref<number>('found.place');

/** Adds the orders that a search finds, unless it is for an order number. */
function joinFound<Tables extends 'orders', Row>(
  query: SelectQueryBuilder<Database, Tables, Row>,
  { q, ...filter }: OrderFilter,
) {
  if (!q || parseOrderNumber(q) !== null) return query;
  const found = selectFound(q, filter).as('found');
  const isOrder = sql<SqlBool>`found.order_id = orders.id`;
  return query.innerJoin(found, (join) => join.on(isOrder)) as unknown as typeof query;
}

function matches({ status, q, week, view, packedNext }: OrderFilter) {
  return ({ eb, and, not }: ExpressionBuilder<Database, 'orders'>) => {
    const conditions = [];
    if (status !== undefined) conditions.push(eb('status', '=', status));
    if (week !== undefined) conditions.push(eb('week', '=', week));
    if (view === 'look') conditions.push(NEEDS_LOOK);
    if (view === 'sent') conditions.push(IS_SENT);
    if (view === 'pack') conditions.push(IS_READY);
    // Orders that were left over belong to it as well. Not as `<=`, or SQLite reads all of them by week, and sorts them.
    if (view === 'pack' && packedNext) conditions.push(not(eb('week', '>', packedNext)));
    const number = q === undefined ? null : parseOrderNumber(q);
    if (number !== null) conditions.push(eb('orderNumber', '=', number));
    return and(conditions);
  };
}
