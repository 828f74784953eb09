import { mock } from 'node:test';
import { expect, test } from '@playwright/test';
import {
  dismissToast,
  readToast,
  showToast,
  subscribeToToasts,
} from '../../src/islands/toasts/toast-store.ts';

test.beforeEach(() => {
  mock.timers.enable({ apis: ['setTimeout'] });
  showToast({ title: 'First' });
  dismissToast();
  mock.timers.tick(1_000_000);
  expect(readToast()).toBeNull();
});

test.afterEach(() => mock.timers.reset());

test('there is one toast at most: a second replaces the first', () => {
  showToast({ title: 'Message sent!' });
  const first = readToast();
  showToast({ title: 'Something went wrong', description: 'Please try again.', variant: 'destructive' });
  expect(readToast()).toEqual({
    id: expect.any(Number),
    title: 'Something went wrong',
    description: 'Please try again.',
    variant: 'destructive',
    open: true,
  });
  expect(readToast()?.id).not.toBe(first?.id);
});

test('a dismissed toast is closed at once, and removed after 1,000,000 ms', () => {
  showToast({ title: 'Message sent!' });
  const id = readToast()?.id;
  dismissToast();
  expect(readToast()).toMatchObject({ id, variant: 'default', open: false });
  mock.timers.tick(999_999);
  expect(readToast()).not.toBeNull();
  mock.timers.tick(1);
  expect(readToast()).toBeNull();
});

test('removing one toast leaves its successor alone', () => {
  showToast({ title: 'First' });
  dismissToast();
  mock.timers.tick(500_000);
  showToast({ title: 'Second' });
  mock.timers.tick(600_000);
  expect(readToast()).toMatchObject({ title: 'Second', open: true });
});

test('a subscriber hears of every change, and of none after unsubscribing', () => {
  const seen: (boolean | undefined)[] = [];
  const leave = subscribeToToasts(() => seen.push(readToast()?.open));
  showToast({ title: 'First' });
  dismissToast();
  mock.timers.tick(1_000_000);
  expect(seen).toEqual([true, false, undefined]);
  leave();
  showToast({ title: 'Second' });
  expect(seen).toHaveLength(3);
});
