import { parseDay } from '#domain/dates.ts';
import { ORDER_SORTS, ORDER_VIEWS, type OrderSort, type OrderView } from '#domain/orders/order-list.ts';
import { ORDER_STATUSES, type OrderStatus } from '#domain/orders/order-status.ts';

/** The admin's list: search, filters, sort order and page. */
export interface OrderQuery {
  /** Empty for what people see first, or when the list is searched or filtered: that is over all orders. */
  readonly view: OrderView | '';
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
  const view = parameters.get('view');
  const asked: Omit<OrderQuery, 'view'> = {
    q: (parameters.get('q') ?? '').slice(0, LONGEST_SEARCH).trim(),
    status: ORDER_STATUSES.find((each) => each === status) ?? '',
    week: parseDay(parameters.get('week') ?? '') ?? '',
    sort: ORDER_SORTS.find((each) => each === sort) ?? ORDER_SORTS[0],
    cursor: parameters.get('cursor') ?? '',
  };
  return { ...asked, view: isFiltered(asked) ? '' : (ORDER_VIEWS.find((each) => each === view) ?? '') };
}

/** The query string of the page's URL, without defaults. */
export function formatOrderQuery({ view, q, status, week, sort, cursor }: OrderQuery): string {
  const said = Object.entries({ view, q, status, week, sort: sort === ORDER_SORTS[0] ? '' : sort, cursor });
  return new URLSearchParams(said.filter(([, value]) => value !== '')).toString();
}

/** The URL that returns this page of the list, as an `OrderPage`. The service decides what people see first. */
export function buildOrdersUrl(asked: OrderQuery): string {
  const { view } = asked;
  const query = formatOrderQuery({ ...asked, view: view === 'all' ? '' : view });
  const start = view === '' && !isFiltered(asked) ? '&view=start' : '';
  return `/api/branch-boxes/orders?limit=${ORDERS_PER_PAGE}${start}${query === '' ? '' : `&${query}`}`;
}

export function countPages(orders: number): number {
  return Math.max(1, Math.ceil(orders / ORDERS_PER_PAGE));
}

/** Whether the list is searched or filtered. */
export function isFiltered({ q, status, week }: Pick<OrderQuery, 'q' | 'status' | 'week'>): boolean {
  return q !== '' || status !== '' || week !== '';
}
