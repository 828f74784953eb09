import { Hono } from 'hono';
import { sendProblem } from '../http/http-errors.ts';
import { readText } from '../http/request-body.ts';
import { findAttempt, isOffered, updateAttempt } from '../orders/attempts-repository.ts';
import { recordPayment } from '../orders/sale/record-payment.ts';
import type { PaymentEvent } from '../payments/payment.ts';
import type { RouteContext, Shop } from '../shop.ts';

/** Stripe's events are a few kilobytes, and larger with many line items. */
const LIMIT_BYTES = 256 * 1024;

/**
 * `POST /api/stripe/webhook`. The signature covers the exact bytes of the body. If an event cannot be recorded, the
 * answer is a 5xx, and Stripe sends it again for three days.
 */
export function createStripeWebhookRoutes(shop: RouteContext): Hono {
  return new Hono().post('/webhook', async (c) => {
    const body = await readText(c, LIMIT_BYTES);
    if (!body.ok) return sendProblem(c, body.problem);
    const event = shop.gateway.readEvent(body.value, c.req.header('Stripe-Signature') ?? '', shop.clock());
    if (event === null) return sendProblem(c, { code: 'invalid_signature' });
    if (!(await receiveEvent(shop, event))) return sendProblem(c, { code: 'payments_unavailable' });
    return c.json({ received: true });
  });
}

type Subject = NonNullable<PaymentEvent['subject']>;

/**
 * Handles a verified event by asking Stripe for the current state and recording that. So events may arrive late, in any
 * order, and more than once.
 * @returns false if Stripe should send the event again
 */
async function receiveEvent(shop: Shop, event: PaymentEvent): Promise<boolean> {
  const { subject } = event;
  if (subject === null) return true;
  if (event.isLive !== (shop.mode === 'live')) {
    // Answered as handled, because sending it again would not help.
    shop.serviceLog.log(`the event ${event.id} does not belong to this ${shop.mode} shop and was ignored`);
    return true;
  }
  if (namesAttempt(subject.kind) && subject.attemptId === null) return true;
  if (subject.kind === 'session') return receiveSession(shop, subject.id);
  return receivePayment(shop, subject);
}

/** Events about refunds, disputes and doubts do not name their attempt, but the payment does. */
function namesAttempt(kind: Subject['kind']): boolean {
  return kind === 'payment' || kind === 'session';
}

async function receivePayment(shop: Shop, { kind, id }: Subject): Promise<boolean> {
  const payment = await shop.gateway.retrievePayment(id);
  // Refunds, disputes and doubts may be about a payment that Stripe does not show us.
  if (!payment.ok) return !namesAttempt(kind) && payment.problem.code === 'payment_not_found';
  const recorded = await recordPayment(shop, {
    payment: payment.value,
    isFraudWarned: kind === 'fraud_warning',
  });
  return recorded.outcome !== 'recorded' || recorded.isUncaptured !== true;
}

async function receiveSession(shop: Shop, id: string): Promise<boolean> {
  const asked = await shop.gateway.retrieveSession(id);
  if (!asked.ok) return false;
  const { paymentIntentId, state, attemptId } = asked.value;
  if (paymentIntentId !== null) {
    return receivePayment(shop, { kind: 'session', id: paymentIntentId, attemptId });
  }
  if (state === 'expired' && attemptId !== null) await closeAttempt(shop, attemptId);
  return true;
}

function closeAttempt({ db, clock }: Shop, attemptId: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const attempt = await findAttempt(trx, attemptId);
    if (attempt?.state !== 'open' || isOffered(attempt, clock())) return;
    await updateAttempt(trx, attemptId, { state: 'closed', updatedAt: clock().toISOString() });
  });
}
