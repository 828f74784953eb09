import { Stripe } from 'stripe';
import type { Log } from '../http/log.ts';
import { type Result, refuse } from '../http/problems.ts';
import type {
  CheckoutRequest,
  CheckoutSession,
  Payment,
  PaymentEvent,
  PaymentRequest,
  RefundRequest,
  Started,
} from './payment.ts';
import { askStripe, createOnce, describeRefusedRefund } from './stripe-failures.ts';
import {
  ATTEMPT_KEY,
  countFailedCards,
  fromShipping,
  GOODWILL,
  MONEY_BACK,
  REVIEW,
  readMoneyBack,
  toEvent,
  toPayment,
  toSession,
} from './stripe-objects.ts';

/** Less than a buyer is willing to wait. With its retries, a call ends within half a minute. */
const TIMEOUT_MS = 8000;
const NETWORK_RETRIES = 2;
/** The maximum age of a signed event, as Stripe recommends against replays. */
const TOLERANCE_SECONDS = 300;
/** How far Stripe's clock may be behind ours. */
const CLOCK_SKEW_MS = 5 * 60_000;

export interface GatewaySettings {
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly apiBase?:
    | { readonly protocol: 'http' | 'https'; readonly host: string; readonly port: number }
    | undefined;
  readonly networkRetries?: number;
  readonly log: Log;
}

export type PaymentGateway = ReturnType<typeof createPaymentGateway>;

/**
 * Stripe as this service uses it, through its SDK. Failures of Stripe or the network are returned as problems. The
 * payment sandbox is called with the same code.
 */
export function createPaymentGateway(settings: GatewaySettings) {
  const { log } = settings;
  const stripe = new Stripe(settings.secretKey, {
    ...settings.apiBase,
    timeout: TIMEOUT_MS,
    maxNetworkRetries: settings.networkRetries ?? NETWORK_RETRIES,
    telemetry: false,
  });

  const readPayment = async (intent: Stripe.PaymentIntent): Promise<Payment> =>
    toPayment(intent, await readMoneyBack(stripe, intent));
  const expand = [MONEY_BACK, REVIEW];
  const listSince = async function* (since: Date) {
    const created = { gte: Math.floor(since.getTime() / 1000) };
    const expandAll = expand.map((each) => `data.${each}`);
    for await (const intent of stripe.paymentIntents.list({ created, limit: 100, expand: expandAll })) {
      yield readPayment(intent);
    }
  };
  const findPaymentOf = async ({ attemptId, startedAt }: Started): Promise<Payment | null> => {
    for await (const payment of listSince(new Date(startedAt.getTime() - CLOCK_SKEW_MS))) {
      if (payment.attemptId === attemptId) return payment;
    }
    return null;
  };
  const findSessionOf = async ({ attemptId, startedAt }: Started): Promise<CheckoutSession | null> => {
    const created = { gte: Math.floor((startedAt.getTime() - CLOCK_SKEW_MS) / 1000) };
    for await (const session of stripe.checkout.sessions.list({ created, limit: 100 })) {
      if (session.client_reference_id === attemptId) return toSession(session);
    }
    return null;
  };
  const findRefundOf = async ({ paymentIntentId, requestId }: RefundRequest) => {
    for await (const refund of stripe.refunds.list({ payment_intent: paymentIntentId, limit: 100 })) {
      if (refund.metadata?.[REQUEST_KEY] === requestId) return refund;
    }
    return null;
  };

  return {
    createPayment: (request: PaymentRequest) =>
      askStripe(log, () =>
        createOnce(
          `intent-${request.attemptId}`,
          async (idempotencyKey) =>
            readPayment(await stripe.paymentIntents.create(paymentParams(request), { idempotencyKey })),
          () => findPaymentOf(request),
        ),
      ),
    retrievePayment: (id: string) =>
      askStripe(log, async () => {
        const intent = await stripe.paymentIntents.retrieve(id, { expand });
        return { ...(await readPayment(intent)), failedCards: await countFailedCards(stripe, intent) };
      }),
    addMetadata: (id: string, metadata: Payment['metadata']) =>
      askStripe(log, async () => readPayment(await stripe.paymentIntents.update(id, { metadata, expand }))),
    /** Charges an authorised payment. Returns a problem if it is not authorised any more. */
    capturePayment: (id: string) =>
      askStripe(log, async () => readPayment(await stripe.paymentIntents.capture(id, { expand }))),
    /** Returns a problem if the payment can no longer be cancelled. */
    cancelPayment: (id: string) =>
      askStripe(log, async () => readPayment(await stripe.paymentIntents.cancel(id, { expand }))),
    /** Returns `refund_refused` if Stripe or the bank refuses the refund. */
    createRefund: async (request: RefundRequest): Promise<Result<null>> => {
      const { requestId } = request;
      const create = (idempotencyKey: string) =>
        stripe.refunds.create(refundParams(request), { idempotencyKey });
      const once = () => createOnce(`refund-${requestId}`, create, () => findRefundOf(request));
      const made = await askStripe(log, once, describeRefusedRefund);
      if (!made.ok) return made;
      const hasFailed = made.value.status === 'failed' || made.value.status === 'canceled';
      return hasFailed ? refuse({ code: 'refund_refused' }) : { ok: true, value: null };
    },
    /** Every payment since then, including those of other programs. */
    listPayments: (since: Date) =>
      askStripe(log, async () => {
        const payments = [];
        for await (const payment of listSince(since)) payments.push(payment);
        return payments;
      }),
    createSession: (request: CheckoutRequest) =>
      askStripe(log, () =>
        createOnce(
          // A payment link has one after the other.
          `session-${request.attemptId}-${request.expiresAt.getTime()}`,
          async (idempotencyKey) =>
            toSession(await stripe.checkout.sessions.create(sessionParams(request), { idempotencyKey })),
          async () => {
            const found = await findSessionOf(request);
            return found?.state === 'expired' ? null : found;
          },
        ),
      ),
    /** The page created last for an attempt, or null. */
    findSessionOf: (started: Started) => askStripe(log, () => findSessionOf(started)),
    /** Expires a page that has not been paid. Returns a problem if it is paid or expired. */
    expireSession: (id: string) =>
      askStripe(log, async () => toSession(await stripe.checkout.sessions.expire(id))),
    retrieveSession: (id: string) =>
      askStripe(log, async () => toSession(await stripe.checkout.sessions.retrieve(id))),
    /** Null if the signature is wrong or older than five minutes. */
    readEvent(rawBody: string, signature: string, now: Date): PaymentEvent | null {
      try {
        return toEvent(
          stripe.webhooks.constructEvent(
            rawBody,
            signature,
            settings.webhookSecret,
            TOLERANCE_SECONDS,
            undefined,
            now.getTime(),
          ),
        );
      } catch {
        // Every error here is caused by the request: an empty signature is an Error without a name, and a signed body
        // that is not an event is a SyntaxError or a ZodError.
        return null;
      }
    },
  };
}

