import { z } from 'zod';
import {
  choice,
  email,
  expand,
  flag,
  list,
  metadata,
  positiveInteger,
  shipping,
  text,
  textOrUnset,
  webAddress,
} from './params.ts';

const details = {
  description: textOrUnset.optional(),
  metadata: metadata.optional(),
  payment_method: text.optional(),
  receipt_email: email.optional(),
  setup_future_usage: textOrUnset.optional(),
  shipping: shipping.optional(),
  statement_descriptor_suffix: textOrUnset.optional(),
  expand,
};

const currency = text.transform((code, ctx) => {
  if (['eur', 'gbp', 'usd'].includes(code.toLowerCase())) return code.toLowerCase();
  ctx.addIssue({
    code: 'custom',
    message: `Invalid currency: ${code}. The sandbox supports these currencies: eur, gbp, usd`,
  });
  return z.NEVER;
});

export const createParams = z.strictObject({
  ...details,
  amount: positiveInteger,
  currency,
  automatic_payment_methods: z
    .strictObject({ enabled: flag, allow_redirects: choice(['always', 'never']).optional() })
    .optional(),
  capture_method: choice(['automatic', 'automatic_async', 'manual']).optional(),
  confirm: flag.optional(),
  confirmation_token: text.optional(),
  payment_method_types: list(choice(['card'])).optional(),
  return_url: webAddress.optional(),
});

export const updateParams = z.strictObject({
  ...details,
  amount: positiveInteger.optional(),
  currency: currency.optional(),
});

export const captureParams = z.strictObject({ expand });

export const cancelParams = z.strictObject({
  cancellation_reason: choice(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  expand,
});
