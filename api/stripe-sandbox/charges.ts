import type Stripe from 'stripe';
import type { CardOutcome } from './cards.ts';
import { createId, emit, now, type Work } from './work.ts';

type Declined = Extract<CardOutcome, { kind: 'declined' }>;

/** Records an attempt to charge the card, with its event. */
export function createCharge(
  work: Work,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  result: 'succeeded' | 'authorised' | 'pending' | Declined,
): Stripe.Charge {
  const declined = typeof result === 'object' ? result : undefined;
  const status = declined ? 'failed' : result === 'pending' ? 'pending' : 'succeeded';
  const isCaptured = result === 'succeeded';
  const charge: Stripe.Charge = {
    id: createId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: isCaptured ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: isCaptured ? createId('txn') : null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'SANDBOX',
    captured: isCaptured,
    created: now(work),
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: declined?.code ?? null,
    failure_message: declined?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: describeOutcome(declined),
    paid: status === 'succeeded',
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: describeMethod(intent, method),
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: intent.shipping,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status,
    transfer_data: null,
    transfer_group: null,
  };
  work.store.insert('charge', charge, intent.id);
  emit(work, `charge.${status}`, charge);
  return charge;
}

/** Takes the money of a charge that was only authorised. */
export function captureCharge(work: Work, charge: Stripe.Charge): void {
  charge.captured = true;
  charge.amount_captured = charge.amount;
  charge.balance_transaction = createId('txn');
  work.store.save<'charge'>(charge);
  emit(work, 'charge.captured', charge);
}

/** Ends a charge that was pending. */
export function settleCharge(work: Work, charge: Stripe.Charge, declined: Declined | undefined): void {
  charge.status = declined ? 'failed' : 'succeeded';
  charge.paid = !declined;
  charge.captured = !declined;
  charge.amount_captured = declined ? 0 : charge.amount;
  charge.balance_transaction = declined ? null : createId('txn');
  charge.failure_code = declined?.code ?? null;
  charge.failure_message = declined?.message ?? null;
  charge.outcome = describeOutcome(declined);
  work.store.save<'charge'>(charge);
  emit(work, declined ? 'charge.failed' : 'charge.succeeded', charge);
}

function describeOutcome(declined: Declined | undefined): Stripe.Charge.Outcome {
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: declined ? 'declined_by_network' : 'approved_by_network',
    reason: declined ? (declined.declineCode ?? declined.code) : null,
    risk_level: 'normal',
    risk_score: 10,
    seller_message: declined ? 'The bank declined this payment.' : 'Payment complete.',
    type: declined ? 'issuer_declined' : 'authorized',
  };
}

function describeMethod(
  intent: Stripe.PaymentIntent,
  { card }: Stripe.PaymentMethod,
): Stripe.Charge.PaymentMethodDetails {
  if (!card) return { type: 'card' };
  const { brand, checks, country, exp_month, exp_year, fingerprint, funding, last4, wallet } = card;
  const details = {
    amount_authorized: intent.amount,
    brand,
    checks,
    country,
    exp_month,
    exp_year,
    fingerprint,
    funding,
    installments: null,
    last4,
    mandate: null,
    network: brand,
    three_d_secure: null,
    wallet,
  };
  return {
    type: 'card',
    card: details as unknown as NonNullable<Stripe.Charge.PaymentMethodDetails['card']>,
  };
}
