import { expect, test } from '@playwright/test';
import { listNextStatuses } from '../../src/domain/orders/order-status.ts';
import { countBoxesLeft, priceRefund } from '../../src/domain/orders/refund.ts';

test('an order takes the steps of its status, and without payment it can only be cancelled', () => {
  const paid = { isPaid: true, isRefunded: false };
  expect(listNextStatuses({ status: 'processing', ...paid })).toEqual(['shipped', 'cancelled']);
  expect(listNextStatuses({ status: 'shipped', ...paid })).toEqual(['delivered', 'processing']);
  expect(listNextStatuses({ status: 'processing', isPaid: false, isRefunded: false })).toEqual(['cancelled']);
  expect(listNextStatuses({ status: 'cancelled', isPaid: false, isRefunded: false })).toEqual([]);
  expect(listNextStatuses({ status: 'shipped', isPaid: true, isRefunded: true })).toEqual(['delivered']);
});

test('a refund is the price of its boxes, and with the last box everything that remains', () => {
  const order = { quantity: 3, unitPence: 2735, paidPence: 8205, refundedPence: 0 };
  expect(priceRefund(order, 1)).toBe(2735);
  expect(priceRefund(order, 3)).toBe(8205);
  const kind = { ...order, refundedPence: 1001 };
  expect(countBoxesLeft(kind)).toBe(3);
  expect(priceRefund(kind, 3)).toBe(7204);
  const last = { ...order, refundedPence: 6000 };
  expect(countBoxesLeft(last)).toBe(1);
  expect(priceRefund(last, 1)).toBe(2205);
});
