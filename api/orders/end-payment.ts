import type { Result } from '../http/result.ts';
import type { PaymentGateway } from '../payments/payment.ts';
import type { Attempt } from './attempts-repository.ts';

/** Sees to it that an attempt cannot be paid any more: its payment is cancelled, or its page at Stripe's ended. */
export async function endPayment(
  gateway: Pick<PaymentGateway, 'cancelPayment' | 'expireSession'>,
  { checkoutSessionId: session, paymentIntentId: payment }: Attempt,
): Promise<Result<unknown>> {
  // The payment of a page can only be ended with the page.
  if (session !== null) return gateway.expireSession(session);
  if (payment !== null) return gateway.cancelPayment(payment);
  return { ok: true, value: null };
}
