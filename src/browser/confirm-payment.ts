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

/** Why nothing was paid, in the words of a notification (section 8). */
export class PaymentFailure extends Error {
  readonly notification: PaymentMessage;
  /** Whether the provider's form says it too, and has taken the focus there. */
  readonly isInForm: boolean;
  /** Whether the name or address in the wallet is what cannot be taken. */
  readonly isAddress: boolean;
  /** Whether this payment can never be made any more. */
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

/** Any error as a failure to pay. */
export function toFailure(error: unknown, phone: string): PaymentFailure {
  return error instanceof PaymentFailure
    ? error
    : new PaymentFailure(describeException(error, phone), { cause: error });
}

export interface Confirmation {
  readonly stripe: Stripe | null;
  readonly elements: StripeElements | null;
  readonly payment: StartedPayment;
  /** With the page that the buyer's bank leads back to. */
  readonly params: Omit<ConfirmPaymentData, 'return_url'> & { readonly return_url: string };
  readonly phone: string;
  /** Whether every error is told in the provider's words, as on the foliage page, and not only those about the card. */
  readonly isQuoted?: boolean;
}

/**
 * Takes the payment, which may lead away to the buyer's bank.
 * @returns the id of the payment, made or under way, and what to say of it
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

/** How a buyer comes back from the bank's page to the foliage page. */
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
