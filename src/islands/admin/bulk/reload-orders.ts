import type { QueryClient } from '@tanstack/react-query';
import { isNewOrdersUrl } from '../../../browser/admin-bulk-calls.ts';
import { SESSION_URL } from '../../../browser/admin-calls.ts';

/** Refetches the orders on screen, and marks other pages as stale. */
export function reloadOrders(client: QueryClient): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey: [url] }) => url !== SESSION_URL && !isNewOrdersUrl(url),
  });
}
