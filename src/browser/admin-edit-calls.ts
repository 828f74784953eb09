import type { ConfirmationSent, OrderEdit, OrderNote } from '#domain/orders/order-edit.ts';
import type { OrderListItem } from '#domain/orders/order-list.ts';
import { callApiForJson } from './api-client.ts';

/** Changes details of an order. @returns the order after it @throws ApiError, as `callApi` */
export function editOrder(id: string, edit: OrderEdit): Promise<OrderListItem> {
  return callApiForJson({ method: 'PATCH', url: `/api/admin/orders/${id}/details`, payload: edit });
}

/** Replaces the farm's own note. @returns the order after it @throws ApiError, as `callApi` */
export function writeNote(id: string, note: OrderNote): Promise<OrderListItem> {
  return callApiForJson({ method: 'PATCH', url: `/api/admin/orders/${id}/note`, payload: note });
}

/** Sends the confirmation again. @returns where it goes @throws ApiError, as `callApi` */
export async function sendConfirmation(id: string): Promise<string> {
  const call = { method: 'POST', url: `/api/admin/orders/${id}/confirmation` } as const;
  return (await callApiForJson<ConfirmationSent>(call)).sentTo;
}
