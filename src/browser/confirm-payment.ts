import type { ConfirmPaymentData, Stripe, StripeElements } from '@stripe/stripe-js';
import type { StartedPayment } from '#domain/payments/payment-answers.ts';
import {
  describeException,
  judgeConfirmation,
  NOT_READY,
  type PaymentMessage,
  type PaymentOutcome,
} from '#domain/payments/payment-messages.ts';
import { loadPayments } from './load-stripe.ts';

interface FailureOptions {
  readonly isInForm?: boolean;
  readonly isAddress?: boolean;
  readonly hasEnded?: boolean;
  readonly cause?: unknown;
}

/** Why a payment failed, in the words of a notification (section 8). */
export class PaymentFailure extends Error {
  readonly notification: PaymentMessage;
  /** Whether the provider's form also shows the error and has taken the focus. */
  readonly isInForm: boolean;
  /** Whether the name or address in the wallet was refused. */
  readonly isAddress: boolean;
  /** Whether this payment can no longer be made. */
  readonly hasEnded: boolean;

  constructor(notification: Partial<PaymentMessage>, options: FailureOptions = {}) {
    const { isInForm = false, isAddress = false, hasEnded = false, cause } = options;
    super(notification.description, { cause });
    this.notification = { title: 'Payment Failed', description: '', variant: 'destructive', ...notification };
    this.isInForm = isInForm;
    this.isAddress = isAddress;
    this.hasEnded = hasEnded;
  }
}

/** Turns any error into a payment failure. */
export function toFailure(error: unknown, phone: string): PaymentFailure {
  return error instanceof PaymentFailure
    ? error
    : new PaymentFailure(describeException(error, phone), { cause: error });
}

export interface Confirmation {
  readonly stripe: Stripe | null;
  readonly elements: StripeElements | null;
  readonly payment: StartedPayment;
  /** Including the page that the buyer's bank returns to. */
  readonly params: Omit<ConfirmPaymentData, 'return_url'> & { readonly return_url: string };
  readonly phone: string;
  /** Whether to show every error in the provider's words, as on the foliage page, or only errors about the card. */
  readonly isQuoted?: boolean;
}

/**
 * Confirms the payment, which may redirect to the buyer's bank.
 * @returns the id of a payment that is made or in progress, and the message to show
 * @throws PaymentFailure, or what the provider's script throws
 */
export async function confirmPayment(confirmation: Confirmation): Promise<Required<PaymentOutcome>> {
  const { stripe, elements, payment, params, phone, isQuoted } = confirmation;
  if (!stripe || !elements) throw new PaymentFailure(NOT_READY);
  const { clientSecret } = payment;
  const result = await stripe.confirmPayment({
    elements,
    clientSecret,
    confirmParams: params,
    redirect: 'if_required',
  });
  const { message, paymentIntentId } = judgeConfirmation(result, phone, isQuoted);
  if (paymentIntentId !== undefined) return { message, paymentIntentId };
  throw new PaymentFailure(message, {
    isInForm: result.error?.type === 'validation_error',
    hasEnded: (result.error?.payment_intent ?? result.paymentIntent)?.status === 'canceled',
  });
}

/** The values in the URL when a buyer returns from the bank to the foliage page. */
export interface Returned {
  readonly paymentIntentId: string;
  readonly attemptId: string | undefined;
  readonly clientSecret: string;
  readonly hasFailed: boolean;
}

/** Returns null for every other visit. */
export function readReturn(search: string): Returned | null {
  const query = new URLSearchParams(search);
  const paymentIntentId = query.get('payment_intent');
  if (query.get('payment') !== 'success' || paymentIntentId === null) return null;
  return {
    paymentIntentId,
    attemptId: query.get('attempt') ?? undefined,
    // The inline script has already moved it out of the URL (domain/pages.ts).
    clientSecret: history.state?.secrets?.payment_intent_client_secret ?? '',
    hasFailed: query.get('redirect_status') === 'failed',
  };
}

/** The provider's own words for a payment that the bank refused. */
export async function explainRefusal(clientSecret: string): Promise<string> {
  const unknown = 'The payment did not go through. Please try again.';
  try {
    const stripe = await loadPayments();
    const { paymentIntent } = await stripe.retrievePaymentIntent(clientSecret);
    return paymentIntent?.last_payment_error?.message ?? unknown;
  } catch {
    return unknown;
  }
}
