import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BulkResult } from '#domain/orders/order-changes.ts';
import type { OrderListItem, OrderPage } from '#domain/orders/order-list.ts';
import { shipOrders } from '../../../browser/admin-calls.ts';
import { reloadOrders } from '../../../browser/shown-orders.ts';

type ListedOrders = readonly OrderListItem[];

/**
 * Marks orders as shipped. The list shows this at once, and the result when the response arrives. Then the totals, and
 * orders that somebody else has changed, are refetched.
 * @param listUrl the key of the page on screen
 */
export function useShipping(listUrl: string) {
  const client = useQueryClient();
  return useMutation<readonly BulkResult[], Error, ListedOrders>({
    mutationFn: shipOrders,
    onMutate: async (orders) => {
      await client.cancelQueries({ queryKey: [listUrl] });
      replaceOrders(
        client,
        listUrl,
        orders.map((order) => ({ ...order, status: 'shipped' })),
      );
    },
    onError: (_, orders) => replaceOrders(client, listUrl, orders),
    onSuccess: (results, orders) => {
      const actual = orders.map((order, at) => {
        const result = results[at];
        return result?.ok ? result.order : order;
      });
      replaceOrders(client, listUrl, actual);
      void reloadOrders(client);
    },
  });
}

function replaceOrders(client: QueryClient, listUrl: string, changed: ListedOrders): void {
  const byId = new Map(changed.map((order) => [order.id, order]));
  client.setQueryData<OrderPage | null>(
    [listUrl],
    (page) => page && { ...page, orders: page.orders.map((order) => byId.get(order.id) ?? order) },
    // The age of the whole page does not change.
    { updatedAt: client.getQueryState([listUrl])?.dataUpdatedAt ?? Date.now() },
  );
}
