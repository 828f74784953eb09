import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BulkResult } from '#domain/orders/order-changes.ts';
import type { OrderListItem, OrderPage } from '#domain/orders/order-list.ts';
import { moveOrders, shipOrders, takeBackOrders } from '../../../browser/bulk-calls.ts';
import { reloadOrders } from '../../../browser/shown-orders.ts';

type ListedOrders = readonly OrderListItem[];

/** One change to several orders. */
export type BulkAction =
  | { readonly kind: 'ship' | 'back'; readonly orders: ListedOrders }
  | {
      readonly kind: 'move';
      readonly orders: ListedOrders;
      readonly week: string;
      /** The farm's own words to each buyer; empty for none. */
      readonly note: string;
    };

/**
 * Changes selected orders. The list shows this at once, and the result when the response arrives. Then the totals, and
 * orders that somebody else has changed, are refetched.
 * @param listUrl the key of the page on screen
 */
export function useBulk(listUrl: string) {
  const client = useQueryClient();
  return useMutation<readonly BulkResult[], Error, BulkAction>({
    mutationFn: send,
    onMutate: async (action) => {
      await client.cancelQueries({ queryKey: [listUrl] });
      replaceOrders(
        client,
        listUrl,
        action.orders.map((order) => ({ ...order, ...preview(action) })),
      );
    },
    onError: (_, { orders }) => replaceOrders(client, listUrl, orders),
    onSuccess: (results, { orders }) => {
      const actual = orders.map((order, at) => {
        const result = results[at];
        return result?.ok ? result.order : order;
      });
      replaceOrders(client, listUrl, actual);
      void reloadOrders(client);
    },
  });
}

function send(action: BulkAction): Promise<readonly BulkResult[]> {
  const { orders } = action;
  if (action.kind === 'move') return moveOrders(orders, action.week, action.note);
  return action.kind === 'ship' ? shipOrders(orders) : takeBackOrders(orders);
}

function preview(action: BulkAction): Partial<OrderListItem> {
  if (action.kind === 'move') return { deliveryWeek: action.week };
  return action.kind === 'ship' ? { status: 'shipped' } : { status: 'processing', trackingNumber: null };
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
