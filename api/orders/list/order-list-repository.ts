import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { addDays, type IsoDay, londonDay, weekdayIndex } from '#domain/dates.ts';
import type { Pence } from '#domain/money.ts';
import type { OrderChangeKind } from '#domain/orders/order-changes.ts';
import { ORDER_FLAG_CODES, SENDING_FLAGS } from '#domain/orders/order-flags.ts';
import { ORDER_VIEWS, type OrderSort } from '#domain/orders/order-list.ts';
import { parseOrderNumber } from '#domain/orders/order-number.ts';
import { ORDER_STATUSES } from '#domain/orders/order-status.ts';
import type { Role } from '#domain/people.ts';
import { readLine } from '#domain/plain-text.ts';
import type { Database, Instant } from '../../db/schema.ts';
import { isFoundBy } from '../../db/search.ts';
import { type Order, readOrderRow, selectOrders } from '../orders-repository.ts';
import { STANDING_BOXES } from '../sale/reservations.ts';

/** Paid, not sent, and nothing to check first. */
const IS_READY = sql<SqlBool>`status = 'processing' AND payment_status = 'succeeded'
  AND flags = '[]'`;

const IS_SENT = sql<SqlBool>`status IN ('shipped', 'delivered')`;

const IS_OVER = sql`status IN ('shipped', 'delivered') OR (status = 'cancelled' AND refunded_pence >= paid_amount)`;

/** Whether one of its reasons still matters once an order is over, by their JSON. */
const HAS_LASTING_FLAG = sql.join(
  ORDER_FLAG_CODES.filter((code) => !SENDING_FLAGS.includes(code)).map(
    (code) => sql`flags LIKE ${sql.lit(`%"code":"${code}"%`)}`,
  ),
  sql` OR `,
);

/** As `needsLook` of the list says: an order with a reason that still matters, or a label to make by hand. */
const NEEDS_LOOK = sql<SqlBool>`((label_problem IS NOT NULL AND status = 'processing')
  OR (flags != '[]' AND (NOT (${IS_OVER}) OR ${HAS_LASTING_FLAG})))`;

/** Money that was promised, mostly a bank transfer, and has not arrived. */
const IS_UNPAID = sql<SqlBool>`payment_status = 'processing' AND status != 'cancelled'`;

/** As `countMoneyOwed` says: cancelled, and not all of its payment has gone back. */
const IS_OWED = sql<SqlBool>`status = 'cancelled' AND payment_status = 'succeeded' AND paid_currency = 'gbp'
  AND paid_amount > refunded_pence AND coalesce(dispute, '') != 'lost'`;

const lastOf = (kind: OrderChangeKind) =>
  sql<
    string | null
  >`(SELECT max(created_at) FROM order_events WHERE order_id = orders.id AND kind = ${sql.lit(kind)})`;

/** When an order's money came in: with the order, unless its history says that it came later. */
export const PAID_AT = sql<string>`coalesce(${lastOf('payment')}, orders.created_at)`;

/** When money last went back. */
const REFUNDED_AT = lastOf('refund');

/** The Monday of a delivery week. */
export const weekSchema = z.iso
  .date('There’s no such week.')
  .refine((day) => new Date(day).getUTCDay() === 1, 'There’s no such week.');

/** What each filter of the list may be. List, sums, count and CSV all have these, and no others. */
export const filterSchemas = {
  status: z.enum(ORDER_STATUSES, 'There’s no such status.').optional(),
  week: weekSchema.optional(),
  q: z.string().overwrite(readLine).max(100, 'Please search for fewer words.').optional(),
  view: z.enum(ORDER_VIEWS, 'There’s no such view.').optional(),
};

type OrderFilter = z.output<z.ZodObject<typeof filterSchemas>>;

type Conditions = {
  readonly [Name in keyof OrderFilter]-?: (
    value: NonNullable<OrderFilter[Name]>,
    listed: ListedOrders,
  ) => Expression<SqlBool>;
};

const CONDITIONS: Conditions = {
  status: (status) => sql<SqlBool>`status = ${status}`,
  week: (week) => sql<SqlBool>`week = ${week}`,
  q(typed, { role }) {
    const number = parseOrderNumber(typed);
    if (number !== null) return sql<SqlBool>`order_number = ${number}`;
    return typed === '' ? sql<SqlBool>`TRUE` : isFoundBy(typed, { onlyOpen: role !== 'owner' });
  },
  view(view, { now }) {
    // Orders that were left over belong to it as well, and all that are ready if it has none of its own.
    const pack = sql<SqlBool>`${IS_READY} AND week <= coalesce(${selectPackedNext(now)}, week)`;
    const all = sql<SqlBool>`TRUE`;
    return { pack, look: NEEDS_LOOK, sent: IS_SENT, owed: IS_OWED, unpaid: IS_UNPAID, all }[view];
  },
};

/** The first week with orders to pack, from this one on. */
function selectPackedNext(now: Date): RawBuilder<string | null> {
  return sql`(SELECT min(week) FROM orders WHERE week >= ${thisMonday(now)} AND ${IS_READY})`;
}

function thisMonday(now: Date): IsoDay {
  const today = londonDay(now);
  return addDays(today, -weekdayIndex(today));
}

/** The orders that a role sees. A packer's are those of this week and the next, and what is left over from before. */
export function isShownTo(role: Role, now: Date): Expression<SqlBool> {
  if (role === 'owner') return sql<SqlBool>`TRUE`;
  const monday = thisMonday(now);
  return sql<SqlBool>`(week <= ${addDays(monday, 7)} AND (week >= ${monday} OR status = 'processing'))`;
}

