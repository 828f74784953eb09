import type Stripe from 'stripe';
import type { Charge, Intent, Review } from './store.ts';
import { createId, emit, now, type Work } from './work.ts';

const ANSWER_DAYS = 7;

export type Verdict = 'won' | 'lost';

/** A buyer's bank takes a payment back. Stripe has no call for it, so a test's switch does it. */
export function createDispute(work: Work, charge: Charge, reason: string): Stripe.Dispute {
  const created = now(work);
  const dispute: Stripe.Dispute = {
    id: createId('du'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: {} as Stripe.Dispute.Evidence,
    evidence_details: {
      due_by: created + ANSWER_DAYS * 24 * 60 * 60,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'manual',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent ?? null,
    reason,
    status: 'needs_response',
  };
  charge.disputed = true;
  work.store.insert('dispute', dispute, charge.id);
  work.store.save<'charge'>(charge);
  emit(work, 'charge.dispute.created', dispute);
  return dispute;
}

/** The bank decides an open dispute. The charge stays `disputed`, as at Stripe. */
export function closeDispute(work: Work, dispute: Stripe.Dispute, verdict: Verdict): void {
  dispute.status = verdict;
  work.store.save<'dispute'>(dispute);
  emit(work, 'charge.dispute.closed', dispute);
}

/** Radar puts a payment before a person. Stripe has no call for it, so a test's switch does it. */
export function openReview(work: Work, charge: Charge, intent: Intent): Review {
  const review: Review = {
    id: createId('prv'),
    object: 'review',
    charge: charge.id,
    closed_reason: null,
    created: now(work),
    livemode: false,
    open: true,
    opened_reason: 'rule',
    payment_intent: intent.id,
    reason: 'rule',
  };
  charge.review = review.id;
  intent.review = review.id;
  work.store.insert('review', review, charge.id);
  work.store.save<'charge'>(charge);
  work.store.save<'payment_intent'>(intent);
  emit(work, 'review.opened', review);
  return review;
}

/** Somebody has looked at it. It stays with its payment, as at Stripe. */
export function closeReview(work: Work, review: Review, reason: Stripe.Review.ClosedReason): void {
  review.open = false;
  review.closed_reason = reason;
  review.reason = reason;
  work.store.save<'review'>(review);
  emit(work, 'review.closed', review);
}

/** The card network believes that a payment is a fraud, before anybody disputes it. */
export function warnOfFraud(work: Work, charge: Charge, intent: Intent): Stripe.Radar.EarlyFraudWarning {
  const warning: Stripe.Radar.EarlyFraudWarning = {
    id: createId('issfr'),
    object: 'radar.early_fraud_warning',
    actionable: true,
    charge: charge.id,
    created: now(work),
    fraud_type: 'made_with_stolen_card',
    livemode: false,
    payment_intent: intent.id,
  };
  work.store.insert('radar.early_fraud_warning', warning, charge.id);
  emit(work, 'radar.early_fraud_warning.created', warning);
  return warning;
}
