import type { Stripe } from 'stripe';
import { z } from 'zod';
import type { DisputeState } from '#domain/orders/order-status.ts';
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
  if (kind === undefined || !subjectId) return { id, isLive, subject: null };
  return { id, isLive, subject: { kind, id: subjectId, attemptId: readMark(metadata) } };
}

function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === 'object' && reference !== null ? reference.id : reference;
}

/** The expansion of an intent that `readMoneyBack` needs. */
export const MONEY_BACK = 'latest_charge.refunds';

/** The metadata of a refund that takes no box out of the order. */
export const GOODWILL = { goodwill: 'yes' } as const;

const NOTHING: MoneyBack = { refunded: 0, goodwill: 0, failedRefunds: 0, dispute: null };

/**
 * Every other status is open. A closed inquiry (`warning_closed`) or a dispute that was prevented takes no money from
 * the farm.
 */
const ENDED: Partial<Record<string, DisputeState>> = {
  won: 'won',
  warning_closed: 'won',
  prevented: 'won',
  lost: 'lost',
};

/**
 * Adds up a payment's refunds. The charge's own sum does not separate failed refunds. The sums of all refunds and of
 * failed ones only grow, so reports may arrive in any order.
 * @param intent with `MONEY_BACK` expanded
 */
export async function readMoneyBack(stripe: Stripe, intent: Stripe.PaymentIntent): Promise<MoneyBack> {
  const charge = intent.latest_charge;
  if (typeof charge !== 'object' || charge === null) return NOTHING;
  let refunded = 0;
  let goodwill = 0;
  let failedRefunds = 0;
  for (const { amount, status, metadata } of await readRefunds(stripe, charge)) {
    if (status === 'failed' || status === 'canceled') {
      failedRefunds += amount;
      continue;
    }
    refunded += amount;
    if (metadata?.goodwill === GOODWILL.goodwill) goodwill += amount;
  }
  return {
    refunded,
    goodwill,
    failedRefunds,
    dispute: charge.disputed ? await readDispute(stripe, charge) : null,
  };
}

/** A charge includes its last ten refunds. */
async function readRefunds(stripe: Stripe, { id, refunds }: Stripe.Charge): Promise<Stripe.Refund[]> {
  if (!refunds?.has_more) return refunds?.data ?? [];
  const all = [];
  for await (const refund of stripe.refunds.list({ charge: id, limit: 100 })) all.push(refund);
  return all;
}

/** A charge's `disputed` stays true after the dispute has ended, so this reads the disputes themselves. */
async function readDispute(stripe: Stripe, { id }: Stripe.Charge): Promise<DisputeState> {
  const { data } = await stripe.disputes.list({ charge: id, limit: 100 });
  const states = data.map(({ status }) => ENDED[status] ?? 'open');
  return (['open', 'lost'] as const).find((state) => states.includes(state)) ?? 'won';
}

/** How many cards were declined for a payment that can still be paid. Asks Stripe only if the last one was declined. */
export async function countFailedCards(
  stripe: Stripe,
  { id, status, last_payment_error: lastError }: Stripe.PaymentIntent,
): Promise<number> {
  if (status !== 'requires_payment_method' || lastError === null) return 0;
  const { data } = await stripe.charges.list({ payment_intent: id, limit: 100 });
  // A failed authentication leaves no charge.
  return Math.max(1, data.filter((charge) => charge.status === 'failed').length);
}
