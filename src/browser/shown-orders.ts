import type { Query, QueryClient } from '@tanstack/react-query';
import { type Pence, parsePounds, toPounds } from '#domain/money.ts';
import type { OrderListItem, OrderPage, OrderTotals } from '#domain/orders/order-list.ts';
import { isNewOrdersUrl, SESSION_URL } from './admin-calls.ts';

/** Updates an order in place, in every cached page of orders. */
export function showOrder(client: QueryClient, order: OrderListItem): void {
  client.setQueriesData<OrderPage | null>(
    { predicate: isOrderPage },
    (page) => page && replaceOrder(page, order),
  );
}

/** After a change, marks the other pages as stale, because the order may now belong elsewhere in them. */
export function forgetOtherPages(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ predicate: isOrderPage, type: 'inactive', refetchType: 'none' });
}

/** Whether the page on screen is being refetched. */
export function isReadingAgain(client: QueryClient): boolean {
  return client.isFetching({ predicate: isReadPage }) > 0;
}

/** Cancels a refetch, because it may return an order as it was before its change. */
export function stopReading(client: QueryClient): Promise<void> {
  return client.cancelQueries({ predicate: isReadPage });
}

/** Refetches the page on screen. */
export function readAgain(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ predicate: isOrderPage });
}

/** Replaces an order in the page and updates the totals. An order that has changed again since stays as it is. */
export function replaceOrder(page: OrderPage, order: OrderListItem): OrderPage {
  const known = page.orders.find(({ id }) => id === order.id);
  if (!known || known.version > order.version) return page;
  const orders = page.orders.map((each) => (each === known ? order : each));
  return { ...page, orders, totals: page.totals && changeTotals(page.totals, known, order) };
}

function changeTotals(totals: OrderTotals, known: OrderListItem, order: OrderListItem): OrderTotals {
  const refunded =
    readPence(totals.refunded) - readPence(known.refundedAmount) + readPence(order.refundedAmount);
  const withTracking = totals.withTracking - countTracking(known) + countTracking(order);
  return { ...totals, refunded: toPounds(refunded as Pence), withTracking };
}

function isOrderPage({ queryKey: [url] }: Query): boolean {
  return typeof url === 'string' && url.startsWith('/api/branch-boxes/orders?');
}

function isReadPage(query: Query): boolean {
  return isOrderPage(query) && query.state.data !== undefined;
}

function countTracking({ trackingNumber }: OrderListItem): number {
  return trackingNumber === null ? 0 : 1;
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
