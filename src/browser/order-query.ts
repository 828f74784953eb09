import { parseDay } from '#domain/dates.ts';
import { ORDER_SORTS, type OrderSort } from '#domain/orders/order-list.ts';
import { ORDER_STATUSES, type OrderStatus } from '#domain/orders/order-status.ts';

/** The admin's list: search, filters, sort order and page. */
export interface OrderQuery {
  /** Empty for all. */
  readonly q: string;
  /** Empty for any. */
  readonly status: OrderStatus | '';
  /** The Monday of the delivery week; empty for all weeks. */
  readonly week: string;
  readonly sort: OrderSort;
  /** The service's cursor; empty for the first page. */
  readonly cursor: string;
}

/** As many as a person can scan, and few enough to keep the page fast. */
const ORDERS_PER_PAGE = 50;
/** The service's limit. */
export const LONGEST_SEARCH = 100;

/** Reads the list's state from a query string, and ignores what is not valid. */
export function parseOrderQuery(query: string): OrderQuery {
  const parameters = new URLSearchParams(query);
  const status = parameters.get('status');
  const sort = parameters.get('sort');
  return {
    q: (parameters.get('q') ?? '').slice(0, LONGEST_SEARCH).trim(),
    status: ORDER_STATUSES.find((each) => each === status) ?? '',
    week: parseDay(parameters.get('week') ?? '') ?? '',
    sort: ORDER_SORTS.find((each) => each === sort) ?? ORDER_SORTS[0],
    cursor: parameters.get('cursor') ?? '',
  };
}

/** The query string of the page's URL, without defaults. */
export function formatOrderQuery({ q, status, week, sort, cursor }: OrderQuery): string {
  const said = Object.entries({ q, status, week, sort: sort === ORDER_SORTS[0] ? '' : sort, cursor });
  return new URLSearchParams(said.filter(([, value]) => value !== '')).toString();
}

/** The URL that returns this page of the list, as an `OrderPage`. */
export function buildOrdersUrl(place: OrderQuery): string {
  return ['/api/branch-boxes/orders?limit=', ORDERS_PER_PAGE, '&', formatOrderQuery(place)]
    .join('')
    .replace(/&$/, '');
}

export function countPages(orders: number): number {
  return Math.max(1, Math.ceil(orders / ORDERS_PER_PAGE));
}

/** Whether the list is searched or filtered. */
export function isFiltered({ q, status, week }: OrderQuery): boolean {
  return q !== '' || status !== '' || week !== '';
}
