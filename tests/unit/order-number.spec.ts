import { expect, test } from '@playwright/test';
import { formatOrderNumber, parseOrderNumber } from '../../src/domain/orders/order-number.ts';

test('an order number is short, printable, and has no ambiguous characters', () => {
  for (let byte = 0; byte < 256; byte += 1) {
    const number = formatOrderNumber(new Uint8Array(7).fill(byte));
    expect(number).toMatch(/^BB-[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{3}$/);
    expect(parseOrderNumber(number)).toBe(number);
  }
});

test('every character of an order number is equally likely', () => {
  const counts = new Map<string, number>();
  for (let byte = 0; byte < 256; byte += 1) {
    const character = formatOrderNumber(new Uint8Array(7).fill(byte)).at(-1) ?? '';
    counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  expect(counts.size).toBe(32);
  expect(new Set(counts.values())).toEqual(new Set([8]));
});

test('too few random bytes are refused', () => {
  expect(() => formatOrderNumber(new Uint8Array(6))).toThrow(RangeError);
});

test('an order number is read as people write it', () => {
  expect(parseOrderNumber('bb 7f3m 2q9')).toBe('BB-7F3M-2Q9');
  expect(parseOrderNumber('BB7F3M2Q9')).toBe('BB-7F3M-2Q9');
  for (const wrong of [
    '',
    'BB-7F3M-2Q',
    'BB-7F3M-2Q9X',
    'BB-0F3M-2Q9',
    'BB-IF3M-2Q9',
    'KD-7F3M-2Q9',
    'Ann',
  ]) {
    expect(parseOrderNumber(wrong), wrong).toBeNull();
  }
});
