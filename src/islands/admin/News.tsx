import { useQuery } from '@tanstack/react-query';
import { countOf } from '#domain/count.ts';
import type { NewOrders } from '#domain/orders/order-list.ts';
import { buildNewOrdersUrl } from '../../browser/admin-calls.ts';
import { createSignedInReader } from '../../browser/query-client.ts';

interface NewOrdersButtonProps {
  readonly count: number;
  readonly onRefresh: () => void;
}

/** Says that new orders have arrived since the list was loaded, and reloads it. Use it inside a live region. */
export function NewOrdersButton({ count, onRefresh }: NewOrdersButtonProps) {
  if (count === 0) return null;
  return (
    <button className="button" type="button" onClick={onRefresh}>
      {countOf(count, 'new order')} – Refresh
    </button>
  );
}

const POLL_MS = 60_000;

const readCount = createSignedInReader<NewOrders>();

/**
 * How many orders have arrived since the list was read. The list never reloads by itself, so this is its only automatic
 * request: once a minute while the page is visible, and when it becomes visible again. A failed request is ignored,
 * because the next one follows soon. It waits while the session is over.
 * @param since the list's `readAt`; undefined before there is a list
 */
export function useNewOrders(since: string | undefined): number {
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
