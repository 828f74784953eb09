import type { BulkResult, OrderUndo, UndoAnswer } from '#domain/orders/order-changes.ts';
import type { OrderListItem } from '#domain/orders/order-list.ts';
import { callApiForJson } from './api-client.ts';

/** What the service needs of selected orders: the versions that the page shows. */
export type ChosenOrders = readonly Pick<OrderListItem, 'id' | 'version'>[];

/**
 * Marks orders as shipped. An order that somebody else has changed is refused.
 * @returns one result for each order, in the same order
 * @throws ApiError, as `callApi`
 */
export function shipOrders(orders: ChosenOrders): Promise<readonly BulkResult[]> {
  return changeOrders('ship', orders);
}

/** Takes orders back that are marked as shipped. As `shipOrders`. */
export function takeBackOrders(orders: ChosenOrders): Promise<readonly BulkResult[]> {
  return changeOrders('back', orders);
}

/**
 * Moves orders to a week while it has room. As `shipOrders`.
 * @param note the farm's own words to each buyer; empty for none
 */
export function moveOrders(
  orders: ChosenOrders,
  deliveryWeek: string,
  note: string,
): Promise<readonly BulkResult[]> {
  return changeOrders('move', orders, { deliveryWeek, ...(note.trim() !== '' && { note }) });
}

/** Puts orders back as they were. @throws ApiError, as `callApi` */
export function undoOrders(orders: readonly OrderUndo[]): Promise<UndoAnswer> {
  return callApiForJson({ method: 'POST', url: '/api/admin/orders/undo', payload: { orders } });
}

async function changeOrders(path: string, orders: ChosenOrders, more = {}): Promise<readonly BulkResult[]> {
  const payload = { orders: orders.map(({ id, version }) => ({ id, version })), ...more };
  const url = `/api/admin/orders/${path}`;
  return (await callApiForJson<{ results: BulkResult[] }>({ method: 'POST', url, payload })).results;
}

/** What takes the changes back that were made. */
export function listUndo(results: readonly BulkResult[]): OrderUndo[] {
  return results.flatMap((result) => (result.ok && result.undo ? [result.undo] : []));
}
