import { Stripe } from 'stripe';
import type { Log } from '../http-errors.ts';
import { MONEY_BACK, readMoneyBack } from './money-back.ts';
import type { CheckoutRequest, Payment, PaymentGateway, PaymentRequest, RefundRequest } from './payment.ts';
import { askStripe, describeRefusedRefund } from './stripe-failures.ts';
import { ATTEMPT_KEY, fromShipping, toEvent, toPayment, toSession } from './stripe-objects.ts';

/** Below what a buyer waits for; with the retries, a call ends within half a minute. */
const TIMEOUT_MS = 8000;
const NETWORK_RETRIES = 2;
/** How old a signed event may be: Stripe's own recommendation against replays. */
const TOLERANCE_SECONDS = 300;
const CURRENCY = 'gbp';

type Described = Pick<PaymentRequest, 'attemptId' | 'description' | 'metadata' | 'shipping' | 'email'>;

export interface GatewaySettings {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Where Stripe's API is when it is not at Stripe: the payment sandbox. */
  readonly apiBase?:
    | { readonly protocol: 'http' | 'https'; readonly host: string; readonly port: number }
    | undefined;
  readonly timeoutMs?: number;
  readonly networkRetries?: number;
  readonly log: Log;
}

/** Stripe through its SDK. The same code talks to the payment sandbox. */
export function createPaymentGateway(settings: GatewaySettings): PaymentGateway {
  const { log } = settings;
  const stripe = new Stripe(settings.secretKey, {
    ...settings.apiBase,
    timeout: settings.timeoutMs ?? TIMEOUT_MS,
    maxNetworkRetries: settings.networkRetries ?? NETWORK_RETRIES,
    telemetry: false,
  });

  const readPayment = async (intent: Stripe.PaymentIntent): Promise<Payment> =>
    toPayment(intent, await readMoneyBack(stripe, intent));

  return {
    createPayment: (request) =>
      askStripe(log, async () =>
        readPayment(
          await stripe.paymentIntents.create(paymentParams(request), {
            idempotencyKey: `intent-${request.attemptId}`,
          }),
        ),
      ),
    retrievePayment: (id) =>
      askStripe(log, async () =>
        readPayment(await stripe.paymentIntents.retrieve(id, { expand: [MONEY_BACK] })),
      ),
    addMetadata: (id, metadata) =>
      askStripe(log, async () =>
        readPayment(await stripe.paymentIntents.update(id, { metadata, expand: [MONEY_BACK] })),
      ),
    cancelPayment: (id) => askStripe(log, async () => readPayment(await stripe.paymentIntents.cancel(id))),
    createRefund: async (request) => {
      const made = await askStripe(log, () => createRefund(stripe, request), describeRefusedRefund);
      if (!made.ok) return made;
      const hasFailed = made.value.status === 'failed' || made.value.status === 'canceled';
      return hasFailed ? { ok: false, problem: { code: 'refund_refused' } } : { ok: true, value: null };
    },
    listPayments: (since) =>
      askStripe(log, async () => {
        const payments = [];
        const created = { gte: Math.floor(since.getTime() / 1000) };
        const expand = [`data.${MONEY_BACK}`];
        for await (const intent of stripe.paymentIntents.list({ created, limit: 100, expand })) {
          payments.push(await readPayment(intent));
        }
        return payments;
      }),
    createSession: (request) =>
      askStripe(log, async () =>
        toSession(
          await stripe.checkout.sessions.create(sessionParams(request), {
            idempotencyKey: `session-${request.attemptId}`,
          }),
        ),
      ),
    retrieveSession: (id) =>
      askStripe(log, async () => toSession(await stripe.checkout.sessions.retrieve(id))),
    readEvent(rawBody, signature, now) {
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
        // Whatever the SDK stumbles over came with the request: an empty signature is an Error without a name,
        // and a signed body that is no event a SyntaxError or a ZodError.
        return null;
      }
    },
  };
}

function paymentParams(request: PaymentRequest): Stripe.PaymentIntentCreateParams {
  return {
    amount: request.amount,
    currency: CURRENCY,
    automatic_payment_methods: { enabled: true, allow_redirects: request.allowRedirects },
    ...describeOrder(request),
  };
}

/** What the webhook, the reconciliation and a shop that has lost its disk know a payment by. */
function describeOrder({ attemptId, description, metadata, shipping, email }: Described) {
  return {
    description,
    metadata: { ...metadata, [ATTEMPT_KEY]: attemptId },
    ...(email !== null && { receipt_email: email }),
    ...(shipping !== null && { shipping: fromShipping(shipping) }),
  };
}

function createRefund(stripe: Stripe, { paymentIntentId, amount, requestId }: RefundRequest) {
  return stripe.refunds.create(
    { payment_intent: paymentIntentId, amount, reason: 'requested_by_customer' },
    { idempotencyKey: `refund-${requestId}` },
  );
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
    payment_intent_data: described,
    success_url: request.successUrl,
    cancel_url: request.cancelUrl,
  };
}
