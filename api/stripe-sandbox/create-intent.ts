import { z } from 'zod';
import { Failure, invalidRequest } from './failures.ts';
import {
  choice,
  email,
  expand,
  flag,
  mergeMetadata,
  metadata,
  positiveInteger,
  shipping,
  text,
  textOrUnset,
} from './params.ts';
import { findPaymentMethod } from './payment-methods.ts';
import type { Intent } from './store.ts';
import { createId, emit, now, randomText, type Work } from './work.ts';

/** Stripe's smallest and largest charge in pounds sterling, in pence. */
const SMALLEST_CHARGE = 30;
const LARGEST_CHARGE = 99_999_999;

/** @param sessionId the Checkout Session that the intent is the payment of */
export function createIntent(
  work: Work,
  params: Omit<z.output<typeof createParams>, 'confirm' | 'expand'>,
  sessionId?: string,
): Intent | Failure {
  const problem = findAmountProblem(params.amount);
  if (problem) return problem;
  const id = createId('pi');
  const { automatic_payment_methods: automatic } = params;
  const intent: Intent = {
    id,
    object: 'payment_intent',
    amount: params.amount,
    amount_capturable: 0,
    amount_received: 0,
    automatic_payment_methods: automatic
      ? { enabled: automatic.enabled, allow_redirects: automatic.allow_redirects ?? 'always' }
      : null,
    capture_method: params.capture_method ?? 'automatic_async',
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: 'automatic',
    created: now(work),
    currency: params.currency,
    description: params.description ?? null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: mergeMetadata({}, params.metadata),
    next_action: null,
    payment_method: null,
    payment_method_types: ['card'],
    receipt_email: params.receipt_email ?? null,
    review: null,
    shipping: params.shipping ?? null,
    status: 'requires_payment_method',
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
  receipt_email: email.optional(),
  shipping: shipping.optional(),
  expand,
};

const currency = choice(['gbp', 'eur']);

export const createParams = z.strictObject({
  ...details,
  amount: positiveInteger,
  currency,
  automatic_payment_methods: z
    .strictObject({ enabled: flag, allow_redirects: choice(['always', 'never']).optional() })
    .optional(),
  capture_method: choice(['manual']).optional(),
  confirm: flag.optional(),
  payment_method: text.optional(),
});

export const updateParams = z.strictObject({
  ...details,
  amount: positiveInteger.optional(),
  currency: currency.optional(),
});
