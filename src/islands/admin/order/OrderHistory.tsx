import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OrderEvent } from '#domain/orders/order-changes.ts';
import { describeEvent, formatEventTime } from '#domain/orders/order-history.ts';
import type { OrderListItem } from '#domain/orders/order-list.ts';
import { buildHistoryUrl } from '../../../browser/admin-order-calls.ts';
import { createSignedInReader } from '../../../browser/query-client.ts';
import { OfOrder } from './OfOrder.tsx';

const readHistory = createSignedInReader<{ history: OrderEvent[] }>();

/** The history of an order: who did what, when and why. It loads when it is opened, and again after each change. */
export function OrderHistory({ order }: { readonly order: OrderListItem }) {
  const [isOpen, setOpen] = useState(false);
  const { data, isError, refetch } = useQuery({
    queryKey: [buildHistoryUrl(order.id), order.version],
    queryFn: readHistory,
    enabled: isOpen,
    placeholderData: keepPreviousData,
  });

  return (
    <details className="admin-history" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        History
        <OfOrder order={order} />
      </summary>
      {isError && (
        <div className="callout trouble" role="alert">
          <p>The history could not be loaded.</p>
          <button className="button quiet" type="button" onClick={() => refetch()}>
            Try again
          </button>
        </div>
      )}
      {isOpen && !isError && !data && <p role="status">Loading the history...</p>}
      {!isError && data && (
        <ol>
          {data.history.map((event) => (
            <li key={event.id}>
              <time dateTime={event.at}>{formatEventTime(new Date(event.at))}</time>
              <span>{describeEvent(event)}</span>
              {event.reason !== null && <q>{event.reason}</q>}
            </li>
          ))}
        </ol>
      )}
    </details>
  );
}
