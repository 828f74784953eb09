import type { TrackingPreview } from '#domain/orders/tracking-list.ts';
import { ApiError, callApi, callApiForJson } from './api-client.ts';

/** Says whether this browser is signed in. The status is 200 either way, because being signed out is not an error. */
export const SESSION_URL = '/api/admin/session';

/** Signs in; the session is a cookie that no script can read. @param name empty for the owner @throws ApiError 401, or 429 after too many attempts */
export async function signIn(name: string, password: string): Promise<void> {
  await callApi({ method: 'POST', url: '/api/admin/sign-in', payload: { name, password } });
}

/** Whether a call has failed because the session has ended. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'sign_in_required';
}

/** Returns the `WeekTotals` of every week. */
export const WEEKS_URL = '/api/admin/weeks';

const COUNT_URL = '/api/admin/orders/count';

/** Returns the `NewOrders` since an instant. */
export function buildNewOrdersUrl(since: string): string {
  return `${COUNT_URL}?${new URLSearchParams({ since })}`;
}

/** Whether a URL counts the new orders. Only the timer requests it. */
export function isNewOrdersUrl(url: unknown): boolean {
  return String(url).startsWith(COUNT_URL);
}

/** Downloads orders as CSV. @param query a view, search or filters, as the list's */
export function buildCsvUrl(query: string): string {
  return `/api/admin/orders.csv?${query}`;
}

/** Previews a pasted list without saving anything. @throws ApiError, as `callApi` */
export function previewTrackingNumbers(list: string): Promise<TrackingPreview> {
  return callApiForJson({ method: 'POST', url: '/api/admin/orders/tracking/preview', payload: { list } });
}
