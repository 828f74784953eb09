import { expect, test } from '@playwright/test';
import { countBoxes, priceRefund } from '../../src/domain/orders/describe-order.ts';
import type { OrderEvent } from '../../src/domain/orders/order-changes.ts';
import { describeEvent } from '../../src/domain/orders/order-history.ts';
import { formatOrderNumber, parseOrderNumber } from '../../src/domain/orders/order-number.ts';
import { listNextStatuses } from '../../src/domain/orders/order-status.ts';
import { readTrackingList } from '../../src/domain/orders/tracking-list.ts';

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

test('an order takes the steps of its status, and without payment it can only be cancelled', () => {
  const paid = { isPaid: true, isRefunded: false };
  expect(listNextStatuses({ status: 'processing', ...paid })).toEqual(['shipped', 'cancelled']);
  expect(listNextStatuses({ status: 'shipped', ...paid })).toEqual(['delivered', 'processing']);
  expect(listNextStatuses({ status: 'processing', isPaid: false, isRefunded: false })).toEqual(['cancelled']);
  expect(listNextStatuses({ status: 'cancelled', isPaid: false, isRefunded: false })).toEqual([]);
  expect(listNextStatuses({ status: 'shipped', isPaid: true, isRefunded: true })).toEqual(['delivered']);
});

test('a refund is the price of its boxes, and with the last box everything that remains', () => {
  const order = { status: 'processing', quantity: 3, unitPricePence: 2735, parcels: [] } as const;
  const findLeft = (refundedPence: number, goodwillPence = 0) => {
    const { left } = countBoxes({ ...order, refundedPence, goodwillPence });
    return { boxes: left, pence: 8205 - refundedPence, unitPence: 2735 };
  };
  expect(priceRefund(findLeft(0), 1)).toBe(2735);
  expect(priceRefund(findLeft(0), 3)).toBe(8205);
  expect(findLeft(1001).boxes).toBe(3);
  expect(priceRefund(findLeft(1001), 3)).toBe(7204);
  expect(findLeft(6000).boxes).toBe(1);
  expect(priceRefund(findLeft(6000), 1)).toBe(2205);
  expect(findLeft(5000, 5000).boxes).toBe(3);
  expect(priceRefund(findLeft(5000, 5000), 1)).toBe(2735);
  expect(priceRefund(findLeft(5000, 5000), 3)).toBe(3205);
});

type Line = [
  actor: OrderEvent['actor'],
  kind: OrderEvent['kind'],
  before: string | null,
  after: string | null,
  message: string,
];

const LINES: Line[] = [
  ['payment', 'status', null, 'processing', 'The order came in.'],
  ['payment', 'status', null, 'pending', 'The order came in, not paid yet.'],
  ['admin', 'status', 'processing', 'shipped', 'The farm marked it as shipped.'],
  ['admin', 'status', 'shipped', 'processing', 'The farm took it back to be packed.'],
  ['admin', 'status', 'shipped', 'delivered', 'The farm noted that it had arrived.'],
  ['admin', 'status', 'delivered', 'shipped', 'The farm took back that it had arrived.'],
  ['admin', 'status', 'cancelled', 'processing', 'The farm put it with those to pack.'],
  ['admin', 'status', 'processing', 'pending', 'The farm put it back to wait for its money.'],
  ['buyer', 'status', 'processing', 'cancelled', 'The buyer cancelled the order.'],
  ['payment', 'status', 'pending', 'processing', 'The payment came through, so it’s ready to pack.'],
  ['payment', 'status', 'pending', 'cancelled', 'The order was cancelled, because it wasn’t paid.'],
  [
    'payment',
    'status',
    'cancelled',
    'pending',
    'The buyer is paying another way, so it waits for the money.',
  ],
  [
    'payment',
    'status',
    'processing',
    'cancelled',
    'The order was cancelled, because all of its money went back.',
  ],
  ['admin', 'tracking', null, 'AB123456789GB', 'The farm entered the tracking number AB123456789GB.'],
  ['admin', 'tracking', 'AB1', 'AB2', 'The farm changed the tracking number from AB1 to AB2.'],
  ['admin', 'tracking', 'AB1', null, 'The farm removed the tracking number AB1.'],
  ['admin', 'week', null, '2025-12-08', 'The farm chose the week of 8 Dec.'],
  ['admin', 'week', '2025-12-01', null, 'The farm took the order out of the week of 1 Dec.'],
  [
    'buyer',
    'week',
    '2025-12-01',
    '2025-12-08',
    'The buyer moved the order from the week of 1 Dec to the week of 8 Dec.',
  ],
  ['payment', 'address', null, 'Ann Lee\nTaunton', 'The buyer entered the address: Ann Lee, Taunton.'],
  [
    'buyer',
    'address',
    'Ann Lee\nTaunton',
    'Ann Lee\nWells',
    'The buyer changed the address from: Ann Lee, Taunton, to: Ann Lee, Wells.',
  ],
  [
    'buyer',
    'address',
    'Instructions: none',
    'Instructions: In the porch\nby the cat',
    'The buyer changed the instructions from: none, to: In the porch, by the cat.',
  ],
  ['admin', 'refund_request', null, '27.35', 'The farm asked for a refund of £27.35.'],
  ['payment', 'refund_request', '27.35', null, 'The refund of £27.35 was refused.'],
  ['payment', 'refund', '0.00', '27.35', '£27.35 went back to the buyer.'],
  ['payment', 'refund', '27.35', '82.05', '£54.70 went back to the buyer, £82.05 in all.'],
  ['payment', 'refund', '27.35', '0.00', 'A refund of £27.35 didn’t reach the buyer, and came back.'],
  ['payment', 'dispute', null, 'open', 'The buyer’s bank disputed the payment.'],
  ['payment', 'dispute', 'open', 'won', 'The dispute of the payment was decided for the farm.'],
  ['payment', 'dispute', 'open', 'lost', 'The buyer’s bank took the payment back.'],
];

