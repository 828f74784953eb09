import { type Pence, toPence } from '#domain/money.ts';
import type { PaymentMethod } from '#domain/orders/payment-method.ts';
import { listPayments } from './further-payments.ts';
import type { Order } from './orders-repository.ts';

/** What a refund takes from one payment of an order. */
export interface RefundPart {
  /** The further payment's id. Null for the first payment. */
  readonly id: string | null;
  readonly method: PaymentMethod;
  /** Null if the farm gives the money back by hand. */
  readonly paymentIntentId: string | null;
  readonly pence: Pence;
}

/** Takes a refund from an order's payments in turn, the last one first, as much as each has left. */
export function splitRefund(order: Order, amount: Pence): RefundPart[] {
  let left: number = amount;
  const parts: RefundPart[] = [];
  for (const { id, method, paymentIntentId, paidPence, refundedPence } of listPayments(order).reverse()) {
    const pence = Math.min(left, paidPence - refundedPence);
    if (pence <= 0) continue;
    parts.push({ id, method, paymentIntentId, pence: toPence(pence) });
    left -= pence;
  }
  return parts;
}
