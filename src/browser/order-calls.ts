import type { StoredOrder } from '#domain/orders/stored-order.ts';
import type { CompletedOrder, StartedPayment } from '#domain/payments/payment-answers.ts';
import { ApiError, callApiForJson } from './api-client.ts';
import { keepOwnOrderLink } from './own-order-link.ts';

/**
 * Asks for the payment of a branch box order. Asked again with the same order and attempt, the service answers with
 * the same payment.
 * @throws Error 'Payment intent failed: …' (section 7), whose `cause` is the ApiError where there was an answer
 */
export async function startBranchBoxPayment(order: StoredOrder): Promise<StartedPayment> {
  const { attemptId, replaces, paymentIntentId, ...data } = order;
  return call<StartedPayment>('Payment intent failed', '/api/create-payment-intent', {
    amount: Number(order.totalAmount),
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    metadata: {
      customerName: order.customerName,
      customerEmail: order.customerEmail,
      orderType: 'branch_box',
    },
    order: data,
    attemptId,
    ...(replaces !== undefined && { replaces }),
  });
}

/** What the foliage page asks the payment for. */
export interface FoliageRequest {
  readonly quantity: number;
  /** The week's id: its Monday. */
  readonly deliveryWeek: string;
  /** What the page shows for a box, as a decimal string of pounds. */
  readonly unitPrice: string;
  readonly attemptId: string;
  /** The purchase that this page has begun before, and gives up for this one. */
  readonly replaces?: string;
}

/**
 * Asks for the payment of a foliage order; as `startBranchBoxPayment`.
 * @throws Error with the service's own sentence, else 'Failed to create payment' (section 8)
 */
export async function startFoliagePayment(request: FoliageRequest): Promise<StartedPayment> {
  try {
    return await callApiForJson({ method: 'POST', url: '/create-payment-intent', payload: request });
  } catch (error) {
    const isAnswer = error instanceof ApiError && error.code !== undefined;
    throw new Error(isAnswer ? error.sentence : 'Failed to create payment', { cause: error });
  }
}

/** What is known of a paid order: its payment, and the order data where the page has them. */
export type Completion = { readonly paymentIntentId: string } & Partial<StoredOrder>;

/**
 * Tells the service that a payment has been made. Called again, it answers with the same order.
 * @throws Error 'Order processing failed: …' (section 7), also for an answer without `success`
 */
export async function completeOrder(completion: Completion): Promise<CompletedOrder> {
  const answer = await call<Partial<CompletedOrder>>(
    'Order processing failed',
    '/api/branch-boxes/order',
    completion,
  );
  if (answer.success !== true || answer.orderNumber === undefined) {
    throw new Error(`Order processing failed: ${answer.message ?? 'the answer names no order'}`);
  }
  const { orderNumber, ownOrder } = answer;
  if (ownOrder !== undefined) keepOwnOrderLink({ orderNumber, address: ownOrder });
  return answer as CompletedOrder;
}

async function call<T>(failure: string, url: string, payload: unknown): Promise<T> {
  try {
    return await callApiForJson<T>({ method: 'POST', url, payload });
  } catch (error) {
    const reason = error instanceof ApiError ? error.sentence : String((error as Error).message);
    throw new Error(`${failure}: ${reason}`, { cause: error });
  }
}
