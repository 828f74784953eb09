import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { formatOrderTime } from '#domain/order-date.ts';
import type { OrderPage } from '#domain/order-list.ts';
import { SESSION_URL, signOut } from '../../lib/admin-calls.ts';
import { buildOrdersUrl, countPages, formatPlace, isFiltered } from '../../lib/order-place.ts';
import { createReader } from '../../lib/query-client.ts';
import { LoadFailure } from './LoadFailure.tsx';
import { LoadingWords } from './Loading.tsx';
import { EmptyList, NoMatch } from './NoOrders.tsx';
import { OrderPager } from './OrderPager.tsx';
import { OrderTable } from './OrderTable.tsx';
import { OrderTiles } from './OrderTiles.tsx';
import { OrderTools } from './OrderTools.tsx';
import type { SignedOutReason } from './SignIn.tsx';
import { useOrderPlace } from './use-order-place.ts';

/** A 401 is no error here: it says that the session has ended. */
const readOrders = createReader<OrderPage>({ on401: 'empty' });

/** What stands over a message in the place of the list; drawn by the page, each in the slot of its name. */
export interface OrderPictures {
  readonly empty?: ReactNode;
  readonly noMatch?: ReactNode;
  readonly trouble?: ReactNode;
}

interface OrderBoardProps {
  readonly pictures: OrderPictures;
  /** After a sign-in, when what had the focus has gone. */
  readonly takesFocus: boolean;
  readonly onSignedOut: (reason: SignedOutReason) => void;
}

/** Everything that a signed-in person sees: search, tiles, table and pages. */
export function OrderBoard({ pictures, takesFocus, onSignedOut }: OrderBoardProps) {
  const client = useQueryClient();
  const board = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { place, trail, revision, ...control } = useOrderPlace();
  const orders = useQuery({
    queryKey: [buildOrdersUrl(place)],
    queryFn: readOrders,
    placeholderData: keepPreviousData,
  });
  const leaving = useMutation({ mutationFn: signOut, onSuccess: () => onSignedOut('chosen') });

  useEffect(() => {
    if (takesFocus) board.current?.focus();
  }, [takesFocus]);
  useEffect(() => {
    if (orders.data === null) onSignedOut('ended');
  }, [orders.data, onSignedOut]);

  const page = orders.data ?? undefined;
  const { isFetching, isError, isPlaceholderData, dataUpdatedAt } = orders;
  const isEmpty = page?.orders.length === 0;
  const isEmptyShop = isEmpty && page.totals.orders === 0 && !isFiltered(place);
  const turn = (go: () => void) => {
    go();
    heading.current?.focus();
  };
  const refresh = () =>
    client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_URL });

  return (
    <section className="admin-board" aria-label="Orders" ref={board} tabIndex={-1} aria-busy={isFetching}>
      <div className="actions">
        <p className="admin-status" role="status">
          {isFetching ? (
            <LoadingWords />
          ) : (
            page && describeResult(page.totals.orders, isFiltered(place), dataUpdatedAt)
          )}
        </p>
        <button className="button" type="button" onClick={refresh}>
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
      {!isEmptyShop && <OrderTools key={revision} place={place} onChange={control.change} />}
      {isError && (
        <LoadFailure
          onRetry={() => orders.refetch()}
          onReset={formatPlace(place) === '' ? undefined : control.reset}
        >
          {pictures.trouble}
        </LoadFailure>
      )}
      {page && !isEmpty && <OrderTiles totals={page.totals} />}
      {page && !isEmpty && (
        <section className="admin-recent" aria-labelledby="admin-recent">
          <h2 id="admin-recent" ref={heading} tabIndex={-1}>
            Recent Orders
          </h2>
          <OrderTable orders={page.orders} isOld={isPlaceholderData} />
        </section>
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

  function turnTo(cursor: string) {
    return () => turn(() => control.goToNext(cursor));
  }
}

function describeResult(count: number, isSome: boolean, loadedAt: number): string {
  const orders = `${count.toLocaleString('en-GB')} ${count === 1 ? 'order' : 'orders'}`;
  return `${orders}${isSome ? ' found' : ''}. Loaded at ${formatOrderTime(new Date(loadedAt))}.`;
}
