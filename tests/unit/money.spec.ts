import { expect, test } from '@playwright/test';
import { formatCount } from '../../src/domain/count.ts';
import { formatPrice, formatSum, parsePrice, toPence, toPounds } from '../../src/domain/money.ts';

test('a price is read as whole pence, or refused', () => {
  expect(parsePrice('£34')).toBe(3400);
  expect(parsePrice('£11.50')).toBe(1150);
  expect(parsePrice('£27.35')).toBe(2735);
  for (const wrong of ['34', '£4O', '£1.5', '£1.505', '£-3', ' £3', '£', '£1,000', '£1234567']) {
    expect(parsePrice(wrong), wrong).toBeNull();
  }
});

test('a price is formatted like the price lists, and with two decimals for requests', () => {
  expect(formatPrice(toPence(3400))).toBe('£34');
  expect(formatPrice(toPence(1150))).toBe('£11.50');
  expect(toPounds(toPence(5470))).toBe('54.70');
  expect(toPounds(toPence(5))).toBe('0.05');
});

test('a value that is not whole pence is refused', () => {
  for (const wrong of [0.5, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60]) {
    expect(() => toPence(wrong), String(wrong)).toThrow(RangeError);
  }
});

test('numbers and sums are formatted in British style', () => {
  const counts = new Intl.NumberFormat('en-GB');
  const sums = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' });
  for (const number of [0, 7, 12, 123, 1000, 12_345, 999_999, 1_000_000, 1_234_567_890]) {
    expect(formatCount(number)).toBe(counts.format(number));
  }
  for (const pounds of ['0.00', '0.05', '27.35', '1000.00', '1234567.80', '79.9']) {
    expect(formatSum(pounds)).toBe(sums.format(Number(pounds)));
  }
});
