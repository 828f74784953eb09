import type { Stripe, StripeElements } from '@stripe/stripe-js';
import type { FoliageDelivery } from '#domain/delivery/foliage-delivery.ts';
import { type Pence, parsePounds } from '#domain/money.ts';
import type { StartedPayment } from '#domain/payments/payment-answers.ts';
import { PAYMENT_ENDED } from '#domain/payments/payment-messages.ts';
import { ApiError } from '../../browser/api-client.ts';
import { type FoliageChoice, forgetAttempt, openAttempt } from '../../browser/foliage-storage.ts';
import { loadPayments } from '../../browser/load-stripe.ts';
import { startFoliagePayment } from '../../browser/order-calls.ts';

interface FailureOptions {
  readonly title?: string;
  readonly isAddress?: boolean;
  readonly cause?: unknown;
}

/** Why a payment was not taken, in the words of a toast (section 8). */
export class PaymentFailure extends Error {
  readonly title: string;
  /** A sentence for each field of the choice that the service refuses. */
  readonly fields: Readonly<Record<string, string>>;
  /** The price of a box, where the page showed another one. */
  readonly unitPrice: Pence | undefined;
  /** The payment of the same purchase, where it has been made already. */
  readonly earlierPaymentId: string | undefined;

  /** Whether the name or address in the wallet is what cannot be taken. */
  readonly isAddress: boolean;

  constructor(message: string, { title = 'Payment Failed', isAddress = false, cause }: FailureOptions = {}) {
    super(message, { cause });
    const answer = cause instanceof ApiError ? cause : undefined;
    this.title = title;
    this.isAddress = isAddress;
    this.fields = answer?.fields ?? {};
    this.unitPrice =
      answer?.code === 'price_changed' ? (parsePounds(answer.body.unitPrice) ?? undefined) : undefined;
    const { paymentIntentId } = answer?.body ?? {};
    this.earlierPaymentId =
      answer?.code === 'already_paid' && typeof paymentIntentId === 'string' ? paymentIntentId : undefined;
  }
}

/**
 * Asks the service for the payment of these boxes. A purchase that has been given up since, as after a day, is begun
 * anew.
 * @throws PaymentFailure
 */
export async function startPayment(choice: FoliageChoice, isAgain = false): Promise<StartedPayment> {
  const attempt = openAttempt(choice);
  try {
    return await startFoliagePayment(attempt);
  } catch (error) {
    const { message, cause } = error as Error;
    if (!isAgain && cause instanceof ApiError && cause.code === 'order_changed') {
      forgetAttempt(attempt.attemptId);
      return startPayment(choice, true);
    }
    throw new PaymentFailure(message, { cause });
  }
}

export interface Confirmation {
  readonly stripe: Stripe;
  readonly elements: StripeElements;
  readonly payment: StartedPayment;
  readonly delivery: FoliageDelivery;
  readonly phone: string;
}

/**
 * Takes the payment, which may lead away to the buyer's bank.
 * @returns the id of the payment, made or under way
 * @throws PaymentFailure
 */
export async function confirmPayment(confirmation: Confirmation): Promise<string> {
  const { stripe, elements, payment, delivery, phone } = confirmation;
  const { error, paymentIntent } = await stripe.confirmPayment({
    elements,
    clientSecret: payment.clientSecret,
    confirmParams: {
      // Not /success, which is a page of fixed words: the order is completed here first.
      return_url: `${location.origin}${location.pathname}?payment=success&attempt=${payment.attemptId}`,
      receipt_email: delivery.email,
      shipping: delivery.shipping,
    },
    redirect: 'if_required',
  });
  // Also told as an error: that the payment had been made before, in another tab or while the line was broken.
  const intent = error?.payment_intent ?? paymentIntent;
  if (intent && ['succeeded', 'processing', 'requires_capture'].includes(intent.status)) return intent.id;
  if (intent?.status === 'canceled') {
    forgetAttempt(payment.attemptId);
    throw new PaymentFailure(PAYMENT_ENDED);
  }
  if (error) throw new PaymentFailure(error.message ?? 'Failed to create payment');
  throw new PaymentFailure(`Please contact us at ${phone} if you have questions about your payment.`, {
    title: `Payment Status: ${paymentIntent.status}`,
  });
}

/** How a buyer comes back from the bank's page. */
export interface Returned {
  readonly paymentIntentId: string;
  readonly attemptId: string | undefined;
  readonly clientSecret: string;
  readonly hasFailed: boolean;
}

/** Null for every other visit. */
export function readReturn(search: string): Returned | null {
  const query = new URLSearchParams(search);
  const paymentIntentId = query.get('payment_intent');
  if (query.get('payment') !== 'success' || paymentIntentId === null) return null;
  return {
    paymentIntentId,
    attemptId: query.get('attempt') ?? undefined,
    // Out of the address since the page began (domain/pages.ts).
    clientSecret: history.state?.secrets?.payment_intent_client_secret ?? '',
    hasFailed: query.get('redirect_status') === 'failed',
  };
}

/** The provider's own words for a payment that the bank has refused. */
export async function explainRefusal(clientSecret: string): Promise<string> {
  const unknown = 'The payment has not been completed. Please try to pay again.';
  try {
    const stripe = await loadPayments();
    const { paymentIntent } = await stripe.retrievePaymentIntent(clientSecret);
    return paymentIntent?.last_payment_error?.message ?? unknown;
  } catch {
    return unknown;
  }
}
