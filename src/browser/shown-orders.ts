import type { Query, QueryClient } from '@tanstack/react-query';
import { type Pence, parsePounds, toPounds } from '#domain/money.ts';
import type { OrderListItem, OrderPage } from '#domain/orders/order-list.ts';

/** Has the pages of orders that have been read show an order as it is given, in the place where it stands. */
export function showOrder(client: QueryClient, order: OrderListItem): void {
  client.setQueriesData<OrderPage | null>(
    { predicate: isOrderPage },
    (page) => page && replaceOrder(page, order),
  );
}

/**
 * After a change: pages that are not looked at are read again when they are, because the order may belong in another
 * place there now.
 */
export function forgetOtherPages(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ predicate: isOrderPage, type: 'inactive', refetchType: 'none' });
}

/** Whether a page that is shown is being read again. */
export function isReadingAgain(client: QueryClient): boolean {
  return client.isFetching({ predicate: isReadPage }) > 0;
}

/** Breaks such a reading off: it may bring an order as it was before its change. */
export function stopReading(client: QueryClient): Promise<void> {
  return client.cancelQueries({ predicate: isReadPage });
}

/** Reads the page again that is looked at. */
export function readAgain(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ predicate: isOrderPage });
}

/**
 * The page with the order as it is given, and with totals that count what has changed in it. An order that has changed
 * again since stays.
 */
export function replaceOrder(page: OrderPage, order: OrderListItem): OrderPage {
  const known = page.orders.find(({ id }) => id === order.id);
  if (!known || known.version > order.version) return page;
  const refunded =
    readPence(page.totals.refunded) - readPence(known.refundedAmount) + readPence(order.refundedAmount);
  const withTracking = page.totals.withTracking - countTracking(known) + countTracking(order);
  return {
    ...page,
    orders: page.orders.map((each) => (each === known ? order : each)),
    totals: { ...page.totals, refunded: toPounds(refunded as Pence), withTracking },
  };
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
