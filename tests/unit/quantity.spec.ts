import { expect, test } from '@playwright/test';
import { multiplyPence, parsePounds, toPence } from '../../src/domain/money.ts';
import { findLargestQuantity, readQuantity } from '../../src/domain/quantity.ts';

test('a quantity is read as a whole number, or as 1 if it is missing or lower', () => {
  expect(readQuantity('3')).toBe(3);
  expect(readQuantity(' 12 ')).toBe(12);
  expect(readQuantity('2.9')).toBe(2);
  expect(readQuantity('2 boxes')).toBe(2);
  for (const wrong of ['', 'two', '0', '-4', '0.9', 'NaN', '1'.repeat(400), 'Infinity']) {
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
