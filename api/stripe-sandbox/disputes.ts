import type Stripe from 'stripe';
import { createId } from './ids.ts';
import { emit, now, type Work } from './work.ts';

const ANSWER_DAYS = 7;

export type Verdict = 'won' | 'lost';

/** A buyer's bank takes a payment back. Stripe has no call for it, so a test's switch or a card does it. */
export function createDispute(work: Work, charge: Stripe.Charge, reason: string): Stripe.Dispute {
  const created = now(work);
  const dispute = {
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
    payment_intent: charge.payment_intent,
    reason,
    status: 'needs_response',
  } as Stripe.Dispute;
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
