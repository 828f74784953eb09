import type { BulkResult } from '#domain/orders/order-changes.ts';
import type { TrackingEntry, TrackingPreview } from '#domain/orders/tracking-list.ts';
import { ApiError, callApi, callApiForJson } from './api-client.ts';
import { forgetScanWeek } from './scan-store.ts';

/** Says whether this browser is signed in. The status is 200 either way, because being signed out is not an error. */
export const SESSION_URL = '/api/admin/session';

export interface Credentials {
  /** Empty for the owner. */
  readonly name: string;
  readonly password: string;
}

/** Signs in; the session is a cookie that no script can read. @throws ApiError 401, or 429 after too many attempts */
export async function signIn(credentials: Credentials): Promise<void> {
  await callApi({ method: 'POST', url: '/api/admin/sign-in', payload: credentials });
}

export async function signOut(): Promise<void> {
  await callApi({ method: 'POST', url: '/api/admin/sign-out' });
  forgetScanWeek();
}

/** Whether a call has failed because the session has ended. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
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

/** Downloads the orders of one week, or of all weeks, as CSV. */
export function buildCsvUrl(week?: string): string {
  return `/api/admin/orders.csv${week === undefined ? '' : `?week=${week}`}`;
}

const TRACKING_URL = '/api/admin/orders/tracking';

/** Previews a pasted list without saving anything. @throws ApiError, as `callApi` */
export function previewTrackingNumbers(list: string): Promise<TrackingPreview> {
  return callApiForJson({ method: 'POST', url: `${TRACKING_URL}/preview`, payload: { list } });
}

/**
 * Saves tracking numbers for the order versions that the preview showed.
 * @returns one result for each order, in the same order
 * @throws ApiError, as `callApi`
 */
export async function enterTrackingNumbers(
  entries: readonly TrackingEntry[],
): Promise<readonly BulkResult[]> {
  const call = { method: 'POST', url: TRACKING_URL, payload: { entries } } as const;
  return (await callApiForJson<{ results: BulkResult[] }>(call)).results;
}
