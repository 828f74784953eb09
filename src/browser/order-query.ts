import { parseDay } from '#domain/dates.ts';
import { ORDER_SORTS, type OrderSort } from '#domain/orders/order-list.ts';
import { ORDER_STATUSES, type OrderStatus } from '#domain/orders/order-status.ts';

/** What the admin looks at: what is searched for, which status and week, in which order, and from where on. */
export interface OrderQuery {
  /** Empty for all. */
  readonly q: string;
  /** Empty for any. */
  readonly status: OrderStatus | '';
  /** The Monday of the delivery week; empty for all weeks. */
  readonly week: string;
  readonly sort: OrderSort;
  /** The service's name for where the page begins; empty for the first page. */
  readonly cursor: string;
}

/** As many as a person looks through, and few enough to keep the page quick. */
const ORDERS_PER_PAGE = 50;
/** What the service takes. */
export const LONGEST_SEARCH = 100;

/** Reads a place from an address's query. What makes no sense there counts as not said. */
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

/** The query of the page's address: only what differs from the first page of all orders. */
export function formatOrderQuery({ q, status, week, sort, cursor }: OrderQuery): string {
  const said = Object.entries({ q, status, week, sort: sort === ORDER_SORTS[0] ? '' : sort, cursor });
  return new URLSearchParams(said.filter(([, value]) => value !== '')).toString();
}

/** Where the service answers with the orders of this place, as an `OrderPage`. */
export function buildOrdersUrl(place: OrderQuery): string {
  return ['/api/branch-boxes/orders?limit=', ORDERS_PER_PAGE, '&', formatOrderQuery(place)]
    .join('')
    .replace(/&$/, '');
}

/** How many pages that many orders fill. */
export function countPages(orders: number): number {
  return Math.max(1, Math.ceil(orders / ORDERS_PER_PAGE));
}

/** Whether only some of the orders are asked for. */
export function isFiltered({ q, status, week }: OrderQuery): boolean {
  return q !== '' || status !== '' || week !== '';
}
