import { z } from 'zod';
import { readHiddenSession, refreshSession } from './checkout-sessions.ts';
import { confirmIntent } from './confirm-intent.ts';
import { createIntent } from './create-intent.ts';
import { Failure, invalidRequest } from './failures.ts';
import type { Intent, Session } from './store.ts';
import type { Work } from './work.ts';

/** The fields of the payment page, all text. The messages are for the buyer. */
export const paymentForm = z.object({
  email: z.email('Please enter a valid email address.'),
  name: z.string().trim().min(1, 'Please enter your name.'),
  number: z.string().regex(/^[\d\s-]{12,25}$/, 'Your card number is incomplete.'),
  expiry: z
    .string()
    .regex(/^\s*\d{1,2}\s*\/\s*\d{2}(\d{2})?\s*$/, 'Please enter the expiry date as MM / YY.'),
  cvc: z.string().regex(/^\d{3,4}$/, "Your card's security code is incomplete."),
});

/**
 * Pays for a session with what the buyer has entered. One intent for each session, also after a decline.
 * @param returnUrl where the authentication page sends the buyer, when the card asks for it
 */
export function payForSession(
  work: Work,
  session: Session,
  { email, name, number, expiry, cvc }: z.output<typeof paymentForm>,
  returnUrl: string,
): Intent | Failure {
  if (refreshSession(work, session).status !== 'open') {
    return invalidRequest('This Checkout Session is no longer open.');
  }
  const intent = findOrCreateIntent(work, session);
  if (intent instanceof Failure) return intent;
  session.customer_details = {
    address: null,
    business_name: null,
    email,
    individual_name: null,
    name,
    phone: null,
    tax_exempt: 'none',
    tax_ids: [],
  };
  work.store.save<'checkout.session'>(session);
  const [month, year] = expiry.split('/').map(Number);
  return confirmIntent(work, intent, {
    return_url: returnUrl,
    payment_method_data: {
      type: 'card',
      card: { number: number.replaceAll(/[\s-]/g, ''), exp_month: month ?? 0, exp_year: year ?? 0, cvc },
      billing_details: { email, name, phone: null },
    },
  });
}

function findOrCreateIntent(work: Work, session: Session): Intent | Failure {
  const existing = work.store.get('payment_intent', String(session.payment_intent));
  if (existing) return existing;
  const { intentData } = readHiddenSession(work, session.id);
  const amount = session.amount_total ?? 0;
  const intent = createIntent(work, { ...intentData, amount, currency: 'gbp' }, session.id);
  if (!(intent instanceof Failure)) session.payment_intent = intent.id;
  return intent;
}
