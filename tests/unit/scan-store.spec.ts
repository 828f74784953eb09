import { expect, test } from '@playwright/test';
import {
  changeQueue,
  forgetScanWeek,
  keepScanWeek,
  readScans,
  type ScanQueue,
} from '../../src/browser/scan-store.ts';

// The phone's storage, which all tabs share.
const kept = new Map<string, string>();
let isFull = false;
const localStorage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => {
    if (isFull) throw new Error('The quota has been exceeded.');
    kept.set(key, value);
  },
  removeItem: (key: string) => void kept.delete(key),
};

const EMPTY: ScanQueue = { queue: [], refused: [] };
const WEEK = { week: '2025-12-01', orders: [], readAt: '2025-12-01T08:00:00.000Z' };
const NOW = new Date('2025-12-01T09:00:00Z');

function scan(id: string) {
  const parcel = { orderNumber: 'BB-7F3M-2Q9', trackingNumber: 'AB123456789GB', digest: null };
  return { id, ...parcel, isUndone: false };
}

const add = (id: string) => (known: ScanQueue) => ({ ...known, queue: [...known.queue, scan(id)] });
const ids = ({ queue }: ScanQueue) => queue.map(({ id }) => id);

test.beforeEach(() => {
  Object.assign(globalThis, { window: { localStorage } });
  isFull = false;
  kept.clear();
});
test.afterEach(() => {
  Reflect.deleteProperty(globalThis, 'window');
});

test('two tabs share one queue, and neither loses the scans of the other', () => {
  // Each knows only its own scan.
  const one = changeQueue(EMPTY, add('one'));
  expect(ids(changeQueue(EMPTY, add('two')))).toEqual(['one', 'two']);
  expect(ids(changeQueue(one, add('three')))).toEqual(['one', 'two', 'three']);
  // One has handed in its scan; the other still thinks that it waits.
  const refused = [{ scan: scan('one'), problem: 'cancelled' as const, error: 'Put the box back.' }];
  changeQueue(EMPTY, ({ queue }) => ({ queue: queue.filter(({ id }) => id !== 'one'), refused }));
  expect(ids(changeQueue(one, add('four')))).toEqual(['two', 'three', 'four']);
  expect(readScans(NOW)).toMatchObject({ refused });
});

test('a phone without room for the queue keeps it in the page', () => {
  isFull = true;
  const one = changeQueue(EMPTY, add('one'));
  const two = changeQueue(one, add('two'));
  isFull = false;
  expect(ids(changeQueue(two, add('three')))).toEqual(['one', 'two', 'three']);
  expect(ids(readScans(NOW))).toEqual(['one', 'two', 'three']);
});

test('signing out forgets the orders and not the queue, and a week forgets them too', () => {
  keepScanWeek(WEEK);
  changeQueue(EMPTY, add('one'));
  expect(readScans(NOW).week).toEqual(WEEK);
  forgetScanWeek();
  expect(readScans(NOW)).toMatchObject({ week: null, queue: [{ id: 'one' }] });
  keepScanWeek(WEEK);
  expect(readScans(new Date('2025-12-08T08:00:01Z')).week).toBeNull();
  // For good, and not only from sight.
  expect(readScans(NOW).week).toBeNull();
});
