import type Stripe from 'stripe';
import { z } from 'zod';
import { Failure, invalidRequest, resourceMissing } from './failures.ts';
import { expand, flag, shipping, text, webAddress } from './params.ts';
import { createPaymentMethod, paymentMethodData } from './payment-methods.ts';
import { createId, now, type Work } from './work.ts';

const TOKEN_LIFE_S = 12 * 60 * 60;

export const tokenParams = z.strictObject({
  payment_method: text.optional(),
  payment_method_data: paymentMethodData.optional(),
  return_url: webAddress.optional(),
  shipping: shipping.optional(),
  use_stripe_sdk: flag.optional(),
  expand,
});

/** Keeps what a buyer has entered, for the server to confirm an intent with once. */
export function createConfirmationToken(
  work: Work,
  params: z.output<typeof tokenParams>,
): Stripe.ConfirmationToken | Failure {
  if (!params.payment_method_data) {
    return invalidRequest('Missing required param: payment_method_data.', {
      code: 'parameter_missing',
      param: 'payment_method_data',
    });
  }
  const method = createPaymentMethod(work, params.payment_method_data);
  if (method instanceof Failure) return method;
  const { id, object, created, livemode, metadata, ...preview } = method;
  const created_ = now(work);
  const token: Stripe.ConfirmationToken = {
    id: createId('ctoken'),
    object: 'confirmation_token',
    created: created_,
    expires_at: created_ + TOKEN_LIFE_S,
    livemode,
    mandate_data: null,
    metadata: null,
    payment_intent: null,
    payment_method_options: null,
    payment_method_preview: preview as unknown as Stripe.ConfirmationToken.PaymentMethodPreview,
    return_url: params.return_url ?? null,
    setup_future_usage: null,
    setup_intent: null,
    shipping: params.shipping ? { ...params.shipping } : null,
    use_stripe_sdk: params.use_stripe_sdk ?? false,
  };
  work.store.insert('confirmation_token', token, null, { paymentMethod: id });
  return token;
}

/** The parameters of a confirmation, with what its token holds where they are silent. */
export function findConfirmationToken<Params extends object>(work: Work, id: string, params: Params) {
  const token = work.store.get('confirmation_token', id);
  if (!token) return resourceMissing('ConfirmationToken', id, 'confirmation_token');
  const { paymentMethod, isUsed } = work.store.readHidden('confirmation_token', id);
  if (isUsed === true || (token.expires_at ?? 0) < now(work)) {
    return invalidRequest(`The ConfirmationToken ${id} has expired or been used already.`, {
      param: 'confirmation_token',
    });
  }
  work.store.writeHidden(id, { isUsed: true });
  return {
    ...(token.return_url === null ? {} : { return_url: token.return_url }),
    ...(token.shipping === null
      ? {}
      : { shipping: { carrier: null, tracking_number: null, ...token.shipping } }),
    ...params,
    payment_method: String(paymentMethod),
  };
}
