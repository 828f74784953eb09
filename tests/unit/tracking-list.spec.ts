import { expect, test } from '@playwright/test';
import { readTrackingList } from '../../src/domain/orders/tracking-list.ts';

test('a heading is skipped, but not a mistyped order number in the first line', () => {
  const second = 'BB-7F3M-2Q9,AB123456789GB';
  for (const heading of ['Order number,Tracking number', 'Reference;Address line 1', 'BBC parcels\tNo.']) {
    expect(readTrackingList(`${heading}\n${second}`), heading).toEqual({
      lines: [{ line: 2, orderNumber: 'BB-7F3M-2Q9', trackingNumber: 'AB123456789GB' }],
      mistakes: [],
    });
  }
  for (const first of ['BB-7F3M-2Q,AB123456789GB', 'AB123456789GB,bb 7f3m 2q9 9']) {
    expect(readTrackingList(`${first}\n${second}`).mistakes, first).toEqual([
      { line: 1, error: 'There is no order number in this line.' },
    ]);
  }
});
