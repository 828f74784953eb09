import { useEffect, useState } from 'react';
import type { OrderView } from '#domain/orders/order-list.ts';
import { formatOrderQuery, type OrderQuery, parseOrderQuery } from '../../browser/order-query.ts';

/** The cursors of the pages before this one, starting with the first (empty); null if the URL came from elsewhere. */
type Trail = readonly string[] | null;

interface State {
  readonly query: OrderQuery;
  readonly trail: Trail;
  /** Increases when something other than the fields changes the query, so that the fields show it again. */
  readonly revision: number;
}

export interface OrderQueryControl extends State {
  /** Changes the search or filters, and starts from the first page. */
  change(part: Partial<Omit<OrderQuery, 'cursor' | 'view'>>): void;
  /** The first page of a view, without search or filters. */
  show(view: OrderView): void;
  goToNext(cursor: string): void;
  /** One page back, or to the first page if the way is unknown. */
  goToPrevious(): void;
}

/**
 * The current query and page of the list, kept in the URL for reloads and the back button. The service provides only
 * the next cursor, so the browser's history keeps the way back.
 */
export function useOrderQuery(): OrderQueryControl {
  const [state, setState] = useState<State>(() => ({ ...readState(), revision: 0 }));

  useEffect(() => {
    const followHistory = () => setState(({ revision }) => ({ ...readState(), revision: revision + 1 }));
    addEventListener('popstate', followHistory);
    return () => removeEventListener('popstate', followHistory);
  }, []);

  const go = (query: OrderQuery, trail: Trail, { isCorrection = false, refill = false } = {}) => {
    const search = formatOrderQuery(query);
    const address = search === '' ? location.pathname : `?${search}`;
    if (isCorrection) history.replaceState({ trail }, '', address);
    else history.pushState({ trail }, '', address);
    setState(({ revision }) => ({ query, trail, revision: refill ? revision + 1 : revision }));
  };

  return {
    ...state,
    // A search runs some time after typing, so this reads the current URL.
    change(part) {
      const { query } = readState();
      const next = parseOrderQuery(formatOrderQuery({ ...query, ...part, cursor: '' }));
      if (formatOrderQuery(next) === formatOrderQuery(query)) return;
      // An unfinished word is not worth a history entry.
      const isCorrection = part.q !== undefined && query.q !== '' && query.cursor === '';
      go(next, [], { isCorrection });
    },
    show: (view) => go({ ...parseOrderQuery(''), view }, [], { refill: true }),
    goToNext: (cursor) => go({ ...state.query, cursor }, state.trail && [...state.trail, state.query.cursor]),
    goToPrevious: () =>
      go({ ...state.query, cursor: state.trail?.at(-1) ?? '' }, state.trail?.slice(0, -1) ?? []),
  };
}

function readState(): Pick<State, 'query' | 'trail'> {
  const query = parseOrderQuery(location.search);
  const kept: unknown = history.state?.trail;
  if (query.cursor === '') return { query, trail: [] };
  return { query, trail: Array.isArray(kept) ? kept.map(String) : null };
}
