import type { Kysely } from 'kysely';
import { z } from 'zod';
import { type Pence, toPence, toPounds } from '#domain/money.ts';
import {
  countBoxes,
  countMoneyLeft,
  countMoneyOwed,
  isFullyRefunded,
} from '#domain/orders/describe-order.ts';
import type { WeekTotals } from '#domain/orders/order-changes.ts';
import { type DeliveryField, mapDeliveryFields } from '#domain/orders/order-fields.ts';
import {
  ORDER_SORTS,
  type OrderListItem,
  type OrderPage,
  type OrderTotals,
} from '#domain/orders/order-list.ts';
import type { Role } from '#domain/people.ts';
import type { Database } from '../../db/schema.ts';
import { pageNumberSchema } from '../../http/request-body.ts';
import type { Catalogue } from '../../site/catalogue.ts';
import type { Order } from '../orders-repository.ts';
import {
  countNeedsLook,
  filterSchemas,
  findOrderPage,
  findOrderTotals,
  findPackedNext,
  findWeekTotals,
} from './order-list-repository.ts';

const MOST_PER_PAGE = 200;
const LIMIT_RULE = `Please ask for 1 to ${MOST_PER_PAGE} orders.`;

/** The query of a page of orders. Empty parameters count as missing, because forms send them. */
export const pageQuerySchema = z.strictObject({
  limit: z.coerce
    .number(LIMIT_RULE)
    .int(LIMIT_RULE)
    .min(1, LIMIT_RULE)
    .max(MOST_PER_PAGE, LIMIT_RULE)
    .default(50),
  page: pageNumberSchema.default(1),
  ...filterSchemas,
  sort: z.enum(ORDER_SORTS, 'There’s no such order.').default('newest'),
});

export type PageQuery = z.output<typeof pageQuerySchema>;

/**
 * One page of orders, the sums of all that match, and those of all orders.
 * @param now taken before the page is read, so that no order in between is missed
 */
export async function readOrderPage(
  db: Kysely<Database>,
  { limit, page, sort, ...filter }: PageQuery,
  role: Role,
  now: Date,
): Promise<Omit<OrderPage, 'undelivered'>> {
  const listed = { filter, now, role };
  const orders = await findOrderPage(db, { ...listed, limit, page, sort });
  const totals = toTotals(await findOrderTotals(db, listed), role);
  return {
    orders: orders.map((order) => showTo(role, toListItem(order))),
    next: totals.orders > page * limit ? page + 1 : null,
    totals,
    all: toTotals(await findOrderTotals(db, { ...listed, filter: {} }), role),
    packedNext: await findPackedNext(db, now),
    needsLook: await countNeedsLook(db),
    readAt: now.toISOString(),
  };
}

function toTotals(totals: Awaited<ReturnType<typeof findOrderTotals>>, role: Role): OrderTotals {
  const write = (pence: Pence) => (role === 'owner' ? toPounds(pence) : '');
  return {
    orders: totals.orders,
    revenue: write(totals.revenuePence),
    refunded: write(totals.refundedPence),
    unpaid: write(totals.unpaidPence),
    boxes: totals.boxes,
    withTracking: totals.withTracking,
  };
}

/** An order with the fields of section 3. */
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
    trackingNumber: order.parcels[0]?.trackingNumber ?? null,
    parcels: order.parcels,
    labelProblem: order.labelProblem,
    deliveryWeek: order.week,
    flags: order.flags,
    paymentStatus: order.paymentStatus,
    paymentMethod: order.paymentMethod,
    refundedAmount: toPounds(order.refundedPence),
    boxes: countBoxes(order),
    refundableAmount: toPounds(countMoneyLeft(order)),
    owedAmount: toPounds(countMoneyOwed(order)),
    isRefunded: isFullyRefunded(order),
    isDisputed: order.dispute === 'open',
    internalNote: order.internalNote,
    version: order.version,
  };
}

/** Whom a parcel goes to, as the list says it; its slip has the rest. */
const PACKERS_FIELDS: readonly DeliveryField[] = [
  'customerName',
  'recipientName',
  'shippingCity',
  'shippingPostcode',
  'specialInstructions',
];

/** What a role sees of an order: a packer what packing needs, without sums, addresses and the farm's own words. */
export function showTo(role: Role, item: OrderListItem): OrderListItem {
  if (role === 'owner') return item;
  return {
    ...item,
    ...mapDeliveryFields((name) => (PACKERS_FIELDS.includes(name) ? item[name] : null)),
    customerName: item.customerName,
    customerEmail: '',
    unitPrice: '',
    totalAmount: '',
    refundedAmount: '',
    refundableAmount: '',
    owedAmount: '',
    internalNote: null,
  };
}

/**
 * All weeks that are on sale or have orders, by date. Orders and boxes exclude cancelled ones. The revenue is what was
 * paid for the week and not refunded. So a cancelled order counts until it is refunded, and an unpaid one does not, and
 * all weeks together equal Stripe's list of payments.
 */
export async function readWeekTotals(
  db: Kysely<Database>,
  { weeks }: Pick<Catalogue, 'weeks'>,
  role: Role,
): Promise<WeekTotals[]> {
  const rows = await findWeekTotals(db);
  const ids = new Set([...weeks.map(({ id }) => String(id)), ...rows.map(({ week }) => week)]);
  return [...ids].sort().map((id) => {
    const row = rows.find(({ week }) => week === id);
    return {
      week: id,
      orders: row?.orders ?? 0,
      boxes: row?.boxes ?? 0,
      toPack: row?.toPack ?? 0,
      shipped: row?.shipped ?? 0,
      revenue: role === 'owner' ? toPounds(toPence(row?.revenuePence ?? 0)) : '',
      cap: weeks.find((week) => week.id === id)?.boxes ?? null,
      isClosed: weeks.find((week) => week.id === id)?.closed === true,
    };
  });
}
