import { parsePounds } from '#domain/money.ts';
import type { StoredOrder } from '#domain/orders/stored-order.ts';
import type { StartedPayment } from '#domain/payments/payment-answers.ts';
import { ApiError, callApiForJson } from './api-client.ts';
import { type FoliageChoice, forgetAttempt, openAttempt } from './foliage-storage.ts';
import { createUuid } from './random-id.ts';
import { keepRefused, markSeen, type RefusedCheckout, readStoredOrder, storeOrder } from './stored-order.ts';

/** The state of a branch box checkout. */
export type Checkout =
  | { readonly step: 'preparing' }
  | { readonly step: 'no-order' }
  /** No payment is possible. */
  | ({ readonly step: 'refused' } & RefusedCheckout)
  | { readonly step: 'price-changed'; readonly order: StoredOrder; readonly offer: Offer }
  | { readonly step: 'ready'; readonly order: StoredOrder; readonly payment: StartedPayment }
  | PaidOrder;

export interface PaidOrder {
  readonly step: 'paid';
  readonly order: StoredOrder;
  readonly paymentIntentId: string;
  /** The provider's message about the payment; missing after a reload. */
  readonly title?: string | undefined;
}

/** The service's new price for an order, in decimal strings of pounds. */
export interface Offer {
  readonly unitPrice: string;
  readonly totalAmount: string;
}

/** Reads the stored order and requests its payment (section 4, checkout page load). */
export async function prepareCheckout(): Promise<Checkout> {
  let order = readStoredOrder();
  if (order === null) return { step: 'no-order' };
  markSeen(order);
  keepRefused(null);
  const { paymentIntentId } = order;
  if (paymentIntentId !== undefined) return { step: 'paid', order, paymentIntentId };
  try {
    const payment = await startBranchBoxPayment(order).catch((error) => {
      if (!isOutdated(error) || order === null) throw error;
      order = { ...order, attemptId: createUuid() };
      storeOrder(order);
      return startBranchBoxPayment(order);
    });
    return { step: 'ready', order, payment };
  } catch (error) {
    return readRefusal(order, error);
  }
}

/** The order at the price that the buyer accepted. To the service it is a new purchase. */
export function acceptOffer(order: StoredOrder, offer: Offer): void {
  storeOrder({ ...order, ...offer, attemptId: createUuid(), replaces: order.attemptId });
}

/** Requests the payment for these boxes. @throws ApiError, or TypeError without a response */
export async function startFoliagePayment(choice: FoliageChoice): Promise<StartedPayment> {
  const attempt = openAttempt(choice);
  const call = (payload: unknown) =>
    callApiForJson<StartedPayment>({
      method: 'POST',
      url: '/create-payment-intent',
      payload,
      wants: STARTED,
    });
  return call(attempt).catch((error) => {
    if (!isOutdated(error)) throw error;
    forgetAttempt(attempt.attemptId);
    return call(openAttempt(choice));
  });
}

const STARTED = ['clientSecret', 'attemptId', 'quantity', 'unitPrice', 'amount'] as const;

/** The same order and attempt get the same payment when requested again. */
function startBranchBoxPayment(order: StoredOrder): Promise<StartedPayment> {
  const { attemptId, replaces, paymentIntentId, ...data } = order;
  const { customerName, customerEmail } = order;
  return callApiForJson({
    method: 'POST',
    url: '/api/create-payment-intent',
    failure: 'Payment intent failed',
    wants: STARTED,
    payload: {
      amount: Number(order.totalAmount),
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      metadata: { customerName, customerEmail, orderType: 'branch_box' },
      order: data,
      attemptId,
      ...(replaces !== undefined && { replaces }),
    },
  });
}

/** Whether the purchase has expired or changed, for example after a day. It is then started once more. */
function isOutdated(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'order_changed';
}

function readRefusal(order: StoredOrder, error: unknown): Checkout {
  if (!(error instanceof ApiError)) {
    // Offline is for the buyer to fix. Anything else is our mistake, but the buyer must not wait forever for it.
    if (!(error instanceof TypeError)) reportError(error);
    return { step: 'refused' };
  }
  const { code, body, fields } = error;
  const { paymentIntentId, unitPrice, totalAmount } = body;
  if (code === 'already_paid' && typeof paymentIntentId === 'string') {
    return { step: 'paid', order, paymentIntentId };
  }
  if (code === 'price_changed' && isPounds(unitPrice) && isPounds(totalAmount)) {
    return { step: 'price-changed', order, offer: { unitPrice, totalAmount } };
  }
  const reason = error.error && [error.error, ...Object.values(fields)].join(' ');
  return { step: 'refused', reason, isAboutWeek: code === 'week_full' || code === 'week_not_on_sale' };
}

function isPounds(value: unknown): value is string {
  return typeof value === 'string' && parsePounds(value) !== null;
}
