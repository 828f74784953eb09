import { parsePounds } from '#domain/money.ts';
import type { StoredOrder } from '#domain/orders/stored-order.ts';
import type { StartedPayment } from '#domain/payments/payment-answers.ts';
import { ApiError } from '../../browser/api-client.ts';
import { startBranchBoxPayment } from '../../browser/order-calls.ts';
import { createUuid } from '../../browser/random-id.ts';
import { readStoredOrder, storeOrder } from '../../browser/stored-order.ts';

/** How far a checkout has come. */
export type Checkout =
  | { readonly step: 'preparing' }
  | { readonly step: 'no-order' }
  /** No payment can be taken; `reason` is the service's own sentence, where it has answered. */
  | { readonly step: 'refused'; readonly reason: string | undefined }
  | { readonly step: 'price-changed'; readonly order: StoredOrder; readonly offer: Offer }
  | { readonly step: 'ready'; readonly order: StoredOrder; readonly payment: StartedPayment }
  | PaidOrder;

export interface PaidOrder {
  readonly step: 'paid';
  readonly order: StoredOrder;
  readonly paymentIntentId: string;
  /** What the payment form said of the payment; nothing after a reload. */
  readonly title?: string | undefined;
}

/** What the service asks for an order whose price has changed; decimal strings of pounds. */
export interface Offer {
  readonly unitPrice: string;
  readonly totalAmount: string;
}

/** Reads the stored order and asks the service for its payment (section 4, checkout page load). */
export async function prepareCheckout(): Promise<Checkout> {
  const order = readStoredOrder();
  if (order === null) return { step: 'no-order' };
  if (order.paymentIntentId !== undefined) {
    return { step: 'paid', order, paymentIntentId: order.paymentIntentId };
  }
  return startPayment(order, true);
}

/** The order at the price that the buyer has agreed to: another purchase for the service. */
export function acceptOffer(order: StoredOrder, offer: Offer): void {
  storeOrder({ ...order, ...offer, attemptId: createUuid(), replaces: order.attemptId });
}

async function startPayment(order: StoredOrder, mayStartAnew: boolean): Promise<Checkout> {
  try {
    return { step: 'ready', order, payment: await startBranchBoxPayment(order) };
  } catch (error) {
    const answer = (error as Error).cause;
    if (!(answer instanceof ApiError)) return { step: 'refused', reason: undefined };
    if (answer.code === 'order_changed' && mayStartAnew) {
      const renewed = { ...order, attemptId: createUuid() };
      storeOrder(renewed);
      return startPayment(renewed, false);
    }
    return readRefusal(order, answer);
  }
}

function readRefusal(order: StoredOrder, { code, body, fields, sentence }: ApiError): Checkout {
  const { paymentIntentId, unitPrice, totalAmount } = body;
  if (code === 'already_paid' && typeof paymentIntentId === 'string') {
    return { step: 'paid', order, paymentIntentId };
  }
  if (code === 'price_changed' && isPounds(unitPrice) && isPounds(totalAmount)) {
    return { step: 'price-changed', order, offer: { unitPrice, totalAmount } };
  }
  // Without a code the answer is not the service's: what stands in it is not for the buyer.
  const reason = code === undefined ? undefined : [sentence, ...Object.values(fields)].join(' ');
  return { step: 'refused', reason };
}

function isPounds(value: unknown): value is string {
  return typeof value === 'string' && parsePounds(value) !== null;
}
