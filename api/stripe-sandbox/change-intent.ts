import type Stripe from 'stripe';
import type { z } from 'zod';
import { captureCharge } from './charges.ts';
import { findSessionOf, followIntent } from './checkout-completion.ts';
import { findAmountProblem, type updateParams } from './create-intent.ts';
import { Failure, invalidRequest, resourceMissing, unexpectedState } from './failures.ts';
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

/**
 * An intent by the id in the address. A browser must know its client secret as well.
 * @param clientSecret as sent, which the server need not do
 */
export function findIntent(
  work: Work,
  id: string,
  clientSecret: string | undefined,
): Stripe.PaymentIntent | Failure {
  const intent = work.store.get('payment_intent', id);
  if (!intent) return resourceMissing('payment_intent', id, 'path');
  if (work.access !== 'publishable' && clientSecret === undefined) return intent;
  if (clientSecret === undefined) {
    return invalidRequest('Missing required param: client_secret.', {
      code: 'parameter_missing',
      param: 'client_secret',
    });
  }
  if (clientSecret === intent.client_secret) return intent;
  return invalidRequest(
    'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
    { code: 'payment_intent_invalid_parameter', param: 'client_secret' },
  );
}

/** Takes the money of an authorised payment. */
export function captureIntent(work: Work, intent: Stripe.PaymentIntent): Stripe.PaymentIntent | Failure {
  if (intent.status !== 'requires_capture') {
    return unexpectedState(
      `This PaymentIntent could not be captured because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be captured: requires_capture.`,
      intent,
    );
  }
  captureCharge(work, chargeOf(work, intent));
  intent.status = 'succeeded';
  intent.amount_capturable = 0;
  intent.amount_received = intent.amount;
  work.store.save<'payment_intent'>(intent);
  emit(work, 'payment_intent.succeeded', intent);
  followIntent(work, intent);
  return intent;
}

/** Lets the money of an authorised payment go. Stripe shows such a charge as refunded, although nothing was taken. */
function releaseCharge(work: Work, intent: Stripe.PaymentIntent): void {
  const charge = chargeOf(work, intent);
  charge.refunded = true;
  charge.amount_refunded = charge.amount;
  work.store.save<'charge'>(charge);
  intent.amount_capturable = 0;
}

function chargeOf(work: Work, { id, latest_charge: charge }: Stripe.PaymentIntent): Stripe.Charge {
  const found = work.store.get('charge', String(charge));
  if (!found) throw new Error(`${id} was authorised without a charge`);
  return found;
}
