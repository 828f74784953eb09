import type Stripe from 'stripe';
import { z } from 'zod';
import { SANDBOX_MOUNT } from '#domain/payments/payment-sandbox.ts';
import { expireSession } from './checkout-completion.ts';
import { type Failure, invalidRequest } from './failures.ts';
import {
  choice,
  email,
  expand,
  flag,
  integer,
  list,
  mergeMetadata,
  metadata,
  positiveInteger,
  shipping,
  text,
  textOrUnset,
  webAddress,
} from './params.ts';
import { createId, now, randomText, type Work } from './work.ts';

const MINUTE_S = 60;
const DAY_S = 24 * 60 * MINUTE_S;

const priceData = z.strictObject({
  currency: choice(['gbp', 'eur', 'usd']),
  unit_amount: positiveInteger,
  product_data: z.strictObject({
    name: text,
    description: text.optional(),
    images: list(text).optional(),
    metadata: metadata.optional(),
  }),
});

export const sessionParams = z.strictObject({
  mode: choice(['payment']),
  line_items: list(z.strictObject({ price_data: priceData, quantity: positiveInteger.default(1) })),
  success_url: webAddress,
  cancel_url: webAddress.optional(),
  client_reference_id: text.optional(),
  customer_email: email.optional(),
  expires_at: integer.optional(),
  locale: text.optional(),
  metadata: metadata.optional(),
  payment_intent_data: z
    .strictObject({
      capture_method: choice(['automatic', 'automatic_async', 'manual']).optional(),
      description: textOrUnset.optional(),
      metadata: metadata.optional(),
      receipt_email: email.optional(),
      shipping: shipping.optional(),
      statement_descriptor_suffix: textOrUnset.optional(),
    })
    .default({}),
  payment_method_types: list(choice(['card'])).optional(),
  phone_number_collection: z.strictObject({ enabled: flag }).optional(),
  shipping_address_collection: z
    .strictObject({ allowed_countries: list(text.length(2, 'Invalid country')) })
    .optional(),
  submit_type: choice(['auto', 'book', 'donate', 'pay']).optional(),
  expand,
});

/** What the payment page shows besides the session. */
export interface HiddenSession {
  intentData: z.output<typeof sessionParams>['payment_intent_data'];
  lineItems: Stripe.LineItem[];
}

/** A page to pay on, beside the one that the buyer goes to afterwards. */
export function createSession(
  work: Work,
  params: z.output<typeof sessionParams>,
): Stripe.Checkout.Session | Failure {
  const created = now(work);
  const expiresAt = params.expires_at ?? created + DAY_S;
  const problem = findProblem(params, created, expiresAt);
  if (problem) return problem;
  const lineItems = params.line_items.map((item) => describeItem(item, created));
  const total = lineItems.reduce((sum, item) => sum + item.amount_total, 0);
  const id = `cs_test_a1${randomText(56)}`;
  const session: Stripe.Checkout.Session = {
    ...emptySession(id, created, expiresAt),
    amount_subtotal: total,
    amount_total: total,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    currency: lineItems[0]?.currency ?? null,
    customer_email: params.customer_email ?? null,
    locale: params.locale ?? null,
    metadata: mergeMetadata({}, params.metadata),
    phone_number_collection: { enabled: params.phone_number_collection?.enabled ?? false },
    shipping_address_collection: params.shipping_address_collection ?? null,
    submit_type: params.submit_type ?? null,
    success_url: params.success_url,
    url: new URL(`${SANDBOX_MOUNT}/pay/${id}`, params.success_url).href,
  };
  const hidden: HiddenSession = { intentData: params.payment_intent_data, lineItems };
  work.store.insert('checkout.session', session, null, { ...hidden });
  work.store.scheduleJob(id, expiresAt * 1000);
  return session;
}

/** The session as it is now: an open one whose time is over has expired, whether or not a timer has noticed. */
export function refreshSession(work: Work, session: Stripe.Checkout.Session): Stripe.Checkout.Session {
  if (session.status === 'open' && session.expires_at <= now(work)) expireSession(work, session);
  return session;
}

export function lineItemsOf(work: Work, id: string): Stripe.LineItem[] {
  return (work.store.readHidden('checkout.session', id) as unknown as HiddenSession).lineItems;
}

function findProblem(
  { line_items: items }: z.output<typeof sessionParams>,
  created: number,
  expiresAt: number,
): Failure | undefined {
  if (items.length === 0) {
    return invalidRequest('You must specify at least one line item.', { param: 'line_items' });
  }
  if (expiresAt < created + 30 * MINUTE_S) {
    return invalidRequest(
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
      { param: 'expires_at' },
    );
  }
  if (expiresAt > created + DAY_S) {
    return invalidRequest(
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
      { param: 'expires_at' },
    );
  }
  return undefined;
}

type Item = z.output<typeof sessionParams>['line_items'][number];

function describeItem({ price_data: price, quantity }: Item, created: number): Stripe.LineItem {
  const amount = price.unit_amount * quantity;
  return {
    id: createId('li'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description: price.product_data.name,
    metadata: {},
    price: {
      id: createId('price'),
      object: 'price',
      active: false,
      billing_scheme: 'per_unit',
      created,
      currency: price.currency,
      custom_unit_amount: null,
      livemode: false,
      lookup_key: null,
      metadata: {},
      nickname: null,
      product: createId('prod'),
      recurring: null,
      tax_behavior: 'unspecified',
      tiers_mode: null,
      transform_quantity: null,
      type: 'one_time',
      unit_amount: price.unit_amount,
      unit_amount_decimal: null,
    },
    quantity,
  };
}

/** A Checkout Session with every field that Stripe answers, and nothing in it yet. */
function emptySession(id: string, created: number, expiresAt: number): Stripe.Checkout.Session {
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: null,
    amount_total: null,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: null,
    client_reference_id: null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created,
    currency: null,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: null,
    customer_account: null,
    customer_creation: 'if_required',
    customer_details: null,
    customer_email: null,
    discounts: [],
    expires_at: expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: null,
    managed_payments: null,
    metadata: {},
    mode: 'payment',
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    success_url: null,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: null,
    wallet_options: null,
  };
}
