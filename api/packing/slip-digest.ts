import { createHash } from 'node:crypto';
import { nameOnParcel } from '#domain/orders/order-fields.ts';
import type { PackingOrder } from './packing-repository.ts';

/** Eight digits: enough to notice a change, and few enough for a small QR code. */
const DIGITS = 8;

/** A short digest of what an order's slips say. It differs once the address, message, boxes, instructions or week do. */
export function digestSlip(order: PackingOrder): string {
  const said = [
    nameOnParcel(order),
    order.giftMessage,
    order.shippingAddress,
    order.shippingCity,
    order.shippingPostcode,
    order.shippingCountry,
    order.specialInstructions,
    order.week,
    order.quantity + order.boxesSent,
  ];
  return createHash('sha256').update(JSON.stringify(said)).digest('hex').slice(0, DIGITS).toUpperCase();
}
