import type Stripe from 'stripe';
import { z } from 'zod';
import { type HiddenSession, refreshSession } from './checkout-sessions.ts';
import { confirmIntent } from './confirm-intent.ts';
import { createIntent } from './create-intent.ts';
import { Failure, invalidRequest } from './failures.ts';
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

export const deliveryForm = paymentForm.extend({
  line1: z.string().trim().min(1, 'Please enter the address.'),
  line2: z.string().trim().default(''),
  city: z.string().trim().min(1, 'Please enter the town or city.'),
  postal_code: z.string().trim().min(1, 'Please enter the postcode.'),
  country: z.string().length(2, 'Please choose a country.'),
});
export type PaymentForm = z.output<typeof paymentForm> & Partial<z.output<typeof deliveryForm>>;

/**
 * Pays for a session with what the buyer has entered. One intent for each session, also after a decline.
 * @param returnUrl where the authentication page sends the buyer, when the card asks for it
 */
export function payForSession(
  work: Work,
  session: Stripe.Checkout.Session,
  form: PaymentForm,
  returnUrl: string,
): Stripe.PaymentIntent | Failure {
  if (refreshSession(work, session).status !== 'open') {
    return invalidRequest('This Checkout Session is no longer open.');
  }
  const address = {
    city: form.city ?? null,
    country: form.country ?? null,
    line1: form.line1 ?? null,
    line2: form.line2 || null,
    postal_code: form.postal_code ?? null,
    state: null,
  };
  const isDelivered = session.shipping_address_collection !== null;
  const intent = findOrCreateIntent(work, session);
  if (intent instanceof Failure) return intent;
  collectDetails(work, session, form, isDelivered ? address : null);
  const [month, year] = form.expiry.split('/').map(Number);
  const details = { carrier: null, name: form.name, phone: null, tracking_number: null };
  return confirmIntent(work, intent, {
    return_url: returnUrl,
    ...(isDelivered ? { shipping: { ...details, address } } : {}),
    payment_method_data: {
      type: 'card',
      card: {
        number: form.number.replaceAll(/[\s-]/g, ''),
        exp_month: month ?? 0,
        exp_year: year ?? 0,
        cvc: form.cvc,
      },
      billing_details: { address, email: form.email, name: form.name, phone: null },
    },
  });
}

function findOrCreateIntent(work: Work, session: Stripe.Checkout.Session): Stripe.PaymentIntent | Failure {
  const existing =
    typeof session.payment_intent === 'string'
      ? work.store.get('payment_intent', session.payment_intent)
      : undefined;
  if (existing) return existing;
  const { intentData } = work.store.readHidden('checkout.session', session.id) as unknown as HiddenSession;
  const intent = createIntent(
    work,
    { ...intentData, amount: session.amount_total ?? 0, currency: session.currency ?? 'gbp' },
    session.id,
  );
  if (!(intent instanceof Failure)) session.payment_intent = intent.id;
  return intent;
}

function collectDetails(
  work: Work,
  session: Stripe.Checkout.Session,
  { email, name }: PaymentForm,
  address: Stripe.Address | null,
): void {
  session.customer_details = {
    address,
    business_name: null,
    email,
    individual_name: null,
    name,
    phone: null,
    tax_exempt: 'none',
    tax_ids: [],
  };
  session.collected_information = {
    business_name: null,
    individual_name: null,
    shipping_details: address ? { address, name } : null,
  };
  work.store.save<'checkout.session'>(session);
}
