import type { Scan, ScanProblem, ScanWeek } from '#domain/orders/scans.ts';
import { readObject, writeObject } from './storage.ts';

/**
 * What the scan page keeps on the phone: the week's orders (name and town, no street), until somebody signs out or a
 * week has passed; and the scans that wait or were refused, until they are handed in or put away.
 */
const WEEK_KEY = 'scan-week';
const QUEUE_KEY = 'scan-queue';
const LONGEST_MS = 7 * 24 * 60 * 60 * 1000;

/** A scan that the service has refused. */
export interface RefusedScan {
  readonly scan: Scan;
  readonly problem: ScanProblem;
  readonly error: string;
}

export interface ScanStore {
  readonly week: ScanWeek | null;
  /** Oldest first. */
  readonly queue: readonly Scan[];
  readonly refused: readonly RefusedScan[];
}

export function readScans(now: Date): ScanStore {
  const week = readObject<ScanWeek>('localStorage', WEEK_KEY);
  const isOld = week === null || now.getTime() - Date.parse(week.readAt) > LONGEST_MS;
  if (isOld) forgetScanWeek();
  const kept = readObject<Pick<ScanStore, 'queue' | 'refused'>>('localStorage', QUEUE_KEY);
  return { week: isOld ? null : week, queue: kept?.queue ?? [], refused: kept?.refused ?? [] };
}

/** @returns whether the phone has kept it */
export function keepScans({ week, queue, refused }: ScanStore): boolean {
  const hasQueue = queue.length > 0 || refused.length > 0;
  const isWeekKept = writeObject('localStorage', WEEK_KEY, week);
  return writeObject('localStorage', QUEUE_KEY, hasQueue ? { queue, refused } : null) && isWeekKept;
}

/** When somebody signs out. What waits to be handed in stays. */
export function forgetScanWeek(): void {
  writeObject('localStorage', WEEK_KEY, null);
}
