import type { CardOutcome } from './cards.ts';
import type { Charge, Intent, PaymentMethod } from './store.ts';
import { createId, emit, now, type Work } from './work.ts';

type Declined = Extract<CardOutcome, { kind: 'declined' }>;

/** Records an attempt to charge the card, with its event. */
export function createCharge(
  work: Work,
  intent: Intent,
  method: PaymentMethod,
  result: 'succeeded' | 'authorised' | 'pending' | Declined,
): Charge {
  const declined = typeof result === 'object' ? result : undefined;
  const status = declined ? 'failed' : result === 'pending' ? 'pending' : 'succeeded';
  const isCaptured = result === 'succeeded';
  const charge: Charge = {
    id: createId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: isCaptured ? intent.amount : 0,
    amount_refunded: 0,
    billing_details: method.billing_details,
    captured: isCaptured,
    created: now(work),
    currency: intent.currency,
    description: intent.description ?? null,
    disputed: false,
    failure_code: declined?.code ?? null,
    failure_message: declined?.message ?? null,
    livemode: false,
    metadata: intent.metadata,
    paid: status === 'succeeded',
    payment_intent: intent.id,
    payment_method: method.id,
    receipt_email: intent.receipt_email ?? null,
    refunded: false,
    review: null,
    shipping: intent.shipping ?? null,
    status,
  };
  work.store.insert('charge', charge, intent.id);
  emit(work, `charge.${status}`, charge);
  return charge;
}

/** Takes the money of a charge that was only authorised. */
export function captureCharge(work: Work, charge: Charge): void {
  charge.captured = true;
  charge.amount_captured = charge.amount;
  work.store.save<'charge'>(charge);
  emit(work, 'charge.captured', charge);
}

/** Ends a charge that was pending. */
export function settleCharge(work: Work, charge: Charge, declined: Declined | undefined): void {
  charge.status = declined ? 'failed' : 'succeeded';
  charge.paid = !declined;
  charge.captured = !declined;
  charge.amount_captured = declined ? 0 : charge.amount;
  charge.failure_code = declined?.code ?? null;
  charge.failure_message = declined?.message ?? null;
  work.store.save<'charge'>(charge);
  emit(work, declined ? 'charge.failed' : 'charge.succeeded', charge);
}
