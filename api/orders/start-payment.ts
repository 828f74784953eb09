import type { Kysely } from 'kysely';
import { type Pence, toPounds } from '#domain/money.ts';
import type { StartedPayment } from '#domain/payment-answers.ts';
import type { Database } from '../db/schema.ts';
import type { CheckoutSession, PaymentGateway, PaymentRequest } from '../payments/payment.ts';
import type { Problem } from '../problems.ts';
import type { Result } from '../request-body.ts';
import { findAttempt, updateAttempt } from './attempts-repository.ts';
import { describePurchase } from './purchase-record.ts';
import { type AttemptRequest, alreadyPaid, storeAttempt } from './store-attempt.ts';

export interface PaymentDependencies {
  readonly db: Kysely<Database>;
  readonly gateway: PaymentGateway;
  readonly clock: () => Date;
}

export interface StartRequest extends AttemptRequest {
  readonly allowRedirects: PaymentRequest['allowRedirects'];
}

/** Stores the attempt, and then asks Stripe for the payment that belongs to it. */
export async function startPayment(
  { db, gateway, clock }: PaymentDependencies,
  request: StartRequest,
): Promise<Result<StartedPayment>> {
  const stored = await storeAttempt(db, request, clock());
  if (!stored.ok) return stored;
  const attempt = stored.value;
  const payment =
    attempt.payment_intent_id === null
      ? await gateway.createPayment({
          attemptId: attempt.id,
          amount: attempt.total_pence,
          allowRedirects: request.allowRedirects,
          ...describePurchase(attempt),
        })
      : await gateway.retrievePayment(attempt.payment_intent_id);
  if (!payment.ok) return payment;
  const { id, clientSecret, state } = payment.value;
  if (state === 'cancelled') return { ok: false, problem: { code: 'order_changed' } };
  if (state !== 'unpaid') return { ok: false, problem: alreadyPaid(id) };
  if (clientSecret === null) throw new Error(`Stripe gave no client secret for ${id}`);
  if (attempt.payment_intent_id === null) await updateAttempt(db, attempt.id, { payment_intent_id: id });
  return {
    ok: true,
    value: {
      clientSecret,
      attemptId: attempt.id,
      quantity: attempt.quantity,
      unitPrice: toPounds(attempt.unit_price_pence as Pence),
      amount: toPounds(attempt.total_pence as Pence),
    },
  };
}

/**
 * Whether a purchase that a page has begun has been paid for meanwhile. Asked where the order cannot be sold as it was
 * any more: a new price or a closed week must not lead anybody to pay twice.
 * @returns the problem to answer with; null when nothing has been paid, or Stripe cannot be asked
 */
export async function findPaidPurchase(
  { db, gateway }: Pick<PaymentDependencies, 'db' | 'gateway'>,
  attemptId: string | undefined,
): Promise<Problem | null> {
  const known = attemptId === undefined ? undefined : await findAttempt(db, attemptId);
  if (!known || known.payment_intent_id === null) return null;
  if (known.state === 'settled') return alreadyPaid(known.payment_intent_id);
  const payment = await gateway.retrievePayment(known.payment_intent_id);
  const isPaid = payment.ok && ['succeeded', 'processing'].includes(payment.value.state);
  return isPaid ? alreadyPaid(known.payment_intent_id) : null;
}

/** Where Stripe's own page sends the buyer afterwards. */
export interface CheckoutAddresses {
  readonly successUrl: string;
  readonly cancelUrl: string;
}

/** As `startPayment`, for buyers without JavaScript: the payment is made on a page of Stripe's. */
export async function startCheckout(
  { db, gateway, clock }: PaymentDependencies,
  request: AttemptRequest,
  addresses: CheckoutAddresses,
): Promise<Result<CheckoutSession & { readonly url: string }>> {
  const stored = await storeAttempt(db, request, clock());
  if (!stored.ok) return stored;
  const attempt = stored.value;
  const session = await gateway.createSession({
    ...addresses,
    attemptId: attempt.id,
    unitAmount: attempt.unit_price_pence,
    quantity: attempt.quantity,
    productName: request.priced.productName,
    ...describePurchase(attempt),
  });
  if (!session.ok) return session;
  const { id, url } = session.value;
  if (url === null) throw new Error(`Stripe gave no address for ${id}`);
  await updateAttempt(db, attempt.id, { checkout_session_id: id });
  return { ok: true, value: { ...session.value, url } };
}
