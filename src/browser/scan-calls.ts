import type { Scan, ScanResult, ScanWeek } from '#domain/orders/scans.ts';
import { callApiForJson } from './api-client.ts';

/** Reads a week's orders for the phone. @throws ApiError, TypeError without signal */
export function readScanWeek(week: string): Promise<ScanWeek> {
  return callApiForJson({ method: 'GET', url: `/api/admin/packing/scan?week=${week}` });
}

/** Hands a scan in; again does no harm. @throws ApiError, TypeError without signal */
export function handInScan(scan: Scan): Promise<ScanResult> {
  return callApiForJson({ method: 'POST', url: '/api/admin/packing/scans', payload: scan });
}
