import type { QueryClient } from '@tanstack/react-query';
import { isNewOrdersUrl } from '../../../browser/admin-bulk-calls.ts';
import { SESSION_URL } from '../../../browser/admin-calls.ts';

/** Reads anew what is shown of the orders, and later, when it is shown again, what was shown before. */
export function reloadOrders(client: QueryClient): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey: [url] }) => url !== SESSION_URL && !isNewOrdersUrl(url),
  });
}