function matches(listed: ListedOrders): Expression<SqlBool> {
  const { filter, now, role } = listed;
  const conditions = Object.entries(CONDITIONS).flatMap(([name, condition]) => {
    const value = filter[name as keyof OrderFilter];
    return value === undefined ? [] : [sql`(${condition(value as never, listed)})`];
  });
  return sql<SqlBool>`(${sql.join([isShownTo(role, now), ...conditions], sql` AND `)})`;
}

/** The orders that a filter lists. */
export interface ListedOrders {
  readonly filter: OrderFilter;
  readonly now: Date;
  readonly role: Role;
}

export interface SortedOrders extends ListedOrders {
  readonly sort: OrderSort;
}

/** One page of a list. @param page from 1 */
export async function findOrderPage(
  db: Kysely<Database>,
  { limit, page = 1, ...listed }: SortedOrders & { readonly limit: number; readonly page?: number },
): Promise<Order[]> {
  const rows = await selectSorted(db, listed.sort)
    .where(matches(listed))
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return rows.map(readOrderRow);
}

const ROWS_PER_CHUNK = 250;

/** An order, when its money came in, and when money last went back. */
export type DatedOrder = Order & { readonly paidAt: Instant; readonly refundedAt: Instant | null };

/**
 * All orders of a list, in chunks: an open statement would block all others, and everything at once needs too much
 * memory. What is listed is settled at the start, so an order that comes or changes meanwhile moves none of the others.
 */
export async function readInChunks(
  db: Kysely<Database>,
  listed: SortedOrders,
): Promise<AsyncGenerator<DatedOrder[]>> {
  const sorted = selectSorted(db, listed.sort);
  const found = await sorted.clearSelect().select('id').where(matches(listed)).execute();
  const dated = sorted.select([PAID_AT.as('paidAt'), REFUNDED_AT.as('refundedAt')]);
  return (async function* () {
    for (let at = 0; at < found.length; at += ROWS_PER_CHUNK) {
      const ids = found.slice(at, at + ROWS_PER_CHUNK).map(({ id }) => id);
      const rows = await dated.where('id', 'in', ids).execute();
      yield rows.map((row) => ({ ...readOrderRow(row), paidAt: row.paidAt, refundedAt: row.refundedAt }));
      // Others are answered between two chunks: the client may read as fast as they are made.
      await nextTurn();
    }
  })();
}

function selectSorted(db: Kysely<Database>, sort: OrderSort) {
  const direction = sort === 'newest' ? 'desc' : 'asc';
  return selectOrders(db).orderBy('createdAt', direction).orderBy('id', direction);
}

/** The sums of the listed orders. */
export function findOrderTotals(db: Kysely<Database>, listed: ListedOrders) {
  return db
    .selectFrom('orders')
    .select(({ fn }) => [
      fn.countAll<number>().as('orders'),
      sumOf<Pence>(sql`total_pence`).as('revenuePence'),
      sumOf<Pence>(sql`refunded_pence`).as('refundedPence'),
      sumOf<Pence>(sql`total_pence`, IS_UNPAID).as('unpaidPence'),
      sumOf<Pence>(sql`paid_amount - refunded_pence`, IS_OWED).as('owedPence'),
      sumOf(sql`quantity`).as('boxes'),
      sumOf(sql`1`, sql`EXISTS (SELECT 1 FROM parcels WHERE order_id = orders.id)`).as('withTracking'),
    ])
    .where(matches(listed))
    .executeTakeFirstOrThrow();
}

function sumOf<Sum extends number>(
  amount: Expression<unknown>,
  condition: RawBuilder<unknown> = sql`TRUE`,
): RawBuilder<Sum> {
  return sql<Sum>`coalesce(sum(CASE WHEN ${condition} THEN ${amount} ELSE 0 END), 0)`;
}

/** The Monday of the week that is packed next; null if nothing is left to pack for this week or later. */
export async function findPackedNext(db: Kysely<Database>, now: Date): Promise<string | null> {
  return (await db.selectNoFrom(selectPackedNext(now).as('week')).executeTakeFirstOrThrow()).week;
}

/** Whether a week comes before the one that is packed next (`findPackedNext`), so that what it has left is late. */
export function isLateWeek(week: string, packedNext: string | null): boolean {
  return packedNext === null || week < packedNext;
}

/** How many orders need a look. It is on every admin page. */
export async function countNeedsLook(db: Kysely<Database>): Promise<number> {
  const query = db.selectFrom('orders').select(({ fn }) => fn.countAll<number>().as('orders'));
  return (await query.where(NEEDS_LOOK).executeTakeFirstOrThrow()).orders;
}

export function countOrdersSince(db: Kysely<Database>, since: Instant): Promise<{ orders: number }> {
  return db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('orders'))
    .where('createdAt', '>', since)
    .executeTakeFirstOrThrow();
}

/**
 * Per week: orders and boxes that are not cancelled, those still to be packed, those sent, and the money that came in and
 * has not been refunded.
 */
export function findWeekTotals(db: Kysely<Database>) {
  const boxes = sql`(${STANDING_BOXES})`;
  return db
    .selectFrom('orders')
    .select([
      sql<string>`week`.as('week'),
      sumOf(sql`1`, IS_STANDING).as('orders'),
      sumOf(boxes, IS_STANDING).as('boxes'),
      sumOf(boxes, IS_TO_SEND).as('toPack'),
      sumOf(boxes, IS_SENT).as('shipped'),
      sumOf<Pence>(sql`paid_amount - refunded_pence`, sql`payment_status = 'succeeded'`).as('revenuePence'),
    ])
    .where('week', 'is not', null)
    .groupBy('week')
    .execute();
}

const IS_STANDING = sql`status != 'cancelled'`;
const IS_TO_SEND = sql`status = 'processing'`;
