import type { Query, QueryClient } from '@tanstack/react-query';
import { type Pence, parsePounds, toPounds } from '#domain/money.ts';
import { isUnpaid, type OrderListItem, type OrderPage, type OrderTotals } from '#domain/orders/order-list.ts';
import { isNewOrdersUrl, SESSION_URL } from './admin-calls.ts';

/** Updates an order in place, in every cached page of orders. */
export function showOrder(client: QueryClient, order: OrderListItem): void {
  client.setQueriesData<OrderPage | null>(
    { predicate: isOrderPage },
    (page) => page && replaceOrder(page, order),
  );
}

/** Replaces an order in the page and updates the sums. An order that has changed again since stays as it is. */
function replaceOrder(page: OrderPage, order: OrderListItem): OrderPage {
  const known = page.orders.find(({ id }) => id === order.id);
  if (!known || known.version > order.version) return page;
  const change = (totals: OrderTotals) => changeTotals(totals, known, order);
  const orders = page.orders.map((each) => (each === known ? order : each));
  return { ...page, orders, totals: change(page.totals), all: change(page.all) };
}

function changeTotals(totals: OrderTotals, known: OrderListItem, order: OrderListItem): OrderTotals {
  const before = countIn(known);
  const after = countIn(order);
  const add = (sum: string, name: 'refunded' | 'unpaid') =>
    toPounds((readPence(sum) - before[name] + after[name]) as Pence);
  return {
    ...totals,
    refunded: add(totals.refunded, 'refunded'),
    unpaid: add(totals.unpaid, 'unpaid'),
    withTracking: totals.withTracking - before.withTracking + after.withTracking,
  };
}

/** What an order adds to the sums that a change of it can change. */
function countIn(order: OrderListItem) {
  return {
    refunded: readPence(order.refundedAmount),
    unpaid: isUnpaid(order) ? readPence(order.totalAmount) : 0,
    withTracking: order.trackingNumber === null ? 0 : 1,
  };
}

function isOrderPage({ queryKey: [url] }: Query): boolean {
  return typeof url === 'string' && url.startsWith('/api/branch-boxes/orders?');
}

function readPence(pounds: string): number {
  return parsePounds(pounds) ?? 0;
}

/** Refetches the orders on screen, and marks other pages as stale. */
export function reloadOrders(client: QueryClient): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey: [url] }) => url !== SESSION_URL && !isNewOrdersUrl(url),
  });
}
