import { expect, test } from '@playwright/test';
import { formatPrice, parsePrice, toPence, toPounds } from '../../src/domain/money.ts';

test('a price is read as whole pence, or not at all', () => {
  expect(parsePrice('£34')).toBe(3400);
  expect(parsePrice('£11.50')).toBe(1150);
  expect(parsePrice('£39.99')).toBe(3999);
  for (const wrong of ['34', '£4O', '£1.5', '£1.505', '£-3', ' £3', '£', '£1,000', '£1234567']) {
    expect(parsePrice(wrong), wrong).toBeNull();
  }
});

test('a price is written as the lists write it, and with two decimals on the wire', () => {
  expect(formatPrice(toPence(3400))).toBe('£34');
  expect(formatPrice(toPence(1150))).toBe('£11.50');
  expect(toPounds(toPence(7998))).toBe('79.98');
  expect(toPounds(toPence(5))).toBe('0.05');
});

test('what is no whole number of pence is refused', () => {
  for (const wrong of [0.5, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60]) {
    expect(() => toPence(wrong), String(wrong)).toThrow(RangeError);
  }
});
