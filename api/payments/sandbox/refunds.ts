import type Stripe from 'stripe';
import { z } from 'zod';
import { Failure, invalidRequest, resourceMissing } from './failures.ts';
import { createId } from './ids.ts';
import { choice, expand, mergeMetadata, metadata, positiveInteger, text } from './params.ts';
import { emit, now, type Work } from './work.ts';

export const refundParams = z.strictObject({
  amount: positiveInteger.optional(),
  charge: text.optional(),
  metadata: metadata.optional(),
  payment_intent: text.optional(),
  reason: choice(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  expand,
});

/** Gives back a payment, or the part of it that `amount` names, at once. */
export function createRefund(work: Work, params: z.output<typeof refundParams>): Stripe.Refund | Failure {
  const charge = findCharge(work, params);
  if (charge instanceof Failure) return charge;
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) {
    return invalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  }
  const { amount = left } = params;
  if (amount > left) {
    const [asked, rest] = [amount, left].map((pence) => `£${(pence / 100).toFixed(2)}`);
    return invalidRequest(`Refund amount (${asked}) is greater than unrefunded amount on charge (${rest})`, {
      param: 'amount',
    });
  }
  const refund: Stripe.Refund = {
    id: createId('re'),
    object: 'refund',
    amount,
    balance_transaction: createId('txn'),
    charge: charge.id,
    created: now(work),
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      type: 'card',
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
    },
    metadata: mergeMetadata({}, params.metadata),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: params.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  };
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  work.store.insert('refund', refund, charge.id);
  work.store.save<'charge'>(charge);
  emit(work, 'refund.created', refund);
  emit(work, 'charge.refunded', charge);
  return refund;
}

function findCharge(
  work: Work,
  {
    charge: id,
    payment_intent: intentId,
  }: { charge?: string | undefined; payment_intent?: string | undefined },
): Stripe.Charge | Failure {
  if (id === undefined && intentId === undefined) {
    return invalidRequest(
      'One of the following params should be provided for this request: payment_intent or charge.',
    );
  }
  if (intentId !== undefined) {
    const intent = work.store.get('payment_intent', intentId);
    if (!intent) return resourceMissing('payment_intent', intentId, 'payment_intent');
    const charge = intent.status === 'succeeded' && work.store.get('charge', String(intent.latest_charge));
    if (charge) return charge;
    return invalidRequest(`This PaymentIntent (${intentId}) does not have a successful charge to refund.`, {
      param: 'payment_intent',
    });
  }
  const charge = work.store.get('charge', String(id));
  if (!charge) return resourceMissing('charge', String(id), 'charge');
  return charge.paid ? charge : invalidRequest(`Charge ${charge.id} has not been paid.`, { param: 'charge' });
}
