import type Stripe from 'stripe';
import { z } from 'zod';
import { Failure, invalidRequest } from './failures.ts';
import {
  choice,
  email,
  expand,
  flag,
  list,
  mergeMetadata,
  metadata,
  positiveInteger,
  shipping,
  text,
  textOrUnset,
  webAddress,
} from './params.ts';
import { findPaymentMethod } from './payment-methods.ts';
import { createId, emit, now, randomText, type Work } from './work.ts';

/** Stripe's smallest and largest charge in pounds sterling, in pence. */
const SMALLEST_CHARGE = 30;
const LARGEST_CHARGE = 99_999_999;

/** @param sessionId the Checkout Session that the intent is the payment of */
export function createIntent(
  work: Work,
  params: Omit<z.output<typeof createParams>, 'confirm' | 'return_url' | 'expand'>,
  sessionId?: string,
): Stripe.PaymentIntent | Failure {
  const problem = findAmountProblem(params.amount);
  if (problem) return problem;
  const id = createId('pi');
  const { automatic_payment_methods: automatic } = params;
  const intent: Stripe.PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: params.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: automatic
      ? { enabled: automatic.enabled, allow_redirects: automatic.allow_redirects ?? 'always' }
      : null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: params.capture_method ?? 'automatic_async',
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: 'automatic',
    created: now(work),
    currency: params.currency,
    customer: null,
    customer_account: null,
    description: params.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: mergeMetadata({}, params.metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: params.receipt_email ?? null,
    review: null,
    setup_future_usage: params.setup_future_usage ?? null,
    shipping: params.shipping ?? null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: params.statement_descriptor_suffix ?? null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  };
  if (params.payment_method !== undefined) {
    const method = findPaymentMethod(work, params.payment_method, 'payment_method');
    if (method instanceof Failure) return method;
    intent.payment_method = method.id;
    intent.status = 'requires_confirmation';
  }
  work.store.insert('payment_intent', intent, null, {
    isShippingFromServer: params.shipping !== undefined && work.access === 'secret',
    sessionId: sessionId ?? null,
  });
  emit(work, 'payment_intent.created', intent);
  return intent;
}

/** The error of an amount in pence, in Stripe's words for pounds sterling. */
export function findAmountProblem(amount: number): Failure | undefined {
  const param = 'amount';
  if (amount < SMALLEST_CHARGE) {
    return invalidRequest('Amount must be at least £0.30 gbp', { code: 'amount_too_small', param });
  }
  if (amount > LARGEST_CHARGE) {
    return invalidRequest('Amount must be no more than £999,999.99', { code: 'amount_too_large', param });
  }
  return undefined;
}

const details = {
  description: textOrUnset.optional(),
  metadata: metadata.optional(),
  payment_method: text.optional(),
  receipt_email: email.optional(),
  setup_future_usage: textOrUnset.optional(),
  shipping: shipping.optional(),
  statement_descriptor_suffix: textOrUnset.optional(),
  expand,
};

const currency = text.transform((code, ctx) => {
  if (['eur', 'gbp', 'usd'].includes(code.toLowerCase())) return code.toLowerCase();
  ctx.addIssue({
    code: 'custom',
    message: `Invalid currency: ${code}. The sandbox supports these currencies: eur, gbp, usd`,
  });
  return z.NEVER;
});

export const createParams = z.strictObject({
  ...details,
  amount: positiveInteger,
  currency,
  automatic_payment_methods: z
    .strictObject({ enabled: flag, allow_redirects: choice(['always', 'never']).optional() })
    .optional(),
  capture_method: choice(['automatic', 'automatic_async', 'manual']).optional(),
  confirm: flag.optional(),
  payment_method_types: list(choice(['card'])).optional(),
  return_url: webAddress.optional(),
});

export const updateParams = z.strictObject({
  ...details,
  amount: positiveInteger.optional(),
  currency: currency.optional(),
});

export const captureParams = z.strictObject({ expand });

export const cancelParams = z.strictObject({
  cancellation_reason: choice(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  expand,
});
