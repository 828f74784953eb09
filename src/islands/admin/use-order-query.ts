import { useEffect, useState } from 'react';
import { formatOrderQuery, type OrderQuery, parseOrderQuery } from '../../browser/order-query.ts';

/** The cursors of the pages before this one, from the first (empty) on; null where the address came from elsewhere. */
type Trail = readonly string[] | null;

interface State {
  readonly place: OrderQuery;
  readonly trail: Trail;
  /** Changes when the place changes by other means than the fields: they are then to show what it says now. */
  readonly revision: number;
}

export interface OrderQueryControl extends State {
  /** Looks for something else, from its first page on. */
  change(part: Partial<Omit<OrderQuery, 'cursor'>>): void;
  /** Back to the first page of all orders. */
  reset(): void;
  goToNext(cursor: string): void;
  /** One page back, or to the first page where the way is not known. */
  goToPrevious(): void;
}

/**
 * The place in the list, kept in the page's address, so that a reload and the back button find it again. The service
 * names only the next page; the way back is kept in the browser's history.
 */
export function useOrderQuery(): OrderQueryControl {
  const [state, setState] = useState<State>(() => ({ ...readState(), revision: 0 }));

  useEffect(() => {
    const followHistory = () => setState(({ revision }) => ({ ...readState(), revision: revision + 1 }));
    addEventListener('popstate', followHistory);
    return () => removeEventListener('popstate', followHistory);
  }, []);

  const go = (place: OrderQuery, trail: Trail, { isCorrection = false, refill = false } = {}) => {
    const query = formatOrderQuery(place);
    const address = query === '' ? location.pathname : `?${query}`;
    if (isCorrection) history.replaceState({ trail }, '', address);
    else history.pushState({ trail }, '', address);
    setState(({ revision }) => ({ place, trail, revision: refill ? revision + 1 : revision }));
  };

  return {
    ...state,
    // A search fires some time after it was typed: what holds now stands in the address.
    change(part) {
      const { place } = readState();
      const next = { ...place, ...part, cursor: '' };
      if (formatOrderQuery(next) === formatOrderQuery(place)) return;
      // Half a word is no place to come back to.
      const isCorrection = part.q !== undefined && place.q !== '' && place.cursor === '';
      go(next, [], { isCorrection });
    },
    reset: () => go(parseOrderQuery(''), [], { refill: true }),
    goToNext: (cursor) => go({ ...state.place, cursor }, state.trail && [...state.trail, state.place.cursor]),
    goToPrevious: () =>
      go({ ...state.place, cursor: state.trail?.at(-1) ?? '' }, state.trail?.slice(0, -1) ?? []),
  };
}

function readState(): Pick<State, 'place' | 'trail'> {
  const place = parseOrderQuery(location.search);
  const kept: unknown = history.state?.trail;
  if (place.cursor === '') return { place, trail: [] };
  return { place, trail: Array.isArray(kept) ? kept.map(String) : null };
}
