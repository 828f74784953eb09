import { z } from 'zod';
import { type Failure, invalidRequest } from './failures.ts';
import { findIntent } from './find-intent.ts';
import { choice, expand, integer, text } from './params.ts';
import type { Work } from './work.ts';

export const elementsParams = z.strictObject({
  client_secret: text.optional(),
  deferred_intent: z.strictObject({ mode: choice(['payment']), amount: integer, currency: text }).optional(),
  expand,
});

/** What Stripe.js asks for before it shows an element: whether the intent is one that can be paid, and how. */
export function readElementsSession(
  work: Work,
  { client_secret: clientSecret, deferred_intent: deferred }: z.output<typeof elementsParams>,
): object | Failure {
  if (clientSecret === undefined && !deferred) {
    return invalidRequest('Missing required param: client_secret.', {
      code: 'parameter_missing',
      param: 'client_secret',
    });
  }
  const session = { object: 'elements_session', payment_method_types: ['card'] };
  if (clientSecret === undefined) return session;
  const intent = findIntent(work, clientSecret.split('_secret_')[0] ?? '', clientSecret);
  if (!('id' in intent)) return intent;
  return { ...session, amount: intent.amount, currency: intent.currency, status: intent.status };
}
