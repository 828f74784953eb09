import { mock } from 'node:test';
import { expect, test } from '@playwright/test';
import {
  dismissToast,
  readToasts,
  showToast,
  subscribeToToasts,
} from '../../src/islands/toasts/toast-store.ts';

test.beforeEach(() => {
  mock.timers.enable({ apis: ['setTimeout'] });
  showToast({ title: 'First' });
  for (const { id } of readToasts()) dismissToast(id);
  mock.timers.tick(1_000_000);
  expect(readToasts()).toEqual([]);
});

test.afterEach(() => mock.timers.reset());

test('there is one toast at most: a second replaces the first', () => {
  showToast({ title: 'Message sent!' });
  const [first] = readToasts();
  showToast({ title: 'Something went wrong', description: 'Please try again.', variant: 'destructive' });
  expect(readToasts()).toEqual([
    {
      id: expect.any(Number),
      title: 'Something went wrong',
      description: 'Please try again.',
      variant: 'destructive',
      open: true,
    },
  ]);
  expect(readToasts()[0]?.id).not.toBe(first?.id);
});

test('a dismissed toast is closed at once, and removed after 1,000,000 ms', () => {
  showToast({ title: 'Message sent!' });
  const [{ id } = { id: 0 }] = readToasts();
  dismissToast(id);
  expect(readToasts()).toMatchObject([{ id, variant: 'default', open: false }]);
  mock.timers.tick(999_999);
  expect(readToasts()).toHaveLength(1);
  mock.timers.tick(1);
  expect(readToasts()).toEqual([]);
});

test('removing one toast leaves its successor alone', () => {
  showToast({ title: 'First' });
  dismissToast(readToasts()[0]?.id ?? 0);
  mock.timers.tick(500_000);
  showToast({ title: 'Second' });
  mock.timers.tick(600_000);
  expect(readToasts()).toMatchObject([{ title: 'Second', open: true }]);
});

test('a subscriber hears of every change, and of none after unsubscribing', () => {
  const seen: number[] = [];
  const leave = subscribeToToasts(() => seen.push(readToasts().length));
  showToast({ title: 'First' });
  dismissToast(readToasts()[0]?.id ?? 0);
  mock.timers.tick(1_000_000);
  expect(seen).toEqual([1, 1, 0]);
  leave();
  showToast({ title: 'Second' });
  expect(seen).toHaveLength(3);
});
