import type Stripe from 'stripe';
import { captureCharge } from './charges.ts';
import { followIntent } from './checkout-completion.ts';
import { type Failure, unexpectedState } from './failures.ts';
import { emit, type Work } from './work.ts';

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
export function releaseCharge(work: Work, intent: Stripe.PaymentIntent): void {
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
