import { z } from 'zod';
import { SANDBOX_MOUNT } from '#domain/payments/payment-provider.ts';
import { expireSession } from './checkout-completion.ts';
import { type Failure, invalidRequest } from './failures.ts';
import {
  choice,
  email,
  expand,
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
import type { LineItem, Session } from './store.ts';
import { createId, now, randomText, type Work } from './work.ts';

const MINUTE_S = 60;
const DAY_S = 24 * 60 * MINUTE_S;

const lineItem = z.strictObject({
  quantity: positiveInteger.default(1),
  price_data: z.strictObject({
    currency: choice(['gbp']),
    unit_amount: positiveInteger,
    product_data: z.strictObject({ name: text }),
  }),
});

export const sessionParams = z.strictObject({
  mode: choice(['payment']),
  line_items: list(lineItem),
  success_url: webAddress,
  cancel_url: webAddress.optional(),
  client_reference_id: text.optional(),
  customer_email: email.optional(),
  expires_at: integer.optional(),
  metadata: metadata.optional(),
  payment_intent_data: z
    .strictObject({
      capture_method: choice(['manual']).optional(),
      description: textOrUnset.optional(),
      metadata: metadata.optional(),
      receipt_email: email.optional(),
      shipping: shipping.optional(),
    })
    .default({}),
  expand,
});

/** What the payment page shows besides the session. */
export interface HiddenSession {
  intentData: z.output<typeof sessionParams>['payment_intent_data'];
  lineItems: LineItem[];
}

/** A page to pay on, beside the one that the buyer goes to afterwards. */
export function createSession(work: Work, params: z.output<typeof sessionParams>): Session | Failure {
  const created = now(work);
  const { expires_at: expiresAt = created + DAY_S } = params;
  const refuse = (message: string, param: string) => invalidRequest(message, { param });
  if (params.line_items.length === 0) {
    return refuse('You must specify at least one line item.', 'line_items');
  }
  if (expiresAt < created + 30 * MINUTE_S || expiresAt > created + DAY_S) {
    return refuse('The `expires_at` timestamp must be 30 minutes to 24 hours from now.', 'expires_at');
  }
  const lineItems = params.line_items.map(describeItem);
  const total = lineItems.reduce((sum, item) => sum + item.amount_total, 0);
  const id = `cs_test_a1${randomText(56)}`;
  const session: Session = {
    id,
    object: 'checkout.session',
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    created,
    currency: 'gbp',
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer_details: null,
    customer_email: params.customer_email ?? null,
    expires_at: expiresAt,
    livemode: false,
    metadata: mergeMetadata({}, params.metadata),
    mode: 'payment',
    payment_intent: null,
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    shipping_options: [],
    status: 'open',
    success_url: params.success_url,
    url: new URL(`${SANDBOX_MOUNT}/pay/${id}`, params.success_url).href,
  };
  const hidden: HiddenSession = { intentData: params.payment_intent_data, lineItems };
  work.store.insert('checkout.session', session, null, { ...hidden });
  work.store.scheduleJob(id, expiresAt * 1000);
  return session;
}

/** The session as it is now: an open one whose time is over has expired, whether or not a timer has noticed. */
export function refreshSession(work: Work, session: Session): Session {
  if (session.status === 'open' && session.expires_at <= now(work)) expireSession(work, session);
  return session;
}

export function readHiddenSession(work: Work, id: string): HiddenSession {
  return work.store.readHidden('checkout.session', id) as unknown as HiddenSession;
}

function describeItem({ price_data: price, quantity }: z.output<typeof lineItem>): LineItem {
  const amount = price.unit_amount * quantity;
  return {
    id: createId('li'),
    object: 'item',
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description: price.product_data.name,
    quantity,
  };
}
