import { hash } from 'node:crypto';
import { formatOrderNumber, ORDER_NUMBER_BYTES } from '#domain/orders/order-number.ts';

/**
 * The id of the order that comes of an attempt. Derived and not drawn, so that an order that has to be made again from
 * its payment is the same one: the links in its mails open it, and its mails have the ids that they had. One way only,
 * because the attempt's id is what tells its buyer from others.
 * @returns a UUID of version 8 (RFC 9562)
 */
export function deriveOrderId(attemptId: string): string {
  const bytes = hash('sha256', `order ${attemptId}`, 'buffer').subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/**
 * The number of that order.
 * @param draw how many of its numbers were found to belong to other orders
 */
export type DrawOrderNumber = (attemptId: string, draw: number) => string;

export const deriveOrderNumber: DrawOrderNumber = (attemptId, draw) =>
  formatOrderNumber(hash('sha256', `number ${draw} ${attemptId}`, 'buffer').subarray(0, ORDER_NUMBER_BYTES));
