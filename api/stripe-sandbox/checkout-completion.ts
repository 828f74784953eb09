import { type Failure, invalidRequest } from './failures.ts';
import type { Intent, Session } from './store.ts';
import { emit, type Work } from './work.ts';

/**
 * Moves the Checkout Session of an intent on, where it has one: paid or being paid, the session is complete; what
 * becomes of a payment that settles later is told by an event of its own.
 */
export function followIntent(work: Work, intent: Intent): void {
  const session = findSessionOf(work, intent.id);
  if (!session) return;
  const isPaid = intent.status === 'succeeded';
  const isTaken = isPaid || intent.status === 'processing' || intent.status === 'requires_capture';
  if (session.status === 'expired' || (session.status === 'open' && !isTaken)) return;
  const wasOpen = session.status === 'open';
  session.status = 'complete';
  session.payment_status = isPaid ? 'paid' : 'unpaid';
  session.url = null;
  work.store.cancelJob(session.id);
  work.store.save<'checkout.session'>(session);
  if (wasOpen) emit(work, 'checkout.session.completed', session);
  else if (intent.capture_method !== 'manual') {
    emit(work, `checkout.session.async_payment_${isPaid ? 'succeeded' : 'failed'}`, session);
  }
}

/** Closes a page that has not been paid on, and the intent behind it. */
export function expireSession(work: Work, session: Session): Session | Failure {
  if (session.status !== 'open') {
    return invalidRequest(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Session has a status of ${session.status}.`,
    );
  }
  session.status = 'expired';
  session.url = null;
  work.store.cancelJob(session.id);
  work.store.save<'checkout.session'>(session);
  emit(work, 'checkout.session.expired', session);
  return session;
}

/** The session whose payment the intent is. */
export function findSessionOf(work: Work, intentId: string): Session | undefined {
  const { sessionId } = work.store.readHidden('payment_intent', intentId);
  return typeof sessionId === 'string' ? work.store.get('checkout.session', sessionId) : undefined;
}
