import type { Kysely } from 'kysely';
import { z } from 'zod';
import { toPence, toPounds } from '#domain/money.ts';
import { mapDeliveryFields } from '#domain/orders/order-fields.ts';
import { ORDER_SORTS, type OrderListItem, type OrderPage } from '#domain/orders/order-list.ts';
import { ORDER_STATUSES } from '#domain/orders/order-status.ts';
import type { Database } from '../db/schema.ts';
import { findOrderPage, findOrderTotals, type OrderCursor } from './order-list-repository.ts';
import { updateSearchIndex } from './order-search.ts';
import type { Order } from './orders-repository.ts';

const MOST_PER_PAGE = 200;
const LIMIT_RULE = `Please ask for 1 to ${MOST_PER_PAGE} orders.`;

/** The Monday of a delivery week. */
export const weekSchema = z.iso.date('There is no such week.');

/** The query of a page of orders. Empty parameters, as a form sends them, count as none. */
export const pageQuerySchema = z.object({
  limit: z.coerce
    .number(LIMIT_RULE)
    .int(LIMIT_RULE)
    .min(1, LIMIT_RULE)
    .max(MOST_PER_PAGE, LIMIT_RULE)
    .default(50),
  cursor: z
    .string()
    .transform((text, context) => {
      const place = parseCursor(text);
      if (place !== null) return place;
      context.addIssue('This is not the cursor of a page.');
      return z.NEVER;
    })
    .optional(),
  status: z.enum(ORDER_STATUSES, 'There is no such status.').optional(),
  week: weekSchema.optional(),
  q: z.string().trim().max(100, 'Please search for fewer words.').optional(),
  sort: z.enum(ORDER_SORTS, 'There is no such order.').default('newest'),
});

export type PageQuery = z.output<typeof pageQuerySchema>;

/**
 * One page of orders, and the totals of all that match.
 * @param now taken before the page is read, so that no order between the two goes unnoticed
 */
export async function readOrderPage(db: Kysely<Database>, query: PageQuery, now: Date): Promise<OrderPage> {
  const { limit, sort, cursor: after, status, week, q } = query;
  if (q) await updateSearchIndex(db);
  // One more than asked for, which tells whether there is a next page.
  const rows = await findOrderPage(db, { limit: limit + 1, sort, after, status, week, q });
  const totals = await findOrderTotals(db, { status, week, q });
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    orders: page.map(toListItem),
    next: last ? formatCursor({ createdAt: last.createdAt, id: last.id }) : null,
    totals: {
      orders: totals.orders,
      revenue: toPounds(totals.revenuePence),
      refunded: toPounds(totals.refundedPence),
      boxes: totals.boxes,
      withTracking: totals.withTracking,
    },
    readAt: now.toISOString(),
  };
}

/** An order in the fields of section 3. */
export function toListItem(order: Order): OrderListItem {
  return {
    id: order.id,
    orderNumber: order.orderNumber,
    ...mapDeliveryFields((name) => order[name]),
    customerName: order.customerName ?? '',
    customerEmail: order.customerEmail ?? '',
    quantity: order.quantity,
    unitPrice: toPounds(order.unitPricePence),
    totalAmount: toPounds(order.totalPence),
    status: order.status,
    createdAt: order.createdAt,
    trackingNumber: order.trackingNumber,
    labelProblem: order.labelProblem,
    deliveryWeek: order.week,
    flags: order.flags,
    paymentStatus: order.paymentStatus,
    paidAmount: order.paidCurrency === 'gbp' ? toPounds(toPence(order.paidAmount)) : null,
    refundedAmount: toPounds(order.refundedPence),
    isDisputed: order.dispute === 'open',
    version: order.version,
  };
}

function formatCursor({ createdAt, id }: OrderCursor): string {
  return Buffer.from(`${createdAt} ${id}`).toString('base64url');
}

function parseCursor(text: string): OrderCursor | null {
  const match = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) ([\w-]{1,64})$/.exec(Buffer.from(text, 'base64url').toString());
  return match?.[1] !== undefined && match[2] !== undefined ? { createdAt: match[1], id: match[2] } : null;
}
