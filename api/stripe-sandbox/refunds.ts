import { z } from 'zod';
import { Failure, invalidRequest, resourceMissing } from './failures.ts';
import { choice, expand, mergeMetadata, metadata, positiveInteger, text } from './params.ts';
import type { Charge, Refund } from './store.ts';
import { createId, emit, now, type Work } from './work.ts';

export const refundParams = z.strictObject({
  amount: positiveInteger.optional(),
  metadata: metadata.optional(),
  payment_intent: text,
  reason: choice(['requested_by_customer']).optional(),
  expand,
});

/** Gives back a payment, or the part of it that `amount` names, at once. */
export function createRefund(work: Work, params: z.output<typeof refundParams>): Refund | Failure {
  const charge = findCharge(work, params.payment_intent);
  if (charge instanceof Failure) return charge;
  const left = charge.amount - charge.amount_refunded;
  const disputes = work.store.list('dispute', { parent: charge.id, limit: 10 });
  if (disputes.some(({ status }) => status !== 'won')) {
    return invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  }
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
  const refund: Refund = {
    id: createId('re'),
    object: 'refund',
    amount,
    charge: charge.id,
    created: now(work),
    currency: charge.currency,
    metadata: mergeMetadata({}, params.metadata),
    payment_intent: charge.payment_intent ?? null,
    reason: params.reason ?? null,
    status: 'succeeded',
  };
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  work.store.insert('refund', refund, charge.id);
  work.store.save<'charge'>(charge);
  emit(work, 'refund.created', refund);
  emit(work, 'charge.refunded', charge);
  return refund;
}

/** The buyer's bank turns down a refund that had succeeded: the money is with the merchant again. */
export function failRefund(work: Work, refund: Refund): void {
  const charge = work.store.get('charge', String(refund.charge));
  if (!charge) throw new Error(`${refund.id} has no charge`);
  refund.status = 'failed';
  refund.failure_reason = 'expired_or_canceled_card';
  charge.amount_refunded -= refund.amount;
  charge.refunded = false;
  work.store.save<'refund'>(refund);
  work.store.save<'charge'>(charge);
  emit(work, 'refund.updated', refund);
  emit(work, 'refund.failed', refund);
}

function findCharge(work: Work, id: string): Charge | Failure {
  const intent = work.store.get('payment_intent', id);
  if (!intent) return resourceMissing('payment_intent', id, 'payment_intent');
  const charge = intent.status === 'succeeded' && work.store.get('charge', String(intent.latest_charge));
  if (charge) return charge;
  return invalidRequest(`This PaymentIntent (${id}) does not have a successful charge to refund.`, {
    param: 'payment_intent',
  });
}
