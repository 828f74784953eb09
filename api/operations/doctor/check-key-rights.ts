import { Stripe } from 'stripe';
import { type CheckResult, conclude } from './check-result.ts';

const ONE = { limit: 1 };

/** What the service reads at Stripe, by Stripe's names for the rights of a restricted key. */
const READ: Record<string, (stripe: Stripe) => Promise<unknown>> = {
  PaymentIntents: (stripe) => stripe.paymentIntents.list(ONE),
  Charges: (stripe) => stripe.charges.list(ONE),
  Refunds: (stripe) => stripe.refunds.list(ONE),
  Disputes: (stripe) => stripe.disputes.list(ONE),
  'Checkout Sessions': (stripe) => stripe.checkout.sessions.list(ONE),
  Reviews: (stripe) => stripe.reviews.list(ONE),
};

/**
 * Whether a restricted key may read what the service reads. What it may write cannot be known without writing. Nothing
 * where Stripe does not answer: the other checks say so.
 */
export async function checkKeyRights(stripe: Stripe): Promise<CheckResult[]> {
  const missing: string[] = [];
  for (const [name, ask] of Object.entries(READ)) {
    try {
      await ask(stripe);
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripePermissionError)) return [];
      missing.push(name);
    }
  }
  const message = `STRIPE_SECRET_KEY may not read ${missing.join(', ')} at Stripe: give the restricted key the rights that api/OPERATIONS.md lists.`;
  return conclude('key', missing.length === 0 ? [] : [message], 'The key may read what the service needs.');
}
