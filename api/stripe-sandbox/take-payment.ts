import type { CardOutcome } from './cards.ts';
import { createCharge, settleCharge } from './charges.ts';
import { followIntent } from './checkout-completion.ts';
import { Failure, type StripeErrorBody, unexpectedState } from './failures.ts';
import { outcomeOf } from './payment-methods.ts';
import type { Intent, PaymentMethod } from './store.ts';
import { emit, type Work } from './work.ts';

/** The buyer's answer on the authentication page. */
export function finishAuthentication(work: Work, intent: Intent, hasSucceeded: boolean): Intent | Failure {
  if (intent.status !== 'requires_action') {
    return unexpectedState(`This PaymentIntent has a status of ${intent.status}.`, intent);
  }
  intent.next_action = null;
  const method = methodOf(work, intent);
  if (hasSucceeded) return takePayment(work, intent, method);
  return failPayment(work, intent, method, {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  });
}

/** Ends a payment that was processing, as its card says or as asked. */
export function settleIntent(work: Work, intent: Intent, asSuccess?: boolean): Intent | Failure {
  if (intent.status !== 'processing') {
    return unexpectedState(`This PaymentIntent has a status of ${intent.status}, not processing.`, intent);
  }
  work.store.cancelJob(intent.id);
  intent.processing = null;
  const method = methodOf(work, intent);
  const outcome = outcomeOf(work, method.id);
  const charge = work.store.get('charge', String(intent.latest_charge));
  if (!charge) throw new Error(`${intent.id} is processing without a charge`);
  if (asSuccess ?? (outcome.kind === 'settles_later' && outcome.asSuccess)) {
    settleCharge(work, charge, undefined);
    return markPaid(work, intent);
  }
  settleCharge(work, charge, LATE_DECLINE);
  failPayment(work, intent, method, describeDecline(LATE_DECLINE, charge.id));
  return intent;
}

type Declined = Extract<CardOutcome, { kind: 'declined' }>;
const LATE_DECLINE: Declined = {
  kind: 'declined',
  code: 'card_declined',
  declineCode: 'generic_decline',
  message: 'Your card was declined.',
};

/** Charges the card, or asks it whether it has the money, as the intent says. */
export function takePayment(work: Work, intent: Intent, method: PaymentMethod): Intent {
  if (intent.capture_method === 'manual') return authorisePayment(work, intent, method);
  const charge = createCharge(work, intent, method, 'succeeded');
  intent.latest_charge = charge.id;
  return markPaid(work, intent);
}

function authorisePayment(work: Work, intent: Intent, method: PaymentMethod): Intent {
  intent.latest_charge = createCharge(work, intent, method, 'authorised').id;
  intent.status = 'requires_capture';
  intent.amount_capturable = intent.amount;
  work.store.save<'payment_intent'>(intent);
  emit(work, 'payment_intent.amount_capturable_updated', intent);
  followIntent(work, intent);
  return intent;
}

function markPaid(work: Work, intent: Intent): Intent {
  intent.status = 'succeeded';
  intent.amount_received = intent.amount;
  work.store.save<'payment_intent'>(intent);
  emit(work, 'payment_intent.succeeded', intent);
  followIntent(work, intent);
  return intent;
}

/** Records that the card's bank refuses. */
export function refuseCard(work: Work, intent: Intent, method: PaymentMethod, outcome: Declined): Failure {
  const charge = createCharge(work, intent, method, outcome);
  intent.latest_charge = charge.id;
  return failPayment(work, intent, method, describeDecline(outcome, charge.id));
}

function describeDecline({ code, declineCode, message }: Declined, charge: string): StripeErrorBody {
  return { type: 'card_error', code, decline_code: declineCode, message, charge };
}

function failPayment(work: Work, intent: Intent, method: PaymentMethod, error: StripeErrorBody): Failure {
  intent.status = 'requires_payment_method';
  intent.payment_method = null;
  const { type, code = '', message } = error;
  intent.last_payment_error = { type, code, message };
  work.store.save<'payment_intent'>(intent);
  emit(work, 'payment_intent.payment_failed', intent);
  followIntent(work, intent);
  return new Failure(402, { ...error, payment_intent: intent, payment_method: method });
}

/** The payment method that an intent has. */
export function methodOf(work: Work, { id, payment_method: methodId }: Intent): PaymentMethod {
  const method = work.store.get('payment_method', String(methodId));
  if (!method) throw new Error(`The payment method of ${id} is missing`);
  return method;
}

export interface Keys {
  secretKey: string;
  publishableKey: string;
}

/** Which key a call was made with. */
export function authorize(header: string | undefined, keys: Keys): 'secret' | 'publishable' | Failure {
  const key = header?.split(' ')[1];
  if (key === keys.secretKey) return 'secret';
  if (key === keys.publishableKey) return 'publishable';
  if (!key) {
    return refuse(
      'You did not provide an API key. You need to provide your API key in the Authorization header.',
    );
  }
  return refuse(`Invalid API Key provided: ${key.slice(0, 8)}****${key.slice(-4)}`);
}

export function refusePublishableKey(): Failure {
  return new Failure(403, {
    type: 'invalid_request_error',
    code: 'secret_key_required',
    message: 'This API call cannot be made with a publishable API key. Please use a secret API key.',
  });
}

function refuse(message: string): Failure {
  return new Failure(401, { type: 'invalid_request_error', message });
}

/** What only the server may see of an intent. */
const PRIVATE_FIELDS = ['amount_capturable', 'amount_received', 'latest_charge', 'metadata', 'review'];

/** An intent as a browser may see it. */
export function showPublicly(intent: Partial<Intent>): Partial<Intent> {
  return Object.fromEntries(Object.entries(intent).filter(([name]) => !PRIVATE_FIELDS.includes(name)));
}