for (const [actor, kind, before, after, message] of LINES) {
  test(`a history entry is a sentence: ${message}`, () => {
    const at = '2025-11-21T09:30:00.000Z';
    expect(describeEvent({ id: 1, actor, person: null, kind, before, after, reason: null, at })).toBe(
      message,
    );
  });
}

const READ = [{ lines: [1], orderNumber: 'BB-FWQP-Y62', trackingNumbers: ['AB123456789GB'] }];

for (const line of [
  'BB-FWQP-Y62,AB123456789GB',
  'BB\u2011FWQP\u2011Y62\tAB123456789GB',
  '\ufeffBB–FWQP–Y62 – AB 1234 5678 9GB',
  '="BB-FWQP-Y62";="AB123456789GB"',
  '"=""FWQP-Y62""","=""AB123456789GB"""',
  'fwqp y62, ab-123456789-gb',
  'Ann Lee,FWQPY62,TA1 1AA,AB123456789GB',
  'BB-FW\u00adQP-Y62,\u200bABI23456789GB',
]) {
  test(`a pasted line is read: ${JSON.stringify(line)}`, () => {
    expect(readTrackingList(line)).toEqual({ orders: READ, mistakes: [] });
  });
}

test('of a pasted list only a line of column names is passed over', () => {
  for (const heading of ['Order number,Tracking number', 'Reference;Address line 1', 'BBC parcels\tNo.']) {
    expect(readTrackingList(`\n${heading}\nBB-FWQP-Y62,AB123456789GB`), heading).toEqual({
      orders: [{ ...READ[0], lines: [3] }],
      mistakes: [],
    });
  }
  for (const [first, error] of [
    ['BB-FWQP-Y6,AB123456789GB', '“BB-FWQP-Y6” isn’t an order number.'],
    ['Order,BB-0WQP-Y62', 'Those have no 0, O, 1 or I'],
    ['AB123456789GB', 'There’s no order number in this line.'],
    ['Ann Lee\tAB123456789GB', 'There’s no order number in this line.'],
    ['hello', 'There’s no order number in this line.'],
    ['FWQP-Y62,EC4A 2BB,AB123456789GB', 'Please write BB- before it.'],
    ['BB-FWQP-Y62', 'There’s no tracking number for BB-FWQP-Y62.'],
  ]) {
    const { orders, mistakes } = readTrackingList(`${first}\nBB-7F3M-2Q9,AB123456780GB`);
    expect(orders, first).toHaveLength(1);
    expect(mistakes, first).toEqual([{ line: 1, error: expect.stringContaining(error ?? '') }]);
  }
});
