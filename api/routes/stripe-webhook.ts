import { Hono } from 'hono';
import { sendProblem } from '../http/http-errors.ts';
import { readText } from '../http/request-body.ts';
import { findAttempt, isOffered, updateAttempt } from '../orders/attempts-repository.ts';
import { isKnownEvent, rememberEvent } from '../orders/sale/record-payment.ts';
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
    return c.json({ received: true }, 200, { 'Cache-Control': 'no-store' });
  });
}

/**
 * Handles a verified event by asking Stripe for the current state and recording that. So events may arrive late and in
 * any order.
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
  // Events about refunds, disputes and doubts do not name their attempt, but the payment does.
  const namesAttempt = subject.kind === 'payment' || subject.kind === 'session';
  if (namesAttempt && subject.attemptId === null) return true;
  if (await isKnownEvent(shop.db, event.id)) return true;
  if (subject.kind === 'session') return receiveSession(shop, event, subject.id);
  return receivePayment(shop, event, subject.id, !namesAttempt);
}

/** @param mayBeForeign whether the payment may be one that Stripe does not show us */
async function receivePayment(
  shop: Shop,
  event: PaymentEvent,
  id: string,
  mayBeForeign = false,
): Promise<boolean> {
  const payment = await shop.gateway.retrievePayment(id);
  if (!payment.ok) return mayBeForeign && payment.problem.code === 'payment_not_found';
  const isFraudWarned = event.subject?.kind === 'fraud_warning';
  const recorded = await shop.recordPayment({ payment: payment.value, event, isFraudWarned });
  return recorded.outcome !== 'recorded' || recorded.isUncaptured !== true;
}

async function receiveSession(shop: Shop, event: PaymentEvent, id: string): Promise<boolean> {
  const asked = await shop.gateway.retrieveSession(id);
  if (!asked.ok) return false;
  const { paymentIntentId, state, attemptId } = asked.value;
  if (paymentIntentId !== null) return receivePayment(shop, event, paymentIntentId);
  if (state === 'expired' && attemptId !== null) await closeAttempt(shop, event, attemptId);
  return true;
}

function closeAttempt({ db, clock }: Shop, event: PaymentEvent, attemptId: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    if (!(await rememberEvent(trx, event, clock()))) return;
    const attempt = await findAttempt(trx, attemptId);
    if (attempt?.state !== 'open' || isOffered(attempt, clock())) return;
    await updateAttempt(trx, attemptId, { state: 'closed', updatedAt: clock().toISOString() });
  });
}
