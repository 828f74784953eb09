import { hash } from 'node:crypto';
import { formatOrderNumber, ORDER_NUMBER_BYTES } from '#domain/orders/order-number.ts';

/**
 * The order's id, derived from the attempt's. If an order is rebuilt from its payment, it therefore gets the same id:
 * the links in its mails work, and its mails keep their ids. A one-way hash, because knowing the attempt's id
 * identifies the buyer.
 */
export function deriveOrderId(attemptId: string): string {
  return deriveId(`order ${attemptId}`);
}

/** @returns a UUID of version 8 (RFC 9562) */
export function deriveId(text: string): string {
  const bytes = hash('sha256', text, 'buffer').subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return hyphenate(bytes);
}

/** 16 bytes as the text of a UUID. */
export function hyphenate(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The order's number. @param draw how many of the attempt's numbers already belonged to other orders */
export function deriveOrderNumber(attemptId: string, draw: number): string {
  const hashed = hash('sha256', `number ${draw} ${attemptId}`, 'buffer');
  return formatOrderNumber(hashed.subarray(0, ORDER_NUMBER_BYTES));
}
