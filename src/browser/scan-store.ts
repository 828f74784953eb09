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

export interface ScanQueue {
  /** Oldest first. */
  readonly queue: readonly Scan[];
  readonly refused: readonly RefusedScan[];
}

export interface ScanStore extends ScanQueue {
  readonly week: ScanWeek | null;
}

/** Whether the phone has kept the queue as it was last changed. If not, only the page knows it. */
let isKept = true;

export function readScans(now: Date): ScanStore {
  const week = readObject<ScanWeek>('localStorage', WEEK_KEY);
  const isOld = week === null || now.getTime() - Date.parse(week.readAt) > LONGEST_MS;
  if (isOld) forgetScanWeek();
  return { week: isOld ? null : week, ...readQueue() };
}

/** Keeps the week's orders, or forgets them. */
export function keepScanWeek(week: ScanWeek | null): void {
  writeObject('localStorage', WEEK_KEY, week);
}

/**
 * Changes the queue and keeps it. It is read anew first, because another tab may have changed it too.
 * @param known the queue as the page knows it, for a phone that keeps nothing
 * @returns the queue as it is now, with what other tabs have added
 */
export function changeQueue(known: ScanQueue, change: (queue: ScanQueue) => ScanQueue): ScanQueue {
  const { queue, refused } = change(isKept ? readQueue() : known);
  const isEmpty = queue.length === 0 && refused.length === 0;
  isKept = writeObject('localStorage', QUEUE_KEY, isEmpty ? null : { queue, refused });
  return { queue, refused };
}

/** Calls back whenever another tab has changed what is kept. */
export function watchOtherTabs(onChange: (store: ScanStore) => void): void {
  addEventListener('storage', ({ key }) => {
    if (isKept && (key === WEEK_KEY || key === QUEUE_KEY)) onChange(readScans(new Date()));
  });
}

/** When somebody signs out. What waits to be handed in stays. */
export function forgetScanWeek(): void {
  keepScanWeek(null);
}

function readQueue(): ScanQueue {
  const kept = readObject<ScanQueue>('localStorage', QUEUE_KEY);
  return { queue: kept?.queue ?? [], refused: kept?.refused ?? [] };
}
