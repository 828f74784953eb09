import { expect, test } from '@playwright/test';
import { formatCount } from '../../src/domain/count.ts';
import {
  formatPrice,
  formatSum,
  multiplyPence,
  parsePounds,
  parsePrice,
  toPence,
  toPounds,
} from '../../src/domain/money.ts';
import { findLargestQuantity, readQuantity } from '../../src/domain/quantity.ts';
import { describeVat, findVatWithin } from '../../src/domain/vat.ts';

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

test('a quantity is read as a whole number, or as 1 if it is missing or lower', () => {
  expect(readQuantity('3')).toBe(3);
  expect(readQuantity(' 12 ')).toBe(12);
  expect(readQuantity('2.9')).toBe(2);
  expect(readQuantity('2 boxes')).toBe(2);
  // Too many, and not one.
  expect(readQuantity('9'.repeat(20))).toBe(Number.MAX_SAFE_INTEGER);
  for (const wrong of ['', 'two', '0', '-4', '0.9', 'NaN', 'Infinity']) {
    expect(readQuantity(wrong), wrong).toBe(1);
  }
});

test('the only limit is Stripe’s largest charge', () => {
  const price = toPence(2735);
  const largest = findLargestQuantity(price);
  expect(largest).toBe(36563);
  expect(multiplyPence(price, largest)).toBeLessThanOrEqual(99_999_999);
  expect(multiplyPence(price, largest + 1)).toBeGreaterThan(99_999_999);
});

test('a price is multiplied by whole quantities only', () => {
  expect(multiplyPence(toPence(2735), 2)).toBe(5470);
  for (const wrong of [0, -1, 1.5, Number.NaN, 2 ** 53]) {
    expect(() => multiplyPence(toPence(2735), wrong), String(wrong)).toThrow(RangeError);
  }
});

test('pounds are read from numbers and from decimal text, to the penny', () => {
  // Every amount of pence up to £1,000 survives the conversion to a float of pounds.
  const everyPenny = Array.from({ length: 100_001 }, (_, pence) => pence);
  expect(everyPenny.filter((pence) => parsePounds(pence / 100) !== pence)).toEqual([]);
  expect(everyPenny.filter((pence) => parsePounds((pence / 100).toFixed(2)) !== pence)).toEqual([]);
  expect(parsePounds(999_999.99)).toBe(99_999_999);
  expect(parsePounds('79.9')).toBe(7990);
  const wrong = [
    79.985,
    -1,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e300,
    1e9,
    '',
    ' 1',
    '1.234',
    '1e3',
    '-1',
    '£1',
    '١',
  ];
  for (const value of [...wrong, null, undefined, {}, [], true, 10n]) {
    expect(parsePounds(value), String(value)).toBeNull();
  }
});

test('the VAT within a total is rounded to the nearest penny, half a penny up', () => {
  for (const [total, ratePercent, vat] of [
    [5470, 20, 912],
    [2735, 20, 456],
    [3, 20, 1],
    [2, 20, 0],
    [0, 20, 0],
    [10_500, 5, 500],
    [99_999_960, 20, 16_666_660],
    [1125, 12.5, 125],
  ] as const) {
    expect(findVatWithin(toPence(total), { ratePercent }), `${total} at ${ratePercent}`).toBe(vat);
  }
});

test('the line names amount, rate and number', () => {
  const vat = { number: 'GB 123 4567 89', ratePercent: 20 };
  expect(describeVat(toPence(2735), vat)).toBe('Includes VAT of £4.56 at 20% (VAT number GB 123 4567 89)');
});
