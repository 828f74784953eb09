import { useQuery } from '@tanstack/react-query';
import type { NewOrders } from '#domain/orders/order-list.ts';
import { buildNewOrdersUrl } from '../../../browser/admin-bulk-calls.ts';
import { createReader } from '../../../browser/query-client.ts';

const POLL_MS = 60_000;

const readCount = createReader<NewOrders>({ on401: 'empty' });

/**
 * How many orders have come since the list was read. The list itself never loads by itself, so this alone is asked for:
 * once a minute while the page is seen, and when it is seen again. A line that is dead says nothing; the next minute
 * tells. When the session has ended, the asking has too.
 * @param since the list's `readAt`; undefined before there is a list
 */
export function useNewOrders(since: string | undefined): number {
  const { data } = useQuery<NewOrders | null>({
    queryKey: [buildNewOrdersUrl(since ?? '')],
    queryFn: readCount,
    enabled: since !== undefined,
    initialData: { orders: 0 },
    refetchInterval: ({ state }) => (state.data === null ? false : POLL_MS),
    refetchOnWindowFocus: ({ state }) => (state.data === null ? false : 'always'),
  });
  return data?.orders ?? 0;
}
