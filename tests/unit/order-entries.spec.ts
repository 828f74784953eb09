import { expect, test } from '@playwright/test';
import { toPence } from '../../src/domain/money.ts';
import { checkOrderField, readOrder } from '../../src/domain/orders/order-entries.ts';
import { isSameOrder, parseStoredOrder } from '../../src/domain/orders/stored-order.ts';
import { orderSchema } from '../../src/domain/schemas/order.ts';

const AREA = { notDeliveredTo: [{ area: 'Northern Ireland', prefixes: ['BT'] }], phone: '01632 960000' };
const PRICE = toPence(2735);
const ENTRIES = {
  quantity: '2',
  deliveryWeek: '2025-12-01',
  customerName: ' Ann Lee ',
  customerEmail: 'ann@example.com',
  customerPhone: '',
  shippingAddress: 'Flat 2\r\n1 High Street',
  shippingCity: 'Taunton',
  shippingPostcode: 'ta11aa',
  shippingCountry: 'GB',
  specialInstructions: '',
};
const ORDER = {
  quantity: 2,
  unitPrice: '27.35',
  totalAmount: '54.70',
  deliveryWeek: '2025-12-01',
  customerName: 'Ann Lee',
  customerEmail: 'ann@example.com',
  shippingAddress: 'Flat 2\n1 High Street',
  shippingCity: 'Taunton',
  shippingPostcode: 'TA1 1AA',
  shippingCountry: 'GB',
};
const KEPT = { ...ORDER, attemptId: 'e9a7a4b8-52f9-4f55-9a47-30a9bb0c0a01' };

test('the order is the stored order data of section 3, and the service accepts it', () => {
  expect(readOrder(ENTRIES, PRICE, AREA)).toEqual({ order: ORDER });
  const full = { ...ENTRIES, customerPhone: '01632 960123', specialInstructions: 'Porch' };
  const read = readOrder(full, PRICE, AREA);
  expect(read).toEqual({
    order: { ...ORDER, customerPhone: '01632 960123', specialInstructions: 'Porch' },
  });
  if (!('order' in read)) throw new Error('not taken');
  expect(orderSchema.safeParse(read.order).success).toBe(true);
  expect(parseStoredOrder(JSON.stringify({ ...read.order, attemptId: KEPT.attemptId }))).not.toBeNull();
});

test('every wrong field is named with the service’s message for it', () => {
  const wrong = {
    ...ENTRIES,
    deliveryWeek: '',
    customerName: '',
    customerEmail: 'ann@',
    customerPhone: '---',
    shippingAddress: '',
    shippingCity: '',
    shippingPostcode: 'TA1',
    specialInstructions: 'x'.repeat(501),
  };
  const read = readOrder(wrong, PRICE, AREA);
  const result = orderSchema.safeParse({ ...wrong, quantity: 2 });
  const issues = Object.fromEntries(
    (result.error?.issues ?? []).map(({ path, message }) => [path[0], message]),
  );
  expect(Object.keys(issues)).toHaveLength(8);
  expect(read).toEqual({ errors: issues });
  expect(checkOrderField('quantity', { quantity: '36564' }, PRICE, AREA)).toContain(
    'up to 36563 boxes at once',
  );
  expect(checkOrderField('quantity', { quantity: '36563' }, PRICE, AREA)).toBeUndefined();
});

test('the same order is the same purchase, and any other is a new one', () => {
  expect(isSameOrder(KEPT, ORDER)).toBe(true);
  expect(isSameOrder({ ...KEPT, paymentIntentId: 'pi_1' }, ORDER)).toBe(true);
  expect(isSameOrder(KEPT, { ...ORDER, deliveryWeek: '2025-12-08' })).toBe(false);
  expect(isSameOrder(KEPT, { ...ORDER, specialInstructions: 'Porch' })).toBe(false);
  expect(isSameOrder({ ...KEPT, customerPhone: '01632 960123' }, ORDER)).toBe(false);
  expect(isSameOrder({ ...KEPT, unitPrice: '35.00', totalAmount: '70.00' }, ORDER)).toBe(false);
});

test('a postcode outside the delivery area is refused at its field', () => {
  const refused = { ...ENTRIES, shippingPostcode: 'bt1 1aa' };
  const read = readOrder(refused, PRICE, AREA);
  expect(read).toEqual({ errors: { shippingPostcode: expect.stringContaining('BT postcodes') } });
});
