import type { Stripe } from 'stripe';
import type { DisputeState } from '#domain/payments/dispute-state.ts';
import type { MoneyBack } from './payment.ts';

/** What an answer with an intent must hold for `readMoneyBack`. */
export const MONEY_BACK = 'latest_charge.refunds';

const NOTHING: MoneyBack = { refunded: 0, failedRefunds: 0, dispute: null };

/**
 * Everything else is open. An inquiry that has ended (`warning_closed`), and a dispute that was settled before it was
 * one (`prevented`), take nothing from the farm by themselves.
 */
const ENDED: Partial<Record<string, DisputeState>> = {
  won: 'won',
  warning_closed: 'won',
  prevented: 'won',
  lost: 'lost',
};

/**
 * Adds up what has gone back of a payment. Refunds and not the charge's own sum, because failed ones must be told apart:
 * the sums of what was ever refunded, and of what of that has failed, only grow, so reports may come in any order.
 * @param intent with `MONEY_BACK` expanded
 */
export async function readMoneyBack(stripe: Stripe, intent: Stripe.PaymentIntent): Promise<MoneyBack> {
  const charge = intent.latest_charge;
  if (typeof charge !== 'object' || charge === null) return NOTHING;
  let refunded = 0;
  let failedRefunds = 0;
  for (const { amount, status } of await readRefunds(stripe, charge)) {
    if (status === 'failed' || status === 'canceled') failedRefunds += amount;
    else refunded += amount;
  }
  return { refunded, failedRefunds, dispute: charge.disputed ? await readDispute(stripe, charge) : null };
}

/** A charge brings its last ten refunds along. */
async function readRefunds(stripe: Stripe, { id, refunds }: Stripe.Charge): Promise<Stripe.Refund[]> {
  if (!refunds?.has_more) return refunds?.data ?? [];
  const all = [];
  for await (const refund of stripe.refunds.list({ charge: id, limit: 100 })) all.push(refund);
  return all;
}

/** `disputed` of a charge stays true when the dispute has ended, so the disputes themselves are asked for. */
async function readDispute(stripe: Stripe, { id }: Stripe.Charge): Promise<DisputeState> {
  const { data } = await stripe.disputes.list({ charge: id, limit: 100 });
  const states = data.map(({ status }) => ENDED[status] ?? 'open');
  return (['open', 'lost'] as const).find((state) => states.includes(state)) ?? 'won';
}

/** How many cards were declined for a payment that can still be paid. Only a declined one is asked about further. */
export async function countFailedCards(
  stripe: Stripe,
  { id, status, last_payment_error: lastError }: Stripe.PaymentIntent,
): Promise<number> {
  if (status !== 'requires_payment_method' || lastError === null) return 0;
  const { data } = await stripe.charges.list({ payment_intent: id, limit: 100 });
  // A refused authentication leaves no charge.
  return Math.max(1, data.filter((charge) => charge.status === 'failed').length);
}
