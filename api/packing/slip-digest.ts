import { createHash } from 'node:crypto';
import { countBoxes } from '#domain/orders/describe-order.ts';
import { listAddress, listOnSlip } from '#domain/orders/order-fields.ts';
import type { PackingOrder } from './packing-repository.ts';

/** Eight digits: enough to notice a change, and few enough for a small QR code. */
const DIGITS = 8;

/** A short digest of what an order's slips say. It differs once the address, message, boxes, instructions or week do. */
export function digestSlip(order: PackingOrder): string {
  const said = [
    ...listAddress(order),
    listOnSlip(order, 'message'),
    listOnSlip(order, 'note'),
    order.week,
    countBoxes(order).left,
  ];
  return createHash('sha256').update(JSON.stringify(said)).digest('hex').slice(0, DIGITS).toUpperCase();
}
