import type { Stripe } from 'stripe';
import { GOODWILL } from './charges.ts';
import type { CheckoutRequest, PaymentRequest, RefundRequest } from './payment.ts';
import { ATTEMPT_KEY, fromShipping } from './stripe-objects.ts';

const CURRENCY = 'gbp';

type Described = Pick<PaymentRequest, 'attemptId' | 'description' | 'metadata' | 'shipping' | 'email'>;

/** The metadata key for a refund's request. */
export const REQUEST_KEY = 'requestId';

/** The idempotency key of a call. The first has no number, as in earlier versions. */
export function nameKey(name: string, { callNumber }: { readonly callNumber: number }): string {
  return callNumber === 1 ? name : `${name}-${callNumber}`;
}

export function paymentParams(request: PaymentRequest): Stripe.PaymentIntentCreateParams {
  return {
    amount: request.amount,
    currency: CURRENCY,
    automatic_payment_methods: { enabled: true, allow_redirects: request.allowRedirects },
    ...(request.capture === 'manual' && { capture_method: 'manual' }),
    ...describeOrder(request),
  };
}

/** By which the webhook, the reconciliation and a shop without its disk recognise a payment. */
function describeOrder({ attemptId, description, metadata, shipping, email }: Described) {
  return {
    description,
    metadata: { ...metadata, [ATTEMPT_KEY]: attemptId },
    ...(email !== null && { receipt_email: email }),
    ...(shipping !== null && { shipping: fromShipping(shipping) }),
  };
}

export function createRefund(stripe: Stripe, request: RefundRequest) {
  const { paymentIntentId, amount, isGoodwill, requestId } = request;
  return stripe.refunds.create(
    {
      payment_intent: paymentIntentId,
      amount,
      reason: 'requested_by_customer',
      metadata: { [REQUEST_KEY]: requestId, ...(isGoodwill && GOODWILL) },
    },
    { idempotencyKey: nameKey(`refund-${requestId}`, request) },
  );
}

export function sessionParams(request: CheckoutRequest): Stripe.Checkout.SessionCreateParams {
  const described = describeOrder(request);
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
    ...(request.email !== null && { customer_email: request.email }),
    metadata: described.metadata,
    payment_intent_data: {
      ...described,
      ...(request.capture === 'manual' && { capture_method: 'manual' as const }),
    },
    expires_at: Math.floor(request.expiresAt.getTime() / 1000),
    success_url: request.successUrl,
    cancel_url: request.cancelUrl,
  };
}
