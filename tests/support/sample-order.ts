import { readFileSync } from 'node:fs';
import { addressPart, mapDeliveryFields } from '../../src/domain/orders/order-fields.ts';
import { TEST_CONTENT } from './test-site.ts';

const { branchBox } = JSON.parse(readFileSync(`${TEST_CONTENT}/shop.json`, 'utf8'));

/** What a box of the tests' shop costs, in pence. */
export const BOX_PENCE = Math.round(Number(branchBox.price.replace('£', '')) * 100);
/** What so many of them cost, as a decimal string of pounds. */
export const costOf = (boxes: number) => ((boxes * BOX_PENCE) / 100).toFixed(2);

/**
 * A buyer's entry in each field of the table. A new field gets a value without an edit here; a new part of the address
 * none, because tests know the address by heart.
 */
export const DELIVERY = {
  ...mapDeliveryFields((name) => (addressPart(name) === undefined ? `Words of ${name}` : null)),
  customerName: 'Ann Lee',
  customerEmail: 'ann@example.com',
  customerPhone: '01632 960123',
  recipientName: 'Grace Hill',
  giftMessage: 'Happy Christmas\nfrom all of us',
  shippingAddress: '1 High Street',
  shippingCity: 'Taunton',
  shippingPostcode: 'TA1 1AA',
  shippingCountry: 'GB',
  specialInstructions: 'Leave it in the porch',
};

/** How many boxes are ordered, and what they cost. */
export function boxes(quantity: number): { quantity: number; totalAmount: number } {
  return { quantity, totalAmount: Number(costOf(quantity)) };
}

/** Delivery weeks of the tests' content: that of the sample order, and two later ones. */
export const [WEEK, LATER, LAST] = ['2025-12-01', '2025-12-08', '2025-12-15'] as const;

/** The stored order data of section 3, as the page keeps them. */
export const ORDER = {
  unitPrice: Number(costOf(1)),
  ...boxes(2),
  ...DELIVERY,
  deliveryWeek: WEEK as string,
};

/** The order as a form sends it. */
export function typeOrder(changes: Record<string, string> = {}): Record<string, string> {
  const entries = Object.entries({ ...ORDER, ...changes });
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value ?? '')]));
}
