import type Stripe from 'stripe';
import { z } from 'zod';
import { SANDBOX_MOUNT } from '#domain/payments/payment-provider.ts';
import { setDelivery } from './change-intent.ts';
import { createCharge } from './charges.ts';
import { followIntent } from './checkout-completion.ts';
import { Failure, invalidRequest, unexpectedState } from './failures.ts';
import { email, expand, flag, shipping, text, webAddress } from './params.ts';
import { createPaymentMethod, findPaymentMethod, outcomeOf, paymentMethodData } from './payment-methods.ts';
import type { Intent, PaymentMethod } from './store.ts';
import { methodOf, refuseCard, takePayment } from './take-payment.ts';
import { emit, type Work } from './work.ts';

export const confirmParams = z.strictObject({
  client_secret: text.optional(),
  payment_method: text.optional(),
  payment_method_data: paymentMethodData.optional(),
  receipt_email: email.optional(),
  return_url: webAddress.optional(),
  shipping: shipping.optional(),
  use_stripe_sdk: flag.optional(),
  expand,
});
export type ConfirmParams = Omit<z.output<typeof confirmParams>, 'expand'>;

const CONFIRMABLE = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

/**
 * Tries to take the payment. A decline is a failure whose charge, event and `last_payment_error` are stored all the
 * same.
 */
export function confirmIntent(work: Work, intent: Intent, params: ConfirmParams): Intent | Failure {
  if (intent.status === 'succeeded') {
    return unexpectedState(
      'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
      intent,
    );
  }
  if (!CONFIRMABLE.includes(intent.status)) {
    return unexpectedState(
      `You cannot confirm this PaymentIntent because it has a status of ${intent.status}.`,
      intent,
    );
  }
  const redirects = intent.automatic_payment_methods;
  if (redirects?.enabled && redirects.allow_redirects !== 'never' && params.return_url === undefined) {
    return invalidRequest(
      'This PaymentIntent may lead your customer away from your page, so you must provide a `return_url`.',
    );
  }
  const method = choosePaymentMethod(work, intent, params);
  if (method instanceof Failure) return method;
  const problem = setDelivery(work, intent, params);
  if (problem) return problem;
  intent.payment_method = method.id;
  return applyOutcome(work, intent, method, params);
}

function choosePaymentMethod(
  work: Work,
  intent: Intent,
  { payment_method: id, payment_method_data: data }: ConfirmParams,
): PaymentMethod | Failure {
  if (data) return createPaymentMethod(work, data);
  if (id !== undefined) return findPaymentMethod(work, id, 'payment_method');
  if (intent.payment_method !== null) return methodOf(work, intent);
  return unexpectedState(
    "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
    intent,
  );
}

function applyOutcome(
  work: Work,
  intent: Intent,
  method: PaymentMethod,
  { return_url: returnUrl }: ConfirmParams,
): Intent | Failure {
  const outcome = outcomeOf(work, method.id);
  intent.last_payment_error = null;
  intent.next_action = null;
  switch (outcome.kind) {
    case 'asks_for_authentication':
      intent.status = 'requires_action';
      intent.next_action = describeAuthentication(intent, returnUrl);
      work.store.writeHidden(intent.id, { returnUrl: returnUrl ?? null });
      work.store.save<'payment_intent'>(intent);
      emit(work, 'payment_intent.requires_action', intent);
      return intent;
    case 'settles_later': {
      const charge = createCharge(work, intent, method, 'pending');
      intent.latest_charge = charge.id;
      intent.status = 'processing';
      intent.processing = { type: 'card', card: {} };
      work.store.save<'payment_intent'>(intent);
      emit(work, 'payment_intent.processing', intent);
      followIntent(work, intent);
      if (work.settleAfterMs !== null) work.store.scheduleJob(intent.id, work.nowMs + work.settleAfterMs);
      return intent;
    }
    case 'declined':
      return refuseCard(work, intent, method, outcome);
    default:
      return takePayment(work, intent, method);
  }
}

/** The step that a browser must take next: a plain page beside the one that the buyer returns to. */
function describeAuthentication(
  intent: Intent,
  returnUrl: string | undefined,
): Stripe.PaymentIntent.NextAction {
  if (returnUrl === undefined) return { type: 'use_stripe_sdk', use_stripe_sdk: {} };
  const path = `${SANDBOX_MOUNT}/authenticate/${intent.id}?payment_intent_client_secret=${intent.client_secret}`;
  const { href } = new URL(path, returnUrl);
  return { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url: href } };
}
