import { toPounds } from '#domain/money.ts';
import type { StartedPayment } from '#domain/orders/order-outcome.ts';
import { type Problem, type Result, refuse } from '../../http/problems.ts';
import type { CheckoutSession, CheckoutUrls, Payment, PaymentRequest } from '../../payments/payment.ts';
import type { PaymentGateway } from '../../payments/payment-gateway.ts';
import type { Shop } from '../../shop.ts';
import { type Attempt, findAttempt, updateAttempt } from '../attempts-repository.ts';
import { isTestingCards } from './card-testing.ts';
import { describePurchase } from './purchase-record.ts';
import {
  type AttemptRequest,
  alreadyPaid,
  endOfSession,
  endPayment,
  scrambleNetwork,
  storeAttempt,
} from './store-attempt.ts';

type PaymentShop = Pick<Shop, 'db' | 'gateway' | 'mode' | 'clock' | 'hasRoom'>;

export interface StartRequest extends AttemptRequest, Pick<PaymentRequest, 'allowRedirects' | 'capture'> {}

/** For a payment on Stripe's own page. */
export interface CheckoutStart extends AttemptRequest, Pick<PaymentRequest, 'capture'> {}

/** Stores the attempt, and then creates its payment at Stripe. */
export async function startPayment(
  shop: PaymentShop,
  request: StartRequest,
): Promise<Result<StartedPayment>> {
  const attempt = await startAttempt(shop, request);
  if (!attempt.ok) return attempt;
  const payment = await findOrMakePayment(shop.gateway, attempt.value, request);
  if (!payment.ok) return payment;
  const { id, clientSecret, state } = payment.value;
  if (state === 'cancelled') return refuse({ code: 'order_changed' });
  if (state !== 'unpaid') return refuse(alreadyPaid(id));
  if (clientSecret === null) throw new Error(`Stripe gave no client secret for ${id}`);
  const { quantity, unitPricePence, totalPence, paymentIntentId } = attempt.value;
  if (paymentIntentId === null) await updateAttempt(shop.db, attempt.value.id, { paymentIntentId: id });
  return {
    ok: true,
    value: {
      clientSecret,
      attemptId: attempt.value.id,
      quantity,
      unitPrice: toPounds(unitPricePence),
      amount: toPounds(totalPence),
    },
  };
}

async function startAttempt(shop: PaymentShop, request: AttemptRequest): Promise<Result<Attempt>> {
  const refused = await refuseToStart(shop, request.network);
  if (refused !== null) return refuse(refused);
  const stored = await storeAttempt(shop, request, shop.clock());
  if (!stored.ok) return stored;
  const { attempt, replaced } = stored.value;
  // If Stripe does not answer, the reconciliation does it later.
  if (replaced) await endPayment(shop.gateway, replaced);
  return { ok: true, value: attempt };
}

/** Why nobody may begin to pay now: before anything is charged. @param network the buyer's, as limits count it */
export async function refuseToStart(
  { db, clock, hasRoom }: Pick<Shop, 'db' | 'clock' | 'hasRoom'>,
  network: string,
): Promise<Problem | null> {
  const headers = { 'Retry-After': '3600' };
  if ((await hasRoom?.()) === false) return { code: 'orders_paused', headers };
  const isTesting = await isTestingCards(db, scrambleNetwork(network), clock());
  return isTesting ? { code: 'too_many_declined', headers } : null;
}

function findOrMakePayment(
  gateway: PaymentGateway,
  attempt: Attempt,
  { allowRedirects, capture }: StartRequest,
): Promise<Result<Payment>> {
  if (attempt.paymentIntentId !== null) return gateway.retrievePayment(attempt.paymentIntentId);
  const amount = attempt.totalPence;
  return gateway.createPayment({ amount, allowRedirects, capture, ...describePurchase(attempt) });
}

/**
 * Whether a page's attempt has been paid meanwhile. Asked before refusing an order because of a new price or a closed
 * week, so that nobody pays twice.
 * @returns the problem to answer with; null if nothing has been paid, or Stripe does not answer
 */
export async function findPaidPurchase(
  { db, gateway }: Pick<Shop, 'db' | 'gateway'>,
  attemptId: string | undefined,
): Promise<Problem | null> {
  const known = attemptId === undefined ? undefined : await findAttempt(db, attemptId);
  if (!known || known.paymentIntentId === null) return null;
  if (known.state === 'settled') return alreadyPaid(known.paymentIntentId);
  const payment = await gateway.retrievePayment(known.paymentIntentId);
  const isPaid = payment.ok && ['succeeded', 'processing', 'authorised'].includes(payment.value.state);
  return isPaid ? alreadyPaid(known.paymentIntentId) : null;
}

/** Like `startPayment`, for buyers without JavaScript: they pay on Stripe's own page. */
export async function startCheckout(
  shop: PaymentShop,
  request: CheckoutStart,
  urls: CheckoutUrls,
): Promise<Result<CheckoutSession & { readonly url: string; readonly attemptId: string }>> {
  const { db, gateway } = shop;
  const started = await startAttempt(shop, { ...request, isSession: true });
  if (!started.ok) return started;
  const attempt = started.value;
  const session = await gateway.createSession({
    ...urls,
    unitAmount: attempt.unitPricePence,
    quantity: attempt.quantity,
    productName: request.priced.productName,
    capture: request.capture,
    expiresAt: endOfSession(attempt),
    ...describePurchase(attempt),
  });
  if (!session.ok) {
    // The form posted again creates another attempt, and nobody can return to this one.
    await updateAttempt(db, attempt.id, { heldUntil: null });
    return session;
  }
  const { id, url } = session.value;
  if (url === null) throw new Error(`Stripe gave no URL for ${id}`);
  await updateAttempt(db, attempt.id, { checkoutSessionId: id });
  return { ok: true, value: { ...session.value, url, attemptId: attempt.id } };
}
