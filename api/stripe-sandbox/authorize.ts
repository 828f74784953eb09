import type Stripe from 'stripe';
import { Failure } from './failures.ts';

export interface Keys {
  secretKey: string;
  publishableKey: string;
}

/** Which key a call was made with: a bearer token, or the user name of basic authentication. */
export function authorize(header: string | undefined, keys: Keys): 'secret' | 'publishable' | Failure {
  const key = readKey(header);
  if (key === keys.secretKey) return 'secret';
  if (key === keys.publishableKey) return 'publishable';
  if (!key) {
    return refuse(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.",
    );
  }
  return refuse(`Invalid API Key provided: ${key.slice(0, 8)}****${key.slice(-4)}`);
}

export function refusePublishableKey(): Failure {
  return new Failure(403, {
    type: 'invalid_request_error',
    code: 'secret_key_required',
    message:
      'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
  });
}

function readKey(header = ''): string {
  const [scheme, value = ''] = header.split(' ');
  if (scheme?.toLowerCase() !== 'basic') return value;
  return Buffer.from(value, 'base64').toString().split(':')[0] ?? '';
}

function refuse(message: string): Failure {
  return new Failure(401, { type: 'invalid_request_error', message });
}

const PUBLIC_FIELDS = [
  'id',
  'object',
  'amount',
  'amount_details',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'source',
  'status',
] as const;

/** What a browser may see of an intent: not its metadata, for one. */
export function showPublicly(intent: Stripe.PaymentIntent): Stripe.PaymentIntent {
  return Object.fromEntries(
    PUBLIC_FIELDS.map((name) => [name, intent[name]]),
  ) as unknown as Stripe.PaymentIntent;
}
