import type { z } from 'zod';
import { captureCharge } from './charges.ts';
import { findSessionOf, followIntent } from './checkout-completion.ts';
import { findAmountProblem, type updateParams } from './create-intent.ts';
import { type Failure, invalidRequest, resourceMissing, unexpectedState } from './failures.ts';
import { mergeMetadata, type shipping } from './params.ts';
import type { Charge, Intent } from './store.ts';
import { emit, now, type Work } from './work.ts';

const CHANGEABLE = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

/** Changes an intent; its amount, currency and payment method only while it can still be confirmed. */
export function updateIntent(
  work: Work,
  intent: Intent,
  params: z.output<typeof updateParams>,
): Intent | Failure {
  for (const name of ['amount', 'currency', 'shipping'] as const) {
    if (params[name] === undefined || CHANGEABLE.includes(intent.status)) continue;
    return unexpectedState(
      `This PaymentIntent's ${name} could not be updated because it has a status of ${intent.status}.`,
      intent,
    );
  }
  const { amount = intent.amount, currency = intent.currency, description } = params;
  const problem = findAmountProblem(amount) ?? setDelivery(work, intent, params);
  if (problem) return problem;
  Object.assign(intent, { amount, currency }, description !== undefined && { description });
  intent.metadata = mergeMetadata(intent.metadata, params.metadata);
  work.store.save<'payment_intent'>(intent);
  return intent;
}

/** Takes over shipping and receipt e-mail. A browser may not replace shipping that the server has set. */
export function setDelivery(
  work: Work,
  intent: Intent,
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
export function cancelIntent(work: Work, intent: Intent): Intent | Failure {
  if (intent.status !== 'requires_capture' && findSessionOf(work, intent.id)) {
    return unexpectedState(
      'You cannot cancel the PaymentIntent for a Checkout Session. Expire the Checkout Session instead.',
      intent,
    );
  }
  const cancellable = [...CHANGEABLE, 'requires_capture'];
  if (!cancellable.includes(intent.status)) {
    return unexpectedState(
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`,
      intent,
    );
  }
  if (intent.status === 'requires_capture') releaseCharge(work, intent);
  intent.status = 'canceled';
  intent.canceled_at = now(work);
  intent.next_action = null;
  work.store.save<'payment_intent'>(intent);
  emit(work, 'payment_intent.canceled', intent);
  return intent;
}

/**
 * An intent by the id in the address. A browser must know its client secret as well.
 * @param clientSecret as sent, which the server need not do
 */
export function findIntent(work: Work, id: string, clientSecret: string | undefined): Intent | Failure {
  const intent = work.store.get('payment_intent', id);
  if (!intent) return resourceMissing('payment_intent', id, 'path');
  const isServer = work.access !== 'publishable' && clientSecret === undefined;
  if (isServer || clientSecret === intent.client_secret) return intent;
  return invalidRequest(
    'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
    { code: 'payment_intent_invalid_parameter', param: 'client_secret' },
  );
}

/** Takes the money of an authorised payment. */
export function captureIntent(work: Work, intent: Intent): Intent | Failure {
  if (intent.status !== 'requires_capture') {
    return unexpectedState(
      `This PaymentIntent could not be captured because it has a status of ${intent.status}.`,
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
function releaseCharge(work: Work, intent: Intent): void {
  const charge = chargeOf(work, intent);
  charge.refunded = true;
  charge.amount_refunded = charge.amount;
  work.store.save<'charge'>(charge);
  intent.amount_capturable = 0;
}

function chargeOf(work: Work, { id, latest_charge: charge }: Intent): Charge {
  const found = work.store.get('charge', String(charge));
  if (!found) throw new Error(`${id} was authorised without a charge`);
  return found;
}
