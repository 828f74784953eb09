import { type Result, refuse } from '../http/result.ts';
import { findAttempt, isOffered, updateAttempt } from '../orders/attempts-repository.ts';
import type { Report } from '../orders/sale/payment-report.ts';
import { isKnownEvent, rememberEvent } from '../orders/sale/stripe-events-repository.ts';
import type { PaymentEvent } from '../payments/payment.ts';
import type { Shop } from '../shop.ts';

/**
 * Handles a verified event by asking Stripe for the current state and recording that. So events may arrive late and in
 * any order. A problem means that Stripe should send the event again.
 */
export async function receiveEvent(shop: Shop, event: PaymentEvent): Promise<Result<null>> {
  const { subject } = event;
  if (subject === null) return { ok: true, value: null };
  if (event.isLive !== (shop.mode === 'live')) {
    // Answered as handled, because sending it again would not help.
    shop.serviceLog.log(`the event ${event.id} does not belong to this ${shop.mode} shop and was ignored`);
    return { ok: true, value: null };
  }
  if (subject.kind !== 'payment' && subject.kind !== 'session') return receiveNews(shop, event, subject);
  if (subject.attemptId === null || (await isKnownEvent(shop.db, event.id))) return { ok: true, value: null };
  return subject.kind === 'payment'
    ? receivePayment(shop, event, subject.id)
    : receiveSession(shop, event, subject.id);
}

/** Events about refunds, disputes and doubts do not name their attempt, but the payment does. */
async function receiveNews(
  shop: Shop,
  event: PaymentEvent,
  { id, kind }: NonNullable<PaymentEvent['subject']>,
): Promise<Result<null>> {
  if (await isKnownEvent(shop.db, event.id)) return { ok: true, value: null };
  const received = await receivePayment(shop, event, id, { isFraudWarned: kind === 'fraud_warning' });
  const isUnknown = !received.ok && received.problem.code === 'payment_not_found';
  return isUnknown ? { ok: true, value: null } : received;
}

async function receivePayment(
  shop: Shop,
  event: PaymentEvent,
  id: string,
  news: Pick<Report, 'isFraudWarned'> = {},
): Promise<Result<null>> {
  const payment = await shop.gateway.retrievePayment(id);
  if (!payment.ok) return payment;
  const recorded = await shop.recordPayment({ payment: payment.value, event, ...news });
  const isUncaptured = recorded.outcome === 'recorded' && recorded.isUncaptured === true;
  return isUncaptured ? refuse({ code: 'payments_unavailable' }) : { ok: true, value: null };
}

async function receiveSession(shop: Shop, event: PaymentEvent, id: string): Promise<Result<null>> {
  const asked = await shop.gateway.retrieveSession(id);
  if (!asked.ok) return asked;
  const { paymentIntentId, state, attemptId } = asked.value;
  if (paymentIntentId !== null) return receivePayment(shop, event, paymentIntentId);
  if (state === 'expired' && attemptId !== null) await closeAttempt(shop, event, attemptId);
  return { ok: true, value: null };
}

function closeAttempt({ db, clock }: Shop, event: PaymentEvent, attemptId: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    if (!(await rememberEvent(trx, event, clock()))) return;
    const attempt = await findAttempt(trx, attemptId);
    if (attempt?.state !== 'open' || isOffered(attempt, clock())) return;
    await updateAttempt(trx, attemptId, { state: 'closed', updatedAt: clock().toISOString() });
  });
}
