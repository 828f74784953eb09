import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { countOf } from '#domain/count.ts';
import { labelWeekWithin } from '#domain/delivery/weeks.ts';
import { formatSum } from '#domain/money.ts';
import type { WeekTotals } from '#domain/orders/order-changes.ts';
import { formatOrderTime } from '#domain/orders/order-history.ts';
import type { NewOrders, OrderPage, OrderView } from '#domain/orders/order-list.ts';
import { formatBoxes } from '#domain/quantity.ts';
import { buildNewOrdersUrl, WEEKS_URL } from '../../browser/admin-calls.ts';
import { createSignedInReader, reloadOrders } from '../../browser/query-client.ts';
import { EmptyList, LoadFailure, LoadingWords } from './ListStates.tsx';
import { ListDownload, OrderPager, OrderTools, OrderViews } from './OrderTools.tsx';
import { RecentOrders } from './RecentOrders.tsx';
import { OrderTiles, WeekPanel } from './Totals.tsx';
import {
  buildOrdersUrl,
  countPages,
  formatOrderQuery,
  isFiltered,
  type OrderQuery,
  useOrderQuery,
} from './use-order-query.ts';

const readOrders = createSignedInReader<OrderPage>();
const readWeeks = createSignedInReader<readonly WeekTotals[]>();
const readCount = createSignedInReader<NewOrders>();

/** Everything that a signed-in person sees: search, tiles, weeks, table and pages. */
/** @param trouble the page's picture for when the list can't be loaded */
export function OrderBoard({ trouble }: { readonly trouble: ReactNode }) {
  const client = useQueryClient();
  const board = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { query, revision, ...control } = useOrderQuery();
  const isNarrowed = isFiltered(query);
  const view = query.view || 'all';
  const listUrl = buildOrdersUrl(query);
  const orders = useQuery({
    queryKey: [listUrl],
    queryFn: readOrders,
    placeholderData: keepPreviousData,
  });
  // The list also works without them: its components report what failed here, or Refresh tries again. But each waits
  // for the other, because the weeks are between the tiles and the list, and nothing on screen should move.
  const { data: knownWeeks, isPending: areWeeksPending } = useQuery({
    queryKey: [WEEKS_URL],
    queryFn: readWeeks,
  });
  const weeks = (!orders.isPending && knownWeeks) || [];
  const shownWeek = view === 'pack' ? orders.data?.packedNext : query.week;
  const chosenWeek = weeks.find(({ week }) => week === shownWeek);
  const newOrders = useNewOrders(orders.data?.readAt);

  const page = areWeeksPending ? undefined : orders.data;
  const { isError, isPlaceholderData, dataUpdatedAt } = orders;
  const isFetching = orders.isFetching || areWeeksPending;
  const nothing = page?.orders.length === 0 ? explainNothing(page, view, query) : null;
  const isEmptyShop = nothing === 'none';
  const showAll = () => control.show('all');
  const turnTo = (number: number) => {
    control.goTo(number);
    heading.current?.focus();
  };
  const refresh = () => reloadOrders(client);

  return (
    <section className="admin-board" aria-label="Orders" ref={board} tabIndex={-1} aria-busy={isFetching}>
      <div className="actions admin-top">
        {!isEmptyShop && <OrderViews current={view} needsLook={page?.needsLook ?? 0} onView={control.show} />}
        <div className="actions">
          <div className="actions admin-status" role="status">
            <p>
              {isFetching ? (
                <LoadingWords />
              ) : (
                page && describeResult(page, view, isNarrowed, chosenWeek === undefined, dataUpdatedAt)
              )}
            </p>
            {newOrders > 0 && (
              <button className="button" type="button" onClick={refreshFromNews}>
                {countOf(newOrders, 'new order')} – Refresh
              </button>
            )}
          </div>
          <button className="button quiet" type="button" onClick={refresh}>
            Refresh
          </button>
        </div>
      </div>
      {!isEmptyShop && (
        <OrderTools
          key={revision}
          query={query}
          weeks={weeks.map(({ week }) => week)}
          onChange={control.change}
        />
      )}
      {isError && (
        <LoadFailure
          onRetry={() => orders.refetch()}
          onReset={view === 'all' && !isNarrowed && query.page === 1 ? undefined : showAll}
        >
          {trouble}
        </LoadFailure>
      )}
      {page && !isEmptyShop && <OrderTiles totals={page.all} />}
      {page && chosenWeek && <WeekPanel totals={chosenWeek} isAsked={query.week !== ''} />}
      {page && !isEmptyShop && (
        <RecentOrders
          orders={page.orders}
          undelivered={page.undelivered}
          listUrl={buildOrdersUrl({ ...query, page: 1 })}
          query={formatOrderQuery(query)}
          isOld={isPlaceholderData}
          heading={heading}
        />
      )}
      {nothing && !isPlaceholderData && <EmptyList kind={nothing} query={query} onReset={showAll} />}
      {page && (
        <OrderPager
          number={query.page}
          count={countPages(page.totals.orders)}
          next={page.next}
          isBusy={isPlaceholderData}
          onTurn={turnTo}
        />
      )}
      {page && <ListDownload query={query} count={page.totals.orders} />}
    </section>
  );

  function refreshFromNews() {
    refresh();
    // The button disappears as soon as the list has loaded.
    board.current?.focus();
  }
}

function explainNothing({ totals, all }: OrderPage, view: OrderView, query: OrderQuery) {
  if (totals.orders > 0) return 'after';
  if (view !== 'all') return view;
  if (all.orders === 0 && !isFiltered(query)) return 'none';
  return query.q === '' && query.status === '' ? 'week' : 'unmatched';
}

/** @param hasSums whether the sums of what is listed are nowhere else on the page: neither the tiles' nor a week's */
function describeResult(
  page: OrderPage,
  view: OrderView,
  isSome: boolean,
  hasSums: boolean,
  loadedAt: number,
): string {
  const { totals, packedNext } = page;
  const of = view === 'pack' && packedNext !== null ? `, up to the ${labelWeekWithin(packedNext)}` : '';
  const what = {
    pack: ` to pack${of}`,
    look: ' to look at',
    owed: ' to give back',
    unpaid: ' not paid yet',
    sent: ' sent',
    all: isSome ? ' found' : '',
  }[view];
  const isPart = hasSums && totals.orders > 0 && (isSome || view !== 'all');
  const sum = totals.revenue === '' ? '' : `, ${formatSum(totals.revenue)}`;
  const sums = isPart ? ` ${formatBoxes(totals.boxes)}${sum}.` : '';
  return `${countOf(totals.orders, 'order')}${what}.${sums} Loaded at ${formatOrderTime(new Date(loadedAt))}.`;
}

const POLL_MS = 60_000;

/**
 * How many orders have arrived since the list was read. The list never reloads by itself, so this is its only automatic
 * request: once a minute while the page is visible, and when it becomes visible again. A failed request is ignored,
 * because the next one follows soon. It waits while the session is over.
 * @param since the list's `readAt`; undefined before there is a list
 */
function useNewOrders(since: string | undefined): number {
  const { data } = useQuery<NewOrders>({
    queryKey: [buildNewOrdersUrl(since ?? '')],
    queryFn: readCount,
    enabled: since !== undefined,
    initialData: { orders: 0 },
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: 'always',
  });
  return data.orders;
}
