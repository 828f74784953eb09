import type { Stripe } from 'stripe';
import { z } from 'zod';
import type {
  CheckoutSession,
  MoneyBack,
  Payment,
  PaymentEvent,
  PaymentShipping,
  PaymentState,
} from './payment.ts';

/** The metadata key for an intent's attempt. */
export const ATTEMPT_KEY = 'attemptId';
/** The metadata key for what is sold. */
export const KIND_KEY = 'orderType';

const markSchema = z.object({ [ATTEMPT_KEY]: z.uuid(), [KIND_KEY]: z.enum(['branch_box', 'foliage']) });

/**
 * The attempt that a Stripe object belongs to. Null if it is not of this shop. Only holders of the secret key can write
 * metadata.
 */
function readMark(metadata: unknown): string | null {
  return markSchema.safeParse(metadata).data?.[ATTEMPT_KEY] ?? null;
}

/** The expansion of an intent that is needed to read its review. */
export const REVIEW = 'review';

const STATES: Partial<Record<string, PaymentState>> = {
  succeeded: 'succeeded',
  processing: 'processing',
  requires_capture: 'authorised',
  canceled: 'cancelled',
};

const SESSION_STATES: Partial<Record<string, CheckoutSession['state']>> = {
  complete: 'complete',
  expired: 'expired',
};

export function toPayment(intent: Stripe.PaymentIntent, moneyBack: MoneyBack): Payment {
  const state = STATES[intent.status] ?? 'unpaid';
  return {
    id: intent.id,
    state,
    status: intent.status,
    amount: state === 'succeeded' ? intent.amount_received : intent.amount,
    currency: intent.currency,
    attemptId: readMark(intent.metadata),
    metadata: intent.metadata ?? {},
    createdAt: new Date(intent.created * 1000),
    clientSecret: intent.client_secret,
    isLive: intent.livemode,
    failedCards: 0,
    review: readReview(intent.review),
    // Who pays on Stripe's own page may have typed it only there.
    email: intent.receipt_email ?? readBilling(intent),
    shipping: intent.shipping ? toShipping(intent.shipping) : null,
    ...moneyBack,
  };
}

/** Null unless the charge is expanded. */
function readBilling({ latest_charge: charge }: Stripe.PaymentIntent): string | null {
  return typeof charge === 'object' ? (charge?.billing_details.email ?? null) : null;
}

function readReview(review: string | Stripe.Review | null): Payment['review'] {
  if (typeof review !== 'object' || review === null) return null;
  return review.open ? 'open' : 'closed';
}

function toShipping({ name, phone, address }: Stripe.PaymentIntent.Shipping): PaymentShipping {
  return {
    name: name ?? null,
    phone: phone ?? null,
    lines: [address?.line1, address?.line2].filter(
      (line) => typeof line === 'string' && line !== '',
    ) as string[],
    city: address?.city ?? null,
    postcode: address?.postal_code ?? null,
    country: address?.country ?? null,
  };
}

/** Stripe has two street lines, so the second contains all further lines. */
export function fromShipping(shipping: PaymentShipping) {
  const { name, phone, lines, city, postcode, country } = shipping;
  const [line1 = '', ...rest] = lines;
  const address = {
    line1,
    line2: rest.join(', '),
    city: city ?? '',
    postal_code: postcode ?? '',
    country: country ?? '',
  };
  return { name: name ?? '', ...(phone !== null && { phone }), address };
}

export function toSession(session: Stripe.Checkout.Session): CheckoutSession {
  return {
    id: session.id,
    state: SESSION_STATES[session.status ?? 'open'] ?? 'open',
    url: session.url,
    paymentIntentId: idOf(session.payment_intent),
    attemptId: readMark(session.metadata),
  };
}

/** Events that may change a payment. All others are ignored. */
const SUBJECTS: Partial<Record<string, NonNullable<PaymentEvent['subject']>['kind']>> = {
  'payment_intent.succeeded': 'payment',
  'payment_intent.amount_capturable_updated': 'payment',
  'payment_intent.processing': 'payment',
  'payment_intent.payment_failed': 'payment',
  'payment_intent.canceled': 'payment',
  'checkout.session.completed': 'session',
  'checkout.session.async_payment_succeeded': 'session',
  'checkout.session.async_payment_failed': 'session',
  'checkout.session.expired': 'session',
  'charge.refunded': 'money_back',
  'charge.refund.updated': 'money_back',
  'refund.updated': 'money_back',
  'refund.failed': 'money_back',
  'charge.dispute.created': 'money_back',
  'charge.dispute.updated': 'money_back',
  'charge.dispute.closed': 'money_back',
  'review.opened': 'doubt',
  'review.closed': 'doubt',
  'radar.early_fraud_warning.created': 'fraud_warning',
};

/** The types of those events. Stripe must be set to send them. */
export const HANDLED_EVENTS: readonly string[] = Object.keys(SUBJECTS);

/** The fields of an event that are used. */
const eventSchema = z.object({
  id: z.string(),
  type: z.string(),
  livemode: z.boolean(),
  data: z.object({
    object: z.object({
      id: z.string().optional(),
      payment_intent: z.string().nullish().catch(null),
      metadata: z.record(z.string(), z.string()).nullish(),
    }),
  }),
});

/**
 * An event in this service's terms. Its object only says what to ask Stripe about.
 * @throws ZodError if it is not an event
 */
export function toEvent(event: Stripe.Event): PaymentEvent {
  const { id, type, livemode: isLive, data } = eventSchema.parse(event);
  const kind = SUBJECTS[type];
  const { id: ownId, payment_intent: paymentIntentId, metadata } = data.object;
  const subjectId = kind === 'payment' || kind === 'session' ? ownId : paymentIntentId;
  if (kind === undefined || !subjectId) return { id, type, isLive, subject: null };
  return { id, type, isLive, subject: { kind, id: subjectId, attemptId: readMark(metadata) } };
}

function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === 'object' && reference !== null ? reference.id : reference;
}
