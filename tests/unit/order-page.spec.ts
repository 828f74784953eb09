import { expect, test } from '@playwright/test';
import type { OrderListItem } from '../../src/domain/orders/order-list.ts';
import { statusBadge, statusLabel } from '../../src/domain/orders/order-status.ts';
import { explainLeft } from '../../src/islands/admin/bulk/bulk-actions.ts';
import {
  buildOrdersUrl,
  countPages,
  formatOrderQuery,
  parseOrderQuery,
} from '../../src/islands/admin/use-order-query.ts';

test('each status has its badge and its word, and an unknown one too', () => {
  for (const [status, badge, label] of [
    ['pending', 'secondary', 'Pending'],
    ['processing', 'default', 'Processing'],
    ['shipped', 'default', 'Shipped'],
    ['delivered', 'default', 'Delivered'],
    ['cancelled', 'destructive', 'Cancelled'],
    ['mislaid', 'secondary', 'Mislaid'],
  ] as const)
    expect([statusBadge(status), statusLabel(status)]).toEqual([badge, label]);
});

test('a query survives the URL, and an invalid URL means the first page of all orders', () => {
  const place = {
    q: 'R&D + 50%',
    status: 'shipped',
    week: '2025-12-01',
    sort: 'oldest',
    view: '',
    page: 3,
  } as const;
  expect(parseOrderQuery(`?${formatOrderQuery(place)}`)).toEqual(place);
  expect(formatOrderQuery(parseOrderQuery('?status=paid&sort=random&q=++&page=x&utm_source=x'))).toBe(
    'view=all',
  );
  expect(formatOrderQuery(parseOrderQuery('?view=look&sort=oldest'))).toBe('view=look&sort=oldest');
  // A search is over all orders.
  expect(formatOrderQuery(parseOrderQuery('?view=look&q=Ann'))).toBe('q=Ann');
  expect(parseOrderQuery(`?q=${'x'.repeat(200)}`).q.length).toBe(100);
});

test('the service is asked for a hundred orders at a time', () => {
  expect(buildOrdersUrl(parseOrderQuery(''))).toBe('/api/branch-boxes/orders?limit=100&view=all');
  expect(buildOrdersUrl(parseOrderQuery('?view=sent'))).toBe('/api/branch-boxes/orders?limit=100&view=sent');
  expect(buildOrdersUrl(parseOrderQuery('?q=TA1+1AA'))).toBe('/api/branch-boxes/orders?limit=100&q=TA1+1AA');
  expect([0, 100, 101].map(countPages)).toEqual([1, 1, 2]);
});

test('what a change of many leaves to a person', () => {
  const ready = {
    status: 'processing',
    paymentStatus: 'succeeded',
    paymentMethod: 'card',
    isDisputed: false,
    flags: [],
  };
  const flag = (code: string) => ({ flags: [{ code, details: [] }] });
  const [all, none] = ['ship move refund', ''];
  // What may be done to each.
  const cases: readonly [changes: object, kinds: string][] = [
    [{}, all],
    [{ status: 'shipped' }, 'back'],
    [{ status: 'delivered' }, none],
    [{ status: 'cancelled' }, none],
    // It goes with its closed week before the money comes.
    [{ status: 'pending', paymentStatus: 'processing' }, 'move'],
    [{ status: 'pending', paymentStatus: 'failed' }, none],
    [{ isDisputed: true }, none],
    [flag('note'), none],
    // That its week is gone is what is being settled.
    [flag('week_closed'), 'move refund'],
    [{ paymentMethod: 'cash' }, 'ship move'],
    [{ paymentMethod: 'bank' }, 'ship move'],
  ];
  for (const [changes, kinds] of cases) {
    const order = { ...ready, ...changes } as unknown as OrderListItem;
    const may = (['ship', 'back', 'move', 'refund'] as const).filter(
      (kind) => explainLeft(kind, order) === null,
    );
    expect(may.join(' '), JSON.stringify(changes)).toBe(kinds);
  }
});
