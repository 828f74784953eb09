import type { Stripe } from 'stripe';
import type { CheckoutRequest, PaymentRequest, RefundRequest } from './payment.ts';
import { ATTEMPT_KEY } from './stripe-objects.ts';

const CURRENCY = 'gbp';

/** The metadata key under which a refund names the request that it was made for. */
export const REQUEST_KEY = 'requestId';

/** The idempotency key of a call. The first one has no number, as before there were numbers. */
export function nameKey(name: string, { callNumber }: { readonly callNumber: number }): string {
  return callNumber === 1 ? name : `${name}-${callNumber}`;
}

export function paymentParams(request: PaymentRequest): Stripe.PaymentIntentCreateParams {
  return {
    amount: request.amount,
    currency: CURRENCY,
    automatic_payment_methods: { enabled: true, allow_redirects: request.allowRedirects },
    ...(request.capture === 'manual' && { capture_method: 'manual' }),
    description: request.description,
    metadata: { ...request.metadata, [ATTEMPT_KEY]: request.attemptId },
  };
}

export function createRefund(stripe: Stripe, request: RefundRequest) {
  const { paymentIntentId, amount, requestId } = request;
  return stripe.refunds.create(
    {
      payment_intent: paymentIntentId,
      amount,
      reason: 'requested_by_customer',
      metadata: { [REQUEST_KEY]: requestId },
    },
    { idempotencyKey: nameKey(`refund-${requestId}`, request) },
  );
}

export function sessionParams(request: CheckoutRequest): Stripe.Checkout.SessionCreateParams {
  const metadata = { ...request.metadata, [ATTEMPT_KEY]: request.attemptId };
  return {
    mode: 'payment',
    line_items: [
      {
        quantity: request.quantity,
        price_data: {
          currency: CURRENCY,
          unit_amount: request.unitAmount,
          product_data: { name: request.productName },
        },
      },
    ],
    client_reference_id: request.attemptId,
    customer_email: request.email,
    metadata,
    // The intent is what the webhook and the reconciliation see, so it needs the attempt's id as well.
    payment_intent_data: {
      description: request.description,
      metadata,
      ...(request.capture === 'manual' && { capture_method: 'manual' as const }),
    },
    expires_at: Math.floor(request.expiresAt.getTime() / 1000),
    success_url: request.successUrl,
    cancel_url: request.cancelUrl,
  };
}
