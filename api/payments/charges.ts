import type { Stripe } from 'stripe';
import type { DisputeState } from '#domain/payments/dispute-state.ts';
import type { MoneyBack } from './payment.ts';

/** The expansion of an intent that `readMoneyBack` needs. */
export const MONEY_BACK = 'latest_charge.refunds';

/** The metadata of a refund that takes no box out of the order. */
export const GOODWILL = { goodwill: 'yes' } as const;

const NOTHING: MoneyBack = { refunded: 0, goodwill: 0, failedRefunds: 0, dispute: null };

/**
 * Every other status is open. A closed inquiry (`warning_closed`) or a dispute that was prevented takes no money from
 * the farm.
 */
const ENDED: Partial<Record<string, DisputeState>> = {
  won: 'won',
  warning_closed: 'won',
  prevented: 'won',
  lost: 'lost',
};

/**
 * Adds up a payment's refunds. The charge's own sum does not separate failed refunds. The sums of all refunds and of
 * failed ones only grow, so reports may arrive in any order.
 * @param intent with `MONEY_BACK` expanded
 */
export async function readMoneyBack(stripe: Stripe, intent: Stripe.PaymentIntent): Promise<MoneyBack> {
  const charge = intent.latest_charge;
  if (typeof charge !== 'object' || charge === null) return NOTHING;
  let refunded = 0;
  let goodwill = 0;
  let failedRefunds = 0;
  for (const { amount, status, metadata } of await readRefunds(stripe, charge)) {
    if (status === 'failed' || status === 'canceled') {
      failedRefunds += amount;
      continue;
    }
    refunded += amount;
    if (metadata?.goodwill === GOODWILL.goodwill) goodwill += amount;
  }
  return {
    refunded,
    goodwill,
    failedRefunds,
    dispute: charge.disputed ? await readDispute(stripe, charge) : null,
  };
}

/** A charge includes its last ten refunds. */
async function readRefunds(stripe: Stripe, { id, refunds }: Stripe.Charge): Promise<Stripe.Refund[]> {
  if (!refunds?.has_more) return refunds?.data ?? [];
  const all = [];
  for await (const refund of stripe.refunds.list({ charge: id, limit: 100 })) all.push(refund);
  return all;
}

/** A charge's `disputed` stays true after the dispute has ended, so this reads the disputes themselves. */
async function readDispute(stripe: Stripe, { id }: Stripe.Charge): Promise<DisputeState> {
  const { data } = await stripe.disputes.list({ charge: id, limit: 100 });
  const states = data.map(({ status }) => ENDED[status] ?? 'open');
  return (['open', 'lost'] as const).find((state) => states.includes(state)) ?? 'won';
}

/** How many cards were declined for a payment that can still be paid. Asks Stripe only if the last one was declined. */
export async function countFailedCards(
  stripe: Stripe,
  { id, status, last_payment_error: lastError }: Stripe.PaymentIntent,
): Promise<number> {
  if (status !== 'requires_payment_method' || lastError === null) return 0;
  const { data } = await stripe.charges.list({ payment_intent: id, limit: 100 });
  // A failed authentication leaves no charge.
  return Math.max(1, data.filter((charge) => charge.status === 'failed').length);
}
