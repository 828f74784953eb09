import type Stripe from 'stripe';
import { createId } from './ids.ts';
import { emit, now, type Work } from './work.ts';

/** Radar puts a payment before a person. Stripe has no call for it, so a test's switch does it. */
export function openReview(work: Work, charge: Stripe.Charge, intent: Stripe.PaymentIntent): Stripe.Review {
  const review = {
    id: createId('prv'),
    object: 'review',
    billing_zip: null,
    charge: charge.id,
    closed_reason: null,
    created: now(work),
    ip_address: null,
    ip_address_location: null,
    livemode: false,
    open: true,
    opened_reason: 'rule',
    payment_intent: intent.id,
    reason: 'rule',
    session: null,
  } as Stripe.Review;
  charge.review = review.id;
  intent.review = review.id;
  work.store.insert('review', review, charge.id);
  work.store.save<'charge'>(charge);
  work.store.save<'payment_intent'>(intent);
  emit(work, 'review.opened', review);
  return review;
}

/** Somebody has looked at it. It stays with its payment, as at Stripe. */
export function closeReview(work: Work, review: Stripe.Review, reason: Stripe.Review.ClosedReason): void {
  review.open = false;
  review.closed_reason = reason;
  review.reason = reason;
  work.store.save<'review'>(review);
  emit(work, 'review.closed', review);
}

/** The card network believes that a payment is a fraud, before anybody disputes it. */
export function warnOfFraud(
  work: Work,
  charge: Stripe.Charge,
  intent: Stripe.PaymentIntent,
): Stripe.Radar.EarlyFraudWarning {
  const warning = {
    id: createId('issfr'),
    object: 'radar.early_fraud_warning',
    actionable: true,
    charge: charge.id,
    created: now(work),
    fraud_type: 'made_with_stolen_card',
    livemode: false,
    payment_intent: intent.id,
  } as Stripe.Radar.EarlyFraudWarning;
  work.store.insert('radar.early_fraud_warning', warning, charge.id);
  emit(work, 'radar.early_fraud_warning.created', warning);
  return warning;
}
