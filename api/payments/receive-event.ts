import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { findAttempt, updateAttempt } from '../orders/attempts-repository.ts';
import type { RecordPayment } from '../orders/record-payment.ts';
import type { Result } from '../request-body.ts';
import type { PaymentEvent, PaymentGateway } from './payment.ts';
import { isKnownEvent, rememberEvent } from './stripe-events-repository.ts';

export interface EventDependencies {
  readonly db: Kysely<Database>;
  readonly gateway: PaymentGateway;
  readonly recordPayment: RecordPayment;
  readonly clock: () => Date;
}

/**
 * Deals with a verified event: asks Stripe what is true now, and records that. So it does not matter in which order
 * events arrive, or how old they are. A problem means that Stripe should send the event again.
 */
export async function receiveEvent(deps: EventDependencies, event: PaymentEvent): Promise<Result<null>> {
  const { subject } = event;
  if (subject === null) return { ok: true, value: null };
  if (subject.kind === 'money_back') return receiveMoneyBack(deps, event, subject.id);
  if (subject.attemptId === null || (await isKnownEvent(deps.db, event.id))) return { ok: true, value: null };
  return subject.kind === 'payment'
    ? receivePayment(deps, event, subject.id)
    : receiveSession(deps, event, subject.id);
}

/** Refunds and disputes do not say whose they are; the payment does. */
async function receiveMoneyBack(
  deps: EventDependencies,
  event: PaymentEvent,
  paymentId: string,
): Promise<Result<null>> {
  if (await isKnownEvent(deps.db, event.id)) return { ok: true, value: null };
  const received = await receivePayment(deps, event, paymentId);
  const isUnknown = !received.ok && received.problem.code === 'payment_not_found';
  return isUnknown ? { ok: true, value: null } : received;
}

async function receivePayment(
  deps: EventDependencies,
  event: PaymentEvent,
  id: string,
): Promise<Result<null>> {
  const payment = await deps.gateway.retrievePayment(id);
  if (!payment.ok) return payment;
  await deps.recordPayment({ payment: payment.value, event });
  return { ok: true, value: null };
}

async function receiveSession(
  deps: EventDependencies,
  event: PaymentEvent,
  id: string,
): Promise<Result<null>> {
  const asked = await deps.gateway.retrieveSession(id);
  if (!asked.ok) return asked;
  const { paymentIntentId, state, attemptId } = asked.value;
  if (paymentIntentId !== null) return receivePayment(deps, event, paymentIntentId);
  if (state === 'expired' && attemptId !== null) await closeAttempt(deps, event, attemptId);
  return { ok: true, value: null };
}

function closeAttempt(
  { db, clock }: EventDependencies,
  event: PaymentEvent,
  attemptId: string,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    if (!(await rememberEvent(trx, event, clock()))) return;
    const attempt = await findAttempt(trx, attemptId);
    if (attempt?.state !== 'open') return;
    await updateAttempt(trx, attemptId, { state: 'closed', updated_at: clock().toISOString() });
  });
}
