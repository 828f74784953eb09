import { mapDeliveryFields } from '../../src/domain/orders/order-fields.ts';

/** A buyer's entry in each field of the table. A new field gets a value without an edit here. */
export const DELIVERY = {
  ...mapDeliveryFields((name) => `Words of ${name}`),
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

/** The stored order data of section 3, as the page keeps them. */
export const ORDER = {
  quantity: 2,
  unitPrice: 27.35,
  totalAmount: 54.7,
  ...DELIVERY,
  deliveryWeek: '2025-12-01',
};
