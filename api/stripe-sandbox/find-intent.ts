import type Stripe from 'stripe';
import { type Failure, invalidRequest, resourceMissing } from './failures.ts';
import type { Work } from './work.ts';

/**
 * An intent by the id in the address. A browser must know its client secret as well.
 * @param clientSecret as sent, which the server need not do
 */
export function findIntent(
  work: Work,
  id: string,
  clientSecret: string | undefined,
): Stripe.PaymentIntent | Failure {
  const intent = work.store.get('payment_intent', id);
  if (!intent) return resourceMissing('payment_intent', id, 'path');
  if (work.access !== 'publishable' && clientSecret === undefined) return intent;
  if (clientSecret === undefined) {
    return invalidRequest('Missing required param: client_secret.', {
      code: 'parameter_missing',
      param: 'client_secret',
    });
  }
  if (clientSecret === intent.client_secret) return intent;
  return invalidRequest(
    'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
    { code: 'payment_intent_invalid_parameter', param: 'client_secret' },
  );
}
