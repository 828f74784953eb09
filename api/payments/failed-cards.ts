import type { Stripe } from 'stripe';

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
