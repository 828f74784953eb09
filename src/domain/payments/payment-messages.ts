/**
 * The part of the error catalogue (section 8) about paying for branch boxes, and what each result of the payment
 * provider means for the buyer. The catalogue's {phone} is a parameter, because the domain reads no content.
 */

/** A notification, as toasts show it. */
export interface PaymentMessage {
  readonly title: string;
  readonly description: string;
  /** What to do, where the description is the bank's. */
  readonly next?: string;
  readonly variant: 'default' | 'destructive';
}

interface PaymentIntentState {
  readonly id: string;
  readonly status: string;
}

/** The part of `confirmPayment`'s result that is read here. */
export interface ConfirmationResult {
  readonly error?:
    | {
        readonly type?: string | undefined;
        readonly message?: string | undefined;
        readonly payment_intent?: PaymentIntentState | undefined;
      }
    | undefined;
  readonly paymentIntent?: PaymentIntentState | undefined;
}

export interface PaymentOutcome {
  readonly message: PaymentMessage;
  /** The payment with which to complete the order; undefined if nothing has been paid yet. */
  readonly paymentIntentId?: string;
}

/**
 * The message for the buyer about a result, and whether to complete the order now (section 4, payment form).
 * @param isQuoted whether to show every error in the provider's words, and not only errors about the card
 */
export function judgeConfirmation(
  { error, paymentIntent }: ConfirmationResult,
  phone: string,
  isQuoted = false,
): PaymentOutcome {
  // Already paid, for example in another tab. This is not a failure.
  const paid = [paymentIntent, error?.payment_intent].find((intent) => intent && isPaid(intent));
  if (paid) return { message: paidMessage(paid), paymentIntentId: paid.id };
  if (error?.payment_intent?.status === 'canceled') return { message: fail('Payment Failed', PAYMENT_ENDED) };
  if (error) return { message: describeProviderError(error, phone, isQuoted) };
  if (!paymentIntent) {
    return { message: fail('Payment Error', `Unexpected payment result. Please contact us at ${phone}.`) };
  }
  return {
    message: {
      title: `Payment Status: ${paymentIntent.status}`,
      description: `Please contact us at ${phone} if you have questions about your payment.`,
      variant: 'default',
    },
  };
}

/** For a cancelled payment: another tab has replaced it, or too many cards were declined. */
const PAYMENT_ENDED =
  'This payment was stopped, and nothing has been charged. Please reload the page and pay again.';

/** For an exception during payment. */
export function describeException(exception: unknown, phone: string): PaymentMessage {
  const message = exception instanceof Error ? exception.message : '';
  return fail(
    'Payment Error',
    message || `An unexpected error occurred. Please try again or contact us at ${phone}.`,
  );
}

/** For a form that was sent before the card fields were ready. */
export const NOT_READY: PaymentMessage = fail(
  'Payment System Error',
  'Payment system not ready. Please refresh and try again.',
);

/** For a payment that could not be started, and for the provider's errors that are not about the card. */
export function unableToPay(phone: string): string {
  return `Unable to process payment. Please try again or contact us at ${phone}.`;
}

/** For a payment whose order could not be completed. */
export function describeOrderFailure(phone: string): PaymentMessage {
  return fail(
    'Order Processing Error',
    `Payment successful but order processing failed. Please contact us at ${phone} with your payment confirmation.`,
  );
}

/** For card fields that do not appear: what has happened, and what the buyer can do. */
export function describeMissingCardForm(status: 'slow' | 'failed'): readonly [lead: string, more: string] {
  const kept = 'Nothing has been charged, and what you entered is kept.';
  return status === 'slow'
    ? [
        'The card form is taking longer than usual to load.',
        `It may still appear. You can also try again, or order by phone. ${kept}`,
      ]
    : [
        'The card form couldn’t be loaded.',
        `You may be offline, or a content blocker may be stopping it. You can try again, or order by phone. ${kept}`,
      ];
}

/** For the time between a payment and its order number. */
export const COMPLETION = {
  title: 'Completing your order',
  waiting: 'We’re completing your order. Please keep this page open for a moment.',
  more: 'You won’t be charged again. Trying again completes the same order. If you lost the connection, this page tries again by itself once it’s back.',
} as const;

function describeProviderError(
  { type, message }: NonNullable<ConfirmationResult['error']>,
  phone: string,
  isQuoted: boolean,
): PaymentMessage {
  if (type === 'card_error') {
    const next = `You haven’t been charged. Try it again, use another card, or ring us on ${phone}.`;
    return { ...fail('Payment Failed', message || unableToPay(phone)), ...(message && { next }) };
  }
  if (type === 'validation_error' || isQuoted) return fail('Payment Failed', message || unableToPay(phone));
  return fail('Payment Error', unableToPay(phone));
}

function isPaid({ status }: PaymentIntentState): boolean {
  // The last one is an authorised card: the service charges it once the boxes are allocated.
  return status === 'succeeded' || status === 'processing' || status === 'requires_capture';
}

function paidMessage({ status }: PaymentIntentState): PaymentMessage {
  const title = status === 'succeeded' ? 'Payment Successful!' : 'Payment Processing';
  return { title, description: 'Thank you. We’re completing your order.', variant: 'default' };
}

function fail(title: string, description: string): PaymentMessage {
  return { title, description, variant: 'destructive' };
}
