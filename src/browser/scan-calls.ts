import type { Scan, ScanResult, ScanWeek } from '#domain/orders/scans.ts';
import { callApiForJson } from './api-client.ts';

/** Reads a week's orders for the phone. @throws ApiError, TypeError without signal */
export function readScanWeek(week: string): Promise<ScanWeek> {
  return callApiForJson({ method: 'GET', url: `/api/admin/packing/scan?week=${week}` });
}

/** Hands scans in; again does no harm. @returns an answer to each @throws ApiError, TypeError without signal */
export async function handInScans(scans: readonly Scan[]): Promise<readonly ScanResult[]> {
  const call = { method: 'POST', url: '/api/admin/packing/scans', payload: { scans } } as const;
  return (await callApiForJson<{ results: ScanResult[] }>(call)).results;
}
