import { type MouseEvent, useContext, useEffect, useRef, useState } from 'react';
import { formatCount } from '#domain/count.ts';
import { labelWeek } from '#domain/delivery/weeks.ts';
import {
  MONEY_VIEWS,
  ORDER_SORTS,
  ORDER_VIEWS,
  type OrderSort,
  type OrderView,
} from '#domain/orders/order-list.ts';
import { ORDER_STATUSES, statusLabel } from '#domain/orders/order-status.ts';
import { buildCsvUrl } from '../../browser/admin-calls.ts';
import { RoleContext } from './role.ts';
import { formatOrderQuery, LONGEST_SEARCH, type OrderFilter, type OrderQuery } from './use-order-query.ts';

/** The search starts this long after the last key. */
const SEARCH_DELAY_MS = 300;

const SORT_LABELS: Record<OrderSort, string> = { newest: 'Newest first', oldest: 'Oldest first' };

type Choice = readonly [label: string, options: readonly (readonly [value: string, text: string])[]];

interface OrderToolsProps {
  readonly query: OrderQuery;
  /** The Mondays of the available weeks, once they are loaded. */
  readonly weeks: readonly string[];
  readonly onChange: (part: Partial<Omit<OrderQuery, 'page' | 'view'>>) => void;
}

/**
 * Search, status, week and sort order. The fields keep their own values; a new `key` makes them show the current query
 * again.
 */
export function OrderTools({ query, weeks, onChange }: OrderToolsProps) {
  const [isUnfolded, setUnfolded] = useState(query.status !== '');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const search = (typed: string, delayMs: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onChange({ q: typed.trim() }), delayMs);
  };

  // Includes the week of the URL, even before the weeks are loaded or if it has no orders left.
  const offered = weeks.includes(query.week) || query.week === '' ? weeks : [...weeks, query.week].sort();

  const statuses = ORDER_STATUSES.map((status) => [status, statusLabel(status)] as const);
  const choices: Record<Exclude<OrderFilter, 'q'> | 'sort', Choice> = {
    status: ['Status', [['', 'Any status'], ...statuses]],
    week: ['Delivery week', [['', 'All weeks'], ...offered.map((week) => [week, labelWeek(week)] as const)]],
    sort: ['Sort by', ORDER_SORTS.map((sort) => [sort, SORT_LABELS[sort]] as const)],
  };
  const named = Object.entries(choices) as [keyof typeof choices, Choice][];

  return (
    <search>
      <form
        className={isUnfolded ? 'form admin-tools unfolded' : 'form admin-tools'}
        onSubmit={(event) => {
          event.preventDefault();
          search(String(new FormData(event.currentTarget).get('q')), 0);
        }}
      >
        <div className="field">
          <label htmlFor="admin-q">Search orders</label>
          <input
            id="admin-q"
            name="q"
            type="search"
            autoComplete="off"
            spellCheck={false}
            maxLength={LONGEST_SEARCH}
            placeholder="Name or number"
            defaultValue={query.q}
            onChange={(event) => search(event.target.value, SEARCH_DELAY_MS)}
          />
        </div>
        <button
          className="button quiet admin-filters"
          type="button"
          aria-expanded={isUnfolded}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          Filters
        </button>
        {named.map(([name, [label, options]]) => (
          <div className="field" key={name}>
            <label htmlFor={`admin-${name}`}>{label}</label>
            <select
              id={`admin-${name}`}
              defaultValue={query[name]}
              onChange={(event) => onChange({ [name]: event.target.value })}
            >
              {options.map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          </div>
        ))}
      </form>
    </search>
  );
}

interface OrderPagerProps {
  /** From 1. */
  readonly number: number;
  /** How many there are. */
  readonly count: number;
  /** Null on the last page. */
  readonly next: number | null;
  /** While another page loads. */
  readonly isBusy: boolean;
  readonly onTurn: (number: number) => void;
}

/** The links between the pages of a list. */
export function OrderPager({ number, count, next, isBusy, onTurn }: OrderPagerProps) {
  if (number === 1 && next === null) return null;
  return (
    <nav className="actions admin-pager" aria-label="Pages of orders">
      {number > 1 && (
        <button
          className="button quiet"
          type="button"
          disabled={isBusy}
          onClick={() => onTurn(Math.min(number - 1, count))}
        >
          Previous page
        </button>
      )}
      <p>
        Page {formatCount(number)} of {formatCount(count)}
      </p>
      {next !== null && (
        <button className="button quiet" type="button" disabled={isBusy} onClick={() => onTurn(next)}>
          Next page
        </button>
      )}
    </nav>
  );
}

/** What is listed, all pages of it, as a file for the owner. */
export function ListDownload({ query, count }: { readonly query: OrderQuery; readonly count: number }) {
  if (useContext(RoleContext) !== 'owner' || count === 0 || query.view === 'all') return null;
  const asked = formatOrderQuery({ ...query, sort: ORDER_SORTS[0], page: 1 });
  return (
    <p className="links">
      <a href={buildCsvUrl(asked)} download>
        {count === 1 ? 'This order' : `These ${formatCount(count)} orders`} as CSV
      </a>
    </p>
  );
}

const VIEW_LABELS: Record<OrderView, string> = {
  pack: 'To pack',
  look: 'Needs a look',
  sent: 'Sent',
  all: 'All',
  owed: 'To give back',
  unpaid: 'Not paid yet',
};

interface OrderViewsProps {
  /** Undefined until it is known. */
  readonly current: OrderView | undefined;
  readonly needsLook: number;
  readonly onView: (view: OrderView) => void;
}

/** The views of the list as links, and how many orders need a look. */
export function OrderViews({ current, needsLook, onView }: OrderViewsProps) {
  const role = useContext(RoleContext);
  const views = ORDER_VIEWS.filter((view) => role === 'owner' || !MONEY_VIEWS.includes(view));
  const follow = (event: MouseEvent, view: OrderView) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onView(view);
  };
  return (
    <nav className="admin-views tabs" aria-label="Views">
      <ul className="links plain">
        {views.map((view) => (
          <li key={view} className={MONEY_VIEWS.includes(view) ? 'money' : undefined}>
            <a
              href={`?view=${view}`}
              aria-current={view === current ? 'page' : undefined}
              onClick={(event) => follow(event, view)}
            >
              {VIEW_LABELS[view]}
              {view === 'look' && (
                <span className="admin-count">{needsLook > 0 && formatCount(needsLook)}</span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
