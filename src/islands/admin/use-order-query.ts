import { useEffect, useState } from 'react';
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
  /** From 1. */
  readonly page: number;
}

/** More than a week has, so that all of a week can be selected at once; and few enough to keep the page fast. */
const ORDERS_PER_PAGE = 100;
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
    page: Math.max(1, Math.trunc(Number(parameters.get('page'))) || 1),
  };
  return { ...asked, view: isFiltered(asked) ? '' : (ORDER_VIEWS.find((each) => each === view) ?? 'all') };
}

/** The query string of the page's URL, without defaults. */
export function formatOrderQuery({ sort, page, ...rest }: OrderQuery): string {
  const said = Object.entries({
    ...rest,
    sort: sort === ORDER_SORTS[0] ? '' : sort,
    page: page === 1 ? '' : String(page),
  });
  return new URLSearchParams(said.filter(([, value]) => value !== '')).toString();
}

/** The URL that returns this page of the list, as an `OrderPage`. */
export function buildOrdersUrl(query: OrderQuery): string {
  return `/api/branch-boxes/orders?limit=${ORDERS_PER_PAGE}&${formatOrderQuery(query)}`;
}

export function countPages(orders: number): number {
  return Math.max(1, Math.ceil(orders / ORDERS_PER_PAGE));
}

/** Whether the list is searched or filtered. */
export function isFiltered(query: Pick<OrderQuery, OrderFilter>): boolean {
  return FILTERS.some((name) => query[name] !== '');
}

/** What narrows the list. All of them are empty for everything. */
export type OrderFilter = Exclude<keyof OrderQuery, 'view' | 'sort' | 'page'>;
const EVERY_FILTER: Record<OrderFilter, true> = { q: true, status: true, week: true };
const FILTERS = Object.keys(EVERY_FILTER) as readonly OrderFilter[];

interface State {
  readonly query: OrderQuery;
  /** Increases when something other than the fields changes the query, so that the fields show it again. */
  readonly revision: number;
}

export interface OrderQueryControl extends State {
  /** Changes the search or filters, and starts from the first page. */
  change(part: Partial<Omit<OrderQuery, 'page' | 'view'>>): void;
  /** The first page of a view, without search or filters. */
  show(view: OrderView): void;
  goTo(page: number): void;
}

/** The current query and page of the list, kept in the URL for reloads and the back button. */
export function useOrderQuery(): OrderQueryControl {
  const [state, setState] = useState<State>(() => ({ query: readQuery(), revision: 0 }));

  useEffect(() => {
    const followHistory = () => setState(({ revision }) => ({ query: readQuery(), revision: revision + 1 }));
    addEventListener('popstate', followHistory);
    return () => removeEventListener('popstate', followHistory);
  }, []);

  const go = (query: OrderQuery, { isCorrection = false, refill = false } = {}) => {
    const address = `?${formatOrderQuery(query)}`;
    if (isCorrection) history.replaceState(null, '', address);
    else history.pushState(null, '', address);
    setState(({ revision }) => ({ query, revision: refill ? revision + 1 : revision }));
  };

  return {
    ...state,
    // A search runs some time after typing, so this reads the current URL.
    change(part) {
      const query = readQuery();
      const next = parseOrderQuery(formatOrderQuery({ ...query, ...part, page: 1 }));
      if (formatOrderQuery(next) === formatOrderQuery(query)) return;
      // An unfinished word is not worth a history entry.
      const isCorrection = part.q !== undefined && query.q !== '' && query.page === 1;
      go(next, { isCorrection });
    },
    show: (view) => go({ ...parseOrderQuery(''), view }, { refill: true }),
    goTo: (page) => go({ ...state.query, page }),
  };
}

function readQuery(): OrderQuery {
  return parseOrderQuery(location.search);
}
