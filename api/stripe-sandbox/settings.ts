import type Stripe from 'stripe';
import { z } from 'zod';
import { findIntent } from './change-intent.ts';
import { Failure } from './failures.ts';
import { asList } from './listing.ts';
import { choice, expand, flag, integer, text } from './params.ts';
import { createId, now, type Work } from './work.ts';

export const domainParams = z.strictObject({
  domain_name: text.regex(/^(?:[a-z0-9-]+\.)+[a-z]{2,}$/i, 'Invalid domain name.'),
  enabled: flag.optional(),
  expand,
});

/** Registers a domain for wallets. Here every one is found to be its owner's. */
export function createPaymentMethodDomain(
  work: Work,
  { domain_name: name, enabled = true }: z.output<typeof domainParams>,
): Stripe.PaymentMethodDomain {
  const active = { status: 'active' as const };
  const domain: Stripe.PaymentMethodDomain = {
    id: createId('pmd'),
    object: 'payment_method_domain',
    amazon_pay: active,
    apple_pay: active,
    created: now(work),
    domain_name: name,
    enabled,
    google_pay: active,
    klarna: active,
    link: active,
    livemode: false,
    paypal: active,
  };
  work.store.insert('payment_method_domain', domain);
  return domain;
}

/** The one address that events go to. At Stripe it is entered on its pages; here, when the sandbox is started. */
export function listWebhookEndpoints(
  work: Work,
  url: string | undefined,
): Stripe.ApiList<Stripe.WebhookEndpoint> {
  const endpoint = (address: string): Stripe.WebhookEndpoint => ({
    id: 'we_sandbox',
    object: 'webhook_endpoint',
    api_version: null,
    application: null,
    created: now(work),
    description: null,
    enabled_events: ['*'],
    livemode: false,
    metadata: {},
    status: 'enabled',
    url: address,
  });
  return asList(url === undefined ? [] : [endpoint(url)], '/v1/webhook_endpoints');
}

export const elementsParams = z.strictObject({
  client_secret: text.optional(),
  deferred_intent: z.strictObject({ mode: choice(['payment']), amount: integer, currency: text }).optional(),
  expand,
});

/** Stripe.js requests this before it shows an element: whether the intent can be paid, and how. */
export function readElementsSession(
  work: Work,
  { client_secret: clientSecret, deferred_intent: deferred }: z.output<typeof elementsParams>,
): object | Failure {
  const session = { object: 'elements_session', payment_method_types: ['card'] };
  if (deferred) return session;
  const intent = findIntent(work, String(clientSecret?.split('_secret_')[0]), clientSecret);
  return intent instanceof Failure ? intent : { ...session, amount: intent.amount, status: intent.status };
}