const CURRENCY = 'gbp';

type Described = Pick<PaymentRequest, 'attemptId' | 'description' | 'metadata' | 'shipping' | 'email'>;

const REQUEST_KEY = 'requestId';

function paymentParams(request: PaymentRequest): Stripe.PaymentIntentCreateParams {
  return {
    amount: request.amount,
    currency: CURRENCY,
    automatic_payment_methods: { enabled: true, allow_redirects: request.allowRedirects },
    ...(request.capture === 'manual' && { capture_method: 'manual' }),
    ...describeOrder(request),
  };
}

/** By which the webhook, the reconciliation and a shop without its disk recognise a payment. */
function describeOrder({ attemptId, description, metadata, shipping, email }: Described) {
  return {
    description,
    metadata: { ...metadata, [ATTEMPT_KEY]: attemptId },
    ...(email !== null && { receipt_email: email }),
    ...(shipping !== null && { shipping: fromShipping(shipping) }),
  };
}

function refundParams(request: RefundRequest): Stripe.RefundCreateParams {
  const { paymentIntentId, amount, isGoodwill, requestId } = request;
  return {
    payment_intent: paymentIntentId,
    amount,
    reason: 'requested_by_customer',
    metadata: { [REQUEST_KEY]: requestId, ...(isGoodwill && GOODWILL) },
  };
}

function sessionParams(request: CheckoutRequest): Stripe.Checkout.SessionCreateParams {
  const described = describeOrder(request);
  return {
    mode: 'payment',
    line_items: [
      {
        quantity: request.quantity,
        price_data: {
          currency: CURRENCY,
          unit_amount: request.unitAmount,
          product_data: { name: request.productName },
        },
      },
    ],
    client_reference_id: request.attemptId,
    ...(request.email !== null && { customer_email: request.email }),
    metadata: described.metadata,
    payment_intent_data: {
      ...described,
      ...(request.capture === 'manual' && { capture_method: 'manual' as const }),
    },
    expires_at: Math.floor(request.expiresAt.getTime() / 1000),
    success_url: request.successUrl,
    cancel_url: request.cancelUrl,
  };
}
