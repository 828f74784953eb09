import type { BulkResult } from '#domain/orders/order-changes.ts';
import type { OrderListItem } from '#domain/orders/order-list.ts';
import type { TrackingEntry, TrackingPreview } from '#domain/orders/tracking-list.ts';
import { callApiForJson } from './api-client.ts';

/** Where the service answers with the `WeekTotals` of every week. */
export const WEEKS_URL = '/api/admin/weeks';

const COUNT_URL = '/api/admin/orders/count';

/** Where the service answers with the `NewOrders` since an instant. */
export function buildNewOrdersUrl(since: string): string {
  return `${COUNT_URL}?${new URLSearchParams({ since })}`;
}

/** Whether a URL asks for the number of new orders, which is asked for by the clock alone. */
export function isNewOrdersUrl(url: unknown): boolean {
  return String(url).startsWith(COUNT_URL);
}

/** Where the orders of a week, or of all, are downloaded as a CSV. */
export function buildCsvUrl(week?: string): string {
  return `/api/admin/orders.csv${week === undefined ? '' : `?week=${week}`}`;
}

/**
 * Marks orders as shipped, each as the page has shown it: one that somebody else has changed meanwhile is refused.
 * @returns what became of each, in the same order
 * @throws ApiError, as `callApi`
 */
export async function shipOrders(
  orders: readonly Pick<OrderListItem, 'id' | 'version'>[],
): Promise<readonly BulkResult[]> {
  const payload = { orders: orders.map(({ id, version }) => ({ id, version })) };
  const url = '/api/admin/orders/ship';
  return (await callApiForJson<{ results: BulkResult[] }>({ method: 'POST', url, payload })).results;
}

const TRACKING_URL = '/api/admin/orders/tracking';

/** What a pasted list would do. Enters nothing. @throws ApiError, as `callApi` */
export function previewTrackingNumbers(list: string): Promise<TrackingPreview> {
  return callApiForJson({ method: 'POST', url: `${TRACKING_URL}/preview`, payload: { list } });
}

/**
 * Enters tracking numbers, each in the order as the preview has shown it.
 * @returns what became of each, in the same order
 * @throws ApiError, as `callApi`
 */
export async function enterTrackingNumbers(
  entries: readonly TrackingEntry[],
): Promise<readonly BulkResult[]> {
  const call = { method: 'POST', url: TRACKING_URL, payload: { entries } } as const;
  return (await callApiForJson<{ results: BulkResult[] }>(call)).results;
}
