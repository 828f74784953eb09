import type Stripe from 'stripe';
import type { z } from 'zod';
import { releaseCharge } from './capture-intent.ts';
import { findSessionOf } from './checkout-completion.ts';
import { findAmountProblem } from './create-intent.ts';
import { Failure, invalidRequest, unexpectedState } from './failures.ts';
import type { updateParams } from './intent-params.ts';
import { mergeMetadata, type shipping } from './params.ts';
import { findPaymentMethod } from './payment-methods.ts';
import { emit, now, type Work } from './work.ts';

const CHANGEABLE = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

/** Changes an intent; its amount, currency and payment method only while it can still be confirmed. */
export function updateIntent(
  work: Work,
  intent: Stripe.PaymentIntent,
  params: z.output<typeof updateParams>,
): Stripe.PaymentIntent | Failure {
  for (const name of ['amount', 'currency', 'payment_method', 'shipping'] as const) {
    if (params[name] === undefined || CHANGEABLE.includes(intent.status)) continue;
    return unexpectedState(
      `This PaymentIntent's ${name} could not be updated because it has a status of ${intent.status}. You may only update the ${name} of a PaymentIntent with one of the following statuses: ${CHANGEABLE.join(', ')}.`,
      intent,
    );
  }
  if (params.amount !== undefined) {
    const problem = findAmountProblem(params.amount);
    if (problem) return problem;
    intent.amount = params.amount;
  }
  if (params.currency !== undefined) intent.currency = params.currency;
  if (params.description !== undefined) intent.description = params.description;
  if (params.payment_method !== undefined) {
    const method = findPaymentMethod(work, params.payment_method, 'payment_method');
    if (method instanceof Failure) return method;
    intent.payment_method = method.id;
    if (intent.status === 'requires_payment_method') intent.status = 'requires_confirmation';
  }
  intent.metadata = mergeMetadata(intent.metadata, params.metadata);
  const problem = setDelivery(work, intent, params);
  if (problem) return problem;
  work.store.save<'payment_intent'>(intent);
  return intent;
}

/** Takes over shipping and receipt e-mail. A browser may not replace shipping that the server has set. */
export function setDelivery(
  work: Work,
  intent: Stripe.PaymentIntent,
  given: {
    shipping?: z.output<typeof shipping> | undefined;
    receipt_email?: string | null | undefined;
  },
): Failure | undefined {
  if (given.receipt_email !== undefined) intent.receipt_email = given.receipt_email;
  if (given.shipping === undefined) return undefined;
  const isFromServer = work.store.readHidden('payment_intent', intent.id).isShippingFromServer === true;
  if (work.access === 'publishable' && isFromServer) {
    return invalidRequest(
      'The shipping information on this PaymentIntent was last set with a secret key and therefore cannot be changed with a publishable key. Please use your secret key instead.',
      { param: 'shipping' },
    );
  }
  intent.shipping = given.shipping;
  work.store.writeHidden(intent.id, { isShippingFromServer: work.access === 'secret' });
  return undefined;
}

/** Ends an intent that has not been paid. */
export function cancelIntent(
  work: Work,
  intent: Stripe.PaymentIntent,
  reason: Stripe.PaymentIntent.CancellationReason | undefined,
): Stripe.PaymentIntent | Failure {
  if (intent.status !== 'requires_capture' && findSessionOf(work, intent.id)) {
    return unexpectedState(
      'You cannot cancel the PaymentIntent for a Checkout Session. Expire the Checkout Session instead.',
      intent,
    );
  }
  const cancellable = [...CHANGEABLE, 'requires_capture'];
  if (!cancellable.includes(intent.status)) {
    return unexpectedState(
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${cancellable.join(', ')}.`,
      intent,
    );
  }
  if (intent.status === 'requires_capture') releaseCharge(work, intent);
  intent.status = 'canceled';
  intent.canceled_at = now(work);
  intent.cancellation_reason = reason ?? null;
  intent.next_action = null;
  work.store.save<'payment_intent'>(intent);
  emit(work, 'payment_intent.canceled', intent);
  return intent;
}
