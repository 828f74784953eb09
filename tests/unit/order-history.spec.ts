import { expect, test } from '@playwright/test';
import type { OrderEvent } from '../../src/domain/orders/order-changes.ts';
import { describeEvent, formatEventTime } from '../../src/domain/orders/order-history.ts';

type Line = [
  actor: OrderEvent['actor'],
  kind: OrderEvent['kind'],
  before: string | null,
  after: string | null,
  message: string,
];

const LINES: Line[] = [
  ['payment', 'status', null, 'processing', 'The order came in as Processing.'],
  ['admin', 'status', 'processing', 'shipped', 'The farm changed the status from Processing to Shipped.'],
  [
    'buyer',
    'status',
    'processing',
    'cancelled',
    'The buyer changed the status from Processing to Cancelled.',
  ],
  ['admin', 'tracking', null, 'AB123456789GB', 'The farm entered the tracking number AB123456789GB.'],
  ['admin', 'tracking', 'AB1', 'AB2', 'The farm changed the tracking number from AB1 to AB2.'],
  ['admin', 'tracking', 'AB1', null, 'The farm took the tracking number AB1 away.'],
  ['admin', 'week', null, '2025-12-08', 'The farm chose the week of 8 Dec.'],
  ['admin', 'week', '2025-12-01', null, 'The farm took the order out of the week of 1 Dec.'],
  [
    'buyer',
    'week',
    '2025-12-01',
    '2025-12-08',
    'The buyer moved the order from the week of 1 Dec to the week of 8 Dec.',
  ],
  ['payment', 'address', null, 'Ann Lee\nTaunton', 'The payment entered the address: Ann Lee, Taunton.'],
  [
    'buyer',
    'address',
    'Ann Lee\nTaunton',
    'Ann Lee\nWells',
    'The buyer changed the address from: Ann Lee, Taunton, to: Ann Lee, Wells.',
  ],
  ['admin', 'refund_request', null, '27.35', 'The farm asked for a refund of £27.35.'],
  ['payment', 'refund_request', '27.35', null, 'The refund of £27.35 was refused.'],
  ['payment', 'refund', '0.00', '27.35', '£27.35 went back to the buyer.'],
  ['payment', 'refund', '27.35', '82.05', '£54.70 went back to the buyer, £82.05 in all.'],
  ['payment', 'refund', '27.35', '0.00', 'A refund of £27.35 did not reach the buyer, and came back.'],
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

test('times are local to the farm, in summer too', () => {
  expect(formatEventTime(new Date('2025-11-21T09:30:00Z'))).toBe('21 Nov 2025, 09:30');
  expect(formatEventTime(new Date('2025-06-30T23:30:00Z'))).toBe('1 Jul 2025, 00:30');
});
