import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { formatCount } from '#domain/count.ts';
import type { WeekTotals } from '#domain/orders/order-changes.ts';
import { formatOrderTime } from '#domain/orders/order-history.ts';
import type { OrderPage } from '#domain/orders/order-list.ts';
import { signOut, WEEKS_URL } from '../../browser/admin-calls.ts';
import { buildOrdersUrl, countPages, formatOrderQuery, isFiltered } from '../../browser/order-query.ts';
import { createReader } from '../../browser/query-client.ts';
import { reloadOrders } from '../../browser/shown-orders.ts';
import { NewOrdersButton, useNewOrders } from './bulk/NewOrders.tsx';
import { TrackingEntry } from './bulk/TrackingEntry.tsx';
import { EmptyList, LoadFailure, LoadingWords, NoMatch } from './ListStates.tsx';
import { OrderPager, OrderTools } from './OrderTools.tsx';
import { RecentOrders } from './RecentOrders.tsx';
import type { SignedOutReason } from './SignIn.tsx';
import { OrderTiles, WeekSummary, WeekTable } from './Totals.tsx';
import { useOrderQuery } from './use-order-query.ts';

/** A 401 is not an error here: it means that the session has ended. */
const readOrders = createReader<OrderPage>({ on401: 'empty' });
const readWeeks = createReader<readonly WeekTotals[]>({ on401: 'empty' });

/** Pictures above the messages that replace the list; the page renders each in the slot of its name. */
export interface OrderPictures {
  readonly empty?: ReactNode;
  readonly noMatch?: ReactNode;
  readonly trouble?: ReactNode;
}

interface OrderBoardProps {
  readonly pictures: OrderPictures;
  /** After signing in, because the focused element is gone. */
  readonly takesFocus: boolean;
  readonly onSignedOut: (reason: SignedOutReason) => void;
}

/** Everything that a signed-in person sees: search, tiles, weeks, table and pages. */
export function OrderBoard({ pictures, takesFocus, onSignedOut }: OrderBoardProps) {
  const client = useQueryClient();
  const board = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { place, trail, revision, ...control } = useOrderQuery();
  const listUrl = buildOrdersUrl(place);
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
  const chosenWeek = weeks.find(({ week }) => week === place.week);
  const newOrders = useNewOrders(orders.data?.readAt);
  const leaving = useMutation({ mutationFn: signOut, onSuccess: () => onSignedOut('chosen') });

  useEffect(() => {
    if (takesFocus) board.current?.focus();
  }, [takesFocus]);
  useEffect(() => {
    if (orders.data === null) onSignedOut('ended');
  }, [orders.data, onSignedOut]);

  const page = areWeeksPending ? undefined : (orders.data ?? undefined);
  const { isError, isPlaceholderData, dataUpdatedAt } = orders;
  const isFetching = orders.isFetching || areWeeksPending;
  const isEmpty = page?.orders.length === 0;
  const isEmptyShop = isEmpty && page.totals.orders === 0 && !isFiltered(place);
  const turn = (go: () => void) => {
    go();
    heading.current?.focus();
  };
  const refresh = () => reloadOrders(client);
  const endSession = () => onSignedOut('ended');

  return (
    <section className="admin-board" aria-label="Orders" ref={board} tabIndex={-1} aria-busy={isFetching}>
      <div className="actions">
        <div className="actions admin-status" role="status">
          <p>
            {isFetching ? (
              <LoadingWords />
            ) : (
              page && describeResult(page.totals.orders, isFiltered(place), dataUpdatedAt)
            )}
          </p>
          <NewOrdersButton count={newOrders} onRefresh={refreshFromNews} />
        </div>
        <button className={newOrders > 0 ? 'button quiet' : 'button'} type="button" onClick={refresh}>
          Refresh
        </button>
        <button className="button quiet" type="button" onClick={() => leaving.mutate()}>
          Sign out
        </button>
      </div>
      {leaving.isError && (
        <p className="callout trouble" role="alert">
          Signing out did not work. Please try again in a moment.
        </p>
      )}
      {!isEmptyShop && (
        <OrderTools
          key={revision}
          place={place}
          weeks={weeks.map(({ week }) => week)}
          onChange={control.change}
        />
      )}
      {isError && (
        <LoadFailure
          onRetry={() => orders.refetch()}
          onReset={formatOrderQuery(place) === '' ? undefined : control.reset}
        >
          {pictures.trouble}
        </LoadFailure>
      )}
      {page && !isEmpty && <OrderTiles totals={page.totals} />}
      {chosenWeek && <WeekSummary totals={chosenWeek} />}
      {weeks.length > 0 && !isEmptyShop && <WeekTable weeks={weeks} />}
      {page && !isEmptyShop && <TrackingEntry onSignedOut={endSession} />}
      {page && !isEmpty && (
        <RecentOrders
          orders={page.orders}
          listUrl={listUrl}
          isOld={isPlaceholderData}
          heading={heading}
          onSignedOut={endSession}
        />
      )}
      {isEmptyShop && !isPlaceholderData && <EmptyList>{pictures.empty}</EmptyList>}
      {isEmpty && !isEmptyShop && !isPlaceholderData && (
        <NoMatch hasOrders={page.totals.orders > 0} onReset={control.reset}>
          {pictures.noMatch}
        </NoMatch>
      )}
      {page && (
        <OrderPager
          number={trail && trail.length + 1}
          count={countPages(page.totals.orders)}
          isBusy={isPlaceholderData}
          isFirst={place.cursor === ''}
          onPrevious={() => turn(control.goToPrevious)}
          onNext={page.next === null ? null : turnTo(page.next)}
        />
      )}
    </section>
  );

  function refreshFromNews() {
    refresh();
    // The button disappears as soon as the list has loaded.
    board.current?.focus();
  }

  function turnTo(cursor: string) {
    return () => turn(() => control.goToNext(cursor));
  }
}

function describeResult(count: number, isSome: boolean, loadedAt: number): string {
  const orders = `${formatCount(count)} ${count === 1 ? 'order' : 'orders'}`;
  return `${orders}${isSome ? ' found' : ''}. Loaded at ${formatOrderTime(new Date(loadedAt))}.`;
}
